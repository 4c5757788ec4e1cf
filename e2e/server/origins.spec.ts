import http, { type IncomingMessage, type OutgoingHttpHeaders } from "node:http";
import { within } from "@testing-library/dom";
import { expect, test } from "../fixtures";
import { type VisitedPage, Visitor } from "../http/visitor";
import { signOut } from "../page/sign-out";
import { tokenOf } from "../refresh-tokens/sample-tokens";
import { findFreePort } from "../running-app/free-port";
import { otherConsoleOf, settingsFor, signInFor, startOtherConsole } from "../running-app/other-console";
import { startConsole } from "../running-app/second-app";

test("behind a proxy that speaks https, every way in leads to the one address and cookies are bound to it", async ({
	credentials,
}) => {
	const port = await findFreePort();
	const address = "https://console.example.com";
	const app = await startConsole(port, settingsFor(credentials, address));
	try {
		const ask = (path: string, headers: Record<string, string>, method = "GET") => request(port, method, path, headers);
		for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, "evil.example"]) {
			const answer = await ask("/templates?sort=name", { host });
			expect([answer.statusCode, answer.headers.location]).toEqual([307, `${address}/templates?sort=name`]);
		}
		const own = { host: "console.example.com", origin: address };
		expect((await ask("/sign-in", own)).headers["strict-transport-security"]).toMatch(/^max-age=\d{8}/);
		const start = await ask("/sign-in/start", own, "POST");
		expect(start.statusCode).toBe(303);
		expect(start.headers["set-cookie"]?.length).toBeGreaterThan(0);
		for (const cookie of start.headers["set-cookie"] ?? []) expect(cookie).toMatch(/^__(Host|Secure)-.*; Secure/);
	} finally {
		await app.stop();
	}
});

/** Unlike `fetch`, names whatever host it is told to. */
function request(port: number, method: string, path: string, headers: OutgoingHttpHeaders): Promise<IncomingMessage> {
	return new Promise((resolve, reject) => {
		const sent = http.request({ host: "127.0.0.1", port, method, path, headers }, (answer) => resolve(answer.resume()));
		sent.once("error", reject).end();
	});
}

test("an admin signs in, writes and signs out where console and tenant have different origins", async ({
	page,
	credentials,
}) => {
	const callback = otherConsoleOf(credentials);
	const console = await startOtherConsole(credentials);
	try {
		await signInFor(page, credentials, `${callback.origin}/templates/new`);
		await expect(page.getByText("Somebody's tenant")).toBeVisible();
		await expect(page.getByText("live", { exact: true })).toBeVisible();

		await page.getByRole("textbox", { name: "Name", exact: true }).fill(`From afar ${Date.now()}`);
		await page.getByRole("checkbox", { name: "Photo", exact: true }).check();
		await page.getByRole("button", { name: "Create template" }).click();
		await expect(page).toHaveURL((url) => url.origin === callback.origin && url.pathname.startsWith("/templates/vct_"));

		const own = await page.request.get(`${callback.origin}/api/v2/clients`);
		expect(own.status(), "the embedded tenant is off there").toBe(404);

		await signOut(page);
		await expect(page).toHaveURL(`${callback.origin}/sign-in`);
		await page.getByRole("button", { name: "Sign in" }).click();
		await expect(page.getByLabel("Password")).toBeVisible();
	} finally {
		await console.stop();
	}
});

test("a wrong sign-in secret and an address where nothing listens are named in the log, and the secret is not", async ({
	credentials,
}) => {
	const { origin } = otherConsoleOf(credentials);
	const { email, password } = credentials.sign_ins.editor;
	const startSignIn = async (visitor: Visitor) => {
		const welcome = await visitor.open("/sign-in");
		return visitor.press(welcome, "Sign in");
	};
	const expectFailed = (page: VisitedPage) =>
		expect(page.getByRole("alert").textContent).toContain("The sign-in did not complete");
	const wrong = "not the secret of the application";
	const misled = await startOtherConsole(credentials, { SIGN_IN_CLIENT_SECRET: wrong });
	try {
		const visitor = new Visitor(origin);
		const login = await startSignIn(visitor);
		expectFailed(await visitor.press(login, "Continue", { email, password }));
		await expect.poll(misled.output).toMatch(/check SIGN_IN_CLIENT_ID and SIGN_IN_CLIENT_SECRET/);
		expect(misled.output()).toContain("client_secret_post");
		expect(misled.output()).not.toContain(wrong);
	} finally {
		await misled.stop();
	}
	const nowhere = `http://localhost:${await findFreePort()}`;
	const lost = await startOtherConsole(credentials, { AUTH_BASE_URL: nowhere });
	try {
		expectFailed(await startSignIn(new Visitor(origin)));
		await expect.poll(lost.output).toMatch(/Nothing listens at the service's address\. Check AUTH_BASE_URL\./);
	} finally {
		await lost.stop();
	}
});

test("with the scopes of refresh tokens alone, whole identifiers find them, and identifiers stand for names", async ({
	credentials,
	managementToken,
}) => {
	const email = "maximiliana.hohenberg@example.org";
	const { id, userId, setMetadata, metadata } = await tokenOf(credentials, managementToken, email);
	await setMetadata({ note: "before" });
	const { origin } = otherConsoleOf(credentials);
	const console = await startOtherConsole(credentials, {}, "management_tokens_only");
	try {
		const editor = new Visitor(origin);
		await editor.signIn(credentials, "editor", "/refresh-tokens");
		const find = async (text: string) => {
			const page = await editor.open("/refresh-tokens");
			const box = page.getByRole<HTMLInputElement>("searchbox", { name: "User or refresh token" });
			const [button] = within(box.form ?? page.document.body).getAllByRole("button", { name: "Search" });
			return editor.press(page, button as HTMLElement, { [box.name]: text });
		};
		const unknown = await find(email);
		unknown.getByText("Users can't be searched");
		expect(unknown.getByRole("main").textContent).toContain("has not granted this console read:users");

		const found = await find(userId);
		found.getByRole("heading", { name: `Tokens of ${userId}` });
		const storefront = credentials.clients.web_app?.client_id ?? "";
		const rows = within(found.getByRole("table")).getAllByRole("rowheader");
		expect(rows.map(({ textContent }) => textContent)).toEqual([`${storefront} ${id}`]);

		const token = await find(id);
		expect(token.url.href).toBe(`${origin}/refresh-tokens/${id}`);
		expect(token.getByRole("main").textContent).toContain(`${userId} · ${storefront}`);
		(token.getByDisplayValue("before") as HTMLTextAreaElement).value = "after";
		const saved = await editor.press(token, "Save metadata");
		expect(saved.getAllByText(/^Saved\./).length).toBeGreaterThan(0);
		expect(await metadata()).toEqual({ note: "after" });
	} finally {
		await console.stop();
	}
});
