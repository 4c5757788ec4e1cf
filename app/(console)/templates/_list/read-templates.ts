import "server-only";
import type { Template } from "@/lib/contract/template/template";
import { isLimitNear, lastRateGauge } from "@/lib/dashboard/management/call/response";
import { listTemplates } from "@/lib/dashboard/management/templates";
import { pageClock } from "@/lib/dashboard/request/page";
import { readPurposes } from "@/lib/dashboard/store/template-purposes";
import { noPurpose } from "@/lib/dashboard/templates/purpose";
import { type TemplateRow, templateRow } from "./template-row";

/** `unreadable`: how many others could not be read. */
export type LoadedTemplates = { rows: TemplateRow[]; unreadable: number; next: string | null };
/** `isLimitNear`: little of the tenant's rate limit is left. */
export type MoreTemplates = LoadedTemplates & { isLimitNear: boolean };

/**
 * Reads a number of pages in sequence: a checkpoint of an earlier read would skip templates that have moved since. They are
 * fewer where the tenant's rate limit is near. An empty page is the end, even with a checkpoint.
 * @param from a checkpoint; null for the newest
 * @param take templates per page; absent: the service's default
 * @throws SessionError, ManagementError
 */
export async function readTemplates(from: string | null, pages: number, take?: number): Promise<MoreTemplates> {
	// A template created between two reads shifts the others, so one may be read twice.
	const found = new Map<string, Template>();
	let unreadable = 0;
	let next = from;
	let isNear = false;
	for (let count = 0; count < pages && !isNear && (next || count === 0); count += 1) {
		const page = await listTemplates(next ?? undefined, take);
		for (const template of page.templates) found.set(template.id, template);
		unreadable += page.unreadable;
		next = page.next;
		isNear = isLimitNear(lastRateGauge());
	}
	const [clock, purposes] = await Promise.all([pageClock(), readPurposes([...found.keys()])]);
	const rows = [...found.values()].map((one) => templateRow(one, purposes.get(one.id) ?? noPurpose, clock));
	return { rows, unreadable, next, isLimitNear: isNear };
}
