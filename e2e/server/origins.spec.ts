import http, { type IncomingMessage, type OutgoingHttpHeaders } from "node:http";
import { within } from "@testing-library/dom";
import { expect, test } from "../fixtures";
import { type VisitedPage, Visitor } from "../http/visitor";
import { signOut } from "../page/sign-out";
import { tokenOf } from "../refresh-tokens/sample-tokens";
import { findFreePort } from "../running-app/free-port";
import { otherConsoleOf, settingsFor, startOtherConsole } from "../running-app/other-console";
import { startConsole } from "../running-app/second-app";

test("behind a proxy that terminates TLS, every other host redirects to the canonical one and cookies are bound to it", async ({
	credentials,
}) => {
	const port = await findFreePort();
	const address = "https://console.example.com";
	const app = await startConsole(port, settingsFor(credentials, address));
	try {
		const send = (path: string, headers: Record<string, string>, method = "GET") =>
			request(port, method, path, headers);
		for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, "evil.example"]) {
			const response = await send("/templates?sort=name", { host });
			expect([response.statusCode, response.headers.location]).toEqual([307, `${address}/templates?sort=name`]);
		}
		const own = { host: "console.example.com", origin: address };
		expect((await send("/sign-in", own)).headers["strict-transport-security"]).toMatch(/^max-age=\d{8}/);
		const start = await send("/sign-in/start", own, "POST");
		expect(start.statusCode).toBe(303);
		expect(start.headers["set-cookie"]?.length).toBeGreaterThan(0);
		for (const cookie of start.headers["set-cookie"] ?? []) expect(cookie).toMatch(/^__(Host|Secure)-.*; Secure/);
	} finally {
		await app.stop();
	}
});

/** Unlike `fetch`, sends any `Host` header. */
function request(port: number, method: string, path: string, headers: OutgoingHttpHeaders): Promise<IncomingMessage> {
	return new Promise((resolve, reject) => {
		const sent = http.request({ host: "127.0.0.1", port, method, path, headers }, (received) =>
			resolve(received.resume()),
		);
		sent.once("error", reject).end();
	});
}

test("the log names an address where nothing listens and a wrong sign-in secret, but does not contain the secret", async ({
	credentials,
}) => {
	const { email, password } = credentials.sign_ins.editor;
	const port = await findFreePort();
	const wrong = "not the secret of the application";
	const settings = { AUTH_BASE_URL: `http://localhost:${port}`, SIGN_IN_CLIENT_SECRET: wrong };
	const console = await startOtherConsole(credentials, settings);
	const described = await (await fetch(`${credentials.auth_url}/.well-known/openid-configuration`)).text();
	const service = http.createServer((_, response) =>
		response.writeHead(200, { "content-type": "application/json" }).end(described),
	);
	try {
		const visitor = new Visitor(otherConsoleOf(credentials).origin);
		const startSignIn = async () => visitor.press(await visitor.open("/sign-in"), "Sign in");
		const expectFailed = (page: VisitedPage) =>
			expect(page.getByRole("alert").textContent).toContain("The sign-in did not complete");
		expectFailed(await startSignIn());
		await expect.poll(console.output).toMatch(/Nothing listens at the tenant's URL\. Check AUTH_BASE_URL\./);

		await new Promise<void>((resolve) => service.listen(port, "localhost", resolve));
		expectFailed(await visitor.press(await startSignIn(), "Continue", { email, password }));
		await expect.poll(console.output).toMatch(/check SIGN_IN_CLIENT_ID and SIGN_IN_CLIENT_SECRET/);
		expect(console.output()).toContain("client_secret_post");
		expect(console.output()).not.toContain(wrong);
	} finally {
		await console.stop();
		service.close();
	}
});

test("an admin signs in, writes and signs out where console and tenant have different origins; with the scopes of refresh tokens alone, whole identifiers find them, and are shown in place of names", async ({
	page,
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

		const own = await fetch(`${origin}/api/v2/clients`);
		expect(own.status, "the embedded tenant is off there").toBe(404);

		await page.context().addCookies(editor.cookies());
		await page.goto(`${origin}/refresh-tokens`);
		await expect(page.getByText("Another tenant")).toBeVisible();
		await expect(page.getByText("Live", { exact: true })).toBeVisible();
		await signOut(page);
		await expect(page).toHaveURL(`${origin}/sign-in`);
		await page.getByRole("button", { name: "Sign in" }).click();
		await expect(page.getByLabel("Password")).toBeVisible();
	} finally {
		await console.stop();
	}
});
