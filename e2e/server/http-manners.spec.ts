import { within } from "@testing-library/dom";
import { expect, test } from "../fixtures";
import { dashboardPaths, servicePaths } from "../http/every-path";
import { rawRequest, sendBytes } from "../http/raw-request";
import type { VisitedPage, Visitor } from "../http/visitor";
import { expectAccessible } from "../page/axe";
import { bulkEdit } from "../refresh-tokens/bulk-edit";
import { tokenOf } from "../refresh-tokens/sample-tokens";

const ODD_METHODS = ["TRACE", "PROPFIND", "MADE-UP", "PUT", "PATCH", "DELETE", "OPTIONS"];

test("every route and every endpoint responds to every method in words, and to none with a server error", async ({
	credentials,
	managementToken,
	visit,
}) => {
	const viewer = await visit("viewer");
	const { address, base_url } = credentials;
	const routes = await dashboardPaths();
	const endpoints = await servicePaths(base_url);
	expect(routes.length).toBeGreaterThanOrEqual(30);
	expect(endpoints.length).toBeGreaterThanOrEqual(35);
	const requests = [
		...routes.map((path) => ({ path, headers: { cookie: viewer.cookieHeader(), origin: address } })),
		...endpoints.map((path) => ({ path, headers: { authorization: `Bearer ${managementToken}` } })),
	];
	for (const [index, { path, headers }] of requests.entries()) {
		const odd = ODD_METHODS.map(async (method) => {
			const response = await rawRequest(address, method, path, { ...headers, accept: "*/*" });
			const { status, body } = response;
			const isInWords =
				status < 500 &&
				(status < 400 || body.trim().length > 5) &&
				!/^\s+at .*:\d+:\d+/m.test(body) &&
				(status !== 405 || /[A-Z]/.test(response.headers.allow ?? ""));
			return isInWords ? [] : [{ method, path, status, body, allow: response.headers.allow }];
		});
		const writes = ["POST", "HEAD"].map(async (method) => {
			if (index >= routes.length || path === "/sign-out") return [];
			const origin = method === "POST" ? address : "";
			const { status, body } = await rawRequest(address, method, path, { ...headers, origin });
			const isInWords = status < 500 && (status < 400 || method === "HEAD" || body.length > 10);
			return isInWords ? [] : [{ method, path, status, body }];
		});
		expect((await Promise.all([...odd, ...writes])).flat()).toEqual([]);
	}
});

test("internal headers of the framework that a client sends change nothing and break nothing", async ({
	credentials: { address },
	visit,
}) => {
	const cookie = (await visit("viewer")).cookieHeader();
	const send = (headers: Record<string, string>, path = "/templates") =>
		rawRequest(address, "GET", path, { cookie, ...headers });
	const plain = await send({});
	expect(plain.body).toContain("<h1");
	const internal: Record<string, string>[] = [
		{ "next-action": "abc" },
		{ "next-action": `40${"a".repeat(40)}` },
		{ "x-middleware-subrequest": "proxy:proxy:proxy:proxy:proxy", "x-middleware-next": "1" },
		{ "x-middleware-rewrite": "/sign-in", "x-middleware-redirect": "/sign-in", "x-middleware-skip": "1" },
		{ "x-middleware-override-headers": "cookie", "x-middleware-request-cookie": "none" },
		{ "x-invoke-path": "/sign-in", "x-invoke-status": "500", "x-invoke-output": "/404", "x-invoke-query": "%ff" },
		{ "x-matched-path": "/sign-in", "x-now-route-matches": "1=%ff", "x-nextjs-data": "1" },
		{ "next-resume": "1", "x-next-resume-state-length": "9", "x-prerender-revalidate": "x" },
		{ "next-router-prefetch": "1", "next-router-segment-prefetch": "../x", "next-url": "%ff://x" },
		{ "x-forwarded-host": "evil.example", "x-forwarded-proto": "gopher", "x-forwarded-port": "x" },
		{ "content-security-policy": "script-src 'nonce-evil'", "x-request-id": "<script>" },
	];
	for (const headers of internal) {
		const { status, body, headers: received } = await send(headers);
		const what = Object.keys(headers).join(", ");
		expect([status, /<h1[^>]*>(?:<bdi>)?([^<]*)/.exec(body)?.[1]], what).toEqual([200, "Templates"]);
		expect(body, what).not.toMatch(/nonce="evil"|evil\.example/);
		const nonce = /'nonce-([^']+)'/.exec(String(received["content-security-policy"]))?.[1] ?? "";
		expect(body, what).toContain(`nonce="${nonce}"`);
	}
	for (const state of ["garbage", "%ff", "null", "%5B1%5D", "%7B%7D"]) {
		const headers = { rsc: "1", "next-router-state-tree": state, accept: "text/html" };
		// Next sends it on to the address that belongs to the headers.
		const { location } = (await send(headers)).headers;
		const failed = await send(headers, location);
		expect(failed.status, state).toBe(500);
		expect(failed.body).toContain("<h1>Something went wrong</h1>");
		expect(failed.body).toContain(`Reference: ${failed.headers["x-request-id"]}`);
	}
	expect((await send({})).status, "the server goes on").toBe(200);
	const post = await rawRequest(address, "POST", "/templates/new", {
		cookie,
		origin: address,
		host: "127.0.0.1:1",
		"next-action": "abc",
		"content-type": "text/plain",
	});
	expect(post.status, "an action on a host that is not the canonical one").toBeLessThan(500);
});

