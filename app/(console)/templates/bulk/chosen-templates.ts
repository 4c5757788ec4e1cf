import "server-only";
import { readChosen } from "@/app/_bulk/read-chosen";
import { PAGE_SIZE_MAX } from "@/lib/contract/limits";
import type { Template } from "@/lib/contract/template/template";
import { getTemplate, listTemplates } from "@/lib/dashboard/management/templates";

/** A selected template; `unread` where the rate limit left no time to read it. */
export type ChosenTemplate = { id: string; template: Template | "gone" | "unread" };

/**
 * Reads templates: most from their list, only the others by themselves.
 * @param until the time limit, also of waits for the rate limit
 * @throws SessionError, ManagementError
 */
export async function readChosenTemplates(ids: readonly string[], until: number): Promise<ChosenTemplate[]> {
	const found = await readChosen(ids, until, {
		async readPage(from) {
			// A single one is one request either way.
			if (ids.length === 1) return { items: [], next: null };
			const { templates, next } = await listTemplates(from, PAGE_SIZE_MAX);
			return { items: templates, next };
		},
		isWhole: ({ presentation }) => presentation !== undefined,
		read: getTemplate,
	});
	return [...found].map(([id, template]) => ({ id, template }));
}
