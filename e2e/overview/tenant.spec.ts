import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import { managementOf } from "../http/management";
import { answerWith, heldBack, startTenantProxy, type TenantProxy } from "../http/tenant-proxy";
import { expectAccessible } from "../page/axe";
import { bulkEdit } from "../refresh-tokens/bulk-edit";
import { tokensOf } from "../refresh-tokens/sample-tokens";
import { otherConsoleOf, signInFor, startOtherConsole } from "../running-app/other-console";

// A console that drives the tenant of this run through a proxy, which counts its calls, keeps them waiting or fails.

const LIST = "GET /api/v2/verifiable-credentials/verification/templates?take=100";

let proxy: TenantProxy;
let app: Awaited<ReturnType<typeof startOtherConsole>>;
let address: string;
test.describe.configure({ mode: "serial" });
test.use({ reuseSessions: false });

test.beforeAll(async ({ credentials }) => {
	proxy = await startTenantProxy(credentials.base_url);
	app = await startOtherConsole(credentials, { MANAGEMENT_BASE_URL: proxy.baseUrl });
	address = otherConsoleOf(credentials).origin;
});
test.afterAll(async () => {
	await app?.stop();
	proxy?.close();
});
test.beforeEach(async ({ page, credentials }) => {
	proxy.answer = proxy.passOn;
	await signInFor(page, credentials, `${address}/sessions`);
	proxy.seen.length = 0;
});

const block = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

test("a view costs one call, and a slow tenant moves nothing on the page, wide or narrow", async ({ page }) => {
	await page.goto(address);
	await expect(block(page, "Templates")).toContainText("All templates");
	expect(proxy.seen).toEqual([LIST]);
	for (const width of [1280, 320]) {
		const { answer, release } = heldBack(proxy.passOn);
		Object.assign(proxy, { answer, seen: [] });
		// What moves out of sight is no shift to the browser.
		await page.setViewportSize({ width, height: 3000 });
		await page.goto(address, { waitUntil: "commit" });
		await expect(block(page, "Templates")).toContainText("Asking the tenant…");
		await expect(block(page, "Needs attention")).toContainText("Asking the tenant…");
		await expect(block(page, "Recent changes")).toBeVisible();
		await observeShifts(page);
		release();
		await expect(page.getByText("Asking the tenant…")).toHaveCount(0);
		await expect(block(page, "Templates")).toContainText(/Asks for|None of them/);
		expect(await shifts(page), `at ${width} px`).toEqual([]);
		expect(proxy.seen).toEqual([LIST]);
	}
});

test("without scripts a slow tenant leaves the rest of the page, with a link to the whole of it", async ({
	page,
	openContext,
}) => {
	const plain = await openContext({ javaScriptEnabled: false, storageState: await page.context().storageState() });
	const bare = await plain.newPage();
	const { answer, release } = heldBack(proxy.passOn);
	proxy.answer = answer;
	await bare.goto(address, { waitUntil: "commit" });
	const whole = bare.getByRole("link", { name: "Show the page with its answer" });
	await expect(whole).toBeVisible();
	await expect(block(bare, "Connection")).toBeVisible();
	const opened = whole.click();
	await expect.poll(() => proxy.seen).toEqual([LIST, LIST]);
	release();
	await opened;
	await expect(block(bare, "Templates")).toContainText(/Asks for|None of them/);
});

test("a tenant that fails takes its own block and no other, and failed calls lead to their list", async ({ page }) => {
	proxy.answer = answerWith(503);
	await page.goto(address);
	await expect(block(page, "Templates").getByRole("alert")).toContainText("The service is not available");
	await expect(block(page, "Needs attention")).toContainText("Not looked at: the templates could not be read.");
	await expect(page.getByRole("heading", { level: 2 })).toHaveCount(5);
	await expectAccessible(page);
	await page.reload();
	await block(page, "Connection")
		.getByRole("link", { name: /^[1-9]\d* failed$/ })
		.click();
	await expect(page.getByRole("table").getByRole("row").nth(1)).toContainText("503");
	await page.goBack();
	proxy.answer = proxy.passOn;
	await block(page, "Templates").getByRole("link", { name: "Try again" }).click();
	await expect(block(page, "Templates")).toContainText(/Asks for|None of them/);
});

