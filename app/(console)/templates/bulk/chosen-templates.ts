import "server-only";
import { PAGE_SIZE_MAX } from "@/lib/contract/limits";
import type { Template } from "@/lib/contract/template/template";
import { ManagementError } from "@/lib/dashboard/management/call/errors";
import { waitOutRateLimit } from "@/lib/dashboard/management/call/rate-pause";
import { getTemplate, listTemplates } from "@/lib/dashboard/management/templates";

const PAGES_MAX = 10;

/** A selected template; `unread` where the rate limit left no time to read it. */
export type ChosenTemplate = { id: string; template: Template | "gone" | "unread" };

/**
 * Reads templates: a page of the list costs one request and contains most of them; only the others are read by themselves.
 * @param until the time limit, also of waits for the rate limit
 * @throws SessionError, ManagementError
 */
export async function readChosenTemplates(ids: readonly string[], until: number): Promise<ChosenTemplate[]> {
	const chosen = [...new Set(ids)];
	// A single template is one request either way.
	const listed = chosen.length > 1 ? await listChosen(new Set(chosen), until) : new Map<string, Template>();
	const found: ChosenTemplate[] = [];
	for (const id of chosen) {
		const template = listed.get(id);
		// A list may omit the presentation request.
		const isWhole = template?.presentation !== undefined;
		found.push({ id, template: isWhole ? template : await readOne(id, until) });
	}
	return found;
}

async function listChosen(chosen: ReadonlySet<string>, until: number): Promise<Map<string, Template>> {
	const found = new Map<string, Template>();
	let from: string | undefined;
	for (let pages = 0; pages < PAGES_MAX && found.size < chosen.size && Date.now() < until; pages += 1) {
		await waitOutRateLimit(1, until);
		const page = await listTemplates(from, PAGE_SIZE_MAX);
		for (const template of page.templates) if (chosen.has(template.id)) found.set(template.id, template);
		from = page.next ?? undefined;
		if (!from) break;
	}
	return found;
}

async function readOne(id: string, until: number): Promise<ChosenTemplate["template"]> {
	if (!(await waitOutRateLimit(1, until))) return "unread";
	try {
		return await getTemplate(id);
	} catch (error) {
		if (!(error instanceof ManagementError)) throw error;
		if (error.kind === "not-found") return "gone";
		if (error.kind === "rate-limited") return "unread";
		throw error;
	}
}
