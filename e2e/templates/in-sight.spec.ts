import type { Page } from "@playwright/test";
import { holdBack } from "../page/hold-back";
import { changes, expect, nameBox, saveButton, templateId, test, tick, uniqueName, untilLive } from "./templates-page";

const chip = (page: Page, name: string) => page.getByRole("link", { name, exact: true });
const groups = (page: Page) => page.getByRole("navigation", { name: "Groups of attributes" });
const GROUPS = ["Age", "Person", "Photo", "Address", "Licence", "Issuer", "National script", "More"];
const almostAll = Object.fromEntries(
	[
		...["family_name", "given_name", "birth_date", "issue_date", "expiry_date", "issuing_country", "issuing_authority"],
		...["portrait", "driving_privileges", "resident_address", "resident_city", "resident_state", "age_in_years"],
		...["resident_postal_code", "resident_country", "nationality", "age_birth_year", "portrait_capture_date"],
	].map((name) => [name, true]),
);

for (const [width, height] of [
	[320, 600],
	[1280, 720],
] as const) {
	test(`at ${width} × ${height} the save bar is in sight wherever the work is, and covers nothing that has the focus`, async ({
		page,
		signIn,
		management,
	}) => {
		const { id } = await management.createTemplate(uniqueName("Bar").padEnd(255, "m"), almostAll);
		await page.setViewportSize({ width, height });
		await signIn(page, "editor");
		await page.goto(`/templates/${id}`);
		await untilLive(page);
		await nameBox(page).fill("n".repeat(255));
		await tick(page, "Select all attributes").check();
		await tick(page, "Select all attributes").uncheck();
		const bar = await page.locator("body").evaluate(() => {
			const section = document.querySelector('section[aria-label="Changes"]');
			return (section?.parentElement?.getBoundingClientRect().height ?? Number.NaN) / window.innerHeight;
		});
		expect(bar).toBeLessThan(0.25);
		await nameBox(page).focus();
		for (const [key, times] of [
			["Tab", 45],
			["Shift+Tab", 30],
		] as const)
			for (let presses = 0; presses < times; presses += 1) {
				await page.keyboard.press(key);
				expect(await covered(page)).toBeNull();
				await expect(saveButton(page)).toBeInViewport({ ratio: 1 });
				await expect(changes(page)).toBeInViewport();
			}
	});
}

/** What lies over the middle of what has the focus, where anything does. */
function covered(page: Page): Promise<string | null> {
	return page.evaluate(() => {
		const active = document.activeElement;
		if (!active || active === document.body) return null;
		const { x, y, width, height } = active.getBoundingClientRect();
		const top = document.elementFromPoint(x + width / 2, y + Math.min(height / 2, 20));
		const isOver = top !== null && !active.contains(top) && !top.contains(active) && !top.closest("label");
		return isOver || top === null ? `${active.outerHTML.slice(0, 120)} under ${top?.outerHTML.slice(0, 120)}` : null;
	});
}

test("the chip of the preset that the selection equals is marked, chosen or ticked by hand", async ({
	page,
	signIn,
	management,
}) => {
	const { id } = await management.createTemplate(uniqueName("Equal"), { family_name: true, given_name: true });
	await signIn(page, "editor");
	await page.goto(`/templates/${id}`);
	await expect(chip(page, "Name check")).toHaveAttribute("aria-current", "true");
	await expect(page.locator("[aria-current=true]").filter({ hasText: "Name check" })).toHaveCount(1);
	await tick(page, "Photo").check();
	await expect(chip(page, "Name check")).not.toHaveAttribute("aria-current");
	await tick(page, "Family name").uncheck();
	await tick(page, "Given names").uncheck();
	await tick(page, "Over 21").check();
	await expect(chip(page, "Over 21 with photo")).toHaveAttribute("aria-current", "true");
	await expect(chip(page, "Over 21")).toHaveAccessibleDescription("The same for the age of 21.");
});

test("a chip that is pressed before the scripts run leads nobody away from a stored template", async ({
	page,
	signIn,
	management,
}) => {
	const { id } = await management.createTemplate(uniqueName("Early chip"), { portrait: true });
	await signIn(page, "editor");
	const scripts = await holdBack(page, (url) => url.pathname.endsWith(".js"));
	await page.goto(`/templates/${id}`, { waitUntil: "commit" });
	await page.getByText("Name check", { exact: true }).first().click();
	scripts.release();
	await untilLive(page);
	await expect(page).toHaveURL(`/templates/${id}`);
	await chip(page, "Name check").click();
	await page.getByRole("button", { name: "Use this preset" }).click();
	await expect(chip(page, "Name check")).toHaveAttribute("aria-current", "true");
});

test("the presets leave the first attribute in sight on a page of 1280 × 720", async ({ page, signIn }) => {
	await page.setViewportSize({ width: 1280, height: 720 });
	await signIn(page, "editor");
	await page.goto("/templates/new");
	await expect(tick(page, "Over 18")).toBeInViewport({ ratio: 1 });
});

