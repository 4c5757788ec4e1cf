import type { Locator, Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import { managementOf } from "../http/management";
import { holdBack } from "../page/hold-back";

const PREFETCH = "x-console-prefetch";

/** Paths of the pages that are rendered from now on: before a click, and for a navigation. */
function renderedPages(page: Page) {
	const paths = { prefetched: [] as string[], navigated: [] as string[] };
	page.on("response", (response) => {
		const headers = response.request().headers();
		if (headers.rsc === undefined || response.status() !== 200) return;
		paths[headers[PREFETCH] === undefined ? "navigated" : "prefetched"].push(new URL(response.url()).pathname);
	});
	return paths;
}

/** Points at a link, or gives it the focus, until its page is prefetched: a page with a call may have to wait a second. */
async function prefetch(page: Page, link: Locator, near: "hover" | "focus" = "hover"): Promise<void> {
	await expect(async () => {
		const response = page.waitForResponse((found) => found.request().headers()[PREFETCH] !== undefined, {
			timeout: 3_000,
		});
		await page.mouse.move(0, 0);
		await link.blur();
		await link[near]();
		expect((await response).status()).toBe(200);
	}).toPass();
}

test("pages that were pointed at or focused are shown after the click without a further request; each response is used once", async ({
	page,
	signIn,
	credentials,
	managementToken,
}) => {
	const { id, name } = await managementOf(credentials, managementToken).createTemplate("Pointed at", {
		portrait: true,
	});
	await signIn(page, "editor");
	await page.goto("/templates", { waitUntil: "networkidle" });
	const rendered = renderedPages(page);
	const open = async (text: string, near: "hover" | "focus" = "hover") => {
		await prefetch(page, page.getByRole("link", { name: text, exact: true }).first(), near);
		if (near === "focus") await page.keyboard.press("Enter");
		else await page.mouse.down().then(() => page.mouse.up());
		await expect(page.getByRole("heading", { name: text, level: 1, exact: true })).toBeVisible();
	};
	await open("New template");
	await open("Templates", "focus");
	await open(name);
	await open("Templates");
	// The router knows this page's layout by now.
	await open("New template");
	expect(rendered).toEqual({
		prefetched: ["/templates/new", "/templates", `/templates/${id}`, "/templates", "/templates/new"],
		navigated: [],
	});
});

test("the script that a page needs is fetched once it is pointed at, and the click finds it in the cache", async ({
	page,
	signIn,
}) => {
	await signIn(page, "editor");
	await page.goto("/", { waitUntil: "networkidle" });
	// In bytes from the server, with the headers; 0 from the cache.
	const scripts = () =>
		page.evaluate(() =>
			(performance.getEntriesByType("resource") as PerformanceResourceTiming[])
				.filter(({ name }) => name.endsWith(".js"))
				.map(({ initiatorType, transferSize }) => [initiatorType, transferSize]),
		);
	await page.evaluate(() => performance.clearResourceTimings());
	await prefetch(page, page.getByRole("link", { name: "Templates", exact: true }).first());
	await expect.poll(scripts).toEqual([["fetch", expect.any(Number)]]);
	await page.mouse.down();
	await page.mouse.up();
	await expect(page.getByRole("heading", { name: "Templates", level: 1, exact: true })).toBeVisible();
	expect((await scripts()).slice(1)).toEqual([["script", 0]]);
});

test("a page that was prefetched before a change shows the change, once its link was left and after a write", async ({
	page,
	signIn,
	credentials,
	managementToken,
}) => {
	const management = managementOf(credentials, managementToken);
	await signIn(page, "editor");
	await page.goto("/templates/new", { waitUntil: "networkidle" });
	const rendered = renderedPages(page);
	const link = page.getByRole("link", { name: "Templates", exact: true }).first();
	await prefetch(page, link);
	const { id, name } = await management.createTemplate("Made after the prefetch", { portrait: true });
	await page.mouse.move(0, 0);
	await link.click();
	await expect(page.getByRole("link", { name, exact: true })).toBeVisible();

	await page.goto(`/templates/${id}`, { waitUntil: "networkidle" });
	const field = page.getByRole("textbox", { name: "Name", exact: true });
	await field.fill("Saved after the prefetch");
	await prefetch(page, link);
	// The pointer stays on the link.
	await field.evaluate((input: HTMLInputElement) => input.form?.requestSubmit());
	await expect(page.getByText("Saved.", { exact: true })).toBeVisible();
	await page.mouse.down();
	await page.mouse.up();
	await expect(page.getByRole("link", { name: "Saved after the prefetch", exact: true })).toBeVisible();
	// On a busy machine one more prefetch may follow the save, and then its page is the one that is shown.
	expect(rendered.prefetched.length).toBeGreaterThanOrEqual(2);

	await test.step("also where the write was still under way", async () => {
		const write = await holdBack(page, (url) => url.pathname === "/theme");
		const written = page.evaluate(async () => {
			await fetch("/theme", { method: "POST", body: new URLSearchParams({ theme: "dark" }), redirect: "manual" });
		});
		await prefetch(page, page.getByRole("link", { name: "New template", exact: true }).first());
		write.release();
		await written;
		await page.mouse.down();
		await page.mouse.up();
		await expect(page.getByRole("heading", { name: "New template", level: 1, exact: true })).toBeVisible();
		await expect.poll(() => rendered.navigated.at(-1)).toBe("/templates/new");
	});
});

test("sweeping the pointer over 50 rows of a list costs at most one call to the tenant", async ({
	page,
	signIn,
	credentials,
	managementToken,
}) => {
	const management = managementOf(credentials, managementToken);
	const missing = 50 - (await management.listTemplates()).length;
	for (let made = 0; made < missing; made += 1) await management.createTemplate(`Row ${made}`, { portrait: true });
	await signIn(page, "editor");
	await page.goto("/templates", { waitUntil: "networkidle" });
	const links = page.locator("main tbody a[data-page]");
	expect(await links.count()).toBeGreaterThanOrEqual(50);
	const rendered = renderedPages(page);
	// The page's time: how long the pointer rests on a row is not for the machine to decide.
	await page.clock.install();
	await page.clock.pauseAt(Date.now() + 60_000);
	for (const link of (await links.all()).slice(0, 50)) {
		await link.hover();
		await page.clock.runFor(20);
	}
	await page.clock.resume();
	await page.waitForLoadState("networkidle");
	expect(rendered.prefetched.length).toBeLessThanOrEqual(1);
});
