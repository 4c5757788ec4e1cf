import "server-only";
import type { Template } from "@/lib/contract/template/template";
import { isLimitNear, lastRateGauge } from "@/lib/dashboard/management/call/rate-limit";
import { listTemplates } from "@/lib/dashboard/management/templates";
import { pageClock } from "@/lib/dashboard/request/page";
import { readPurposes } from "@/lib/dashboard/store/template-purposes";
import { noPurpose } from "@/lib/dashboard/templates/purpose";
import type { ListQuery } from "./list-query";
import { type TemplateRow, templateRow } from "./template-row";

/** `unreadable`: how many others could not be read. */
export type LoadedTemplates = { rows: TemplateRow[]; unreadable: number; next: string | null };
/** `isLimitNear`: little of the tenant's rate limit is left. */
export type MoreTemplates = LoadedTemplates & { isLimitNear: boolean };

/**
 * Reads a number of pages in sequence: a checkpoint of an earlier read would skip templates that have moved since. They are
 * fewer where the tenant's rate limit is near. An empty page is the end, even with a checkpoint. @throws SessionError, ManagementError
 */
export async function readTemplates({ from, pages }: Pick<ListQuery, "from" | "pages">): Promise<LoadedTemplates> {
	const found: Template[] = [];
	let unreadable = 0;
	let next = from;
	for (let count = 0; count < pages; count += 1) {
		const page = await listTemplates(next ?? undefined);
		found.push(...page.templates);
		unreadable += page.unreadable;
		next = page.next;
		if (!next || isLimitNear(lastRateGauge())) break;
	}
	return { rows: await rowsOf(found), unreadable, next };
}

/** One further page, or the first one without a checkpoint. @throws SessionError, ManagementError */
export async function readMoreTemplates(from?: string, take?: number): Promise<MoreTemplates> {
	const { templates, unreadable, next } = await listTemplates(from, take);
	const isNear = isLimitNear(lastRateGauge());
	return { rows: await rowsOf(templates), unreadable, next, isLimitNear: isNear };
}

/** A template created between two reads shifts the others, so one may be read twice. */
async function rowsOf(templates: readonly Template[]): Promise<TemplateRow[]> {
	const unique = new Map(templates.map((template) => [template.id, template]));
	const [clock, purposes] = await Promise.all([pageClock(), readPurposes([...unique.keys()])]);
	return [...unique.values()].map((one) => templateRow(one, purposes.get(one.id) ?? noPurpose, clock));
}
