import "server-only";
import type { AuditEntry } from "@/lib/dashboard/audit/audit-entry";
import { auditOfTarget } from "@/lib/dashboard/audit/audit-trail";
import { type MetadataResource, resources } from "@/lib/dashboard/resources/resources";
import { requirePermission } from "@/lib/dashboard/session/session";

/** For how long a page says what has become of an end that its admin requested. */
const SAID_FOR_MS = 10 * 60_000;
/** Until then the button is not offered again. */
const UNDER_WAY_MS = 60_000;
/** Of one target within that time. */
const WRITES_MAX = 20;

/**
 * An end that this admin requested here a short time ago and the tenant accepted, by the audit trail; `isUnderWay`: just now.
 * Null: nothing of the kind.
 * @param writes newest first
 * @throws SessionError
 */
export async function requestedRevocation(operations: readonly string[], writes: readonly AuditEntry[]) {
	const { subject } = await requirePermission("look");
	const accepted = writes.find(
		(write) => write.subject === subject && write.outcome === "done" && operations.includes(write.operation),
	);
	const age = Date.now() - Date.parse(accepted?.at ?? "");
	return accepted && age < SAID_FOR_MS ? { ...accepted, isUnderWay: age < UNDER_WAY_MS } : null;
}

/** That of one token or session. @throws SessionError */
export async function requestedRevocationOf(resource: MetadataResource, id: string) {
	const { one } = resources[resource].ends;
	return requestedRevocation(one, await auditOfTarget(one, id, WRITES_MAX));
}
