import type { JSHandle, Page } from "@playwright/test";
import { within } from "@testing-library/dom";
import { expect, test } from "../fixtures";
import { managementOf } from "../http/management";
import { heldBack, respondWith, startTenantProxy, type TenantProxy } from "../http/tenant-proxy";
import { type VisitedPage, Visitor } from "../http/visitor";
import { expectAccessible } from "../page/axe";
import { tokensOf } from "../refresh-tokens/sample-tokens";
import { formOf } from "../refresh-tokens/visited-bulk-edit";
import { clockAhead } from "../running-app/clock-ahead";
import { otherConsoleOf, startOtherConsole } from "../running-app/other-console";

// A console that uses the tenant of this run through a proxy, which counts its calls, holds them back or fails.

const LIST = "GET /api/v2/verifiable-credentials/verification/templates?take=100";

/** Longer than a write without a response may still be under way. */
const OVER_AFTER_MS = 15_000;
const clock = clockAhead(OVER_AFTER_MS);

let proxy: TenantProxy;
let app: Awaited<ReturnType<typeof startOtherConsole>>;
let address: string;
let editor: Visitor;
test.describe.configure({ mode: "serial" });

test.beforeAll(async ({ credentials }) => {
	proxy = await startTenantProxy(credentials.base_url);
	app = await startOtherConsole(credentials, {
		MANAGEMENT_BASE_URL: proxy.baseUrl,
		...clock.settings,
	});
	address = otherConsoleOf(credentials).origin;
	editor = new Visitor(address);
	await editor.signIn(credentials, "editor");
});
test.afterAll(async () => {
	clock.setBack();
	await app?.stop();
	proxy?.close();
});
test.beforeEach(async ({ context }) => {
	proxy.handle = proxy.forward;
	await context.addCookies(editor.cookies());
	proxy.seen.length = 0;
});

const block = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const textOf = (page: VisitedPage, name: string) => page.getByRole("region", { name }).textContent;
/** The complete page, once the tenant has responded. */
const overview = () => editor.open("/?wait=yes");
/** Checks the connection by its form. */
async function check(): Promise<VisitedPage> {
	const page = await editor.open("/connection");
	return editor.press(page, "Check connection");
}
/** A line of the block “Needs attention”. */
const lineWith = (page: VisitedPage, words: string) =>
	within(page.getByRole("region", { name: "Needs attention" }))
		.getAllByRole("listitem")
		.find(({ textContent }) => textContent?.includes(words));
/** Follows a link of a line. */
const follow = (line: HTMLElement | undefined, name: string) => {
	if (!line) throw new Error(`No line has the link "${name}".`);
	return editor.open(within(line).getByRole<HTMLAnchorElement>("link", { name }).href);
};

/** Ticks one more attribute of a stored template, and saves it. */
async function saveWith(id: string, label: string): Promise<VisitedPage> {
	const form = await editor.open(`/templates/${id}`);
	form.getByLabelText<HTMLInputElement>(label, { selector: "input" }).checked = true;
	return editor.press(form, "Save changes");
}

test("a view makes one call, and a slow tenant shifts nothing on the page, wide or narrow, also where names take several lines", async ({
	page,
	credentials,
	managementToken,
}) => {
	const { createTemplate } = managementOf(credentials, managementToken);
	for (const name of ["W".repeat(255), "Car rental check-in at the airport, ".repeat(3)])
		await createTemplate(`${name.slice(0, 200)} ${crypto.randomUUID()}`, { family_name: true, resident_city: true });
	for (const width of [1280, 320]) {
		const { handle, release } = heldBack(proxy.forward);
		Object.assign(proxy, { handle, seen: [] });
		// The browser reports only shifts in the viewport.
		await page.setViewportSize({ width, height: 3000 });
		await page.goto(address, { waitUntil: "commit" });
		await expect(block(page, "Templates")).toContainText("Asking the tenant…");
		await expect(page.getByText(/^Asking .*…$/)).toHaveCount(2);
		await expect(block(page, "Recent changes")).toBeVisible();
		const observed = await observeShifts(page);
		release();
		await expect(page.getByText(/^Asking .*…$/)).toHaveCount(0);
		await expect(page.getByText("checked just now")).toBeVisible();
		await expect(block(page, "Templates").getByRole("listitem")).not.toHaveCount(0);
		expect((await shifts(observed)).join("; "), `at ${width} px`).toBe("");
		expect(proxy.seen).toEqual([LIST]);
	}
});

