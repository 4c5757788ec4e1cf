import { holdBack } from "../page/hold-back";
import {
	asOpened,
	changes,
	expect,
	openPanel,
	openTab,
	tabPanel,
	test,
	tick,
	uniqueName,
	untilHydrated,
} from "./templates-page";

const TITLES = ["Holder", "Advice", "Request", "Try it"];

test("the tabs are selected by URL fragment, arrow keys, Home and End, and only the selected one is in the tab order; each text has a copy button", async ({
	page,
	signIn,
}) => {
	await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
	await signIn(page, "editor");
	await page.goto("/templates/new?preset=identity#advice");
	await untilHydrated(page);
	await expect(page.getByRole("tab", { selected: true })).toHaveAccessibleName("Advice");
	await expect(page.getByRole("tabpanel")).toHaveCount(1);
	await openTab(page, "Holder");
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

	await test.step("each text of the request is a named, focusable scroll container", async () => {
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
	await test.step("an attribute is lit wherever it is while its box is pointed at, or its link on the phone has the focus", async () => {
		const holder = await openTab(page, "Holder");
		const box = page.getByRole("checkbox", { name: "Family name", exact: true });
		const onPhone = holder.getByRole("link", { name: "Family name", exact: true });
		const inJson = page.locator("b[data-of=family_name]").first();
		// After the age limits and the three of “Age”.
		const inPrint = page.locator(".pointable i").nth(5);
		const outline = { name: "outline-width", lit: /[12]px/, other: "0px" };
		for (const [place, others] of [
			[box, [onPhone, inJson, inPrint]],
			[inPrint, [onPhone, inJson]],
		] as const) {
			await page.getByRole("heading", { level: 1 }).hover();
			for (const other of others) await expect(other).toHaveCSS(outline.name, outline.other);
			await place.hover();
			for (const other of others) await expect(other).toHaveCSS(outline.name, outline.lit);
		}
		await page.getByRole("heading", { level: 1 }).hover();
		const ofRow = () =>
			box.evaluate((input) => getComputedStyle(input.closest("label") ?? input, "::after").outlineWidth);
		expect(await ofRow()).toBe(outline.other);
		await tab("Holder").focus();
		// To the panel, to “Date of birth”, to this one.
		await page.keyboard.press("Tab");
		await page.keyboard.press("Tab");
		await page.keyboard.press("Tab");
		await expect(onPhone).toBeFocused();
		expect(await ofRow()).toMatch(outline.lit);
	});
});

for (const kind of ["new", "stored"] as const) {
	test(`nothing shifts when the page of a ${kind} template is hydrated`, async ({ page, signIn, management }) => {
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
		await expect(changes(page)).toBeVisible();
		// Nothing was edited yet.
		await expect(asOpened(changes(page))).toBeHidden();
		// A browser lays out a page without the styles that it waits for, if asked.
		await page.waitForFunction(() => document.styleSheets.length > 0);
		const before = await places();
		scripts.release();
		await untilHydrated(page);
		expect(await places()).toEqual(before);
		if (kind === "new") return;
		await page.getByRole("button", { name: "Name check", exact: true }).click();
		await page.getByRole("button", { name: "Use this preset" }).click();
		await expect(page.getByRole("button", { name: "Name check", exact: true, pressed: true })).toBeVisible();
	});
}
