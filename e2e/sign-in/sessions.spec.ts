import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import type { Credentials } from "../running-app/credentials";
import { startSecondApp } from "../running-app/second-app";
import { fillIn } from "./authorize";

// Sessions end here, and one that others go on with must not.
test.use({ reuseSessions: false });

async function signInAt(page: Page, { address, sign_ins }: Credentials): Promise<void> {
	await page.goto(`${address}/sessions`);
	await page.getByRole("button", { name: "Sign in" }).click();
	await fillIn(page, sign_ins.viewer.email, sign_ins.viewer.password);
	await expect(page.getByRole("heading", { level: 1, name: "Sessions" })).toBeVisible();
}

test("signing out everywhere ends every session of the person, on every machine, at once", async ({
	page,
	openContext,
}) => {
	// An app of its own, which takes time to start: the other tests are signed in as the same person.
	test.slow();
	const app = await startSecondApp();
	const other = await (await openContext()).newPage();
	await signInAt(other, app.credentials);
	await signInAt(page, app.credentials);
	await expect(page.getByRole("list", { name: "Your sessions" }).getByRole("listitem")).toHaveCount(2);
	await expect(page.getByText("this one", { exact: true })).toHaveCount(1);
	await page.getByRole("button", { name: "Sign out everywhere" }).click();
	await expect(page).toHaveURL(/\/sign-in$/);
	await other.goto(`${app.credentials.address}/templates`);
	await expect(other).toHaveURL(/\/sign-in\?callbackUrl/);
	await app.stop();
});

test("signing in again in one browser ends the session that it had", async ({
	page,
	context,
	openContext,
	credentials,
}) => {
	await signInAt(page, credentials);
	const first = await context.cookies();
	await page.goto("/sign-in");
	await page.getByRole("button", { name: "Sign in" }).click();
	await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
	const copy = await openContext();
	await copy.addCookies(first.filter(({ name }) => name.startsWith("console.session")));
	const copied = await copy.newPage();
	await copied.goto("/sessions");
	await expect(copied).toHaveURL(/\/sign-in\?callbackUrl/);
});

test("every answer carries the identifier of its request, given or made", async ({ credentials }) => {
	const given = { headers: { "x-request-id": "from-a-proxy-1" } };
	expect((await fetch(`${credentials.address}/sign-in`, given)).headers.get("x-request-id")).toBe("from-a-proxy-1");
	const odd = { headers: { "x-request-id": "a b" } };
	for (const path of ["/sign-in", "/api/v2/clients", "/healthz"]) {
		const made = (await fetch(credentials.address + path, odd)).headers.get("x-request-id");
		expect(made).toMatch(/^[0-9a-f-]{36}$/);
	}
});

test("the health addresses answer, and the app ends with its files closed once it is told to stop", async ({
	credentials,
}) => {
	for (const path of ["/healthz", "/readyz"]) expect((await fetch(credentials.address + path)).status).toBe(200);
	const app = await startSecondApp();
	expect((await fetch(`${app.credentials.address}/readyz`)).status).toBe(200);
	await app.stop();
	await expect(fetch(`${app.credentials.address}/healthz`)).rejects.toThrow();
	expect(app.output()).not.toMatch(/error|exception/i);
});
