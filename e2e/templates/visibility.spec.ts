import type { Page } from "@playwright/test";
import { layoutShiftDuring } from "../page/layout-shift";
import {
	changes,
	createButton,
	expect,
	nameBox,
	saveButton,
	test,
	tick,
	uniqueName,
	untilHydrated,
} from "./templates-page";

/** The most presses of Tab from the name to the save button. */
const TABS_MAX = 12;

const groups = (page: Page) => page.getByRole("navigation", { name: "Groups of attributes" });
const GROUPS = ["Age limits", "Age", "Person", "Photo", "Address", "Licence", "Issuer", "National script", "More"];
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
	test(`at ${width} × ${height} the save bar is visible wherever the focus is, and does not cover it`, async ({
		page,
		signIn,
		management,
	}) => {
		const { id } = await management.createTemplate(uniqueName("Bar").padEnd(255, "m"), almostAll);
		await page.setViewportSize({ width, height });
		await signIn(page, "editor");
		await page.goto(`/templates/${id}`);
		await untilHydrated(page);
		await nameBox(page).fill("n".repeat(255));
		await tick(page, "Select all attributes").check();
		await tick(page, "Select all attributes").uncheck();
		await expect(changes(page)).toContainText(/\d changes/);
		const bar = await changes(page)
			.locator("..")
			.evaluate((bar) => bar.getBoundingClientRect().height / innerHeight);
		expect(bar).toBeLessThan(0.25);
		// The first change is shown in short, however long it is.
		await changes(page).locator("summary > span").first().hover({ trial: true });
		for (const asksForMore of [false, true]) {
			if (asksForMore) await tick(page, "Over 18").check();
			await expect(page.getByRole("textbox", { name: "Reason or ticket" })).toHaveCount(asksForMore ? 1 : 0);
			await nameBox(page).focus();
			await page.keyboard.press("Tab");
			expect(await outOfSight(page)).toEqual([]);
			await expect(saveButton(page)).toBeInViewport({ ratio: 1 });
			await expect(changes(page)).toBeInViewport();
		}
	});
}

/**
 * Moves the focus down the form and up again, as the keyboard would. @returns what covers the middle of a focused element, and
 * which part of the save bar is not visible
 */
function outOfSight(page: Page): Promise<string[]> {
	return page.evaluate(async () => {
		const found: string[] = [];
		const seen = ({ top, bottom }: DOMRect) => Math.min(bottom, window.innerHeight) - Math.max(top, 0);
		const look = (active: Element) => {
			const button = document.querySelector("#save")?.getBoundingClientRect() as DOMRect;
			const bar = document.querySelector('section[aria-label="Changes"]')?.getBoundingClientRect() as DOMRect;
			if (seen(button) < button.height - 0.5) found.push("the button that saves");
			if (seen(bar) <= 0) found.push("the changes");
			const { x, y, width, height } = active.getBoundingClientRect();
			const top = document.elementFromPoint(x + width / 2, y + Math.min(height / 2, 20));
			const isOver = top !== null && !active.contains(top) && !top.contains(active) && !top.closest("label");
			if (isOver || top === null) found.push(`${active.outerHTML.slice(0, 120)} under ${top?.outerHTML.slice(0, 120)}`);
		};
		const all = [...document.querySelectorAll<HTMLElement>("a, button, input, textarea, select, summary")].filter(
			(element) => element.tabIndex >= 0 && element.checkVisibility({ visibilityProperty: true }),
		);
		const first = all.indexOf(document.activeElement as HTMLElement);
		const down = all.slice(first, first + 45);
		for (const element of [...down, ...down.toReversed().slice(0, 30)]) {
			element.focus();
			await new Promise(requestAnimationFrame);
			if (document.activeElement === element) look(element);
		}
		if (down.length < 45) found.push(`only ${down.length} controls`);
		return found;
	});
}

