import { createHash } from "node:crypto";
import type { Page } from "@playwright/test";
import { type BrowserApplication, expect, servePages, test } from "./browser-application";

type Received = { origin: string; data: { type: string; response: Record<string, string> } };
declare const received: Received[];

/** An authorization request with `response_mode=web_message`. */
function messageRequest(authUrl: string, { origin, clientId }: BrowserApplication, more: Record<string, string> = {}) {
	const challenge = createHash("sha256").update("a-verifier").digest("base64url");
	return `${authUrl}/authorize?${new URLSearchParams({
		client_id: clientId,
		redirect_uri: origin,
		response_type: "code",
		scope: "openid",
		prompt: "none",
		state: "s",
		code_challenge: challenge,
		code_challenge_method: "S256",
		response_mode: "web_message",
		...more,
	})}`;
}

async function listen(page: Page, address: string): Promise<void> {
	await page.goto(address);
	await page.evaluate(() => {
		Object.assign(window, { received: [] });
		addEventListener("message", ({ origin, data }) => received.push({ origin, data }));
	});
}

/** Opens an address in a window of its own that closes itself. */
async function openAndClose(page: Page, address: string): Promise<void> {
	const opened = page.waitForEvent("popup");
	await page.evaluate((target) => void window.open(target, "", "width=400,height=400"), address);
	const popup = await opened;
	if (!popup.isClosed()) await popup.waitForEvent("close");
}

async function frame(page: Page, address: string): Promise<void> {
	await page.evaluate(
		(target) =>
			new Promise((resolve) => {
				const element = document.createElement("iframe");
				element.addEventListener("load", resolve);
				element.src = target;
				document.body.append(element);
			}),
		address,
	);
}

const codesIn = (page: Page) => page.evaluate(() => received.filter(({ data }) => data.response?.code));

test("a response reaches the application's own page, in a frame and from a window, and no page of another origin", async ({
	page,
	credentials,
	startApplication,
	beSignedIn,
	allowBrowserError,
}) => {
	allowBrowserError(/target origin provided|frame-ancestors/);
	const application = await startApplication();
	const request = messageRequest(credentials.auth_url, application);
	await beSignedIn(page);

	const elsewhere = await servePages();
	await listen(page, elsewhere.origin);
	await openAndClose(page, request);
	await frame(page, request);
	expect(await page.evaluate(() => received)).toEqual([]);
	await elsewhere.close();

	await listen(page, application.origin);
	await openAndClose(page, request);
	await expect.poll(() => codesIn(page)).toHaveLength(1);
	await frame(page, request);
	await expect.poll(() => codesIn(page)).toHaveLength(2);
	for (const { origin, data } of await codesIn(page)) {
		expect(origin).toBe(new URL(credentials.auth_url).origin);
		expect(data).toEqual({ type: "authorization_response", response: expect.objectContaining({ state: "s" }) });
	}
});

test("a page of another origin that replaced the requesting page receives nothing", async ({
	page,
	credentials,
	startApplication,
	logIn,
	allowBrowserError,
}) => {
	allowBrowserError(/target origin provided/);
	const application = await startApplication();
	const elsewhere = await servePages();
	await page.goto(application.origin);
	const opened = page.waitForEvent("popup");
	const request = messageRequest(credentials.auth_url, application, { prompt: "" });
	await page.evaluate((target) => void window.open(target, "", "width=400,height=400"), request);
	const popup = await opened;
	await popup.waitForURL(/\/login\//);
	await listen(page, elsewhere.origin);
	const closed = popup.waitForEvent("close");
	await logIn(popup);
	await closed;
	expect(await page.evaluate(() => received)).toEqual([]);
	await elsewhere.close();
});

test("the response page accepts no messages, and states what to do where it cannot close", async ({
	page,
	credentials,
	startApplication,
}) => {
	const application = await startApplication();
	await page.goto(messageRequest(credentials.auth_url, application));
	await expect(page.getByRole("heading", { name: `Back to ${application.name}` })).toBeVisible();
	await expect(page.getByText("You can close it and go back to")).toBeVisible();
	await page.evaluate(() => window.postMessage({ type: "relay_request" }, "*"));
	expect(await page.content()).not.toMatch(/login_required|data-response/);
});

test("calls with cookies are allowed from the application's registered origin alone", async ({
	page,
	credentials,
	startApplication,
	allowBrowserError,
}) => {
	allowBrowserError(/CORS|ERR_FAILED/);
	const { origin, clientId } = await startApplication();
	const { origin: elsewhere } = await startApplication();
	const revoke = (client_id: string) =>
		page.evaluate(
			async ([url, id]) => {
				const body = new URLSearchParams({ client_id: id, token: "none" });
				const headers = { "x-of-a-library": "1" };
				const response = await fetch(url, { method: "POST", credentials: "include", headers, body });
				return [response.status, await response.json()];
			},
			[`${credentials.auth_url}/oauth/revoke`, client_id] as const,
		);
	await page.goto(origin);
	expect(await revoke(clientId)).toEqual([200, {}]);
	await page.goto(elsewhere);
	await expect(revoke(clientId)).rejects.toThrow("Failed to fetch");
});
