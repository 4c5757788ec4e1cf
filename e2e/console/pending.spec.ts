import type { Locator, Page } from "@playwright/test";
import { holdBack } from "../page/hold-back";
import { tokenOf } from "../refresh-tokens/sample-tokens";
import { expect, test, uniqueName } from "../templates/templates-page";

const bar = (page: Page) => page.getByRole("progressbar", { name: "Loading" });
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true });
const menuLink = (page: Page, name: string) =>
	page.getByRole("navigation", { name: "Main" }).getByRole("link", { name, exact: true });

/** The pressed control and the bar show that the page is loading. */
async function expectPending(page: Page, pressed: Locator) {
	await expect(pressed).toHaveCSS("opacity", "0.6", { timeout: 1000 });
	await expect(bar(page)).toBeVisible({ timeout: 1000 });
}

/**
 * Presses a control that causes a full page load. Until that has ended Playwright can't query the page, so the page itself
 * reports what it shows 100 ms after the press.
 * @param thenStop stops the loading afterwards, as the browser's own button does
 */
async function pressAndExpectPending(page: Page, control: Locator, thenStop = false) {
	await control.evaluate((element, isStopped) => {
		const report = () => {
			const isBarShown = document.querySelector(".page-progress")?.checkVisibility();
			console.info(`pressed: ${getComputedStyle(element).opacity}, bar: ${isBarShown}`);
			if (isStopped) window.stop();
		};
		element.addEventListener("click", () => setTimeout(report, 100), { once: true });
	}, thenStop);
	const reported = page.waitForEvent("console", (message) => message.text().startsWith("pressed:"));
	await control.click({ noWaitAfter: true });
	expect((await reported).text()).toBe("pressed: 0.6, bar: true");
}

async function expectQuiet(page: Page) {
	await expect(bar(page)).toHaveCount(0);
}

test("a link and a table's row show that they were pressed while the page loads, and nothing moves, nor the bar with reduced motion", async ({
	page,
	signIn,
	management,
}) => {
	const name = uniqueName("Pending");
	const { id } = await management.createTemplate(name, { portrait: true });
	await signIn(page, "viewer");
	await page.goto("/", { waitUntil: "networkidle" });
	await expectQuiet(page);
	const list = await holdBack(page, ({ pathname }) => pathname === "/templates");
	const before = await menuLink(page, "Templates").boundingBox();
	await menuLink(page, "Templates").click();
	await expectPending(page, menuLink(page, "Templates"));
	expect(await menuLink(page, "Templates").boundingBox()).toEqual(before);
	await expect(heading(page, "Overview")).toBeVisible();
	list.release();
	await expect(heading(page, "Templates")).toBeVisible();
	expect(list.requestCount()).toBe(1);
	await expectQuiet(page);
	await expect(menuLink(page, "Templates")).toHaveCSS("opacity", "1");

	const template = await holdBack(page, ({ pathname }) => pathname === `/templates/${id}`);
	const row = page.getByRole("link", { name, exact: true });
	await row.press("Enter");
	await expectPending(page, row);
	template.release();
	await expect(heading(page, name)).toBeVisible();
	await expectQuiet(page);

	await page.emulateMedia({ reducedMotion: "reduce" });
	const held = await holdBack(page, ({ pathname }) => pathname === "/activity");
	await menuLink(page, "Activity").click();
	await expect(bar(page)).toBeVisible();
	await expect(bar(page)).toHaveCSS("animation-name", "none");
	held.release();
	await expect(heading(page, "Activity")).toBeVisible();
});

