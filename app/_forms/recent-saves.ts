/** `at`: ISO 8601 UTC, by the console's clock. */
type RecentSave = { at: string };

// What this tab has saved and shown since it was loaded. The browser's Back shows a page as the server once made it; with
// this it shows what was saved since, and greets nobody twice. Only ever filled in the browser.
const saves = new Map<string, RecentSave>();
const shownPages = new Set<string>();

/** @param id of what was saved: identifiers of different kinds are never the same */
export function rememberSave<Save extends RecentSave>(id: string, save: Save): void {
	saves.set(id, save);
}

/** What was saved of a thing after a page of it was made (ISO 8601 UTC), or null. */
export function newerSave<Save extends RecentSave>(id: string | undefined, madeAt: string): Save | null {
	const save = id === undefined ? undefined : saves.get(id);
	return save && save.at > madeAt ? (save as Save) : null;
}

/** Whether anything was saved after a page was made. */
export function wasAnySaved(madeAt: string): boolean {
	return [...saves.values()].some(({ at }) => at > madeAt);
}

/** @param madeAt of the page that is shown now */
export function rememberPage(madeAt: string): void {
	shownPages.add(madeAt);
}

export function wasShown(madeAt: string): boolean {
	return shownPages.has(madeAt);
}
