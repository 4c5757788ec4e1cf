import { expect, type Page } from "@playwright/test";

/**
 * What of the page scrolls by itself at this width and has no name, or can't take the focus: the keyboard can't scroll
 * that, and nobody is told what it is. A dialog, a list of options and the navigation have keys and names of their own.
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

/** Wide or narrow, nothing of the page scrolls by itself that the keyboard can't scroll or that has no name. */
export async function expectReachableScrollers(page: Page): Promise<void> {
	const size = page.viewportSize();
	for (const width of [1280, ...(process.env.LONG ? [800] : []), 320]) {
		await page.setViewportSize({ width, height: 600 });
		expect(await unreachableScrollers(page), `${page.url()} at ${width} px`).toEqual([]);
	}
	if (size) await page.setViewportSize(size);
}
