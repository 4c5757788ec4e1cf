import { expect, type Page } from "@playwright/test";
import axe from "axe-core";

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** What the colour scheme can change; what the width can change is all else. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];
const HEIGHT_PX = 800;
/** All of the longest page: what the bars cover that stay in place is a matter of scrolling, and of the machine's fonts. */
const WHOLE_HEIGHT_PX = 8000;

type Look = { colorScheme: "light" | "dark"; width: number; rules: "all" | "colours" | "all but colours" };

const LIGHT_LOOKS: Look[] = [
	{ colorScheme: "light", width: 1280, rules: "all" },
	{ colorScheme: "light", width: 320, rules: process.env.LONG ? "all" : "all but colours" },
];
/**
 * Colours come in pairs of light and dark, and what can be read in the light can be read in the dark
 * (`app/theme/colours.test.ts`): a few pages show that browsers agree, and in the long run all.
 */
const DARK_LOOKS: Look[] = [
	{ colorScheme: "dark", width: 1280, rules: process.env.LONG ? "all" : "colours" },
	...(process.env.LONG ? [{ colorScheme: "dark", width: 320, rules: "all" } as const] : []),
];

/**
 * The page as it stands has no violation, wide and narrow, and nothing of it sticks out on the right. Leaves it light, as
 * pages are opened, and with the size that it had.
 * @param options `dark`: in the dark too, where it is another; `within`: the part that is new, where the rest has been looked
 * at (a CSS selector)
 */
export async function expectAccessible(
	page: Page,
	{ dark = Boolean(process.env.LONG), within = "html" } = {},
): Promise<void> {
	// After a redirect within the page the title comes a moment later than the page.
	await expect(page).toHaveTitle(/\S/);
	await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
	const size = page.viewportSize();
	const found: string[] = [];
	const canvases = new Set<string>();
	for (const { colorScheme, width, rules } of [...(dark ? DARK_LOOKS : []), ...LIGHT_LOOKS]) {
		await page.emulateMedia({ colorScheme });
		await page.setViewportSize({ width, height: rules === "colours" ? HEIGHT_PX : WHOLE_HEIGHT_PX });
		await finishTransitions(page);
		canvases.add(await page.evaluate(() => getComputedStyle(document.body).backgroundColor));
		const problems = [...(await overflow(page)), ...(await violations(page, rules, within))];
		found.push(...problems.map((problem) => `${colorScheme}, ${width} px: ${problem}`));
	}
	if (size) await page.setViewportSize(size);
	expect(found, `on ${page.url()}`).toEqual([]);
	if (dark) expect(canvases.size, `the colour schemes that ${page.url()} follows`).toBe(2);
}

/** Colours that are on their way to others would be measured in between. The end of one may begin another. */
async function finishTransitions(page: Page): Promise<void> {
	await page.evaluate(() => {
		const running = () => document.getAnimations().filter((animation) => animation instanceof CSSTransition);
		for (let all = running(); all.length > 0; all = running()) for (const transition of all) transition.finish();
	});
}

async function violations(page: Page, rules: Look["rules"], within: string): Promise<string[]> {
	if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
	const options: axe.RunOptions = {
		resultTypes: ["violations"],
		runOnly: rules === "colours" ? { type: "rule", values: COLOUR_RULES } : { type: "tag", values: TAGS },
		...(rules === "all but colours" && {
			rules: Object.fromEntries(COLOUR_RULES.map((rule) => [rule, { enabled: false }])),
		}),
	};
	const found = await page.evaluate(
		async ([part, given]) => (await window.axe.run(part === "html" ? document : part, given)).violations,
		[within, options] as const,
	);
	return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ target, html }) => `${target} ${html}`).join("; ")}`);
}

async function overflow(page: Page): Promise<string[]> {
	const pixels = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
	return pixels > 0 ? [`${pixels} px stick out on the right`] : [];
}

declare global {
	interface Window {
		axe: typeof axe;
	}
}
