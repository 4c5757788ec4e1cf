import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import { dashboardPaths, servicePaths } from "../http/every-path";
import { rawRequest, sendBytes } from "../http/raw-request";
import { cookieOf } from "../http/replay-action";
import { expectAccessible } from "../page/axe";
import { bulkEdit } from "../refresh-tokens/bulk-edit";
import { tokenOf } from "../refresh-tokens/sample-tokens";
import { fetchManagementToken } from "../running-app/credentials";
import { findFreePort } from "../running-app/free-port";
import { startSecondApp } from "../running-app/second-app";
import { appEnvironment } from "../running-app/test-run";
import { fillIn } from "../sign-in/authorize";

const ROOT = join(import.meta.dirname, "..", "..");
const ODD_METHODS = ["TRACE", "PROPFIND", "MADE-UP", "PUT", "PATCH", "DELETE", "OPTIONS"];

test("every route and every endpoint answers every method in words, and none with a fault", async ({
	page,
	context,
	credentials,
	managementToken,
	signIn,
}) => {
	await signIn(page, "viewer");
	const { address, base_url } = credentials;
	const routes = await dashboardPaths();
	const endpoints = await servicePaths(base_url);
	expect(routes.length).toBeGreaterThanOrEqual(30);
	expect(endpoints.length).toBeGreaterThanOrEqual(35);
	const dashboard = { cookie: await cookieOf(context), origin: address };
	const service = { authorization: `Bearer ${managementToken}` };
	for (const [paths, headers] of [[routes, dashboard] as const, [endpoints, service] as const]) {
		for (const path of paths) {
			for (const method of ODD_METHODS) {
				const {
					status,
					body,
					headers: answered,
				} = await rawRequest(address, method, path, { ...headers, accept: "*/*" });
				const what = `${method} ${path} answered ${status}`;
				expect(status, what).toBeLessThan(500);
				if (status >= 400) expect(body.trim().length, what).toBeGreaterThan(5);
				expect(body, what).not.toMatch(/^\s+at .*:\d+:\d+/m);
				if (status === 405) expect(answered.allow, what).toMatch(/[A-Z]/);
			}
		}
	}
	for (const path of routes) {
		for (const [method, origin] of [
			["POST", address],
			["HEAD", ""],
		] as const) {
			if (path === "/sign-out") continue;
			const { status, body } = await rawRequest(address, method, path, { ...dashboard, origin });
			expect(status, `${method} ${path}`).toBeLessThan(500);
			if (status >= 400 && method === "POST") expect(body.length, `${method} ${path}`).toBeGreaterThan(10);
		}
	}
});

test("headers of the framework's own that come from outside change nothing and break nothing", async ({
	page,
	context,
	credentials: { address },
	signIn,
}) => {
	await signIn(page, "viewer");
	const cookie = await cookieOf(context);
	const ask = (headers: Record<string, string>, path = "/templates") =>
		rawRequest(address, "GET", path, { cookie, ...headers });
	const plain = await ask({});
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
		const { status, body, headers: answered } = await ask(headers);
		const what = Object.keys(headers).join(", ");
		expect([status, /<h1[^>]*>([^<]*)/.exec(body)?.[1]], what).toEqual([200, "Templates"]);
		expect(body, what).not.toMatch(/nonce="evil"|evil\.example/);
		const nonce = /'nonce-([^']+)'/.exec(String(answered["content-security-policy"]))?.[1] ?? "";
		expect(body, what).toContain(`nonce="${nonce}"`);
	}
	for (const state of ["garbage", "%ff", "null", "%5B1%5D", "%7B%7D"]) {
		const { status, body } = await ask({ rsc: "1", "next-router-state-tree": state });
		expect([status, body]).toEqual([400, "The header Next-Router-State-Tree cannot be read.\n"]);
	}
	const post = await rawRequest(address, "POST", "/templates/new", {
		...{ cookie, origin: address, host: "127.0.0.1:1", "next-action": "abc", "content-type": "text/plain" },
	});
	expect(post.status, "an action by another name of the host").toBeLessThan(500);
});

