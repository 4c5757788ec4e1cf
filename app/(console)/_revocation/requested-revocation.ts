import "server-only";
import type { AuditEntry } from "@/lib/dashboard/audit/audit-entry";
import { auditOfTarget } from "@/lib/dashboard/audit/audit-store";
import { type MetadataResource, pageOf, resources } from "@/lib/dashboard/resources/resources";
import type { WriteName } from "@/lib/dashboard/resources/writes";
import { requirePermission } from "@/lib/dashboard/session/session";

/** For how long a page says what has become of an end that its admin requested. */
const SAID_FOR_MS = 10 * 60_000;
/** Until then the button is not offered again. */
const UNDER_WAY_MS = 60_000;
/** Of one target within that time. */
const WRITES_MAX = 20;

/** An end that was requested here. `at`: when, ISO 8601 UTC; `isUnderWay`: just now. */
export type RequestedRevocation = { at: string; isUnderWay: boolean };

/**
 * What this admin requested of a target a short time ago and the tenant accepted, by the audit trail: an address alone says
 * nothing. Null: nothing of the kind.
 * @param user whose page it is: what concerned another user is left out
 * @throws SessionError
 */
export async function requestedRevocation(
	operations: readonly WriteName[],
	target: string,
	user?: string,
): Promise<RequestedRevocation | null> {
	const { subject } = await requirePermission("look");
	const now = Date.now();
	const writes = await auditOfTarget(operations, target, WRITES_MAX);
	const isOfOther = ({ userId }: AuditEntry) => user !== undefined && userId !== null && userId !== user;
	const accepted = writes.find((write) => write.subject === subject && write.outcome === "done" && !isOfOther(write));
	const age = accepted ? now - Date.parse(accepted.at) : Number.POSITIVE_INFINITY;
	return accepted && age < SAID_FOR_MS ? { at: accepted.at, isUnderWay: age < UNDER_WAY_MS } : null;
}

/** The page of a token or session after its end was requested. @param user whose it is, where that is known */
export function pageAfterRevocation(
	resource: MetadataResource,
	id: string,
	user: string | string[] | null | undefined,
): string {
	const query = new URLSearchParams({ end: "requested", ...(typeof user === "string" && { user }) });
	return `${pageOf(resource, id)}?${query}`;
}

/**
 * The end of the token or session of a page: where its address says to look, and on any page while it is under way, such as
 * after the browser's Back.
 * @throws SessionError
 */
export async function requestedRevocationOf(
	resource: MetadataResource,
	id: string,
	end: string | string[] | undefined,
): Promise<RequestedRevocation | null> {
	const requested = await requestedRevocation(resources[resource].ends.one, id);
	return end === "requested" || requested?.isUnderWay ? requested : null;
}