test("attributes are rows of 36 to 44 pixels, in two columns where there is room", async ({ page, signIn }) => {
	await signIn(page, "editor");
	await page.goto("/templates/new");
	for (const [width, columns] of [
		[1280, 1],
		[1920, 2],
	] as const) {
		await page.setViewportSize({ width, height: 800 });
		const boxes = await page
			.getByRole("group", { name: /^(Age|Person|Photo|Address|Licence|Issuer|Names in national script)$/ })
			.locator('input[name="attribute"]')
			.evaluateAll((inputs) => inputs.map((input) => input.parentElement?.getBoundingClientRect().toJSON() as DOMRect));
		expect(boxes).toHaveLength(23);
		expect(boxes.filter(({ height }) => height < 36 || height > 44)).toEqual([]);
		expect(new Set(boxes.map(({ x }) => x)).size).toBe(columns);
	}
});

test("the list of groups counts what is ticked, leads to each group, and follows the filter", async ({
	page,
	signIn,
}) => {
	await page.setViewportSize({ width: 1280, height: 720 });
	await signIn(page, "editor");
	await page.goto("/templates/new?preset=identity");
	await untilLive(page);
	await expect(groups(page).getByRole("listitem").filter({ hasText: /\d/ })).toHaveText([
		...["Age1", "Person2", "Photo1", "Address0", "Licence1", "Issuer2", "National script0", "More0"],
	]);
	await tick(page, "Over 18").check();
	await expect(groups(page).getByRole("listitem").first()).toHaveText("Age2");
	for (const name of GROUPS.slice(0, -1)) {
		await groups(page).getByRole("link", { name, exact: true }).click();
		const group = page.locator("fieldset:target");
		const legend = group.locator("legend").first();
		await expect(groups(page)).toBeInViewport({ ratio: 1 });
		await expect(legend).toBeInViewport({ ratio: 1 });
		const list = await groups(page).boundingBox();
		expect((await legend.boundingBox())?.y).toBeGreaterThanOrEqual((list?.y ?? 0) + (list?.height ?? 0));
		await page.keyboard.press("Tab");
		await expect(group.getByRole("checkbox").first()).toBeFocused();
	}
	await expect(tick(page, "Licence number")).toBeHidden();
	await groups(page).getByRole("link", { name: "More", exact: true }).click();
	await expect(tick(page, "Licence number")).toBeVisible();
	await page.getByRole("searchbox", { name: "Filter attributes" }).fill("resident");
	await expect(groups(page).getByRole("link")).toHaveText(["Address"]);
});

test("a template's page is titled by its name, before and after a rename, and says when it asks for nearly all", async ({
	page,
	signIn,
	management,
}) => {
	const name = uniqueName("Titled");
	const { id } = await management.createTemplate(name, almostAll);
	await signIn(page, "editor");
	await page.goto(`/templates/${id}`);
	await expect(page).toHaveTitle(`${name} · Templates · Identity Console`);
	await expect(page.getByText("asks for almost everything")).toBeVisible();
	await nameBox(page).fill(`${name} anew`);
	await tick(page, "Nationality").uncheck();
	await saveButton(page).click();
	await expect(page.getByText("Saved.", { exact: true })).toBeVisible();
	await expect(page).toHaveTitle(`${name} anew · Templates · Identity Console`);
	await page.reload();
	await expect(page.getByRole("heading", { level: 1, name: `${name} anew` })).toBeVisible();
	await expect(page.getByText("asks for almost everything")).toHaveCount(0);
	expect(templateId(page)).toBe(id);
});

test("a viewer can filter, jump and look under every tab", async ({ page, signIn, management }) => {
	const { id } = await management.createTemplate(uniqueName("Looked at"), { portrait: true });
	await signIn(page, "viewer");
	await page.goto(`/templates/${id}`);
	await page.getByRole("searchbox", { name: "Filter attributes" }).fill("city");
	await expect(tick(page, "Photo")).toBeHidden();
	await expect(tick(page, "City")).toBeDisabled();
	await page.getByRole("tab", { name: "Request" }).click();
	await expect(page.getByRole("button", { name: "Copy JSON" })).toBeEnabled();
	await expect(page.getByRole("checkbox", { name: /^Select all/ })).toHaveCount(0);
});

test.describe("without JavaScript", () => {
	test.use({ javaScriptEnabled: false });

	test("chips, the list of groups and the title work", async ({ page, signIn, management }) => {
		await signIn(page, "editor");
		await page.goto("/templates/new");
		await chip(page, "Identity check").click();
		await expect(page).toHaveURL(/\?preset=identity$/);
		await expect(chip(page, "Identity check")).toHaveAttribute("aria-current", "true");
		await groups(page).getByRole("link", { name: "Issuer", exact: true }).click();
		await expect(tick(page, "Issuing country")).toBeInViewport({ ratio: 1 });
		await groups(page).getByRole("link", { name: "More", exact: true }).click();
		await expect(tick(page, "Licence number")).toBeVisible();
		const name = uniqueName("Plain title");
		const { id } = await management.createTemplate(name, { portrait: true });
		await page.goto(`/templates/${id}`);
		expect(await page.title()).toBe(`${name} · Templates · Identity Console`);
	});
});
