import { randomUUID } from "node:crypto";
import { Agent, createServer, get, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout } from "node:timers/promises";
import { expect, test } from "../fixtures";
import { actionBody, actionFields, actionsOfBuild } from "../http/of-build";
import { Visitor } from "../http/visitor";
import { type SecondApp, startConsole, startSecondApp } from "../running-app/second-app";

// What users see under overload. An app of its own, so that other tests are not disturbed.

/** More than admission control processes and queues. */
const AT_ONCE = 110;
/** Before a refused request is sent again: sooner than Retry-After says. */
const REFUSED_WAIT_MILLISECONDS = 100;

let app: SecondApp;
let editor: Visitor;
test.describe.configure({ mode: "serial" });
test.beforeAll(async () => {
	app = await startSecondApp();
	editor = new Visitor(app.credentials.address);
	await editor.signIn(app.credentials, "editor");
});
test.afterAll(() => app?.stop());

test.beforeEach(({ context }) => context.addCookies(editor.cookies()));

/** Requests the list over and over, by many requests at once, until `stop` is called. */
function flood() {
	let isRunning = true;
	const statuses: number[] = [];
	const { address } = app.credentials;
	const cookie = editor.cookieHeader();
	const agent = new Agent({ keepAlive: true });
	const requestOnce = () =>
		new Promise<number>((resolve, reject) => {
			get(`${address}/templates`, { agent, headers: { cookie } }, (response) => {
				response.resume().once("end", () => resolve(response.statusCode ?? 0));
			}).once("error", reject);
		});
	const requestRepeatedly = async () => {
		while (isRunning) {
			const status = await requestOnce();
			statuses.push(status);
			if (status === 503) await setTimeout(REFUSED_WAIT_MILLISECONDS);
		}
	};
	const done = Promise.all(Array.from({ length: AT_ONCE }, requestRepeatedly));
	const stop = async () => {
		isRunning = false;
		await done;
		agent.destroy();
	};
	return { stop, statuses };
}

test("some requests are served, the others refused with a time to try again, health responds, a page loads itself again; an editor's save is served before all reads, and its response contains the next page", async ({
	page,
	request,
	allowBrowserError,
}) => {
	allowBrowserError(/503/);
	const { address } = app.credentials;
	const name = `In the crowd ${randomUUID()}`;
	const create = (await actionsOfBuild()).find((action) => action.name === "createTemplateAction")?.id ?? "";

	const { stop, statuses } = flood();
	await expect.poll(() => statuses, { intervals: [50] }).toContain(503);
	await test.step("a page that is refused tries again by itself", async () => {
		const visit = async () => (await page.goto(`${address}/templates`, { waitUntil: "commit" }))?.status();
		await expect.poll(visit, { timeout: 30_000, intervals: [100] }).toBe(503);
		await expect(page.getByRole("heading", { level: 1 })).toHaveText("Try again in a moment");
		await expect(page.getByText(/This page tries again by itself in \d s\./)).toBeVisible();
		expect((await request.get(`${address}/healthz`)).status()).toBe(200);
	});
	const saved = await fetch(`${address}/templates/new`, {
		method: "POST",
		headers: { cookie: editor.cookieHeader(), origin: address, "next-action": create, accept: "text/x-component" },
		body: actionBody({ ...actionFields("none", "none"), name, type: "mdl" }),
		redirect: "manual",
	});
	const [target = ""] = (saved.headers.get("x-action-redirect") ?? "").split(";");
	expect(target).toMatch(/^\/templates\/vct_/);
	expect([saved.status, await saved.text()], "the next page").toEqual([200, expect.stringContaining(name)]);
	await stop();
	expect([...new Set(statuses)].sort()).toEqual([200, 503]);
	await expect(page.getByRole("heading", { level: 1, name: "Templates", exact: true })).toBeVisible();
	(await editor.open(target)).getByRole("heading", { level: 1, name });
});

test("while a tenant does not respond, pages that do not need it are served, though many requests wait for it", async () => {
	const { tenant, hangUp, held } = await silentTenant();
	const { port } = new URL(app.credentials.address);
	await app.stop({ keepData: true });
	const silent = `http://127.0.0.1:${(tenant.address() as AddressInfo).port}`;
	// The same console, and its admin's session, with a tenant that accepts requests and responds to none.
	const console = await startConsole(Number(port), {
		DATA_DIR: app.dataDir,
		APP_URL: app.credentials.address,
		SESSION_SECRET: "only for this console, 32 characters",
		MANAGEMENT_BASE_URL: `${silent}/api/v2`,
		AUTH_BASE_URL: silent,
		MANAGEMENT_CLIENT_ID: "one",
		MANAGEMENT_CLIENT_SECRET: "one",
		SIGN_IN_CLIENT_ID: "two",
		SIGN_IN_CLIENT_SECRET: "two",
		EDITORS: app.credentials.sign_ins.editor.email,
	});
	try {
		const { address } = app.credentials;
		const headers = { cookie: editor.cookieHeader() };
		const waiting = Array.from({ length: 50 }, () => fetch(`${address}/templates`, { headers }));
		let hasResponse = false;
		void Promise.race(waiting).then(
			() => {
				hasResponse = true;
			},
			() => {},
		);
		await expect.poll(() => held.size).toBeGreaterThan(0);
		for (const [path, heading] of [
			["/activity", "Activity"],
			["/sign-in", "Sign in"],
		] as const) {
			const page = await fetch(address + path, { headers: path === "/sign-in" ? {} : headers });
			expect(await page.text()).toMatch(new RegExp(`<h1[^>]*>${heading}<`));
		}
		expect(hasResponse, "the others still wait").toBe(false);
		// Otherwise each would wait for its time-out (`lib/dashboard/management/call/deadline.test.ts`).
		hangUp();
		for (const response of await Promise.all(waiting)) {
			expect(response.status).toBe(200);
			expect(await response.text()).toContain("broke off its answer");
		}
	} finally {
		await console.stop();
		hangUp();
		tenant.close();
	}
});

/** A tenant that accepts requests and responds to none, until it closes the connections of those and all others. */
async function silentTenant() {
	const held = new Set<IncomingMessage>();
	let isHungUp = false;
	const tenant = createServer((request) => {
		held.add(request);
		if (isHungUp) request.destroy();
	});
	await new Promise<void>((resolve) => tenant.listen(0, "127.0.0.1", resolve));
	const hangUp = () => {
		isHungUp = true;
		tenant.closeAllConnections();
	};
	return { tenant, hangUp, held };
}
