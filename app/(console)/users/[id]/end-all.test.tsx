import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { dashboardConfig, heldConfig } from "@/lib/dashboard/config";
import { clearDashboardState, pointAtService, signInAs } from "@/lib/dashboard/testing/dashboard-state";
import { type FaultServer, json, startFaultServer } from "@/lib/dashboard/testing/fault-server";
import { EndAllSessions } from "./end-all";
import * as userActions from "./user-actions";

const connection = { isLost: false };
const SCOPES = "delete:sessions delete:refresh_tokens";

let service: FaultServer;
beforeEach(async () => {
	service = await startFaultServer();
	service.respondWithToken = (_, response) =>
		json(response, 200, { access_token: "token", token_type: "Bearer", expires_in: 3600, scope: SCOPES });
	await pointAtService(service.address);
	signInAs("editor");
	const { endSessionsAction } = userActions;
	vi.spyOn(userActions, "endSessionsAction").mockImplementation(async (...sent) => {
		if (connection.isLost) throw new TypeError("Failed to fetch");
		return endSessionsAction(...sent);
	});
});
afterEach(async () => {
	vi.restoreAllMocks();
	connection.isLost = false;
	await clearDashboardState();
	await service.close();
});

/** Responds to each request in turn. */
function respondWith(...statuses: number[]) {
	service.handle = (_, response) => {
		const status = statuses.shift() ?? 500;
		const headers = { "retry-after": "1", "x-ratelimit-remaining": "0", "x-ratelimit-reset": "0" };
		const message = status === 404 ? "Not Found" : "";
		json(response, status, { statusCode: status, message }, status === 429 ? headers : {});
	};
}

const written = () => service.seen.map(({ method, url }) => `${method} ${url.split("/").slice(-2).join("/")}`);
const ACCESS = "POST usr_1/revoke-access";
const SESSIONS = "DELETE usr_1/sessions";
const TOKENS = "DELETE usr_1/refresh-tokens";
const PARTLY = "The end of all sessions was requested, the revocation of the refresh tokens was not";

type Shown = Parameters<typeof EndAllSessions>[0];
const two = { count: 2, isAtLeast: false };

/** Opens nothing: the dialog's parts are there without it. */
function show(more: Partial<Shown> = {}) {
	const all: Shown = {
		userId: "usr_1",
		person: "Mina",
		sessions: two,
		delegated: 0,
		tokens: two,
		tokensStay: null,
		notices: [],
	};
	return render(<EndAllSessions {...all} {...more} />);
}

const box = () => screen.getByLabelText<HTMLInputElement>(/^Also revoke/);
const button = () => document.querySelector("dialog form button") as HTMLButtonElement;
const sent = () => {
	const form = new FormData(document.querySelector("dialog form") as HTMLFormElement);
	return [...form].filter(([name]) => name !== "reason");
};

function press() {
	button().focus();
	fireEvent.click(button());
}

test.each<[string, Partial<Shown>, string]>([
	["a known number", {}, "Also revoke 2 refresh tokens. Without it, applications keep their access."],
	[
		"one",
		{ tokens: { count: 1, isAtLeast: false } },
		"Also revoke 1 refresh token. Without it, applications keep their access.",
	],
	[
		"those of the first pages alone",
		{ tokens: { count: 50, isAtLeast: true } },
		"Also revoke all refresh tokens. Without it, applications keep their access.",
	],
	[
		"none that can be read",
		{ tokens: null },
		"Also revoke all refresh tokens. Without it, applications keep their access.",
	],
])("of %s the box says how many are revoked, and is ticked", (_, given, label) => {
	show(given);
	expect([screen.getByLabelText<HTMLInputElement>(label).checked, sent()]).toEqual([
		true,
		[
			["userId", "usr_1"],
			["revoke", "yes"],
		],
	]);
	fireEvent.click(box());
	expect(sent()).toEqual([["userId", "usr_1"]]);
});

test("without refresh tokens there is no box, and those that no list shows are not preserved", () => {
	heldConfig.set({ ...dashboardConfig(), tenant: { name: "real", embedded: false } });
	show({ tokens: { count: 0, isAtLeast: false } });
	expect(screen.queryByLabelText(/^Also revoke/)).toBeNull();
	expect(sent()).toContainEqual(["revoke", "yes"]);
	screen.getByText(/^Online refresh tokens.*are in no list and end with them/);
});

test("where they can't be revoked there is no box, and the reason", () => {
	show({ tokensStay: "The refresh tokens stay: a scope is missing." });
	expect(screen.queryByLabelText(/^Also revoke/)).toBeNull();
	expect(sent()).toEqual([["userId", "usr_1"]]);
	screen.getByText("The refresh tokens stay: a scope is missing.");
});

test("sessions that somebody else opened as the person are told apart", () => {
	show({ delegated: 1 });
	expect(document.body.textContent).toContain(
		"is signed out everywhere: 2 sessions, of which someone else opened 1 as this user.",
	);
});

test.each([429, 400] as const)("a person's tokens are revoked with the second press too after a %d", async (status) => {
	respondWith(status, 404, 204, 403);
	show();
	press();
	await screen.findByRole("alert", { hidden: true });
	expect([box().checked, document.activeElement]).toEqual([true, button()]);
	if (status === 429) await screen.findByText("You can try again now.", {}, { timeout: 9_000 });
	await waitFor(() => expect(button().getAttribute("aria-disabled")).toBe("false"));
	press();
	await screen.findByText(PARTLY);
	expect(written()).toEqual([ACCESS, ACCESS, SESSIONS, TOKENS]);
	expect(box().checked).toBe(true);
});

test("a person's tokens are revoked with the second press too after a lost connection", async () => {
	connection.isLost = true;
	respondWith(405, 204, 403);
	show();
	press();
	await screen.findByText("Not confirmed");
	expect([box().checked, document.activeElement]).toEqual([true, button()]);
	connection.isLost = false;
	press();
	await screen.findByText(PARTLY);
	expect(written()).toEqual([ACCESS, SESSIONS, TOKENS]);
});

test("a box that was unticked stays unticked after a refusal", async () => {
	respondWith(400);
	show();
	fireEvent.click(box());
	press();
	await screen.findByRole("alert", { hidden: true });
	expect(box().checked).toBe(false);
	expect(service.seen.map(({ body }) => body)).toEqual(['{"preserve_refresh_tokens":true}']);
});
