import type { Page } from "@playwright/test";
import { elementsOf } from "../http/management";
import {
	changes,
	createButton,
	expect,
	nameBox,
	templateId,
	test,
	tick,
	uniqueName,
	watchPosts,
} from "./templates-page";

const filter = (page: Page) => page.getByRole("searchbox", { name: "Filter attributes" });
const PRESSES_MAX = 150;

/** The accessible text of the focused element: a control's label, or its own text. */
function focusedText(page: Page): Promise<string> {
	return page.evaluate(() => {
		const active = document.activeElement;
		if (!active || active === document.body) return "BODY";
		const label = active instanceof HTMLInputElement ? active.labels?.[0] : active;
		return label?.textContent?.trim() ?? "";
	});
}

/** Presses Tab until the element with this text has the focus. */
async function tabTo(page: Page, target: string | RegExp): Promise<void> {
	for (let presses = 0; presses < PRESSES_MAX; presses += 1) {
		await page.keyboard.press("Tab");
		const text = await focusedText(page);
		if (typeof target === "string" ? text === target : target.test(text)) return;
	}
	throw new Error(`Tab never reached ${target}`);
}

async function expectFocusKept(page: Page): Promise<void> {
	await expect.poll(() => focusedText(page)).not.toBe("BODY");
}

test("by keyboard alone: create, follow an advice, use a preset, resolve a conflict, undo; the focus is never lost", async ({
	page,
	signIn,
	management,
}) => {
	const name = uniqueName("Keyboard");
	await signIn(page, "editor");
	await page.goto("/templates");
	await tabTo(page, "New template");
	await page.keyboard.press("Enter");
	await expect(page.getByRole("heading", { level: 1, name: "New template" })).toBeVisible();
	await tabTo(page, "Name");
	await page.keyboard.press("ControlOrMeta+s");
	const refusal = page.getByRole("alert").filter({ hasText: "This can't be sent yet" });
	await expect(refusal).toContainText("Tick at least one attribute.");
	await refusal.getByRole("link", { name: "A name is needed." }).press("Enter");
	await expect(nameBox(page)).toBeFocused();
	await page.keyboard.type(name);
	const posts = watchPosts(page);
	await filter(page).fill("birth");
	await filter(page).press("Enter");
	await expect(tick(page, "Photo")).toBeHidden();
	await tabTo(page, "Date of birth");
	await page.keyboard.press("Space");
	// Enter in the filter does not submit the form.
	await expect(page).toHaveURL(/\/templates\/new(#name)?$/);
	expect(posts).toEqual([]);
	await filter(page).fill("");
	await nameBox(page).focus();
	await tabTo(page, "Skip to save");
	await page.keyboard.press("Enter");
	await expect(createButton(page)).toBeFocused();
	await page.keyboard.press("Enter");
	await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
	await expectFocusKept(page);
	const id = templateId(page);

	await tabTo(page, "Holder");
	await page.keyboard.press("ArrowRight");
	await tabTo(page, "Ask for Over 18 instead");
	await page.keyboard.press("Enter");
	await expect(tick(page, "Over 18")).toBeChecked();
	await expectFocusKept(page);
	await page.keyboard.press("ControlOrMeta+s");
	await expect(page.getByText("Saved.", { exact: true })).toBeVisible();
	await expectFocusKept(page);
	expect(elementsOf(await management.getTemplate(id))).toEqual({ age_over_18: true });

	await test.step("without a change Ctrl+S sends nothing, and leaves the focus where it is", async () => {
		await tick(page, "City").focus();
		await page.keyboard.press("Space");
		await page.keyboard.press("Space");
		const { length } = posts;
		await page.keyboard.press("ControlOrMeta+s");
		await expect(page.getByText("Nothing to save: no changes.")).toBeVisible();
		await expect(tick(page, "City")).toBeFocused();
		await filter(page).fill("city");
		await filter(page).press("Enter");
		await filter(page).fill("");
		expect(posts).toHaveLength(length);
	});

	await nameBox(page).focus();
	await tabTo(page, "Name check");
	await page.keyboard.press("Enter");
	await tabTo(page, "Use this preset");
	await page.keyboard.press("Enter");
	await expect(changes(page)).toContainText("Removes Over 18");
	await expectFocusKept(page);

	await nameBox(page).focus();
	await page.keyboard.press("End");
	await page.keyboard.type(" mine");
	await management.updateTemplate(id, { name: `${name} theirs` });
	await page.keyboard.press("ControlOrMeta+s");
	await expect(page.getByText("Changed since you opened it")).toBeVisible();
	await expectFocusKept(page);
	await tabTo(page, /^Opened: /);
	await page.keyboard.press("ArrowDown");
	await expect(page.getByRole("radio", { name: `Theirs: “${name} theirs”` })).toBeChecked();
	await expectFocusKept(page);
	await tabTo(page, "Save changes");
	await page.keyboard.press("Enter");
	await expect(page.getByText("Saved.", { exact: true })).toBeVisible();
	await expectFocusKept(page);
	expect(await management.getTemplate(id)).toMatchObject({ name: `${name} theirs` });

	await page.keyboard.press("Shift+Tab");
	expect(await focusedText(page)).toBe("Propose");
	await page.keyboard.press("Shift+Tab");
	expect(await focusedText(page)).toBe("Undo");
	await page.keyboard.press("Enter");
	await expect.poll(async () => elementsOf(await management.getTemplate(id))).toEqual({ age_over_18: true });
	await expectFocusKept(page);
});
