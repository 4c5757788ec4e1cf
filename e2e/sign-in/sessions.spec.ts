import { expect, test } from "../fixtures";
import { submit } from "../http/native-form";
import { Visitor } from "../http/visitor";
import { startSecondApp } from "../running-app/second-app";

// Sessions end here, so none is shared with other tests.
test.use({ reuseSessions: false });

test("signing out everywhere ends every session of the admin, on every machine, at once; then the app stops without errors", async () => {
	// An app of its own: the other tests are signed in as the same admin.
	test.slow();
	const app = await startSecondApp();
	const { address } = app.credentials;
	expect((await fetch(`${address}/readyz`)).status).toBe(200);
	const [one, other] = [new Visitor(address), new Visitor(address)];
	await other.signIn(app.credentials, "viewer");
	await one.signIn(app.credentials, "viewer");
	const page = await one.open("/sessions");
	expect(page.getByRole("list", { name: "Your sessions" }).querySelectorAll("li")).toHaveLength(2);
	expect(page.url.pathname, "the page's former address leads to it").toBe("/your-sessions");
	page.getByText("This one", { exact: true });
	const out = await submit(one, page, "Sign out everywhere");
	expect(out.url.href).toBe(`${address}/sign-in`);
	out.getByText("You are signed out in every browser. Other browsers may still be signed in at the tenant.");
	for (const visitor of [one, other]) {
		expect((await visitor.open("/templates")).url.href).toMatch(/\/sign-in\?callbackUrl/);
	}
	await app.stop();
	await expect(fetch(`${address}/healthz`)).rejects.toThrow();
	// Node's deprecation warning of a library's call contains “error”.
	const lines = app.output().split("\n");
	expect(lines.filter((line) => /error|exception/i.test(line) && !line.includes("DeprecationWarning"))).toEqual([]);
});

test("a session is signed out from another one, by its own button alone; the current one is signed out there as elsewhere", async ({
	visit,
}) => {
	const [one, other] = [await visit("viewer"), await visit("viewer")];
	const page = await one.open("/your-sessions");
	const rowOf = (isThis: boolean) =>
		page
			.getAllByRole("listitem")
			.find(
				(row) => row.textContent?.includes("Sign out this session") && row.textContent.includes("This one") === isThis,
			);
	const buttonIn = (row: HTMLElement | undefined) => row?.querySelector<HTMLElement>("button") ?? "";
	const after = await one.press(page, buttonIn(rowOf(false)));
	after.getByText("Session signed out. Its browser may still be signed in at the tenant.");
	const ended = await other.open("/templates");
	expect(ended.url.pathname).toBe("/sign-in");
	ended.getByText("Your session has ended. Sign in again.");
	const again = await one.press(page, buttonIn(rowOf(false)));
	again.getByText("That session had already ended.");
	const out = await one.press(page, buttonIn(rowOf(true)));
	out.getByText("You are signed out.");
	expect((await one.open("/templates")).url.pathname).toBe("/sign-in");
});

test("signing in again in one browser ends its previous session", async ({ visit }) => {
	const visitor = await visit("viewer");
	const copy = await visit();
	for (const { name, value } of visitor.cookies()) {
		if (name.startsWith("console.session")) copy.keepCookie(name, value);
	}
	expect((await copy.open("/your-sessions")).url.pathname).toBe("/your-sessions");
	const home = await submit(visitor, await visitor.open("/sign-in"), "Sign in");
	home.getByRole("heading", { level: 1, name: "Overview" });
	expect((await copy.open("/your-sessions")).url.href).toMatch(/\/sign-in\?callbackUrl/);
});

test("every response has the identifier of its request, the client's or a generated one", async ({ credentials }) => {
	const given = { headers: { "x-request-id": "from-a-proxy-1" } };
	expect((await fetch(`${credentials.address}/sign-in`, given)).headers.get("x-request-id")).toBe("from-a-proxy-1");
	const odd = { headers: { "x-request-id": "a b" } };
	for (const path of ["/sign-in", "/api/v2/clients", "/healthz"]) {
		const made = (await fetch(credentials.address + path, odd)).headers.get("x-request-id");
		expect(made).toMatch(/^[0-9a-f-]{36}$/);
	}
});

test("the health endpoints respond 200", async ({ credentials }) => {
	for (const path of ["/healthz", "/readyz"]) expect((await fetch(credentials.address + path)).status).toBe(200);
});