test("malformed requests, upgrades and tunnels are refused in words, and the connection is closed", async ({
	credentials: { address },
}) => {
	const { host } = new URL(address);
	const upgrade = (path: string) =>
		`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${address}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`;
	for (const [bytes, status] of [
		["MADE-UP / HTTP/1.1\r\n\r\n", 400],
		[`GET http://${host}/ HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`, 400],
		[`GET /_next/static/../../templates HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`, 400],
		[`GET /users/%00 HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`, 404],
		[`GET /templates/%ff HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`, 400],
		[`POST /theme HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n`, 400],
		[`GET /${"a".repeat(20_000)} HTTP/1.1\r\nHost: ${host}\r\n\r\n`, 431],
		[`CONNECT ${host} HTTP/1.1\r\nHost: ${host}\r\n\r\n`, 405],
		[upgrade("/"), 403],
		[upgrade("/_next/hmr"), 403],
		[upgrade("/api/v2/clients"), 403],
	] as const) {
		const text = await sendBytes(address, bytes).whole();
		expect(text).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
		expect(text.slice(text.indexOf("\r\n\r\n"))).toMatch(/\w+ .*\./);
	}
	expect((await fetch(`${address}/healthz`)).status).toBe(200);
});

test.describe("what does not exist", () => {
	const missing = [
		["/templates/vct_0000000000000000", "No template with this ID", "All templates", "/templates"],
		["/templates/new?from=vct_0", "No template with this ID", "Templates", "/templates"],
		["/refresh-tokens/none", "No refresh token with this ID", "All refresh tokens", "/refresh-tokens"],
		["/refresh-tokens/bulk/none", "No such bulk edit", "Search refresh tokens", "/refresh-tokens"],
		["/sessions/none", "No session with this ID", "All users", "/users"],
		["/sessions/bulk/none", "No such bulk edit", "Search users", "/users"],
		["/api-calls/none", "No such API call", "All API calls", "/api-calls"],
		["/nothing", "No page has this address.", "Back to the overview", "/"],
		["/templates/a/b", "No page has this address.", "Back to the overview", "/"],
	] as const;

	test("is a 404 with a sentence and a link back; a page that refuses an address is accessible", async ({
		page,
		signIn,
		visit,
		allowBrowserError,
	}) => {
		const viewer = await visit("viewer");
		for (const [path, words, link, target] of missing) {
			const shown = await viewer.open(path);
			expect(shown.status, path).toBe(404);
			expect(shown.getAllByText(words, { exact: false }).length, path).toBeGreaterThan(0);
			expect(shown.queryByText(/^(End|Revocation) requested/), "an address claims nothing").toBeNull();
			expect(shown.getAllByRole("navigation", { name: "Main" }), "within the console's frame").toHaveLength(1);
			const [back] = shown.getAllByRole("link", { name: link });
			expect(back?.getAttribute("href"), path).toBe(target);
		}
		allowBrowserError(/40[04]/);
		await signIn(page, "viewer");
		await page.goto("/templates/%ff");
		await expect(page.getByText("The URL has a percent sign that encodes nothing.")).toBeVisible();
		await expectAccessible(page);
		// The same with scripts, whose link is followed.
		await page.goto("/templates/vct_0000000000000000", { waitUntil: "networkidle" });
		await expect(page.getByText("No template with this ID").first()).toBeVisible();
		await page.getByRole("link", { name: "All templates", exact: true }).click();
		await expect(page).toHaveURL("/templates");
	});

	test("is plain text where a file was requested", async ({ credentials, visit }) => {
		const headers = { cookie: (await visit("viewer")).cookieHeader() };
		const { status, body } = await rawRequest(credentials.address, "GET", "/templates/vct_0/json", headers);
		expect([status, body]).toEqual([404, "No template with this ID. It may have been removed since.\n"]);
	});
});

/** Sends a form with an additional field of this size, as large as a pasted file. */
function sendPadded(visitor: Visitor, page: VisitedPage, form: HTMLFormElement | null, bytes: number) {
	const [button] = within(form ?? page.document.body)
		.getAllByRole("button")
		.slice(-1);
	if (!form || !button) throw new Error(`${page.url} has no such form`);
	const field = page.document.createElement("textarea");
	field.name = "padding";
	field.value = "x".repeat(bytes);
	form.append(field);
	return visitor.press(page, button);
}

