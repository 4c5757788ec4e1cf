import "server-only";
import type { OperationName } from "@/lib/contract/operations";
import { requireRole } from "../session/session";
import { type AuditEntry, type AuditFilter, everything } from "./audit-entry";
import { listAuditEntries, listAuditOfTarget, listUnknownOutcomes, wasDone } from "./audit-store";

const AUDIT_PAGE_SIZE = 50;
const EXPORT_PAGE_SIZE = 500;
const DAY_MS = 24 * 3600 * 1000;
/** Longer than a write and its look-up may take: until then it is under way. */
const UNDER_WAY_MS = 12_000;

/** One page of the trail, newest first; `next` is the checkpoint of the page after. @throws SessionError */
export async function auditPage(
	filter: AuditFilter,
	from: string | null,
): Promise<{ entries: AuditEntry[]; next: string | null }> {
	await requireRole("viewer");
	const found = await listAuditEntries(filter, from, AUDIT_PAGE_SIZE + 1);
	const entries = found.slice(0, AUDIT_PAGE_SIZE);
	return { entries, next: found.length > AUDIT_PAGE_SIZE ? (entries.at(-1)?.id ?? null) : null };
}

/** The newest writes of all admins, newest first, at most `size` rows. @throws SessionError */
export async function newestAuditEntries(size: number): Promise<AuditEntry[]> {
	await requireRole("viewer");
	return listAuditEntries(everything, null, size);
}

/**
 * The writes of the last `days` of which nobody knows what became, newest first, at most `size` rows; what is under way
 * and what was written to since is left out. @throws SessionError
 */
export async function unknownOutcomes(days: number, size: number, now: Date = new Date()): Promise<AuditEntry[]> {
	await requireRole("viewer");
	const before = (milliseconds: number) => new Date(now.getTime() - milliseconds).toISOString();
	return listUnknownOutcomes(before(days * DAY_MS), before(UNDER_WAY_MS), size);
}

/** Whether anybody has done this through the console, as far back as the trail goes. @throws SessionError */
export async function wasEverDone(operation: OperationName): Promise<boolean> {
	await requireRole("viewer");
	return wasDone(operation);
}

/** What these operations wrote to exactly this target, newest first, at most `size` rows. @throws SessionError */
export async function auditOfTarget(
	operations: readonly OperationName[],
	target: string,
	size: number,
): Promise<AuditEntry[]> {
	await requireRole("viewer");
	return listAuditOfTarget(operations, target, size);
}

/**
 * Everything that matches, page after page, so that a long trail takes no more memory than a short one. The session is
 * checked here and now; the pages are read later, when the request is no longer at hand. @throws SessionError
 */
export async function allAuditEntries(filter: AuditFilter): Promise<AsyncGenerator<AuditEntry[]>> {
	await requireRole("viewer");
	return pagesOf(filter);
}

async function* pagesOf(filter: AuditFilter): AsyncGenerator<AuditEntry[]> {
	let from: string | null = null;
	while (true) {
		const entries: AuditEntry[] = await listAuditEntries(filter, from, EXPORT_PAGE_SIZE);
		if (entries.length > 0) yield entries;
		if (entries.length < EXPORT_PAGE_SIZE) return;
		from = entries.at(-1)?.id ?? null;
	}
}
