import type { AuditEntry } from "@/lib/dashboard/audit/audit-entry";

/** By operation, or by the change where an operation has several: what an admin did, and what an admin tried to do. */
const acts: Readonly<Record<string, readonly [done: string, tried: string]>> = {
	"+blocked": ["blocked", "block"],
	"-blocked": ["unblocked", "unblock"],
	delete_user_sessions: ["requested to end all sessions", "end all sessions"],
	"delete_user_refresh-tokens": ["requested to revoke all refresh tokens", "revoke all refresh tokens"],
	post_user_revoke_access: ["requested to end all sessions and refresh tokens", "end all sessions and refresh tokens"],
	"post_user_revoke_access preserve_refresh_tokens": [
		"requested to end all sessions, not the refresh tokens",
		"end all sessions, not the refresh tokens",
	],
	"delete_user-blocks_by_id": ["lifted the blocks after failed sign-ins", "lift the blocks after failed sign-ins"],
};

/** Whether the user was blocked or unblocked, before the user in a sentence; null for any other write. */
export function blockingInWords({ operation, changes, outcome }: AuditEntry): string | null {
	const [done, tried] = (operation === "patch_users_by_id" && acts[changes.join()]) || [];
	if (!done) return null;
	return outcome === "done" ? done : `tried to ${tried}`;
}

/** A write to a user, one line. */
export function describeUserChange({ operation, changes, outcome }: AuditEntry): string[] {
	const [done, tried] = acts[operation] ?? acts[changes.join()] ?? [];
	if (!done) return [...changes];
	const line = outcome === "done" ? done : `tried to ${tried}`;
	return [line.charAt(0).toUpperCase() + line.slice(1)];
}
