import type { Page } from "@playwright/test";

/**
 * What of the page scrolls by itself at this width and has no name, or can't take the focus: the keyboard can't scroll
 * that, and nobody is told what it is. A dialog, a list of options and the navigation have keys and names of their own.
 */
export function unreachableScrollers(page: Page): Promise<string[]> {
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
