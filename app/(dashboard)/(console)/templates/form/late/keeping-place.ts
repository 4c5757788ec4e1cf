const FOCUSABLE = "a, button, summary";

/**
 * Runs a change that replaces markup by its equal, and puts back what only the old markup knew: which details were
 * opened or closed, and where the focus was. Elements are recognised by their text.
 */
export function keepingPlace(container: HTMLElement | null, change: () => void): void {
	const states = new Map(summariesIn(container).map((summary) => [summary.textContent, isOpen(summary)]));
	const focused = document.activeElement;
	change();
	for (const summary of summariesIn(container)) {
		const wasOpen = states.get(summary.textContent);
		if (wasOpen !== undefined && wasOpen !== isOpen(summary))
			summary.closest("details")?.toggleAttribute("open", wasOpen);
	}
	if (!container || !(focused instanceof HTMLElement) || focused.isConnected) return;
	const equals = Array.from(container.querySelectorAll<HTMLElement>(FOCUSABLE));
	equals.find((found) => found.tagName === focused.tagName && found.textContent === focused.textContent)?.focus();
}

function summariesIn(container: HTMLElement | null): HTMLElement[] {
	return Array.from(container?.querySelectorAll<HTMLElement>("summary") ?? []);
}

function isOpen(summary: HTMLElement): boolean {
	return summary.closest("details")?.open ?? false;
}
