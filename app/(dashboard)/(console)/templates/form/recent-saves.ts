import type { TemplateSave } from "../edit/template-form-state";

// What this tab has saved since it was loaded. The browser's Back shows a page as the server once made it; with this it
// shows what was saved since. Only ever filled in the browser.
const saves = new Map<string, TemplateSave>();

export function rememberSave(id: string, save: TemplateSave): void {
	saves.set(id, save);
}

/** What was saved of a template after a page of it was made (ISO 8601 UTC), or null. */
export function newerSave(id: string | undefined, madeAt: string): TemplateSave | null {
	const save = id === undefined ? undefined : saves.get(id);
	return save && save.at > madeAt ? save : null;
}