test("a new template's form makes no call, the list and a creation one, a save a read and a write", async () => {
	const methods = () => proxy.seen.splice(0).map((call) => call.split(" ")[0]);
	const form = await editor.open("/templates/new");
	expect(methods()).toEqual([]);
	await editor.open("/templates");
	expect(methods()).toEqual(["GET"]);
	const name = `Counted ${crypto.randomUUID()}`;
	form.getByLabelText<HTMLInputElement>("Photo", { selector: "input" }).checked = true;
	const template = await editor.press(form, "Create template", { name });
	expect(template.url.pathname).toMatch(/^\/templates\/vct_/);
	// The next page reads it.
	expect(methods()).toEqual(["POST", "GET"]);
	await editor.press(template, "Save changes", { name: `${name} again` });
	expect(methods()).toEqual(["GET", "PATCH", "GET"]);
});

test("without scripts a slow tenant leaves the rest of the page, with a link to the complete one", async ({
	openContext,
}) => {
	const plain = await openContext({ javaScriptEnabled: false });
	await plain.addCookies(editor.cookies());
	const bare = await plain.newPage();
	const { handle, release } = heldBack(proxy.forward);
	proxy.handle = handle;
	await bare.goto(address, { waitUntil: "commit" });
	const complete = bare.getByRole("link", { name: "Show the page once the tenant has responded" });
	await expect(complete).toBeVisible();
	await expect(block(bare, "Recent changes")).toBeVisible();
	const opened = complete.click();
	await expect.poll(() => proxy.seen).toEqual([LIST, LIST]);
	release();
	await opened;
	await expect(block(bare, "Templates").getByRole("listitem")).not.toHaveCount(0);
});

test("a failing tenant is reported at the top, as an alert, with the time since when, on the overview and on every list; one that is known not to answer at once, until it does", async ({
	page,
}) => {
	test.slow();
	proxy.handle = respondWith(503);
	await page.goto(address);
	const main = page.getByRole("main");
	await expect(main.getByRole("alert")).toContainText(
		/answered with an error \(503\).*Not available since \d\d:\d\d UTC/,
	);
	await expect(block(page, "Templates")).toContainText("The templates could not be read.");
	await expect(block(page, "Recent changes")).toBeVisible();
	await expect(page.getByRole("searchbox", { name: "User or refresh token" })).toBeVisible();
	await expectAccessible(page);
	for (const path of [
		"/templates",
		"/users",
		"/users/auth0%7C1",
		"/refresh-tokens?q=jose",
		"/applications",
		"/connections",
		"/templates/vct_1",
	]) {
		const { html, getByRole, getByText } = await editor.open(path);
		expect(getByRole("alert").textContent, path).toMatch(/answered with an error \(503\)\s*Not available since/);
		expect(getByText("Try again").getAttribute("href"), "the page itself, with its query").toBe("");
		for (const word of ["Nothing was changed", "Not checked yet", "said just now"]) expect(html).not.toContain(word);
	}
	proxy.handle = proxy.forward;
	await main.getByRole("link", { name: "Try again" }).click();
	await expect(main.getByText("Connected")).toBeVisible();
	await main.getByRole("link", { name: /of your calls failed$/ }).click();
	await expect(page.getByRole("table").getByRole("row").nth(1)).toContainText("503");

	const DOWN = /did not answer within 10 s.*Not available since \d\d:\d\d UTC/;
	proxy.handle = () => {};
	await page.goto(address);
	await expect(main.getByRole("alert")).toContainText(DOWN, { timeout: 15_000 });
	await page.getByRole("link", { name: "Templates", exact: true }).click();
	// A page that waits for the tenant takes ten seconds.
	await expect(page.getByRole("heading", { level: 1, name: "Templates" })).toBeVisible({ timeout: 5_000 });
	await expect(main.getByRole("alert")).toContainText(DOWN);
	await expect(main.getByRole("link", { name: "Try again" })).toBeVisible();
	proxy.handle = proxy.forward;
	await expect(main.getByRole("table")).toBeVisible({ timeout: 15_000 });
});

