import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

const ALL_RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** What the colour scheme can change. The others look at the same page again. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];
const WIDTHS_PX = [1280, 320];
/** What is dark is as dark at any width: the narrow page is looked at in the dark in the long run alone. */
const DARK_WIDTHS_PX = process.env.LONG ? WIDTHS_PX : [1280];
const HEIGHT_PX = 800;
/** All of the longest page: what the bars cover that stay in place is a matter of scrolling, and of the machine's fonts. */
const WHOLE_HEIGHT_PX = 8000;

/**
 * The page as it stands has no violation, light and dark, wide and narrow, and nothing of it sticks out on the right.
 * Leaves it light, as pages are opened, and with the size that it had.
 */
export async function expectAccessible(page: Page): Promise<void> {
	// After a redirect within the page the title comes a moment later than the page.
	await expect(page).toHaveTitle(/\S/);
	await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
	const size = page.viewportSize();
	const found: string[] = [];
	const canvases = new Set<string>();
	for (const colorScheme of ["dark", "light"] as const) {
		await page.emulateMedia({ colorScheme });
		await finishTransitions(page);
		canvases.add(await page.evaluate(() => getComputedStyle(document.body).backgroundColor));
		for (const width of colorScheme === "dark" ? DARK_WIDTHS_PX : WIDTHS_PX) {
			const all = colorScheme === "light" || Boolean(process.env.LONG);
			await page.setViewportSize({ width, height: all ? WHOLE_HEIGHT_PX : HEIGHT_PX });
			await finishTransitions(page);
			const problems = [...(await overflow(page)), ...(await violations(page, all))];
			found.push(...problems.map((problem) => `${colorScheme}, ${width} px: ${problem}`));
		}
	}
	if (size) await page.setViewportSize(size);
	expect(found, `on ${page.url()}`).toEqual([]);
	expect(canvases.size, `the colour schemes that ${page.url()} follows`).toBe(2);
}

/** Colours that are on their way to others would be measured in between. The end of one may begin another. */
async function finishTransitions(page: Page): Promise<void> {
	await page.evaluate(() => {
		const running = () => document.getAnimations().filter((animation) => animation instanceof CSSTransition);
		for (let all = running(); all.length > 0; all = running()) for (const transition of all) transition.finish();
	});
}

async function violations(page: Page, all: boolean): Promise<string[]> {
	// No page has frames, so axe need not open a page of its own to gather their results.
	const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ["violations"] });
	const found = await (all ? axe.withTags(ALL_RULES) : axe.withRules(COLOUR_RULES)).analyze();
	return found.violations.map(
		({ id, nodes }) => `${id}: ${nodes.map(({ target, html }) => `${target} ${html}`).join("; ")}`,
	);
}

async function overflow(page: Page): Promise<string[]> {
	const pixels = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
	return pixels > 0 ? [`${pixels} px stick out on the right`] : [];
}
