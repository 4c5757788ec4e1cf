import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, type Page } from "@playwright/test";
import type axe from "axe-core";

/** The minified one: every page that is loaded parses it anew. */
const AXE = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** Takes as long as all other rules together. */
const CONTRAST = "color-contrast";
/** Rules that depend on the colour scheme; all others depend on the width. */
const COLOUR_RULES = [CONTRAST, "link-in-text-block"];
/** Holds a whole page: what fixed bars cover depends on scrolling and on the machine's fonts. */
const HEIGHT_PX = 2000;
/** Holds the longest page, and any narrow one. */
const LONG_HEIGHT_PX = 8000;

type Look = { colorScheme: "light" | "dark"; width: number; rules: "all" | "colours" | "all but colours" };

const NARROW_PX = 320;

/** Colours and fonts of texts whose contrast was measured on an earlier page of this worker, and is enough. */
const readable = new Set<string>();

const LIGHT_LOOKS: Look[] = [
	{ colorScheme: "light", width: 1280, rules: "all" },
	{ colorScheme: "light", width: NARROW_PX, rules: process.env.LONG ? "all" : "all but colours" },
];
/**
 * Colours come in pairs of light and dark with the same contrasts (`app/theme/colours.test.ts`): a few pages show that
 * browsers agree, in the long run all.
 */
const DARK_LOOKS: Look[] = [
	{ colorScheme: "dark", width: 1280, rules: process.env.LONG ? "all" : "colours" },
	...(process.env.LONG ? [{ colorScheme: "dark", width: NARROW_PX, rules: "all" } as const] : []),
];

/**
 * The page has no violation, wide and narrow, and no horizontal overflow. Leaves it light, and with the size that it had.
 * @param options `dark`: checks the dark scheme too; `within`: a CSS selector of the part to check, where the rest has been
 * checked
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
	const [isReady, length] = await page.evaluate(
		() => ["axe" in window, document.documentElement.scrollHeight] as const,
	);
	if (!isReady) await page.evaluate(AXE);
	for (const { colorScheme, width, rules } of [...(dark ? DARK_LOOKS : []), ...LIGHT_LOOKS]) {
		if (dark) await page.emulateMedia({ colorScheme });
		const height = width === NARROW_PX || length > HEIGHT_PX ? LONG_HEIGHT_PX : HEIGHT_PX;
		await page.setViewportSize({ width, height });
		const { canvas, problems, measured } = await page.evaluate(look, {
			options: optionsFor(rules),
			within,
			...(!process.env.LONG && rules !== "all but colours" && { contrast: { rule: CONTRAST, known: [...readable] } }),
		});
		canvases.add(canvas);
		found.push(...problems.map((problem) => `${colorScheme}, ${width} px: ${problem}`));
		for (const text of measured) readable.add(text);
	}
	if (size) await page.setViewportSize(size);
	expect(found, `on ${page.url()}`).toEqual([]);
	if (dark) expect(canvases.size, `the colour schemes that ${page.url()} follows`).toBe(2);
}

function optionsFor(rules: Look["rules"]): axe.RunOptions {
	const off = rules === "all but colours" ? COLOUR_RULES : process.env.LONG ? [] : [CONTRAST];
	return {
		resultTypes: ["violations"],
		...(rules === "colours"
			? { runOnly: { type: "rule", values: COLOUR_RULES.filter((rule) => !off.includes(rule)) } }
			: {
					runOnly: { type: "tag", values: TAGS },
					rules: Object.fromEntries(off.map((rule) => [rule, { enabled: false }])),
				}),
	};
}

type Checked = { options: axe.RunOptions; within: string; contrast?: { rule: string; known: string[] } };

/**
 * Runs in the page.
 * @param checked `contrast`: measures texts whose colours and fonts are not known
 * @returns `measured`: the colours and fonts of texts that can be read
 */
async function look({ options, within, contrast }: Checked) {
	const NOTHING = "rgba(0, 0, 0, 0) none 1 none";
	const grounds = new Map<Element, string>();
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
