const ABOVE_PX = 12;

/** Gives the focus to a result and shows it from its beginning: the panel scrolls where it can, and the page where not. */
export function showResult(result: HTMLElement): void {
	result.focus({ preventScroll: true });
	const panel = result.closest<HTMLElement>('[role="tabpanel"]');
	if (panel && panel.scrollHeight > panel.clientHeight)
		panel.scrollTop += result.getBoundingClientRect().top - panel.getBoundingClientRect().top - ABOVE_PX;
	else result.scrollIntoView({ block: "start" });
}
