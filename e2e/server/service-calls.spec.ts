import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import { managementOf } from "../http/management";
import { Visitor } from "../http/visitor";
import { metadataEditor } from "../refresh-tokens/metadata-editor";
import { tokenOf } from "../refresh-tokens/sample-tokens";
import { fetchManagementToken } from "../running-app/credentials";
import { type SecondApp, startSecondApp } from "../running-app/second-app";

// The console's calls to the service, as its own list of calls shows them. A tenant of its own: the list has no other
// test's calls, and no access token has been requested yet.

const COLD_VIEWS = 50;
const TEMPLATES = "/api/v2/verifiable-credentials/verification/templates";

let app: SecondApp;
let editor: Visitor;
test.describe.configure({ mode: "serial" });
test.beforeAll(async () => {
	app = await startSecondApp();
	editor = new Visitor(app.credentials.address);
	// Not the overview, where a sign-in ends by default: it would request an access token.
	await editor.signIn(app.credentials, "editor", "/api-calls");
});
test.afterAll(() => app?.stop());

/** The calls that were made during `work`, sorted: `GET /api/v2/…`. */
async function callsDuring(work: () => Promise<unknown>): Promise<string[]> {
	const before = await listedCalls();
	await work();
	const after = await listedCalls();
	return [...after]
		.filter(([id]) => !before.has(id))
		.map(([, call]) => call)
		.sort();
}

/** All calls in the list, by their addresses there. */
async function listedCalls(): Promise<Map<string, string>> {
	const list = await editor.open("/api-calls");
	list.getByRole("heading", { level: 1, name: "API calls" });
	const links = [...list.document.querySelectorAll("table a[href^='/api-calls/']")];
	return new Map(links.map((link) => [link.getAttribute("href") ?? "", link.getAttribute("title") ?? ""]));
}

test(`${COLD_VIEWS} views at once, with no access token yet, request one`, async () => {
	const headers = { cookie: editor.cookieHeader() };
	const calls = await callsDuring(async () => {
		const views = Array.from({ length: COLD_VIEWS }, () => fetch(`${app.credentials.address}/templates`, { headers }));
		for (const view of await Promise.all(views)) expect(view.status).toBe(200);
	});
	const lists = calls.filter((call) => call.startsWith(`GET ${TEMPLATES}`));
	expect(lists).toHaveLength(COLD_VIEWS);
	expect(calls.filter((call) => !lists.includes(call))).toEqual(["POST /oauth/token"]);
});

test("a page makes at most the one call that its content is from; a save makes one read, to see a colleague's change, and one write; creating makes one write, and the read of the next page", async ({
	context,
}) => {
	const { address } = app.credentials;
	const managementToken = await fetchManagementToken(app.credentials);
	const { id } = await managementOf(app.credentials, managementToken).createTemplate("Counted", { portrait: true });
	const token = await tokenOf(app.credentials, managementToken, "mina.park@example.org");
	// Which of the user's tokens comes first differs between installations; not all have metadata.
	await token.setMetadata({ device_label: "Phone" });
	await context.addCookies(editor.cookies());
	const open = async (path: string) => {
		const opened = await context.newPage();
		await opened.goto(`${address}${path}`, { waitUntil: "networkidle" });
		return opened;
	};
	const without = ["/refresh-tokens", "/activity", "/your-sessions"];
	const pages = ["/templates/new", `/templates/${id}`, "/templates", "/", ...without];
	const tokenPage = await open(`/refresh-tokens/${token.id}`);
	let opened: Page[] = [];
	const views = await callsDuring(async () => {
		opened = await Promise.all(pages.map(open));
	});
	const [list, read] = [`GET ${TEMPLATES}`, `GET ${TEMPLATES}/${id}`];
	expect(views).toEqual([list, read, `${list}?take=100`]);
	const [creating, editing] = opened as [Page, Page];

	await test.step("creating a template", async () => {
		const calls = await callsDuring(async () => {
			await creating.getByRole("textbox", { name: "Name", exact: true }).fill("Counted as well");
			await creating.getByRole("checkbox", { name: "Photo", exact: true }).check();
			await creating.getByRole("button", { name: "Create template" }).click();
			await expect(creating).toHaveURL(/\/templates\/vct_/);
		});
		expect(calls).toEqual([`${list}/${new URL(creating.url()).pathname.split("/").at(-1)}`, `POST ${TEMPLATES}`]);
	});
	await test.step("saving a template", async () => {
		expect(await callsDuring(() => addCity(editing))).toEqual([read, `PATCH ${TEMPLATES}/${id}`]);
	});
	await test.step("saving metadata", async () => {
		const metadata = metadataEditor(tokenPage);
		const calls = await callsDuring(async () => {
			await metadata.value(1).fill("counted");
			await metadata.save.click();
			await expect(metadata.status.filter({ hasText: "Saved" })).toBeVisible();
		});
		expect(calls).toEqual([`GET /api/v2/refresh-tokens/${token.id}`, `PATCH /api/v2/refresh-tokens/${token.id}`]);
	});
});

async function addCity(page: Page): Promise<void> {
	await page.getByRole("checkbox", { name: "City", exact: true }).check();
	await page.getByRole("button", { name: "Save changes" }).click();
	await expect(page.getByText("Saved.")).toBeVisible();
}
