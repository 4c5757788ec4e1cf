import "server-only";
import type { OperationName } from "@/lib/contract/operations";
import { requireRole } from "../session/session";
import { type AuditEntry, type AuditFilter, everything } from "./audit-entry";
import { listAuditEntries, listAuditOfTarget, listUnknownOutcomes, wasDone } from "./audit-store";

const AUDIT_PAGE_SIZE = 50;
const EXPORT_PAGE_SIZE = 500;
const DAY_MS = 24 * 3600 * 1000;
/** Longer than a write and its look-up take: until then it is under way. */
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

/** Writes of the last `days` with an unknown outcome, newest first, but those under way. @throws SessionError */
export async function unknownOutcomes(days: number, size: number, now: Date = new Date()): Promise<AuditEntry[]> {
	await requireRole("viewer");
	const before = (milliseconds: number) => new Date(now.getTime() - milliseconds).toISOString();
	return listUnknownOutcomes(before(days * DAY_MS), before(UNDER_WAY_MS), size);
}

/** Whether the trail has a completed write of this operation. @throws SessionError */
export async function wasEverDone(operation: OperationName): Promise<boolean> {
	await requireRole("viewer");
	return wasDone(operation);
}

/** See `listAuditOfTarget`. @throws SessionError */
export async function auditOfTarget(
	operations: readonly OperationName[],
	target: string,
	size: number,
): Promise<AuditEntry[]> {
	await requireRole("viewer");
	return listAuditOfTarget(operations, target, size);
}

/**
 * Everything that matches, page by page, so that a long trail needs no more memory than a short one. The session is
 * checked now; the pages are read later, outside of the request. @throws SessionError
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