test("native forms show that they were pressed: a filter, a search, a selection; one that runs an action until that has ended", async ({
	page,
	signIn,
	credentials,
	managementToken,
}) => {
	const { id, userId } = await tokenOf(credentials, managementToken, "jose.nunez@example.org");
	await signIn(page, "editor");
	await page.goto("/activity", { waitUntil: "networkidle" });
	const filter = page.getByRole("main").getByRole("button", { name: "Filter" });
	const filtered = await holdBack(page, ({ pathname, search }) => pathname === "/activity" && search !== "");
	await pressAndExpectPending(page, filter);
	filtered.release();
	await page.waitForURL(/\/activity\?/);
	await expectQuiet(page);

	await page.goto(`/refresh-tokens?user=${encodeURIComponent(userId)}`, { waitUntil: "networkidle" });
	await page.getByRole("checkbox", { name: new RegExp(`${id}$`) }).check();
	const revoke = page.getByRole("button", { name: "Revoke selected" });
	const revoked = await holdBack(page, ({ pathname }) => pathname === "/refresh-tokens/revoke");
	await pressAndExpectPending(page, revoke);
	revoked.release();
	await page.waitForURL(/\/refresh-tokens\/revoke\?/);
	await page.goBack();
	await expect(revoke).toHaveCSS("opacity", "1");
	await expectQuiet(page);

	await page.goto("/connection", { waitUntil: "networkidle" });
	const check = page.getByRole("button", { name: "Check connection" });
	const checked = await holdBack(page, ({ pathname }) => pathname === "/connection");
	await check.click();
	await expectPending(page, check);
	checked.release();
	await expect(page.getByRole("main")).toContainText("Everything works.");
	await expect(check).toHaveCSS("opacity", "1");
	await expectQuiet(page);
});

test("the bar ends when no page follows: a stop, a file or a 204", async ({ page, signIn }) => {
	await signIn(page, "viewer");
	await page.clock.install();
	await page.goto("/connection", { waitUntil: "networkidle" });
	const calls = page.getByRole("main").getByRole("link", { name: "API calls" });
	const held = await holdBack(page, ({ pathname }) => pathname === "/api-calls");
	await pressAndExpectPending(page, calls, true);
	await expectQuiet(page);
	await expect(calls).toHaveCSS("opacity", "1");
	held.release();
	await page.unroute(({ pathname }) => pathname === "/api-calls");

	const responses = [
		{ headers: { "content-disposition": "attachment; filename=calls.txt" }, body: "calls" },
		{ status: 204 },
	];
	for (const response of responses) {
		let release = () => {};
		const released = new Promise<void>((resolve) => {
			release = resolve;
		});
		await page.route("**/api-calls", async (route) => {
			await released;
			await route.fulfill(response);
		});
		await pressAndExpectPending(page, calls);
		release();
		// The browser does not notify a page that it stays, so the bar ends after a while.
		await page.clock.fastForward(30_000);
		await expectQuiet(page);
		await page.unroute("**/api-calls");
	}
});

test("what loads no page here shows no bar: a new tab, a fragment of the page, a cancelled navigation", async ({
	page,
	signIn,
}) => {
	await signIn(page, "editor");
	await page.goto("/templates/new", { waitUntil: "networkidle" });
	/** Records whether the bar is ever shown. */
	await page.evaluate(() => {
		const watcher = new MutationObserver(() => {
			if (document.querySelector("[data-pending]")) document.documentElement.dataset.seen = "yes";
		});
		watcher.observe(document.documentElement, { subtree: true, childList: true, attributes: true });
	});
	const wasSeen = () => page.evaluate(() => document.documentElement.dataset.seen ?? "no");
	const tab = page.context().waitForEvent("page");
	await menuLink(page, "Connection").click({ modifiers: ["ControlOrMeta"] });
	await (await tab).close();
	await page.getByRole("link", { name: "Skip to content" }).press("Enter");
	await page.getByRole("textbox", { name: "Name", exact: true }).fill("Unsaved");
	await expect(page.getByRole("region", { name: "Changes" })).toContainText("Unsaved");
	await menuLink(page, "Connection").click();
	await page.getByRole("dialog", { name: "Leave?" }).getByRole("button", { name: "Stay" }).click();
	expect(await wasSeen()).toBe("no");
	await expect(page).toHaveURL(/\/templates\/new(#.*)?$/);

	// The browser itself prompts before a full page load: refused, everything stays.
	page.once("dialog", (dialog) => dialog.dismiss());
	await page.evaluate(() => window.location.reload());
	await expectQuiet(page);
});
