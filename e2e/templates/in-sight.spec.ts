import type { Page } from "@playwright/test";
import { changes, expect, nameBox, saveButton, test, tick, uniqueName, untilLive } from "./templates-page";

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
				expect(await outOfSight(page)).toEqual([]);
			}
		await expect(saveButton(page)).toBeInViewport({ ratio: 1 });
		await expect(changes(page)).toBeInViewport();
	});
}

/** What lies over the middle of what has the focus, where anything does; and what of the save bar is not to be seen. */
function outOfSight(page: Page): Promise<string[]> {
	return page.evaluate(() => {
		const found: string[] = [];
		const seen = ({ top, bottom }: DOMRect) => Math.min(bottom, window.innerHeight) - Math.max(top, 0);
		const button = document.querySelector("#save")?.getBoundingClientRect() as DOMRect;
		const bar = document.querySelector('section[aria-label="Changes"]')?.getBoundingClientRect() as DOMRect;
		if (seen(button) < button.height - 0.5) found.push("the button that saves");
		if (seen(bar) <= 0) found.push("the changes");
		const active = document.activeElement;
		if (!active || active === document.body) return found;
		const { x, y, width, height } = active.getBoundingClientRect();
		const top = document.elementFromPoint(x + width / 2, y + Math.min(height / 2, 20));
		const isOver = top !== null && !active.contains(top) && !top.contains(active) && !top.closest("label");
		if (isOver || top === null) found.push(`${active.outerHTML.slice(0, 120)} under ${top?.outerHTML.slice(0, 120)}`);
		return found;
	});
}

test("the first attribute is in sight at 1280 × 720, rows are of 36 to 44 pixels in columns, and each group is a link away", async ({
	page,
	signIn,
}) => {
	await page.setViewportSize({ width: 1280, height: 720 });
	await signIn(page, "editor");
	await page.goto("/templates/new");
	await untilLive(page);
	await expect(tick(page, "Over 18")).toBeInViewport({ ratio: 1 });

	await test.step("each link of the list of groups shows its group, and Tab goes on there", async () => {
		await expect(groups(page).getByRole("link")).toHaveText(GROUPS);
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
	});
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
