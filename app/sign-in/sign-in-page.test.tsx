import { render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { cookieName, dashboardConfig, heldConfig } from "@/lib/dashboard/config";
import { CLAIMED_ROLE_HOURS, keepClaimedRole } from "@/lib/dashboard/store/claimed-roles";
import { createSession } from "@/lib/dashboard/store/sessions";
import { clearDashboardState, nextHeaders, pointAtService, signInAs } from "@/lib/dashboard/testing/dashboard-state";
import { browser } from "@/lib/dashboard/testing/next-headers";
import SignInPage from "./page";

const addressNow = () => window.location.pathname + window.location.search;
const open = async (path: string) => {
	window.history.replaceState(null, "", path);
	const searchParams = Promise.resolve(Object.fromEntries(new URL(window.location.href).searchParams));
	return render(await SignInPage({ params: Promise.resolve({}), searchParams }));
};

beforeEach(async () => {
	await pointAtService("http://127.0.0.1:9");
	signInAs(null);
});
afterEach(async () => {
	window.history.replaceState(null, "", "/");
	vi.useRealTimers();
	await clearDashboardState();
});

test("a failed sign-in is told once: a reload does not claim it again, and leads to the page that was asked for", async () => {
	const asked = cookieName("callback-url", dashboardConfig());
	(await nextHeaders.cookies()).set(asked, "/users?q=park");
	const first = await open("/sign-in?error=Configuration");
	expect(screen.getByText("The sign-in did not complete")).toBeTruthy();
	await waitFor(() => expect(addressNow()).toBe("/sign-in?callbackUrl=%2Fusers%3Fq%3Dpark"));
	first.unmount();
	const { container } = await open(addressNow());
	expect(screen.queryByText("The sign-in did not complete")).toBeNull();
	expect(container.querySelector<HTMLInputElement>("[name=callbackUrl]")?.value).toBe("/users?q=park");
});

test("a role by claim that has ended says so, and the sign-in leads back", async () => {
	const values = { editor: ["Console Editor"], support: [], viewer: [] };
	heldConfig.set({ ...dashboardConfig(), editors: [], roleClaim: { name: "roles", values } });
	const now = Date.now();
	vi.useFakeTimers({ toFake: ["Date"], now: now - CLAIMED_ROLE_HOURS * 3600_000 });
	await keepClaimedRole("editor", "roles", ["Console Editor"]);
	vi.setSystemTime(now);
	signInAs("editor");
	const { container } = await open("/sign-in?callbackUrl=%2Fusers");
	expect(screen.getByText("Your role ends 8 hours after a sign-in. Sign in again.")).toBeTruthy();
	expect(container.querySelector<HTMLInputElement>("[name=callbackUrl]")?.value).toBe("/users");
});

test("a role by claim that ended while nothing was done here says so too", async () => {
	const values = { editor: ["Console Editor"], support: [], viewer: [] };
	heldConfig.set({ ...dashboardConfig(), editors: [], roleClaim: { name: "roles", values } });
	await keepClaimedRole("editor", "roles", ["Console Editor"]);
	const sub = { subject: "editor", name: "editor", email: null, email_verified: 0, id_token: null, user_agent: null };
	browser.session = await createSession(sub);
	vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + CLAIMED_ROLE_HOURS * 3600_000 });
	await open("/sign-in");
	expect(screen.getByText("Your role ends 8 hours after a sign-in. Sign in again.")).toBeTruthy();
});

test("a session that has ended for another reason speaks of no role", async () => {
	heldConfig.set({ ...dashboardConfig(), editors: [] });
	signInAs("editor");
	await open("/sign-in");
	expect(screen.getByText("Your session has ended. Sign in again.")).toBeTruthy();
});