test("a check that failed needs attention until one works", async ({ page }) => {
	proxy.answer = answerWith(500);
	await page.goto(`${address}/connection`);
	await page.getByRole("button", { name: "Check connection" }).click();
	await expect(page.getByText(/steps need attention/)).toBeVisible();
	proxy.answer = proxy.passOn;
	await page.goto(address);
	await expect(block(page, "Connection")).toContainText("check failed");
	const line = block(page, "Needs attention").getByRole("listitem").filter({ hasText: "check failed" });
	await expect(line).toContainText(/Templates.* did not work, /);
	await line.getByRole("link", { name: "Check again" }).click();
	await page.getByRole("button", { name: "Check connection" }).click();
	await expect(page.getByText("Everything works.")).toBeVisible();
	await page.goto(address);
	await expect(block(page, "Connection")).toContainText("works checked");
	await expect(line).toHaveCount(0);
});

test("a write of which nobody saw the outcome is named until the template is written to again", async ({
	page,
	credentials,
	managementToken,
}) => {
	const name = `Unknown ${Date.now()}`;
	const { id } = await managementOf(credentials, managementToken).createTemplate(name, { family_name: true });
	await page.goto(`${address}/templates/${id}`);
	await page.getByRole("checkbox", { name: "City", exact: true }).check();
	await expect(page.getByText("Adds City")).toBeVisible();
	proxy.answer = async (request, response) => {
		// The conflict check before the write passes; the write and the look-up after it do not come back.
		if (request.method === "PATCH") proxy.answer = (later) => void later.socket.destroy();
		if (request.method === "PATCH") return void request.socket.destroy();
		await proxy.passOn(request, response);
	};
	await page.getByRole("button", { name: "Save changes" }).click();
	await expect(page.getByRole("alert").filter({ hasText: "Not confirmed" })).toBeVisible();
	proxy.answer = proxy.passOn;

	const line = block(page, "Needs attention").getByRole("listitem").filter({ hasText: name });
	// What may still be under way is not called unknown.
	await expect(async () => {
		await page.goto(address);
		await expect(line).toBeVisible({ timeout: 1000 });
	}).toPass({ timeout: 30_000 });
	await expect(line).toContainText(/not known.*editor@example\.com tried to save template .*no answer told/);
	await expect(block(page, "Recent changes").getByRole("listitem").first()).toContainText("not known");
	await line.getByRole("link", { name: "See what is there" }).click();
	await expect(page).toHaveURL(`${address}/templates/${id}`);
	await page.getByRole("checkbox", { name: "City", exact: true }).check();
	await page.getByRole("button", { name: "Save changes" }).click();
	await expect(page.getByText("Saved.")).toBeVisible();
	await page.goto(address);
	await expect(block(page, "Recent changes")).toContainText(name);
	await expect(line).toHaveCount(0);
});

test("a bulk edit that was left half-way is resumed from here", async ({ page, credentials, managementToken }) => {
	const tokens = (await tokensOf(credentials, managementToken, "priya.raman@example.com")).slice(0, 2);
	const query = new URLSearchParams([
		["user", tokens[0]?.userId ?? ""],
		...tokens.map(({ id }): [string, string] => ["token", id]),
	]);
	await page.goto(`${address}/refresh-tokens/bulk?${query}`);
	const bulk = bulkEdit(page);
	await bulk.key.fill(`fleet${Date.now() % 1000}`);
	await bulk.preview();
	const { answer, release } = heldBack(answerWith(503));
	Object.assign(proxy, { answer, seen: [] });
	await bulk.button("Apply to 2 tokens").click();
	await expect.poll(() => proxy.seen.length).toBeGreaterThan(0);
	proxy.answer = proxy.passOn;
	await page.goto(address);
	const line = block(page, "Needs attention").getByRole("listitem").filter({ hasText: "unfinished" });
	await expect(line).toContainText(/on tokens of .*: [12] not tried yet/);
	await line.getByRole("link", { name: "Resume" }).click();
	await expect(page.getByRole("button", { name: "Resume" })).toBeVisible();
	release();
});

/** Each shift of the layout from now on, as what moved. */
async function observeShifts(page: Page): Promise<void> {
	await page.evaluate(() => {
		const found: string[] = [];
		Object.assign(window, { found });
		type Shift = PerformanceEntry & { value: number; sources: { node?: Node }[] };
		new PerformanceObserver((list) => {
			for (const entry of list.getEntries() as Shift[])
				found.push(`${entry.value} ${entry.sources.map(({ node }) => node?.textContent?.slice(0, 40))}`);
		}).observe({ type: "layout-shift", buffered: true });
	});
}

function shifts(page: Page): Promise<string[]> {
	return page.evaluate(
		() =>
			new Promise((resolve) => {
				// Two frames: what was drawn has been reported by then.
				requestAnimationFrame(() =>
					requestAnimationFrame(() => resolve((window as unknown as { found: string[] }).found)),
				);
			}),
	);
}
