const ABOVE_PX = 12;

/** Focuses a result and scrolls to its beginning: in the panel where that scrolls, else in the page. */
export function showResult(result: HTMLElement): void {
	result.focus({ preventScroll: true });
	const panel = result.closest<HTMLElement>('[role="tabpanel"]');
	if (panel && panel.scrollHeight > panel.clientHeight)
		panel.scrollTop += result.getBoundingClientRect().top - panel.getBoundingClientRect().top - ABOVE_PX;
	else result.scrollIntoView({ block: "start" });
}
