import "server-only";
import { findInList, readAlone } from "@/app/_bulk/read-chosen";
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
	const chosen = [...new Set(ids)];
	// A single template is one request either way.
	const listed = await findInList(chosen.length > 1 ? chosen : [], until, async (from) => {
		const { templates, next } = await listTemplates(from, PAGE_SIZE_MAX);
		return { items: templates, next };
	});
	const found: ChosenTemplate[] = [];
	for (const id of chosen) {
		const template = listed.get(id);
		// A list may omit the presentation request.
		const isWhole = template?.presentation !== undefined;
		found.push({ id, template: isWhole ? template : await readAlone(() => getTemplate(id), until) });
	}
	return found;
}
