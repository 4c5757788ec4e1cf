import "server-only";
import type { Clock } from "@/components/ui/time-text";
import type { TemplatePage } from "@/lib/contract/template/template";
import { isLimitNear } from "@/lib/dashboard/management/call/rate-limit";
import { lastRateGauge } from "@/lib/dashboard/management/call/send";
import { listTemplates } from "@/lib/dashboard/management/templates";
import { pageClock } from "@/lib/dashboard/request/page";
import type { ListQuery } from "./list-query";
import { type TemplateRow, templateRow } from "./template-row";

export type LoadedTemplates = { rows: TemplateRow[]; next: string | null };
/** `isLimitNear`: little of the tenant's rate limit is left. */
export type MoreTemplates = LoadedTemplates & { isLimitNear: boolean };

/**
 * Reads a number of pages in sequence: a checkpoint of an earlier read would skip templates that have moved since. They are
 * fewer where the tenant's rate limit is near. An empty page is the end, even with a checkpoint. @throws SessionError, ManagementError
 */
export async function readTemplates({ from, pages }: Pick<ListQuery, "from" | "pages">): Promise<LoadedTemplates> {
	const rows: TemplateRow[] = [];
	const clock = await pageClock();
	let next = from;
	for (let count = 0; count < pages; count += 1) {
		const page = await listTemplates(next ?? undefined);
		rows.push(...rowsOf(page, clock));
		next = endOf(page);
		if (!next || isLimitNear(lastRateGauge())) break;
	}
	return { rows: uniqueRows(rows), next };
}

/** One further page, or the first one without a checkpoint. @throws SessionError, ManagementError */
export async function readMoreTemplates(from?: string, take?: number): Promise<MoreTemplates> {
	const page = await listTemplates(from, take);
	return { rows: rowsOf(page, await pageClock()), next: endOf(page), isLimitNear: isLimitNear(lastRateGauge()) };
}

function rowsOf({ templates }: TemplatePage, clock: Clock): TemplateRow[] {
	return templates.map((template) => templateRow(template, clock));
}

function endOf(page: TemplatePage): string | null {
	return page.templates.length > 0 ? page.next || null : null;
}

/** A template created between two reads shifts the others, so one may be read twice. */
function uniqueRows(rows: TemplateRow[]): TemplateRow[] {
	return [...new Map(rows.map((row) => [row.id, row])).values()];
}