test("a link stays pressed while the tenant is slow, until its page is shown", async ({ page }) => {
	await page.goto(address);
	const { handle, release } = heldBack(proxy.forward);
	Object.assign(proxy, { handle, seen: [] });
	const link = block(page, "Templates").getByRole("link", { name: "All templates" });
	await link.click();
	await expect.poll(() => proxy.seen.length).toBeGreaterThan(0);
	await expect(link.locator("[data-pending]")).toBeAttached();
	await expect(page.getByRole("progressbar", { name: "Loading" })).toBeVisible();
	release();
	await expect(page.getByRole("heading", { level: 1, name: "Templates" })).toBeVisible();
});

test("a check that failed needs attention until one works", async () => {
	proxy.handle = respondWith(500);
	expect((await check()).html).toMatch(/steps need attention/);
	proxy.handle = proxy.forward;
	const failed = await overview();
	const line = lineWith(failed, "check failed");
	expect(line?.textContent).toMatch(/Templates.* did not work, /);
	expect((await follow(line, "Check again")).url.pathname).toBe("/connection");
	expect((await check()).html).toContain("Everything works.");
	const works = await overview();
	expect(lineWith(works, "check failed")).toBeUndefined();
});

test("an unfinished bulk edit is resumed from here", async ({ page, credentials, managementToken }) => {
	const tokens = (await tokensOf(credentials, managementToken, "priya.raman@example.com")).slice(0, 2);
	const form = await editor.open(formOf(tokens));
	const preview = await editor.press(form, "Preview changes", { key: `fleet${Date.now() % 1000}` });
	await page.goto(preview.url.href);
	const { handle, release } = heldBack(respondWith(503));
	Object.assign(proxy, { handle, seen: [] });
	await page.getByRole("button", { name: "Apply to 2 tokens" }).click();
	await expect.poll(() => proxy.seen.length).toBeGreaterThan(0);
	proxy.handle = proxy.forward;
	const line = lineWith(await overview(), "unfinished");
	expect(line?.textContent).toMatch(/on tokens of .*: [12] not tried yet/);
	(await follow(line, "Resume")).getByRole("button", { name: "Resume" });
	release();
});

test("a write without a response is listed until the template is written to again", async ({
	credentials,
	managementToken,
}) => {
	const name = `Unknown ${Date.now()}`;
	const { id } = await managementOf(credentials, managementToken).createTemplate(name, { family_name: true });
	let isLost = false;
	proxy.handle = (request, response) => {
		// The bulk edit above and the conflict check before this write are forwarded; the write and the look-up after it get
		// no response.
		const isOfTemplate = request.url?.endsWith(`/${id}`) ?? false;
		isLost ||= isOfTemplate && request.method === "PATCH";
		return isLost && isOfTemplate ? void request.socket.destroy() : proxy.forward(request, response);
	};
	expect((await saveWith(id, "City")).html).toContain("Not confirmed");
	proxy.handle = proxy.forward;
	expect(lineWith(await overview(), name), "what may still be under way").toBeUndefined();
	clock.set();
	const page = await overview();
	expect(lineWith(page, name)?.textContent).toMatch(
		/not known.*Edda Torvik tried to change .*whether it was done is not known/,
	);
	const [newest] = within(page.getByRole("region", { name: "Recent changes" }))
		.getAllByRole("listitem")
		.filter(({ textContent }) => textContent?.includes(name));
	expect(newest?.textContent).toContain("Not known");
	expect((await follow(lineWith(page, name), "See what is there")).url.pathname).toBe(`/templates/${id}`);
	expect((await saveWith(id, "City")).html).toContain("Saved.");
	const after = await overview();
	expect(textOf(after, "Recent changes")).toContain(name);
	expect(lineWith(after, name)).toBeUndefined();
});

/** Records each layout shift from now on, by what moved; not those of the page that came before, chunk by chunk. */
function observeShifts(page: Page): Promise<JSHandle<string[]>> {
	return page.evaluateHandle(() => {
		const found: string[] = [];
		type Shift = PerformanceEntry & { value: number; sources: { node?: Node }[] };
		new PerformanceObserver((list) => {
			for (const entry of list.getEntries() as Shift[])
				found.push(`${entry.value} ${entry.sources.map(({ node }) => node?.textContent?.slice(0, 40))}`);
		}).observe({ type: "layout-shift" });
		return found;
	});
}

function shifts(observed: JSHandle<string[]>): Promise<string[]> {
	return observed.evaluate(
		(found) =>
			new Promise((resolve) => {
				// Two frames: what was painted has been reported by then.
				requestAnimationFrame(() => requestAnimationFrame(() => resolve(found)));
			}),
	);
}
