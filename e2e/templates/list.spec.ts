import { holdBack } from "../page/hold-back";
import { layoutShiftDuring } from "../page/layout-shift";
import { createMany, expect, test, uniqueName } from "./templates-page";

const PAGE = 50;

test("typing searches all templates by itself and shifts nothing, “Load more” loads the next page, a search that failed is resumed, and the URL restores the search", async ({
	page,
	signIn,
	management,
	allowBrowserError,
}) => {
	allowBrowserError(/ERR_FAILED/);
	const purpose = uniqueName("Many");
	const [oldest = ""] = await createMany(management, purpose, PAGE + 5);
	await signIn(page, "editor");
	await page.goto("/templates");
	const rows = page.getByRole("table").getByRole("rowheader");
	const button = (name: string) => page.getByRole("button", { name, exact: true });
	const box = page.getByRole("searchbox");
	const isPageOfRows = (url: URL) => url.pathname === "/templates/rows";

	await test.step("further pages are requested again where they failed to load", async () => {
		await expect(page.getByText(`${PAGE} templates loaded; the tenant has more.`)).toBeVisible();
		await expect(rows).toHaveCount(PAGE);
		await page.route(isPageOfRows, (route) => route.abort());
		await box.fill(oldest);
		await expect(page.getByRole("alert").filter({ hasText: "No response" })).toBeVisible();
		await expect(page.getByText(`None found among the ${PAGE} newest; the tenant has more.`)).toBeVisible();
		await page.unroute(isPageOfRows);
		await button("Resume").click();
		await expect(page.getByText(/^1 found in all \d+ templates\.$/)).toBeVisible();
		await expect(rows).toHaveText([oldest]);
	});
	await test.step("a reload searches for the query of the URL, and typing shifts nothing", async () => {
		await page.reload();
		await expect(page.getByText(/^1 found in all \d+ templates\.$/)).toBeVisible();
		await page.goto("/templates");
		await expect(page.getByText(`${PAGE} templates loaded; the tenant has more.`)).toBeVisible();
		const shift = await layoutShiftDuring(page, async () => {
			// Each of these is in the names of all visible rows.
			for (const key of purpose.slice(0, 4)) await box.press(key);
			await expect(page.getByText(/^\d+ found in all \d+ templates\.$/)).toBeVisible();
			await box.fill(`no ${purpose}`);
			await expect(page.getByText("No template matches")).toBeVisible();
		});
		expect(shift).toBe(0);
		await page.getByRole("link", { name: "Clear search" }).click();
		await expect(box).toBeFocused();
		await box.fill(`no ${purpose}`);
		await expect(page.getByText("No template matches")).toBeVisible();
		await page.getByRole("navigation").getByRole("link", { name: "Templates", exact: true }).click();
		await expect(page, "a link to the list is one to the whole list").toHaveURL("/templates");
		await expect(box).toHaveValue("");
		await expect(rows.filter({ hasText: purpose })).not.toHaveCount(0);
		await page.goto("/templates");
		await page.getByRole("link", { name: "Load more" }).click();
		await expect(page.getByRole("link", { name: oldest })).toBeVisible();
		expect(await rows.count()).toBeGreaterThan(PAGE);
	});
	await test.step("a template created meanwhile shifts the pages, and none is skipped between two of them", async () => {
		await management.createTemplate(uniqueName("Meanwhile"), { portrait: true });
		await page.reload();
		await expect(rows.filter({ hasText: purpose })).toHaveCount(PAGE + 5);
		await page.getByRole("link", { name: oldest }).click();
		await expect(page.getByRole("heading", { level: 1, name: oldest })).toBeVisible();
		await page.goBack();
		await expect(page.getByRole("link", { name: oldest })).toBeVisible();
	});
});

test("an id that is pasted and sent with Enter stays in the box, is opened once, and is cancelled by what is typed after", async ({
	page,
	signIn,
	management,
}) => {
	const name = uniqueName("Pasted and sent");
	const { id } = await management.createTemplate(name, { portrait: true });
	await signIn(page, "viewer");
	await page.goto("/templates");
	const { release, requestCount } = await holdBack(page, (url) => url.pathname === `/templates/${id}`);
	const box = page.getByRole("searchbox");
	await box.fill(id);
	await box.press("Enter");
	await expect(page.getByText(`Opening ${id}…`)).toBeVisible();
	await expect(box).toHaveValue(id);
	await box.press("Enter");
	await page.getByRole("columnheader", { name: "Name" }).getByRole("link").click();
	await expect(box).toHaveValue(id);
	await expect(page).toHaveURL("/templates");
	release();
	await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
	await expect(page).toHaveURL(`/templates/${id}`);
	expect(requestCount()).toBe(1);
	await page.goBack();
	await expect(page.getByRole("heading", { level: 1, name: "Templates" })).toBeVisible();
	await expect(box).toHaveValue("");

	await test.step("a text that is typed after an id cancels its opening", async () => {
		const other = await management.createTemplate(uniqueName("Taken back"), { portrait: true });
		const isItsPage = (url: URL) => url.pathname === `/templates/${other.id}`;
		await page.reload();
		const { release } = await holdBack(page, isItsPage);
		await box.fill(other.id);
		await expect(page.getByText(`Opening ${other.id}…`)).toBeVisible();
		await box.fill(other.name);
		await expect(page.getByText(/^1 found /)).toBeVisible();
		const responded = page.waitForResponse((response) => isItsPage(new URL(response.url())));
		release();
		await responded;
		await expect(page).toHaveURL(`/templates?${new URLSearchParams({ q: other.name })}`);
		await expect(page.getByRole("link", { name: other.name })).toBeVisible();
	});
});

test("an id that is pasted before hydration opens its template, sent with Enter or not", async ({
	page,
	signIn,
	management,
}) => {
	const name = uniqueName("Early");
	const { id } = await management.createTemplate(name, { portrait: true });
	await signIn(page, "viewer");
	for (const keys of [["Enter"], []]) {
		const { release } = await holdBack(page, (url) => url.pathname.endsWith(".js"));
		await page.goto("/templates", { waitUntil: "commit" });
		const box = page.getByRole("searchbox");
		await box.fill(id);
		for (const key of keys) await box.press(key, { noWaitAfter: true });
		release();
		await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
		await expect(page).toHaveURL(`/templates/${id}`);
		await page.unrouteAll({ behavior: "ignoreErrors" });
	}
});

test("an id that is pasted while the page hydrates is opened once", async ({ page, signIn, management }) => {
	const name = uniqueName("Pasted at hydration");
	const { id } = await management.createTemplate(name, { portrait: true });
	await signIn(page, "viewer");
	const { release, requestCount } = await holdBack(page, (url) => url.pathname === `/templates/${id}`);
	// The framework replaces the entry of the history when the page is hydrated. On a slow machine an event can be
	// dispatched between that and the effects.
	await page.addInitScript((text) => {
		const { port1, port2 } = new MessageChannel();
		port1.onmessage = () => {
			const box = document.querySelector<HTMLInputElement>("input[type=search]");
			// By the prototype's setter: React tracks values set on the element itself.
			Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(box, text);
			box?.dispatchEvent(new Event("input", { bubbles: true }));
		};
		const onReplaced = () => {
			for (const until = performance.now() + 20; performance.now() < until; );
			port2.postMessage("paste");
		};
		navigation.addEventListener("navigate", onReplaced, { once: true });
	}, id);
	await page.goto("/templates");
	await expect(page.getByText(`Opening ${id}…`)).toBeVisible();
	release();
	await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
	expect(requestCount()).toBe(1);
});
