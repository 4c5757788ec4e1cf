import { expect, type Page } from "@playwright/test";

const ALL_WIDTHS = [320, 375, 414, 640, 768, 1024, 1280, 1366, 1440, 1920];
const WIDTHS = process.env.LONG ? ALL_WIDTHS : [1280, 768, 320];
/** High enough that no bar covers what is above it. */
const HEIGHT_PX = 900;

/**
 * At each width the page is no wider than the window, no control is out of sight, and no value is cut off that can't be
 * read whole where it stands. Leaves the page at the size that it had.
 */
export async function expectToFit(page: Page): Promise<void> {
	const size = page.viewportSize();
	const found = new Map<string, number[]>();
	for (const width of WIDTHS) {
		await page.setViewportSize({ width, height: HEIGHT_PX });
		for (const misfit of await page.evaluate(misfits)) found.set(misfit, [...(found.get(misfit) ?? []), width]);
	}
	if (size) await page.setViewportSize(size);
	const inWords = [...found].map(([misfit, widths]) => `${misfit} (at ${widths.join(", ")} px)`);
	expect.soft(inWords, `on ${page.url()}`).toEqual([]);
}

/** Runs in the page. Of each kind and place the first only: rows are alike. */
function misfits(): string[] {
	const found = new Map<string, string>();
	const report = (what: string, element: Element) => {
		const key = `${what} ${element.tagName}.${element.className} in ${element.parentElement?.className}`;
		const words = (element.ariaLabel || element.textContent || "").trim().slice(0, 60);
		if (!found.has(key))
			found.set(key, `${what}: <${element.tagName.toLowerCase()} class="${element.className}"> ${words}`);
	};
	const root = document.documentElement;
	if (root.scrollWidth > window.innerWidth) {
		found.set("page", "wider than the window");
	}

	for (const element of document.querySelectorAll<HTMLElement>("body *:not(option, script, style)")) {
		if (!element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true })) continue;
		const { left, right, width, height } = element.getBoundingClientRect();
		// For screen readers alone.
		if (width <= 1 || height <= 1) continue;
		if (element.matches("a[href], button, input, select, textarea, summary") && isOutOfSight(element, left, right)) {
			report("out of sight", element);
		}
		if (isCut(element) && !element.matches("input, textarea, select") && !opens(element)) report("cut off", element);
		// Of the font that the console uses: "sign - in".
		if (hasText(element) && /\w-\w/.test(element.textContent ?? "") && isTabular(element))
			report("hyphens widened", element);
	}
	return [...found.values()];

	/** To the left or right of what clips it, or of the window. */
	function isOutOfSight(element: Element, left: number, right: number): boolean {
		// Scrolls below its head and beside its first column.
		if (element.closest(".matrix")) return false;
		if (left < -1 || right > window.innerWidth + 1) return true;
		for (let outer = element.parentElement; outer && outer !== document.body; outer = outer.parentElement) {
			if (getComputedStyle(outer).overflowX === "visible") continue;
			const clip = outer.getBoundingClientRect();
			if (left < clip.left - 1 || right > clip.right + 1) return true;
			// What is around it clips nothing of it.
			if (outer.matches(":modal, :popover-open")) return false;
		}
		return false;
	}

	function isCut(element: HTMLElement): boolean {
		const { overflowX, overflowY, webkitLineClamp } = getComputedStyle(element);
		const isWider = element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0;
		const isHigher = element.scrollHeight > element.clientHeight + 2;
		if (/hidden|clip/.test(overflowX) && isWider) return true;
		if (webkitLineClamp !== "none" && isHigher) return true;
		if (/hidden|clip/.test(overflowY) && isHigher && hasText(element)) return true;
		// Runs into the next column.
		return element.matches("td, th, dd, li, p") && overflowX === "visible" && isWider;
	}

	function isTabular(element: Element): boolean {
		return getComputedStyle(element).fontVariantNumeric.includes("tabular-nums");
	}

	function hasText(element: Element): boolean {
		return [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
	}

	/** Whether a click on it or on the control behind it shows all; the help of a control is shown with its focus. */
	function opens(element: HTMLElement): boolean {
		if (element.closest("details:not([open]) > summary, [aria-expanded=false]")) return true;
		if (element.id && document.querySelector(`[aria-describedby~="${element.id}"]`)) return true;
		const more = element.nextElementSibling;
		if (!(more instanceof HTMLDetailsElement) || more.open) return false;
		more.open = true;
		const isWhole = !isCut(element);
		more.open = false;
		return isWhole;
	}
}