test("at 1280 × 800 all 21 attributes and the age limits of a stored template are visible, in two columns, and not covered", async ({
	page,
	signIn,
	management,
}) => {
	const { id } = await management.createTemplate(uniqueName("Sight").padEnd(255, "m"), almostAll);
	await page.setViewportSize({ width: 1280, height: 800 });
	await signIn(page, "editor");
	await page.goto(`/templates/${id}`);
	await untilHydrated(page);
	await expectAllInSight(page);

	await test.step("what is listed as false says so at every width, with a mark of its own in the box", async () => {
		const other = await management.createTemplate(uniqueName("False"), listedFalse);
		const viewer = await page.context().browser()?.newPage();
		if (!viewer) throw new Error("There is no second page.");
		await signIn(viewer, "viewer");
		for (const one of [page, viewer]) {
			await one.goto(new URL(`/templates/${other.id}`, page.url()).href);
			for (const width of WIDTHS) {
				await one.setViewportSize({ width, height: 800 });
				expect(await one.evaluate(falseRows), `${width}`).toEqual(Object.keys(listedFalse).map(() => "whole ○"));
			}
		}
		await viewer.close();
		await page.setViewportSize({ width: 1280, height: 800 });
		await page.goto(`/templates/${id}`);
		await untilHydrated(page);
	});

	await test.step("the phone is completely visible when everything is requested, and the full help of a box is shown in its line", async () => {
		await expectPhoneInSight(page);
		const phone = phoneOf(page);
		await phone.getByText("and 15 more").click();
		await phone.getByRole("link", { name: "City", exact: true }).click();
		await expect(tick(page, "City")).toBeFocused();
		await expect(tick(page, "City")).toBeInViewport({ ratio: 1 });
		const help = "The exact date. For an age limit “Over 18” is enough.";
		const line = page.locator(".help-line").getByText(help);
		await tick(page, "Year of birth").focus();
		const place = await tick(page, "City").boundingBox();
		await page.keyboard.press("Shift+Tab");
		await page.keyboard.press("Shift+Tab");
		await expect(tick(page, "Date of birth")).toBeFocused();
		await expect(tick(page, "Date of birth")).toHaveAccessibleDescription(new RegExp(help));
		await expect(line).toBeInViewport({ ratio: 1 });
		await tick(page, "City").hover();
		await expect(line).toHaveCount(0);
		expect(await tick(page, "City").boundingBox()).toEqual(place);

		await tick(page, "Select all attributes").uncheck();
		for (const label of ONE_OF_EACH_GROUP) await tick(page, label).check();
		await page.evaluate(() => window.scrollTo(0, 0));
		const more = phone.getByText(/^and \d+ more$/);
		await expect(phone).toBeInViewport({ ratio: 1 });
		await expect(phone.getByText("Share", { exact: true })).toBeInViewport({ ratio: 1 });
		if ((await more.count()) > 0) await more.click();
		await expect(phone.getByRole("link")).toHaveText(ONE_OF_EACH_GROUP);
	});

	await test.step("no chip of a preset is cut at its end, and only figures are of one width", async () => {
		await expectWholeChips(page);
		expect(await page.evaluate(() => getComputedStyle(document.body).fontVariantNumeric)).toBe("normal");
		const length = page.locator(".length").first();
		expect(await length.evaluate((element) => getComputedStyle(element).fontVariantNumeric)).toBe("tabular-nums");
	});
});

/** All attributes and age limits of the form, in two columns and not covered, and the button that saves. */
async function expectAllInSight(page: Page): Promise<void> {
	const rows = await page
		.getByRole("group", { name: GROUP })
		.locator('input[name="attribute"]')
		.evaluateAll((inputs) =>
			inputs.map((input) => {
				const row = input.closest("label")?.parentElement as HTMLElement;
				const { x, y, bottom, height } = row.getBoundingClientRect();
				// Points near its upper and lower edge, at the box and at the beginning of the help.
				const seen = [y + 2, bottom - 2].flatMap((at) => [x + 16, x + 150].map((along) => [along, at] as const));
				const isWhole = seen.every(([along, at]) => row.contains(document.elementFromPoint(along, at)));
				return { name: (input as HTMLInputElement).value, x, height, isWhole };
			}),
		);
	expect(rows).toHaveLength(23);
	expect(rows.filter(({ isWhole }) => !isWhole).map(({ name }) => name)).toEqual([]);
	expect(rows.filter(({ height }) => height < 24 || height > 30)).toEqual([]);
	expect(new Set(rows.map(({ x }) => x)).size).toBe(2);
	await expect(saveButton(page).or(createButton(page))).toBeInViewport({ ratio: 1 });
}

const phoneOf = (page: Page) => page.getByRole("figure", { name: "Likeness of the wallet's sheet" });

/** Requests everything: the phone is completely visible. */
async function expectPhoneInSight(page: Page): Promise<void> {
	await tick(page, "Select all attributes").check();
	const phone = phoneOf(page);
	await expect(phone).toBeInViewport({ ratio: 1 });
	await expect(phone.getByText("Share", { exact: true })).toBeInViewport({ ratio: 1 });
	await expect(phone.getByText("and 15 more")).toBeInViewport({ ratio: 1 });
	await expect(phone.getByRole("link")).toHaveCount(6);
}

async function expectWholeChips(page: Page): Promise<void> {
	for (const width of [1440, 1280]) {
		await page.setViewportSize({ width, height: 800 });
		expect(await page.evaluate(cutChips), `${width}`).toEqual({ cut: [], isWhole: true });
	}
}

const ONE_OF_EACH_GROUP = ["Over 18", "Date of birth", "Family name", "Photo", "City", "Expires on", "Issuing country"];

