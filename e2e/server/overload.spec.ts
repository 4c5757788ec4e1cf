import { randomUUID } from "node:crypto";
import { Agent, createServer, get, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout } from "node:timers/promises";
import type { Cookie } from "@playwright/test";
import { expect, test } from "../fixtures";
import { type SecondApp, startConsole, startSecondApp } from "../running-app/second-app";
import { fillIn } from "../sign-in/authorize";

// What visitors see while more is asked of the console than it can answer. An app of its own: others go on undisturbed.

const AT_ONCE = 160;

let app: SecondApp;
let session: Cookie[];
test.describe.configure({ mode: "serial" });
test.beforeAll(async ({ browser }) => {
	app = await startSecondApp();
	const { address, sign_ins } = app.credentials;
	const page = await browser.newPage();
	await page.goto(`${address}/activity`);
	await page.getByRole("button", { name: "Sign in" }).click();
	await fillIn(page, sign_ins.editor.email, sign_ins.editor.password);
	await expect(page.getByRole("heading", { level: 1, name: "Activity" })).toBeVisible();
	session = await page.context().cookies();
	await page.close();
});
test.afterAll(() => app?.stop());

test.beforeEach(({ context }) => context.addCookies(session));

/**
 * Asks for the list over and over, by many requests at once, until it is told to stop.
 * @param refusedWait milliseconds before who was refused asks again: sooner than they are told to
 */
function flood(refusedWait: number) {
	let goesOn = true;
	const statuses: number[] = [];
	const { address } = app.credentials;
	const cookie = session.map(({ name, value }) => `${name}=${value}`).join("; ");
	const agent = new Agent({ keepAlive: true });
	const askOnce = () =>
		new Promise<number>((resolve, reject) => {
			get(`${address}/templates`, { agent, headers: { cookie } }, (answer) => {
				answer.resume().once("end", () => resolve(answer.statusCode ?? 0));
			}).once("error", reject);
		});
	const askAgain = async () => {
		while (goesOn) {
			const status = await askOnce();
			statuses.push(status);
			if (status === 503) await setTimeout(refusedWait);
		}
	};
	const done = Promise.all(Array.from({ length: AT_ONCE }, askAgain));
	const stop = async () => {
		goesOn = false;
		await done;
		agent.destroy();
	};
	return { stop, statuses };
}

test("some are served, the others told when to come again, health is told, and a page loads itself again", async ({
	page,
	request,
	allowBrowserError,
}) => {
	allowBrowserError(/503/);
	const { address } = app.credentials;
	const { stop, statuses } = flood(20);
	await expect.poll(() => statuses).toContain(503);
	const visit = async () => (await page.goto(`${address}/templates`, { waitUntil: "commit" }))?.status();
	await expect.poll(visit, { timeout: 30_000, intervals: [100] }).toBe(503);
	await expect(page.getByRole("heading", { level: 1 })).toHaveText("Try again in a moment");
	await expect(page.getByText(/This page tries again by itself in \d s\./)).toBeVisible();
	expect((await request.get(`${address}/healthz`)).status()).toBe(200);
	await stop();
	expect([...new Set(statuses)].sort()).toEqual([200, 503]);
	await expect(page.getByRole("heading", { level: 1, name: "Templates", exact: true })).toBeVisible();
});

test("what an editor saves goes before all that only look, and the page that follows comes with it", async ({
	page,
	allowBrowserError,
}) => {
	allowBrowserError(/503/);
	await page.goto(`${app.credentials.address}/templates/new`);
	const name = `In the crowd ${randomUUID()}`;
	await page.getByRole("textbox", { name: "Name", exact: true }).fill(name);
	await page.getByRole("checkbox", { name: "Photo", exact: true }).check();
	const { stop, statuses } = flood(200);
	await page.getByRole("button", { name: "Create template" }).click();
	await expect(page).toHaveURL(/\/templates\/vct_/, { timeout: 30_000 });
	await stop();
	expect(statuses).toContain(503);
	await page.reload();
	await expect(page.getByRole("heading", { level: 1 })).toContainText(name);
});

test("while a tenant is silent, pages that do not need it are as quick as ever, though many wait for it", async ({
	page,
	context,
}) => {
	const tenant = await silentTenant();
	const { port } = new URL(app.credentials.address);
	await app.stop({ keepData: true });
	const silent = `http://127.0.0.1:${(tenant.address() as AddressInfo).port}`;
	// The same console, and its admin's session, with a tenant that takes requests and answers none.
	const console = await startConsole(Number(port), {
		DATA_DIR: app.dataDir,
		APP_URL: app.credentials.address,
		SESSION_SECRET: "only for this console, 32 characters",
		MANAGEMENT_BASE_URL: `${silent}/api/v2`,
		AUTH_BASE_URL: silent,
		...{ MANAGEMENT_CLIENT_ID: "one", MANAGEMENT_CLIENT_SECRET: "one" },
		...{ SIGN_IN_CLIENT_ID: "two", SIGN_IN_CLIENT_SECRET: "two" },
		EDITORS: app.credentials.sign_ins.editor.email,
	});
	try {
		const { address } = app.credentials;
		await page.goto(`${address}/activity`);
		const waiting = Array.from({ length: 50 }, () => context.request.get(`${address}/templates`));
		let isAnswered = false;
		void Promise.race(waiting).then(
			() => {
				isAnswered = true;
			},
			() => {},
		);
		await expect.poll(() => held.size).toBeGreaterThan(0);
		for (const [path, heading] of [
			["/activity", "Activity"],
			["/sign-in", "Sign in"],
		] as const) {
			await page.goto(address + path);
			await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
		}
		expect(isAnswered, "the others wait all the while").toBe(false);
		for (const answer of await Promise.all(waiting)) {
			expect(answer.status()).toBe(200);
			expect(await answer.text()).toContain("The service is not available");
		}
	} finally {
		await console.stop();
		tenant.closeAllConnections();
		tenant.close();
	}
});

/** Requests that wait for an answer. */
const held = new Set<unknown>();

async function silentTenant(): Promise<Server> {
	const server = createServer((request) => held.add(request));
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	return server;
}
