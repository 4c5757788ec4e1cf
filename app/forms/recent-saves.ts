import type { TemplateSave } from "@/app/(console)/templates/edit/template-form-state";

// What this tab has saved and shown since it was loaded. The browser's Back shows a page as the server once made it; with
// this it shows what was saved since, and greets nobody twice. Only ever filled in the browser.
const saves = new Map<string, TemplateSave>();
const shownPages = new Set<string>();

export function rememberSave(id: string, save: TemplateSave): void {
	saves.set(id, save);
}

/** What was saved of a template after a page of it was made (ISO 8601 UTC), or null. */
export function newerSave(id: string | undefined, madeAt: string): TemplateSave | null {
	const save = id === undefined ? undefined : saves.get(id);
	return save && save.at > madeAt ? save : null;
}

/** Whether any template was saved after a page was made. */
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
