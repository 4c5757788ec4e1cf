import { randomUUID } from "node:crypto";
import { Agent, get } from "node:http";
import { setTimeout } from "node:timers/promises";
import { expect, test } from "../fixtures";
import { actionBody, actionFields, actionsOfBuild } from "../http/of-build";
import { heldBack, startTenantProxy } from "../http/tenant-proxy";
import { Visitor } from "../http/visitor";
import { otherConsoleOf, startOtherConsole } from "../running-app/other-console";
import { type SecondApp, startSecondApp } from "../running-app/second-app";

// What users see under overload. Apps of its own, so that other tests are not disturbed.

/** How many reads are in progress at most: fewer than by default, so that a slow machine has not much to do. */
const READS_MAX = 20;
/** Before a refused request is sent again: sooner than Retry-After says. */
const REFUSED_WAIT_MILLISECONDS = 100;

let app: SecondApp;
let editor: Visitor;
test.beforeAll(async () => {
	app = await startSecondApp({ READS_MAX: String(READS_MAX) });
	editor = new Visitor(app.credentials.address);
	await editor.signIn(app.credentials, "editor");
});
test.afterAll(() => app?.stop());

/** Sends the form of a new template with scripts, as an editor. */
async function save(address: string, visitor: Visitor, name: string): Promise<Response> {
	const create = (await actionsOfBuild()).find((action) => action.name === "createTemplateAction")?.id ?? "";
	return fetch(`${address}/templates/new`, {
		method: "POST",
		headers: { cookie: visitor.cookieHeader(), origin: address, "next-action": create, accept: "text/x-component" },
		body: actionBody({ ...actionFields("none", "none"), name, type: "mdl" }),
		redirect: "manual",
	});
}

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
	const done = Promise.all(Array.from({ length: 2 * READS_MAX }, requestRepeatedly));
	const stop = async () => {
		isRunning = false;
		await done;
		agent.destroy();
	};
	return { stop, statuses };
}

test("of a flood of reads some are served, the others refused at once with a time to try again; health responds, a page loads itself again; an editor's save is served beside it, and its response contains the next page", async ({
	page,
	request,
	context,
	allowBrowserError,
}) => {
	allowBrowserError(/503/);
	await context.addCookies(editor.cookies());
	const { address } = app.credentials;
	const name = `In the crowd ${randomUUID()}`;

	const { stop, statuses } = flood();
	await expect.poll(() => statuses, { intervals: [50] }).toContain(503);
	await test.step("a page that is refused tries again by itself", async () => {
		const visit = async () => (await page.goto(`${address}/templates`, { waitUntil: "commit" }))?.status();
		await expect.poll(visit, { timeout: 30_000, intervals: [100] }).toBe(503);
		await expect(page.getByRole("heading", { level: 1 })).toHaveText("Try again in a moment");
		await expect(page.getByText(/This page tries again by itself in \d s\./)).toBeVisible();
		expect((await request.get(`${address}/healthz`)).status()).toBe(200);
	});
	const saved = await save(address, editor, name);
	const [target = ""] = (saved.headers.get("x-action-redirect") ?? "").split(";");
	expect(target).toMatch(/^\/templates\/vct_/);
	expect([saved.status, await saved.text()], "the next page").toEqual([200, expect.stringContaining(name)]);
	await stop();
	expect([...new Set(statuses)].sort()).toEqual([200, 503]);
	await expect(page.getByRole("heading", { level: 1, name: "Templates", exact: true })).toBeVisible();
	(await editor.open(target)).getByRole("heading", { level: 1, name });
});

test("while a tenant does not respond, as many views as the bound wait for it and the others are refused at once; a save and health are served, and another session's view once the first have ended", async ({
	credentials,
}) => {
	const proxy = await startTenantProxy(credentials.base_url);
	const console = await startOtherConsole(credentials, {
		MANAGEMENT_BASE_URL: proxy.baseUrl,
		READS_MAX: String(READS_MAX),
	});
	try {
		const { origin: address } = otherConsoleOf(credentials);
		const [admin, viewer] = [new Visitor(address), new Visitor(address)];
		await Promise.all([admin.signIn(credentials, "editor"), viewer.signIn(credentials, "viewer")]);
		// Its modules are loaded: the views and the save have ten seconds.
		await save(address, admin, `Before ${randomUUID()}`);
		const reads = heldBack(proxy.forward);
		proxy.handle = (incoming, response) =>
			(incoming.method === "GET" ? reads.handle : proxy.forward)(incoming, response);
		const statuses: number[] = [];
		const view = async () => {
			const response = await fetch(`${address}/templates`, { headers: { cookie: admin.cookieHeader() } });
			await response.text();
			statuses.push(response.status);
		};
		const views = Array.from({ length: 3 * READS_MAX }, view);
		await expect.poll(() => statuses.length).toBe(2 * READS_MAX);
		expect(new Set(statuses)).toEqual(new Set([503]));
		expect((await fetch(`${address}/healthz`)).status).toBe(200);
		const name = `Meanwhile ${randomUUID()}`;
		const saved = await save(address, admin, name);
		expect([saved.status, saved.headers.get("x-action-redirect")]).toEqual([
			200,
			expect.stringMatching(/^\/templates\//),
		]);
		reads.release();
		await Promise.all(views);
		expect(statuses.filter((status) => status === 200)).toHaveLength(READS_MAX);
		expect((await viewer.open("/templates")).status).toBe(200);
	} finally {
		await console.stop();
		proxy.close();
	}
});
