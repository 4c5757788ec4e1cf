import "server-only";
import type { TemplatePage } from "@/lib/contract/template/template";
import { listTemplates } from "@/lib/dashboard/management/templates";
import type { ListQuery } from "./list-query";
import { type TemplateRow, templateRow } from "./template-row";

export type LoadedTemplates = { rows: TemplateRow[]; next: string | null };

/**
 * So many pages of templates, one after the other: a checkpoint of an earlier read would leave out what has moved along
 * since. An empty page is the end, whatever its checkpoint says. @throws SessionError, ManagementError
 */
export async function readTemplates({ from, pages }: Pick<ListQuery, "from" | "pages">): Promise<LoadedTemplates> {
	const rows: TemplateRow[] = [];
	let next = from;
	for (let count = 0; count < pages; count += 1) {
		const page = await listTemplates(next ?? undefined);
		rows.push(...rowsOf(page));
		next = endOf(page);
		if (!next) break;
	}
	return { rows: uniqueRows(rows), next };
}

/** One further page, or the first one without a checkpoint. @throws SessionError, ManagementError */
export async function readMoreTemplates(from?: string, take?: number): Promise<LoadedTemplates> {
	const page = await listTemplates(from, take);
	return { rows: rowsOf(page), next: endOf(page) };
}

function rowsOf({ templates }: TemplatePage): TemplateRow[] {
	const now = new Date();
	return templates.map((template) => templateRow(template, now));
}

function endOf(page: TemplatePage): string | null {
	return page.templates.length > 0 ? page.next || null : null;
}

/** A template that was created between two reads moves the others along, so one may come twice. */
function uniqueRows(rows: TemplateRow[]): TemplateRow[] {
	return [...new Map(rows.map((row) => [row.id, row])).values()];
}
