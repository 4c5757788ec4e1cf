import type { Page } from "@playwright/test";
import { elementsOf, type Management } from "../http/management";
import { changes, expect, nameBox, saveButton, test, tick, uniqueName, untilHydrated } from "./templates-page";

// The same without a browser: app/(console)/two-admins.test.ts. One conflict in a browser: conflicts.spec.ts.
const SEEDS = process.env.LONG ? Array.from({ length: 20 }, (_, seed) => seed + 1) : [];
const STEPS = 60;
const LABELS = { portrait: "Photo", resident_city: "City", given_name: "Given names", nationality: "Nationality" };
type Name = keyof typeof LABELS;
const NAMES = Object.keys(LABELS) as Name[];

/** Numbers from 0 up to a bound, the same for the same seed (mulberry32). */
function numbersOf(seed: number): (below: number) => number {
	let state = seed;
	return (below) => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
	};
}

/** The differences between two templates as lines, in the page's own words. */
function differencesInWords(before: Record<string, unknown>, after: Record<string, unknown>): string[] {
	return NAMES.flatMap((name) => {
		if (JSON.stringify(before[name]) === JSON.stringify(after[name])) return [];
		if (before[name] === undefined) return [`Adds ${LABELS[name]}`];
		return [`${after[name] === undefined ? "Removes" : "Changes"} ${LABELS[name]}`];
	}).sort();
}

/** The lines above the button, without the values in brackets. */
async function announcedChanges(page: Page): Promise<string[]> {
	const lines = await changes(page).getByRole("listitem", { includeHidden: true }).allTextContents();
	return lines.map((line) => line.replace(/ \(.*$/s, "")).sort();
}

/** Presses Save until it is stored, and checks that each save did what the page had announced. */
async function save(page: Page, management: Management, id: string): Promise<void> {
	for (;;) {
		const before = elementsOf(await management.getTemplate(id));
		const announced = await announcedChanges(page);
		await saveButton(page).click();
		const saved = page.getByText("Saved.", { exact: true });
		const conflict = page.getByText("Changed since you opened it");
		const refused = page.getByRole("alert").filter({ hasText: "This can't be sent yet" });
		const nothing = page.getByText("Nothing to save");
		await expect(page.getByText("Sending…")).toHaveCount(0);
		await expect(saved.or(conflict).or(refused).or(nothing).first()).toBeVisible();
		const after = elementsOf(await management.getTemplate(id));
		if (await saved.isVisible()) {
			expect(differencesInWords(before, after)).toEqual(announced);
			expect(await announcedChanges(page)).toEqual([]);
			return;
		}
		expect(after).toEqual(before);
		if (await nothing.isVisible()) return expect(announced).toEqual([]);
		if (await refused.getByText("Tick at least one attribute.").isVisible()) {
			await tick(page, LABELS.portrait).check();
			continue;
		}
		const contested = page.getByRole("status").filter({ has: conflict }).getByRole("group");
		for (const field of await contested.all())
			if ((await field.getByRole("radio", { checked: true }).count()) === 0)
				await field.getByRole("radio", { name: /^Yours: / }).check();
	}
}

for (const seed of SEEDS) {
	test(`two admins at one template: every page lists what its next save does (seed ${seed})`, async ({
		openContext,
		page,
		signIn,
		management,
	}) => {
		test.setTimeout(60_000 + STEPS * 8_000);
		const next = numbersOf(seed);
		const { id } = await management.createTemplate(uniqueName("Model"), { portrait: true, given_name: true });
		await signIn(page, "editor");
		const second = await (await openContext({ storageState: await page.context().storageState() })).newPage();
		const pages = [page, second];
		for (const one of pages) {
			one.on("dialog", (dialog) => dialog.accept());
			await one.goto(`/templates/${id}`);
			await untilHydrated(one);
		}
		for (let step = 0; step < STEPS; step += 1) {
			const one = pages[next(2)] ?? page;
			const name = NAMES[next(NAMES.length)] ?? "portrait";
			const kind = next(10);
			if (kind < 4) await tick(one, LABELS[name]).click();
			else if (kind === 4) {
				const stored = elementsOf(await management.getTemplate(id));
				await management.updateElements(id, { ...stored, [name]: false });
			} else if (kind === 5) {
				await one.reload();
				await untilHydrated(one);
				const discard = one.getByRole("button", { name: "Discard" });
				if (await discard.isVisible()) await discard.click();
			} else if (kind === 6 && (await one.getByRole("button", { name: "Undo" }).isVisible())) {
				const before = elementsOf(await management.getTemplate(id));
				await one.getByRole("button", { name: "Undo" }).click();
				await expect(one.getByText("Sending…")).toHaveCount(0);
				// Either it is undone, or the other admin was first and nothing was written.
				if (await one.getByText("Changed since you opened it").isVisible())
					expect(elementsOf(await management.getTemplate(id))).toEqual(before);
			} else await save(one, management, id);
		}
		await save(page, management, id);
		await page.reload();
		await untilHydrated(page);
		const stored = elementsOf(await management.getTemplate(id));
		for (const name of NAMES) await expect(tick(page, LABELS[name])).toBeChecked({ checked: stored[name] === true });
		await expect(nameBox(page)).not.toHaveValue("");
	});
}