test.describe("a form that is too large", () => {
	const words = "What was sent is larger than 512 KB. Nothing was changed.";

	test("is refused with a page that says so and links back, whatever the form", async ({
		visit,
		credentials,
		managementToken,
	}) => {
		const token = await tokenOf(credentials, managementToken, "jose.nunez@example.org");
		const before = await token.metadata();
		const [editor, anonymous] = [await visit("editor"), await visit()];
		for (const [visitor, path, formOf] of [
			[editor, "/templates/new", (page) => page.document.querySelector("main form")],
			[
				editor,
				`/refresh-tokens/${token.id}`,
				(page) => page.getByRole("button", { name: "Save metadata" }).closest("form"),
			],
			[editor, "/templates", (page) => page.document.querySelector("form[action='/theme']")],
			[editor, "/templates", (page) => page.document.querySelector("form[action='/sign-out']")],
			[anonymous, "/sign-in", (page) => page.document.querySelector("form[action='/sign-in/start']")],
		] as [Visitor, string, (page: VisitedPage) => HTMLFormElement | null][]) {
			const page = await visitor.open(path);
			const form = formOf(page);
			const what = `the form at ${path} that leads to ${form?.getAttribute("action")}`;
			const refused = await sendPadded(visitor, page, form, 600_000);
			expect(refused.status, what).toBe(413);
			refused.getByRole("heading", { level: 1, name: "This is too large" });
			refused.getByText(words);
			expect(refused.getByRole("link", { name: "Back to the overview" }).getAttribute("href"), what).toBe("/");
		}
		expect((await editor.open("/")).url.pathname, "the editor is still signed in").toBe("/");
		expect(await token.metadata()).toEqual(before);
	});

	test.describe("without scripts", () => {
		test.use({ javaScriptEnabled: false });

		test("is refused at 12 MB too, more than a connection buffers: all of it is read before the connection is closed, and the browser shows the page", async ({
			page,
			signIn,
			allowBrowserError,
		}) => {
			test.slow();
			allowBrowserError(/413/);
			await signIn(page, "editor");
			await page.goto("/templates/new");
			const form = page.locator("main form").first();
			await form.evaluate((element) => {
				const field = document.createElement("textarea");
				field.name = "padding";
				field.value = "x".repeat(12_000_000);
				field.hidden = true;
				element.append(field);
			});
			await page.getByRole("button", { name: "Create template" }).click();
			const heading = page.getByRole("heading", { level: 1, name: "This is too large" });
			await expect(heading).toBeVisible({ timeout: 60_000 });
			await expect(page.getByText(words)).toBeVisible();
			await page.getByRole("link", { name: "Back to the overview" }).click();
			await expect(page).toHaveURL("/");
		});
	});

	test("is refused beside what was typed, with scripts", async ({
		page,
		signIn,
		credentials,
		managementToken,
		allowBrowserError,
	}) => {
		allowBrowserError(/413/);
		const token = await tokenOf(credentials, managementToken, "jose.nunez@example.org");
		await signIn(page, "editor");
		const bulk = bulkEdit(page);
		await bulk.select([token]);
		await bulk.key.fill("fleet");
		await bulk.value.fill("x".repeat(600_000));
		await bulk.value.press("Enter");
		const alert = page.getByRole("alert").filter({ hasText: "Not carried out" });
		await expect(alert).toContainText(`${words} What you typed is still here.`);
		await expect(bulk.key).toHaveValue("fleet");
	});
});

test("the management interface and the service's forms refuse too large bodies in their own words, with and without a length", async ({
	credentials: { address },
	managementToken,
}) => {
	const large = JSON.stringify({ name: "x".repeat(600_000) });
	const api = "/api/v2/verifiable-credentials/verification/templates";
	const json = { "content-type": "application/json", authorization: `Bearer ${managementToken}` };
	for (const framing of [{ "content-length": large.length }, { "transfer-encoding": "chunked" }]) {
		const refused = await rawRequest(address, "POST", api, { ...json, ...framing }, large);
		expect(JSON.parse(refused.body)).toEqual({
			statusCode: 413,
			error: "Payload Too Large",
			message: "Payload content length greater than maximum allowed: 262144",
		});
		const token = await rawRequest(address, "POST", "/oauth/token", { ...json, ...framing }, large);
		expect([token.status, JSON.parse(token.body).error]).toEqual([413, "invalid_request"]);
	}
	const form = { "content-type": "application/x-www-form-urlencoded", origin: address, accept: "text/html" };
	const login = await rawRequest(address, "POST", "/login/abc/continue", form, `password=${"x".repeat(40_000)}`);
	expect(login.status).toBeLessThan(500);
	expect(login.body).toContain("<h1>");
});
