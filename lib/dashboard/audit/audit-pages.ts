import "server-only";
import type { OperationName } from "@/lib/contract/operations";
import { requireRole } from "../session/session";
import type { AuditEntry, AuditFilter } from "./audit-entry";
import { listAuditEntries, listAuditOfTarget } from "./audit-store";

const AUDIT_PAGE_SIZE = 50;
const EXPORT_PAGE_SIZE = 500;

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