test("bytes that are no request, upgrades and tunnels are refused in words, and the connection is closed", async ({
	credentials: { address },
}) => {
	const { host } = new URL(address);
	const upgrade = (path: string) =>
		`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${address}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`;
	for (const [bytes, status] of [
		["MADE-UP / HTTP/1.1\r\n\r\n", 400],
		[`GET http://${host}/ HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`, 400],
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

test("a page that refuses a request is accessible", async ({ page, allowBrowserError }) => {
	allowBrowserError(/400/);
	await page.goto("/templates/%ff");
	await expect(page.getByText("The address holds a percent sign that encodes nothing.")).toBeVisible();
	await expectAccessible(page);
});

test.describe("what is not there", () => {
	const missing = [
		["/templates/vct_0000000000000000", "No template with this identifier", "All templates", "/templates"],
		["/templates/new?from=vct_0", "No template with this identifier", "Templates", "/templates"],
		["/refresh-tokens/none", "No refresh token with this identifier", "Find another token", "/refresh-tokens"],
		["/refresh-tokens/none?user=auth%7C1", "No refresh token", "Tokens of this user", "/refresh-tokens?user=auth%7C1"],
		["/refresh-tokens/none?revocation=requested", "Revocation requested", "Find another token", "/refresh-tokens"],
		["/refresh-tokens/bulk/none", "No such bulk edit of yours", "Find refresh tokens", "/refresh-tokens"],
		["/api-calls/none", "No such call of yours", "All API calls", "/api-calls"],
		["/nothing", "Nothing is at this address.", "Back to the overview", "/"],
		["/templates/a/b", "Nothing is at this address.", "Back to the overview", "/"],
	] as const;

	for (const javaScriptEnabled of [true, false]) {
		test.describe(javaScriptEnabled ? "with scripts" : "without scripts", () => {
			test.use({ javaScriptEnabled });
			test("is answered 404, with words and the way back", async ({ page, signIn, allowBrowserError }) => {
				allowBrowserError(/404/);
				await signIn(page, "viewer");
				for (const [path, words, link, target] of missing) {
					const answer = await page.goto(path);
					expect(answer?.status(), path).toBe(404);
					await expect(page.getByText(words, { exact: false }).first(), path).toBeVisible();
					await page.getByRole("link", { name: link, exact: true }).first().click();
					await expect(page, path).toHaveURL(target);
				}
			});
		});
	}

	test("is a text of its own where a file was asked for", async ({ page, context, credentials, signIn }) => {
		await signIn(page, "viewer");
		const headers = { cookie: await cookieOf(context) };
		const { status, body } = await rawRequest(credentials.address, "GET", "/templates/vct_0/json", headers);
		expect([status, body]).toEqual([404, "No template with this identifier. It may have been removed since.\n"]);
	});
});

/** Lets a form of the page send more than it holds, as a pasted file would. */
async function pad(page: Page, form: string, bytes: number): Promise<void> {
	await page
		.locator(form)
		.first()
		.evaluate((element, length) => {
			const field = document.createElement("textarea");
			field.name = "padding";
			field.value = "x".repeat(length);
			field.hidden = true;
			element.append(field);
		}, bytes);
}

/** Presses the button of a form, which may stand in a menu that is closed. */
async function submit(page: Page, form: string): Promise<void> {
	const button = page.locator(form).first().locator("button[type=submit], button:not([type])").last();
	await button.evaluate((element: HTMLButtonElement) => element.click());
}

test.describe("a form that sends too much", () => {
	const words = "What was sent is larger than 512 KB. Nothing was changed.";

	test.describe("without scripts", () => {
		test.use({ javaScriptEnabled: false });
		test.beforeEach(({ allowBrowserError }) => allowBrowserError(/413/));

		async function expectRefused(page: Page, timeout = 10_000) {
			await expect(page.getByRole("heading", { level: 1, name: "This is too large" })).toBeVisible({ timeout });
			await expect(page.getByText(words)).toBeVisible();
			await page.getByRole("link", { name: "Back to the overview" }).click();
		}

		test("is told so on a page that is shown, with the way back, whatever the form", async ({
			page,
			signIn,
			openContext,
			credentials,
			managementToken,
		}) => {
			const token = await tokenOf(credentials, managementToken, "jose.nunez@example.org");
			const before = await token.metadata();
			await signIn(page, "editor");
			for (const [path, form] of [
				["/templates/new", "main form"],
				[`/refresh-tokens/${token.id}`, "form:has(button:text-is('Save metadata'))"],
				["/templates", "form[action='/theme']"],
				["/templates", "form[action='/sign-out']"],
			] as const) {
				await page.goto(path);
				await pad(page, form, 600_000);
				await submit(page, form);
				await expectRefused(page);
				await expect(page, `after ${form}`).toHaveURL("/");
				await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
			}
			expect(await token.metadata()).toEqual(before);

			const stranger = await (await openContext({ javaScriptEnabled: false })).newPage();
			await stranger.goto("/sign-in");
			await pad(stranger, "form[action='/sign-in/start']", 600_000);
			await submit(stranger, "form[action='/sign-in/start']");
			await expectRefused(stranger);
			await expect(stranger).toHaveURL(/\/sign-in/);
		});

		test("is told so for 12 MB too, more than a connection holds on its way: all of it is read before the connection is closed", async ({
			page,
			signIn,
		}) => {
			test.slow();
			await signIn(page, "editor");
			for (const [path, form] of [
				["/templates/new", "main form"],
				["/templates", "form[action='/theme']"],
			] as const) {
				await page.goto(path);
				await pad(page, form, 12_000_000);
				await submit(page, form);
				await expectRefused(page, 60_000);
			}
		});
	});

	test("with scripts is told so beside what was typed", async ({
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

test("the management interface and the service's forms refuse too much in their own words, with and without a length", async ({
	credentials: { address },
	managementToken,
}) => {
	const large = JSON.stringify({ name: "x".repeat(600_000) });
	const api = "/api/v2/verifiable-credentials/verification/templates";
	const json = { "content-type": "application/json", authorization: `Bearer ${managementToken}` };
	for (const framing of [{ "content-length": large.length }, { "transfer-encoding": "chunked" }]) {
		const refused = await rawRequest(address, "POST", api, { ...json, ...framing }, large);
		expect(JSON.parse(refused.body)).toEqual({
			...{ statusCode: 413, error: "Payload Too Large" },
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

test("a stop finishes what was begun, refuses what comes, notes the last calls, and leaves no fault in the log", async ({
	openContext,
}) => {
	test.slow();
	const app = await startSecondApp();
	const { address, sign_ins } = app.credentials;
	const { host } = new URL(address);
	const context = await openContext();
	const page = await context.newPage();
	await page.goto(`${address}/templates`);
	await page.getByRole("button", { name: "Sign in" }).click();
	await fillIn(page, sign_ins.editor.email, sign_ins.editor.password);
	await expect(page.getByRole("heading", { level: 1, name: "Templates" })).toBeVisible();

	const token = await fetchManagementToken(app.credentials);
	const { id, metadata } = await tokenOf(app.credentials, token, "jose.nunez@example.org");
	const before = await metadata();
	const body = JSON.stringify({ refresh_token_metadata: { note: "written while the app stops" } });
	const patch = `PATCH /api/v2/refresh-tokens/${id} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n`;

	// A write that is cut changes nothing, wherever the cut is.
	const cut = await sendBytes(address, `${patch}\r\n${body.slice(0, -1)}`, { halfClose: true }).whole();
	expect(cut).toMatch(/^HTTP\/1\.1 400 [\s\S]*"message":"The request ended before it was whole. Nothing was changed."/);
	const broken = sendBytes(address, `${patch}Expect: 100-continue\r\n\r\n${body.slice(0, -1)}`);
	await broken.until("100 Continue");
	broken.socket.resetAndDestroy();
	expect(await metadata()).toEqual(before);

	const begun = sendBytes(address, `${patch}Expect: 100-continue\r\n\r\n`);
	await begun.until("100 Continue");
	expect((await context.request.get(`${address}/templates/vct_lastcall`)).status()).toBe(404);
	const stopped = app.stop({ keepData: true });
	await expect
		.poll(
			() =>
				fetch(`${address}/healthz`).then(
					({ status }) => status,
					() => "refused",
				),
			{ intervals: [20] },
		)
		.toBe("refused");
	// A second signal hurries nothing.
	app.signal("SIGINT");
	begun.socket.write(body);
	const answer = await begun.whole();
	expect(answer).toMatch(/HTTP\/1\.1 200 [\s\S]*"note":"written while the app stops"/);
	expect(await stopped).toBe(143);
	expect(app.output()).not.toMatch(/"level":[56]0|failed|^\s+at /m);

	const again = await startSecondApp({ PORT: new URL(address).port, DATA_DIR: app.dataDir });
	try {
		await page.goto(`${address}/api-calls`);
		await expect(page.getByRole("table")).toContainText("vct_lastcall");
		expect(await metadata()).toEqual({ note: "written while the app stops" });
	} finally {
		await again.stop();
	}
});

for (const [signal, code] of [
	["SIGTERM", 143],
	["SIGINT", 130],
	["SIGHUP", 129],
] as const) {
	test(`${signal} before the app is ready ends it, and it starts again`, async () => {
		test.slow();
		const dataDir = await mkdtemp(join(tmpdir(), "identity-console-signal-"));
		const port = await findFreePort();
		const env = { ...process.env, ...appEnvironment({ port, dataDir }) };
		const child = spawn(process.execPath, ["lib/cli/start/start.mjs"], { cwd: ROOT, env, stdio: "ignore" });
		const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
		// By then it makes its keys and its tenant.
		await expect
			.poll(() => readFile(join(dataDir, "app-secret"), "utf8").catch(() => null), { intervals: [5], timeout: 60_000 })
			.not.toBeNull();
		child.kill(signal);
		expect(await ended).toBe(code);
		const app = await startSecondApp({ PORT: String(port), DATA_DIR: dataDir });
		expect(await app.stop()).toBe(143);
		await rm(dataDir, { recursive: true, force: true });
	});
}