/** The chips in the first line of the list of presets whose end is out of it, and whether the next one would not fit. */
function cutChips() {
	const list = document.querySelector(".chips")?.getBoundingClientRect() as DOMRect;
	const chips = [...document.querySelectorAll(".chips button")].map((chip) => {
		const { right, top, width } = chip.getBoundingClientRect();
		return { text: chip.textContent, right, width, isShown: top < list.bottom };
	});
	const shown = chips.filter(({ isShown }) => isShown);
	const [next] = chips.filter(({ isShown }) => !isShown);
	const room = list.right - Math.max(...shown.map(({ right }) => right));
	return {
		cut: shown.filter(({ right }) => right > list.right + 0.5).map(({ text }) => text),
		isWhole: shown.length > 0 && (!next || room < next.width + 10),
	};
}

const WIDTHS = [320, 640, 1024, 1280, 1920];

const listedFalse = Object.fromEntries(
	["age_over_18", "resident_address", "issuing_jurisdiction", "given_name_national_character", "document_number"].map(
		(name) => [name, false],
	),
);

/** How each row with the words shows them, and the mark of its box. */
function falseRows(): string[] {
	const badges = [...document.querySelectorAll(".rows .badge")];
	return badges.map((badge) => {
		badge.scrollIntoView({ block: "center" });
		const { left, right, top, bottom } = badge.getBoundingClientRect();
		const row = badge.closest(".rows > div");
		const isSeen = (x: number) => badge.contains(document.elementFromPoint(x, (top + bottom) / 2));
		const isWhole = badge.textContent === "listed as false" && isSeen(left + 1) && isSeen(right - 1);
		const box = row?.querySelector("input");
		return `${isWhole ? "whole" : "cut"} ${box ? getComputedStyle(box, "::before").content.charAt(1) : ""}`;
	});
}

/** The groups of the 21 attributes, and the age limits. */
const GROUP = /^(Age limits|Age|Person|Photo|Address|Licence|Issuer|Names in national script)$/;

test("of a new template all attributes, the phone and the presets are visible at 1280 × 800, and the save button is a few keys away; at 1280 × 720 each group has a link, at 1920 there are two columns, and at 320 there is one", async ({
	page,
	signIn,
}) => {
	await page.setViewportSize({ width: 1280, height: 800 });
	await signIn(page, "editor");
	await page.goto("/templates/new");
	await untilHydrated(page);
	await expectAllInSight(page);
	await expectPhoneInSight(page);
	await expectWholeChips(page);
	await nameBox(page).fill("Keys");
	await expectSaveNearBy(page, "Create template");
	await tick(page, "Select all attributes").uncheck();
	await page.setViewportSize({ width: 1280, height: 720 });
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
	for (const [width, columns] of [
		[320, 1],
		[1920, 2],
	] as const) {
		await page.setViewportSize({ width, height: 800 });
		const places = await page
			.getByRole("group", { name: GROUP })
			.locator('input[name="attribute"]')
			.evaluateAll((inputs) => inputs.map((input) => input.parentElement?.getBoundingClientRect().x));
		expect(new Set(places).size, `columns at ${width}`).toBe(columns);
	}
});

test("from the name of a stored template the save button is a few keys away, and nothing shifts on a save, a copy or an undo", async ({
	page,
	signIn,
	management,
}) => {
	const name = uniqueName("Keys");
	const { id } = await management.createTemplate(name, { portrait: true });
	await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
	await page.setViewportSize({ width: 1280, height: 800 });
	await signIn(page, "editor");
	await page.goto(`/templates/${id}`);
	await untilHydrated(page);
	await nameBox(page).fill(`${name} anew`);
	await expectSaveNearBy(page, "Save changes");

	const saved = page.getByText("Saved.", { exact: true });
	expect(await layoutShiftDuring(page, () => page.getByRole("button", { name: "Copy ID" }).click()), "Copy").toBe(0);
	await expect(page.getByRole("status").filter({ hasText: /^Copied$/ })).toHaveCount(1);
	const save = async () => {
		await page.keyboard.press("ControlOrMeta+s");
		await expect(saved).toBeVisible();
	};
	expect(await layoutShiftDuring(page, save), "a save").toBe(0);
	const undo = async () => {
		await page.getByRole("button", { name: "Undo" }).click();
		await expect(page.getByRole("heading", { level: 1, name, exact: true })).toBeVisible();
		await expect(saved).toBeVisible();
	};
	expect(await layoutShiftDuring(page, undo), "Undo").toBe(0);
	expect(await page.evaluate(() => window.scrollY)).toBe(0);
});

/** From the name, which has the focus. */
async function expectSaveNearBy(page: Page, button: string): Promise<void> {
	const isThere = () => page.evaluate(() => document.activeElement?.id === "save");
	let presses = 0;
	for (; presses < TABS_MAX && !(await isThere()); presses += 1) {
		await page.keyboard.press("Tab");
		const skip = page.getByRole("link", { name: "Skip to save" });
		if (await skip.evaluate((link) => link === document.activeElement)) {
			await expect(skip).toBeInViewport({ ratio: 1 });
			await page.keyboard.press("Enter");
		}
	}
	await expect(page.getByRole("button", { name: button })).toBeFocused();
	await expect(page.getByRole("button", { name: button })).toHaveAttribute("title", /^(Ctrl|⌘) S$/);
}
