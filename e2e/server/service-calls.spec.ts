import type { Cookie, Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import { managementOf } from "../http/management";
import { metadataEditor } from "../refresh-tokens/metadata-editor";
import { tokenOf } from "../refresh-tokens/sample-tokens";
import { fetchManagementToken } from "../running-app/credentials";
import { type SecondApp, startSecondApp } from "../running-app/second-app";
import { fillIn } from "../sign-in/authorize";

// What the console asks of the service, as its own list of calls shows it. A tenant of its own: nobody else's calls are
// in the list, and no access token has been asked for yet.

const COLD_VIEWS = 50;
const TEMPLATES = "/api/v2/verifiable-credentials/verification/templates";

let app: SecondApp;
let session: Cookie[];
test.describe.configure({ mode: "serial" });
test.beforeAll(async ({ browser }) => {
	app = await startSecondApp();
	const { address, sign_ins } = app.credentials;
	const page = await browser.newPage();
	await page.goto(`${address}/api-calls`);
	await page.getByRole("button", { name: "Sign in" }).click();
	await fillIn(page, sign_ins.editor.email, sign_ins.editor.password);
	await expect(page.getByRole("heading", { level: 1, name: "API calls" })).toBeVisible();
	session = await page.context().cookies();
	await page.close();
});
test.afterAll(() => app?.stop());

test.beforeEach(({ context }) => context.addCookies(session));

/** The calls that were made meanwhile, sorted: `GET /api/v2/…`. */
async function callsDuring(page: Page, work: () => Promise<unknown>): Promise<string[]> {
	const before = await listedCalls(page);
	await work();
	const after = await listedCalls(page);
	return [...after]
		.filter(([id]) => !before.has(id))
		.map(([, call]) => call)
		.sort();
}

/** All calls in the list, by their addresses there. */
async function listedCalls(page: Page): Promise<Map<string, string>> {
	const list = await page.context().newPage();
	await list.goto(`${app.credentials.address}/api-calls`);
	const links = list.getByRole("table").getByRole("link", { name: /^(GET|POST|PATCH|DELETE) / });
	await expect(list.getByRole("heading", { level: 1, name: "API calls" })).toBeVisible();
	const found = await links.evaluateAll((all) =>
		all.map((link) => [link.getAttribute("href") ?? "", link.textContent ?? ""] as const),
	);
	await list.close();
	return new Map(found);
}

test(`${COLD_VIEWS} views at once, with no access token yet, ask for one`, async ({ page }) => {
	const calls = await callsDuring(page, async () => {
		const views = Array.from({ length: COLD_VIEWS }, () => page.request.get(`${app.credentials.address}/templates`));
		for (const view of await Promise.all(views)) expect(view.status()).toBe(200);
	});
	const lists = calls.filter((call) => call.startsWith(`GET ${TEMPLATES}`));
	expect(lists).toHaveLength(COLD_VIEWS);
	expect(calls.filter((call) => !lists.includes(call))).toEqual(["POST /oauth/token"]);
});

test("a page costs the service no call, or the one that its content is from", async ({ page }) => {
	const { address } = app.credentials;
	const view = (...paths: string[]) =>
		callsDuring(page, async () => {
			for (const path of paths) await page.goto(`${address}${path}`, { waitUntil: "networkidle" });
		});
	expect(await view("/templates/new", "/refresh-tokens", "/activity", "/sessions")).toEqual([]);
	expect(await view("/templates")).toEqual([`GET ${TEMPLATES}`]);
	expect(await view("/")).toEqual([`GET ${TEMPLATES}?take=100`]);
});

test("saving a template costs one read, to see a colleague's change, and one write", async ({ page }) => {
	const management = managementOf(app.credentials, await fetchManagementToken(app.credentials));
	const { id } = await management.createTemplate("Counted", { portrait: true });
	const opened = await callsDuring(page, () =>
		page.goto(`${app.credentials.address}/templates/${id}`, { waitUntil: "networkidle" }),
	);
	expect(opened).toEqual([`GET ${TEMPLATES}/${id}`]);
	const saved = await callsDuring(page, async () => {
		await page.getByRole("checkbox", { name: "City", exact: true }).check();
		await page.getByRole("button", { name: "Save changes" }).click();
		await expect(page.getByText("Saved.")).toBeVisible();
	});
	expect(saved).toEqual([`GET ${TEMPLATES}/${id}`, `PATCH ${TEMPLATES}/${id}`]);
});

test("creating a template costs one write, and the read of the page that it leads to", async ({ page }) => {
	await page.goto(`${app.credentials.address}/templates/new`);
	const calls = await callsDuring(page, async () => {
		await page.getByRole("textbox", { name: "Name", exact: true }).fill("Counted as well");
		await page.getByRole("checkbox", { name: "Photo", exact: true }).check();
		await page.getByRole("button", { name: "Create template" }).click();
		await expect(page).toHaveURL(/\/templates\/vct_/);
	});
	const id = new URL(page.url()).pathname.split("/").at(-1);
	expect(calls).toEqual([`GET ${TEMPLATES}/${id}`, `POST ${TEMPLATES}`]);
});

test("saving metadata costs one read, to see a colleague's change, and one write", async ({ page }) => {
	const managementToken = await fetchManagementToken(app.credentials);
	const { id, setMetadata } = await tokenOf(app.credentials, managementToken, "mina.park@example.org");
	// Which of the person's tokens comes first differs between installations; not all have metadata.
	await setMetadata({ device_label: "Phone" });
	await page.goto(`${app.credentials.address}/refresh-tokens/${id}`, { waitUntil: "networkidle" });
	const editor = metadataEditor(page);
	const calls = await callsDuring(page, async () => {
		await editor.value(1).fill("counted");
		await editor.save.click();
		await expect(editor.status.filter({ hasText: "Saved" })).toBeVisible();
	});
	expect(calls).toEqual([`GET /api/v2/refresh-tokens/${id}`, `PATCH /api/v2/refresh-tokens/${id}`]);
});
