import { holdBack } from "../page/hold-back";
import { changes, expect, openPanel, openTab, tabPanel, test, tick, uniqueName, untilLive } from "./templates-page";

const TITLES = ["Holder", "Advice", "Request", "Try it"];

test("the tabs are chosen with arrow keys, Home and End, and only the chosen one is in the order of Tab", async ({
	page,
	signIn,
}) => {
	await signIn(page, "editor");
	await page.goto("/templates/new?preset=identity");
	await untilLive(page);
	const tab = (name: string) => page.getByRole("tab", { name, exact: true });
	const expectChosen = async (name: string) => {
		await expect(tab(name)).toBeFocused();
		await expect(page.getByRole("tabpanel")).toHaveCount(1);
		await expect(page.getByRole("tabpanel", { name, exact: true })).toBeVisible();
		await expect(tab(name)).toHaveAttribute("aria-controls", (await tabPanel(page, name).getAttribute("id")) ?? "");
		for (const title of TITLES) {
			await expect(tab(title)).toHaveAttribute("aria-selected", String(title === name));
			await expect(tab(title)).toHaveAttribute("tabindex", title === name ? "0" : "-1");
		}
	};
	await tab("Holder").focus();
	await expectChosen("Holder");
	for (const [key, name] of [
		["ArrowRight", "Advice"],
		["End", "Try it"],
		["ArrowRight", "Holder"],
		["ArrowLeft", "Try it"],
		["Home", "Holder"],
	] as const) {
		await page.keyboard.press(key);
		await expectChosen(name);
	}
	await page.keyboard.press("Tab");
	await expect(tabPanel(page, "Holder")).toBeFocused();
	await page.keyboard.press("Shift+Tab");
	await expectChosen("Holder");
});

test("what was opened under a tab is open when it is chosen again, and follows the ticks meanwhile", async ({
	page,
	signIn,
}) => {
	await signIn(page, "editor");
	await page.goto("/templates/new");
	await openTab(page, "Request");
	const items = await openPanel(page, "ISO 18013-5 items");
	await page.getByRole("checkbox", { name: /will be stored/ }).check();
	await openTab(page, "Advice");
	await expect(items).toBeHidden();
	await tick(page, "City").check();
	await openTab(page, "Request");
	await expect(items.getByRole("region", { name: "ISO 18013-5 items" })).toContainText('"resident_city": true');
});

test("how much advice there is stands at its tab, and not in the tab's name", async ({ page, signIn }) => {
	await signIn(page, "editor");
	await page.goto("/templates/new");
	const advice = page.getByRole("tab", { name: "Advice", exact: true });
	await expect(advice).toHaveText("Advice");
	await tick(page, "Date of birth").check();
	await tick(page, "Photo").check();
	await expect(advice).toHaveText("Advice2");
	await expect(advice).toHaveAccessibleName("Advice");
});

test("each text of the request is a named scroller in reach of the keyboard, with a copy button of its own", async ({
	page,
	signIn,
}) => {
	await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
	await signIn(page, "viewer");
	await page.goto("/templates/new?preset=mandatory");
	const request = await openTab(page, "Request");
	for (const [title, copy] of [
		["JSON", "Copy JSON"],
		["cURL", "Copy cURL command"],
		["DCQL query", "Copy DCQL query"],
		["ISO 18013-5 items", "Copy ISO items"],
	] as const) {
		await openPanel(page, title);
		const text = request.getByRole("region", { name: title, exact: true });
		await text.focus();
		await expect(text).toBeFocused();
		await request.getByRole("button", { name: copy, exact: true }).click();
		await expect
			.poll(() => page.evaluate(() => navigator.clipboard.readText()))
			.toBe(await text.locator("pre").textContent());
	}
});

test("a tab that is pressed before the scripts run shows its panel, and stays chosen", async ({
	page,
	signIn,
	management,
}) => {
	const { id } = await management.createTemplate(uniqueName("Early tab"), { portrait: true });
	await signIn(page, "editor");
	const scripts = await holdBack(page, (url) => url.pathname.endsWith(".js"));
	await page.goto(`/templates/${id}`, { waitUntil: "commit" });
	await expect(page.getByRole("tabpanel")).toHaveCount(1);
	await openTab(page, "Advice");
	await expect(page.getByRole("tabpanel")).toHaveCount(1);
	await expect(page.getByRole("tabpanel", { name: "Advice" })).toContainText("Is the photo compared with the person?");
	await expect(page.getByText("(as opened)").first()).toBeVisible();
	scripts.release();
	await untilLive(page);
	await expect(page.getByRole("tab", { selected: true })).toHaveAccessibleName("Advice");
	await expect(page.getByRole("tabpanel", { name: "Advice" })).toBeVisible();
	await openTab(page, "Holder");
	await expect(page.getByRole("tabpanel")).toHaveCount(1);
});

test("an address that ends with a panel's name opens the page with its tab chosen", async ({
	page,
	signIn,
	management,
}) => {
	const { id } = await management.createTemplate(uniqueName("Deep link"), { portrait: true });
	await signIn(page, "viewer");
	await page.goto(`/templates/${id}#advice`);
	await untilLive(page);
	await expect(page.getByRole("tab", { selected: true })).toHaveAccessibleName("Advice");
	await expect(page.getByRole("tabpanel")).toHaveCount(1);
	await expect(page.getByText("Is the photo compared with the person?")).toBeVisible();
});

for (const kind of ["new", "stored"]) {
	test(`nothing moves when the scripts come to the page of a ${kind} template`, async ({
		page,
		signIn,
		management,
	}) => {
		const { id } = await management.createTemplate(uniqueName("Still"), { portrait: true, resident_city: true });
		await page.setViewportSize({ width: 1280, height: 720 });
		await signIn(page, "editor");
		const scripts = await holdBack(page, (url) => url.pathname.endsWith(".js"));
		await page.goto(kind === "new" ? "/templates/new?preset=identity" : `/templates/${id}`, { waitUntil: "commit" });
		const parts = [
			tick(page, "Over 18"),
			tick(page, "Given names (national script)"),
			tabPanel(page, "Holder").getByRole("figure"),
			changes(page),
			page.getByRole("region", { name: "Accepted licences" }),
		];
		const places = () => Promise.all(parts.map((part) => part.boundingBox()));
		await expect(page.getByText("(as opened)").first()).toBeVisible();
		await expect(changes(page)).toBeVisible();
		const before = await places();
		scripts.release();
		await untilLive(page);
		expect(await places()).toEqual(before);
	});
}

test.describe("without JavaScript", () => {
	test.use({ javaScriptEnabled: false });

	test("all four stand one under another with their headings", async ({ page, signIn, management }) => {
		const { id } = await management.createTemplate(uniqueName("Stacked"), { portrait: true });
		await signIn(page, "editor");
		await page.goto(`/templates/${id}`);
		await expect(page.getByRole("tab")).toHaveCount(0);
		const tops: number[] = [];
		for (const title of TITLES) {
			const heading = page.getByRole("heading", { level: 2, name: title, exact: true });
			tops.push((await heading.boundingBox())?.y ?? Number.NaN);
		}
		expect(tops).toEqual(tops.toSorted((a, b) => a - b));
		await expect(page.getByText("Is the photo compared with the person?")).toBeVisible();
		await expect(page.getByText("A likeness")).toBeVisible();
		await expect(page.getByText('"portrait"').first()).toBeVisible();
	});
});
