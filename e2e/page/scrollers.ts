import { expect, type Page } from "@playwright/test";

/**
 * The page's scroll containers at this width that have no accessible name or can't be focused: the keyboard can't scroll
 * them, and screen readers don't announce them. A dialog, a listbox and the navigation have keys and names of their own.
 */
function unreachableScrollers(page: Page): Promise<string[]> {
	return page.evaluate(() => {
		const scrolls = (element: Element) => {
			const { overflowX, overflowY } = getComputedStyle(element);
			const [isWider, isHigher] = [
				element.scrollWidth > element.clientWidth + 1,
				element.scrollHeight > element.clientHeight + 1,
			];
			return (isWider && /auto|scroll/.test(overflowX)) || (isHigher && /auto|scroll/.test(overflowY));
		};
		const isReached = (element: Element) =>
			(element.ariaLabel ?? "") !== "" &&
			((element instanceof HTMLElement && element.tabIndex >= 0) || element.matches("nav, [role=listbox]"));
		return [...document.querySelectorAll("body *:not(textarea, input, select, dialog)")]
			.filter((element) => scrolls(element) && !isReached(element))
			.map((element) => element.outerHTML.slice(0, 160));
	});
}

/** Wide or narrow, every scroll container of the page is named and can be scrolled by the keyboard. */
export async function expectReachableScrollers(page: Page): Promise<void> {
	const size = page.viewportSize();
	for (const width of [1280, ...(process.env.LONG ? [800] : []), 320]) {
		await page.setViewportSize({ width, height: 600 });
		expect(await unreachableScrollers(page), `${page.url()} at ${width} px`).toEqual([]);
	}
	if (size) await page.setViewportSize(size);
}
