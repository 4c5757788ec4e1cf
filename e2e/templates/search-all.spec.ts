import type { Cookie, Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import { managementOf } from "../http/management";
import { expectAccessible } from "../page/axe";
import { holdBack } from "../page/hold-back";
import { fetchManagementToken } from "../running-app/credentials";
import { type SecondApp, startSecondApp } from "../running-app/second-app";
import { fillIn } from "../sign-in/authorize";

// A tenant of its own with many templates: nobody else's change the numbers that the page says.

const FIRST_PAGE = 50;
const FURTHER_PAGE = 100;
const HAY = 620;
const AT_ONCE = 10;
const RATE_WAIT_SECONDS = 4;

let app: SecondApp;
let session: Cookie[];
let total: number;
let all: string;
test.describe.configure({ mode: "serial" });

test.beforeAll(async ({ browser }) => {
	test.setTimeout(180_000);
	app = await startSecondApp();
	const management = managementOf(app.credentials, await fetchManagementToken(app.credentials));
	await management.createTemplate("Needle one", { portrait: true });
	await management.createTemplate("Needle two", { portrait: true });
	for (let created = 0; created < HAY; created += AT_ONCE) {
		const names = Array.from({ length: AT_ONCE }, (_, index) => `Hay ${created + index}`);
		await Promise.all(names.map((name) => management.createTemplate(name, { resident_city: true })));
	}
	total = await countTemplates(management);
	all = total.toLocaleString("en");
	const page = await browser.newPage();
	await page.goto(`${app.credentials.address}/templates`);
	await page.getByRole("button", { name: "Sign in" }).click();
	await fillIn(page, app.credentials.sign_ins.viewer.email, app.credentials.sign_ins.viewer.password);
	await expect(page.getByRole("heading", { level: 1, name: "Templates" })).toBeVisible();
	session = await page.context().cookies();
	await page.close();
});
test.afterAll(() => app?.stop());
test.beforeEach(({ context }) => context.addCookies(session));

async function countTemplates({ json }: ReturnType<typeof managementOf>): Promise<number> {
	let count = 0;
	for (let next: string | null = ""; next !== null; ) {
		const query: string = next && `&from=${encodeURIComponent(next)}`;
		const page: { templates: unknown[]; next: string | null } = await json(
			"GET",
			`/verifiable-credentials/verification/templates?take=100${query}`,
		);
		count += page.templates.length;
		next = page.next;
	}
	return count;
}

const list = (page: Page) => ({
	open: (query = "") => page.goto(`${app.credentials.address}/templates${query}`),
	box: page.getByRole("searchbox"),
	says: (words: string | RegExp) => expect(page.getByRole("status").filter({ hasText: words })).toBeVisible(),
	button: (name: "Search all" | "Stop" | "Resume" | "Show more") => page.getByRole("button", { name, exact: true }),
	rows: page.getByRole("table").getByRole("rowheader"),
	nameColumn: page.getByRole("columnheader", { name: "Name" }).getByRole("link"),
});

const isFurtherPage = (url: URL) => url.pathname === "/templates/rows";

test("“Search all” finds what no loaded page holds, and says so of all templates", async ({ page }) => {
	const { open, box, says, button, rows } = list(page);
	const asked: string[] = [];
	page.on("request", (request) => isFurtherPage(new URL(request.url())) && asked.push(request.url()));
	await open();
	await says(`${FIRST_PAGE} templates loaded; the tenant has more.`);
	await box.fill("needle");
	await says(`None among the ${FIRST_PAGE} newest. The tenant has more: “Search all” looks through the rest.`);
	expect(asked).toEqual([]);
	await button("Search all").press("Enter");
	await says(`2 found in all ${all} templates.`);
	await expect(rows).toHaveText(["Needle two", "Needle one"]);
	expect(asked).toHaveLength(Math.ceil((total - FIRST_PAGE) / FURTHER_PAGE));
	// The button has gone, and with it nothing but itself.
	await expect(button("Search all")).toHaveCount(0);
	await expect(box).toBeFocused();
	await box.fill("no such template anywhere");
	await says(`None found in all ${all} templates.`);
	await page.reload();
	await says(`None among the ${FIRST_PAGE} newest. The tenant has more`);
});

test("a search of all that was stopped says how far it came, and goes on from there", async ({ page }) => {
	const { open, box, says, button, rows, nameColumn } = list(page);
	await open("?q=needle");
	let pages = 0;
	let release = () => {};
	const released = new Promise<void>((resolve) => {
		release = resolve;
	});
	await page.route(isFurtherPage, async (route) => {
		pages += 1;
		if (pages === 3) await released;
		await route.continue().catch(() => {});
	});
	await button("Search all").press("Enter");
	const searched = FIRST_PAGE + 2 * FURTHER_PAGE;
	await says(`Searching all: none found in ${searched} templates so far…`);
	await expect(button("Stop")).toBeFocused();
	await page.keyboard.press("Enter");
	await says(`Stopped: none among the ${searched} newest. The tenant has more: “Search all” looks through the rest.`);
	await expect(button("Search all")).toBeFocused();
	release();
	await box.fill("hay");
	await says(`${searched} found among the ${searched} newest; the tenant has more.`);
	await nameColumn.click();
	await says(`Sorted by name among the ${searched} loaded.`);
	await rows.first().getByRole("link").click();
	await expect(page.getByRole("heading", { level: 1, name: /^Hay/ })).toBeVisible();
	await page.goBack();
	// The address can't bring back what was searched: what it says is of what it brings.
	await says(`${FIRST_PAGE} found among the ${FIRST_PAGE} newest; the tenant has more.`);
	await says(`Sorted by name among the ${FIRST_PAGE} loaded.`);
	await expect(rows).toHaveCount(FIRST_PAGE);
	await box.fill("needle");
	await button("Search all").click();
	await says(`2 found in all ${all} templates.`);
});

test("what interrupts a search of all is said, keeps every row, and “Resume” goes on", async ({
	page,
	allowBrowserError,
}) => {
	allowBrowserError(/ERR_CONNECTION_RESET|502/);
	const { open, box, says, button, rows } = list(page);
	await open();
	let pages = 0;
	await page.route(isFurtherPage, (route) => {
		pages += 1;
		return pages === 2 ? route.abort("connectionreset") : route.continue();
	});
	await button("Search all").press("Enter");
	const loaded = FIRST_PAGE + FURTHER_PAGE;
	await expect(page.getByRole("alert").filter({ hasText: "No answer" })).toContainText(
		"“Resume” continues the search.",
	);
	await says(`${loaded} templates loaded; the tenant has more.`);
	await expect(rows).toHaveCount(loaded);
	await expect(button("Resume")).toBeFocused();
	await box.fill("needle");
	await says(`None among the ${loaded} newest. The tenant has more: “Resume” looks through the rest.`);
	await button("Resume").click();
	await says(`2 found in all ${all} templates.`);
	await expect(page.getByRole("alert").filter({ hasText: "No answer" })).toHaveCount(0);
});

test("code that does not come is said, and asked for again with the next click", async ({
	page,
	allowBrowserError,
}) => {
	allowBrowserError(/ERR_FAILED/);
	const { open, says, button } = list(page);
	await open("?q=needle");
	await says(`None among the ${FIRST_PAGE} newest.`);
	const isScript = (url: URL) => url.pathname.endsWith(".js");
	await page.route(isScript, (route) => route.abort());
	await button("Search all").click();
	await expect(page.getByRole("alert").filter({ hasText: "A part of this page did not come" })).toBeVisible();
	await page.unroute(isScript);
	await button("Resume").click();
	await says(`2 found in all ${all} templates.`);
});

test("a search of all that begins in the middle, or at a checkpoint that has expired, begins with the newest", async ({
	page,
	allowBrowserError,
}) => {
	allowBrowserError(/502/);
	const { open, says, button, rows } = list(page);
	await open("?pages=10");
	await expect(rows).toHaveCount(10 * FIRST_PAGE);
	await page.getByRole("link", { name: "Load more" }).click();
	await expect(page).toHaveURL(/[?&]from=/);
	await says(`${FIRST_PAGE} templates loaded; the tenant has more.`);
	let pages = 0;
	await page.route(isFurtherPage, (route) => {
		pages += 1;
		const url = new URL(route.request().url());
		if (pages === 2) url.searchParams.set("from", "gone");
		return route.continue({ url: url.href });
	});
	await button("Search all").click();
	await expect(page.getByRole("alert").filter({ hasText: "checkpoint" })).toBeVisible();
	await says(`${FIRST_PAGE + FURTHER_PAGE} templates loaded; the tenant has more.`);
	await button("Resume").click();
	await says(`${all} templates.`);
});

test("of thousands of rows the first are shown, and more when asked", async ({ page }) => {
	const { open, box, says, button, rows, nameColumn } = list(page);
	await open();
	await nameColumn.click();
	await says(`Sorted by name among the ${FIRST_PAGE} loaded.`);
	await button("Search all").click();
	await says(`${all} templates.`);
	await expect(page.getByText("Sorted by name among")).toHaveCount(0);
	await expect(page.getByText(`Showing the first 500 of ${all} templates.`)).toBeVisible();
	await expect(rows).toHaveCount(500);
	await box.fill("hay");
	await expect(page.getByText(`Showing the first 500 of ${HAY} found.`)).toBeVisible();
	await button("Show more").press("Enter");
	await expect(rows).toHaveCount(HAY);
	// Further on from the last row that was there.
	await expect(rows.nth(499).getByRole("link")).toBeFocused();
});

test("a search of all under way and one that has failed have no accessibility violation", async ({
	page,
	allowBrowserError,
}) => {
	allowBrowserError(/502|ERR_FAILED/);
	const { open, says, button } = list(page);
	await open("?q=needle&sort=name");
	const { release } = await holdBack(page, isFurtherPage);
	await button("Search all").click();
	await says("Searching all: none found in 50 templates so far…");
	await expectAccessible(page);
	await page.unroute(isFurtherPage);
	release();
	await says(`2 found in all ${all} templates.`);
	await open("?q=needle");
	await page.route(isFurtherPage, (route) => route.abort());
	await button("Search all").click();
	await expect(button("Resume")).toBeVisible();
	await expectAccessible(page);
});

test.describe("at a tenant that allows five requests, and one more every four seconds", () => {
	test.beforeAll(async () => {
		await app.stop({ keepData: true });
		app = await startSecondApp({
			PORT: new URL(app.credentials.address).port,
			DATA_DIR: app.dataDir,
			RATE_LIMIT: "",
			RATE_LIMIT_BURST: "5",
			RATE_LIMIT_PER_SECOND: String(1 / RATE_WAIT_SECONDS),
		});
	});

	test("waits as long as the tenant asks, can be stopped meanwhile, and goes on by itself", async ({
		page,
		allowBrowserError,
	}) => {
		test.slow();
		allowBrowserError(/502/);
		const { open, says, button } = list(page);
		await open("?q=needle");
		await button("Search all").click();
		const waiting =
			/^Searching all: none found in \d+ templates so far\. .* asks to wait \d s; then the search continues/;
		await says(waiting);
		await button("Stop").click();
		await says(/^Stopped: none among the \d+ newest\. The tenant has more/);
		await button("Search all").click();
		await says(waiting);
		await expect(button("Search all")).toHaveCount(0, { timeout: 60_000 });
		await says(`2 found in all ${all} templates.`);
	});
});
