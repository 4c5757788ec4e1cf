import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, type Page } from "@playwright/test";
import type axe from "axe-core";

/** The minified one: every page that is loaded parses it anew. */
const AXE = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** Takes as long as all other rules together. */
const CONTRAST = "color-contrast";
/** The other rule that depends on the colour scheme. */
const LINK_COLOURS = "link-in-text-block";
/** Rules that depend on the width alone, whatever is shown. */
const SIZES = ["target-size", "scrollable-region-focusable"];
const NARROW_PX = 320;
const WIDE_PX = 1280;
/** Holds a whole page: what fixed bars cover depends on scrolling and on the machine's fonts. */
const HEIGHT_PX = 2000;
/** Holds the longest page, and any narrow one. */
const LONG_HEIGHT_PX = 8000;

type Look = {
	colorScheme: "light" | "dark";
	width: number;
	rules: Pick<axe.RunOptions, "runOnly" | "rules">;
	/** Whether the contrast of texts is measured, once for all with the same colours and fonts. */
	contrast?: boolean;
};
const only = (values: string[]): Look["rules"] => ({ runOnly: { type: "rule", values } });
const allBut = (...off: string[]): Look["rules"] => ({
	runOnly: { type: "tag", values: TAGS },
	rules: Object.fromEntries(off.map((rule) => [rule, { enabled: false }])),
});

const WIDE: Look = { colorScheme: "light", width: WIDE_PX, rules: allBut(CONTRAST), contrast: true };
/**
 * Few controls are shown only where a page is narrow, and colours come in pairs of light and dark with the same contrasts
 * (`app/theme/colours.test.ts`): samples show that browsers agree.
 */
const LOOKS: Look[] = [WIDE, { colorScheme: "light", width: NARROW_PX, rules: only(SIZES) }];
const SAMPLE_LOOKS: Look[] = [
	{ colorScheme: "dark", width: WIDE_PX, rules: only([LINK_COLOURS]), contrast: true },
	WIDE,
	{ colorScheme: "light", width: NARROW_PX, rules: allBut(CONTRAST, LINK_COLOURS) },
];
const LONG_LOOKS: Look[] = (["dark", "light"] as const).flatMap((colorScheme) =>
	[WIDE_PX, NARROW_PX].map((width) => ({ colorScheme, width, rules: allBut() })),
);

/** Colours and fonts of texts that axe found readable on an earlier page of this worker. */
const readable = new Set<string>();

/**
 * The page has no violation, wide and narrow, and no horizontal overflow. Leaves it light, and with the size that it had.
 * @param options `isSample`: checks all rules where it is narrow too, and the dark scheme, as the long run does of every
 * page; `within`: a CSS selector of the part to check, where the rest has been checked
 */
export async function expectAccessible(page: Page, { isSample = false, within = "html" } = {}): Promise<void> {
	// After a redirect within the page the title comes a moment later than the page.
	await expect(page).toHaveTitle(/\S/);
	await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
	// A link that was just pressed: the page that it leads to is the one to check.
	await expect(page.getByRole("progressbar", { name: "Loading" })).toHaveCount(0);
	const looks = process.env.LONG ? LONG_LOOKS : isSample ? SAMPLE_LOOKS : LOOKS;
	const schemes = new Set(looks.map(({ colorScheme }) => colorScheme)).size;
	const size = page.viewportSize();
	const found: string[] = [];
	const canvases = new Set<string>();
	const [isReady, length] = await page.evaluate(
		() => ["axe" in window, document.documentElement.scrollHeight] as const,
	);
	if (!isReady) await page.evaluate(AXE);
	for (const { colorScheme, width, rules, contrast } of looks) {
		if (schemes > 1) await page.emulateMedia({ colorScheme });
		const height = width === NARROW_PX || length > HEIGHT_PX ? LONG_HEIGHT_PX : HEIGHT_PX;
		await page.setViewportSize({ width, height });
		const checked: Checked = {
			options: { resultTypes: ["violations"], ...rules },
			within,
			...(contrast && { contrast: { rule: CONTRAST, known: [...readable] } }),
		};
		const { canvas, problems, measured } = await page.evaluate(look, checked);
		canvases.add(canvas);
		found.push(...problems.map((problem) => `${colorScheme}, ${width} px: ${problem}`));
		for (const text of measured) readable.add(text);
	}
	if (size) await page.setViewportSize(size);
	expect(found, `on ${page.url()}`).toEqual([]);
	expect(canvases.size, `the colour schemes that ${page.url()} follows`).toBe(schemes);
}

type Checked = { options: axe.RunOptions; within: string; contrast?: { rule: string; known: string[] } | undefined };

/**
 * Runs in the page.
 * @param checked `contrast`: measures texts whose colours and fonts are not known
 * @returns `measured`: the colours and fonts of texts that can be read
 */
async function look({ options, within, contrast }: Checked) {
	const NOTHING = "rgba(0, 0, 0, 0) none 1 none";
	const grounds = new Map<Element, string>();
	// In the middle of a page some controls are behind the frame that stays in sight.
	window.scrollTo({ top: 0, behavior: "instant" });
	// Colours would be measured in the middle of a transition. The end of one may begin another.
	const running = () => document.getAnimations().filter((animation) => animation instanceof CSSTransition);
	for (let all = running(); all.length > 0; all = running()) for (const transition of all) transition.finish();
	const pixels = document.documentElement.scrollWidth - window.innerWidth;
	const { violations } = await window.axe.run(within === "html" ? document : within, options);
	const texts = contrast ? [...document.querySelectorAll(`${within} *`)].filter(hasText) : [];
	const looks = new Map(texts.map((element) => [element, lookOf(element)]));
	const include = texts.filter((element) => !contrast?.known.includes(looks.get(element) ?? ""));
	const measured: string[] = [];
	if (contrast && include.length > 0) {
		const { violations: faint, passes } = await window.axe.run(
			{ include },
			{ runOnly: { type: "rule", values: [contrast.rule] }, resultTypes: ["violations", "passes"], elementRef: true },
		);
		violations.push(...faint);
		// Nothing is known of a text that is hidden, disabled, or covered.
		for (const { element } of passes.flatMap(({ nodes }) => nodes)) {
			const text = element && looks.get(element);
			if (text) measured.push(text);
		}
	}
	return {
		measured: [...new Set(measured)],
		canvas: getComputedStyle(document.body).backgroundColor,
		problems: [
			...(pixels > 0 ? [`${pixels} px stick out on the right`] : []),
			...violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target, html }) => `${target} ${html}`).join("; ")}`),
		],
	};

	function hasText(element: Element): boolean {
		return (
			element.matches("input, select, textarea") ||
			[...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim())
		);
	}

	function lookOf(element: Element): string {
		const { color, fontSize, fontWeight } = getComputedStyle(element);
		return [color, fontSize, fontWeight, groundOf(element)].join(" ");
	}

	/** What is painted behind it, from the root on. */
	function groundOf(element: Element): string {
		const known = grounds.get(element);
		if (known !== undefined) return known;
		const { backgroundColor, backgroundImage, opacity, textShadow } = getComputedStyle(element);
		const own = [backgroundColor, backgroundImage, opacity, textShadow].join(" ");
		const behind = element.parentElement ? groundOf(element.parentElement) : "";
		const ground = own === NOTHING || behind.endsWith(own) ? behind : `${behind} ${own}`;
		grounds.set(element, ground);
		return ground;
	}
}

declare global {
	interface Window {
		axe: typeof axe;
	}
}
