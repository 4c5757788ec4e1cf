import "server-only";
import type { AuditEntry } from "@/lib/dashboard/audit/audit-entry";
import { listed } from "@/lib/dashboard/listed";

const verbs = [
	["+", "Added", "add"],
	["~", "Changed", "change"],
	["-", "Removed", "remove"],
] as const;

/** An audit trail entry of a token or a session, by the keys of its metadata, one line per change. A write without success is an attempt. */
export function describeMetadataChange({ operation, changes, moreChanges, outcome }: AuditEntry): string[] {
	const line = (done: string, tried: string, what: string) =>
		outcome === "done" ? `${done} ${what}` : `Tried to ${tried} ${what}`;
	if (operation === "delete_refresh-tokens_by_id" || operation === "post_refresh_tokens_revoke") {
		return [line("Requested to revoke", "revoke", "the token")];
	}
	if (operation === "post_session_revoke" || operation === "post_user_revoke_access session_id") {
		return [line("Requested to end", "end", "the session")];
	}
	if (changes.length === 0) return [line("Saved", "save", "the metadata without a change")];
	// Keys without signs: the previous metadata was unknown.
	if (!changes.every((text) => /^[+~-]/.test(text)))
		return [line("Wrote", "write", listed(named(changes), moreChanges))];
	return verbs.flatMap(([sign, done, tried]) => {
		const keys = changes.filter((text) => text.startsWith(sign)).map((text) => text.slice(1));
		return keys.length > 0 ? [line(done, tried, listed(named(keys)))] : [];
	});
}

function named(keys: readonly string[]): string[] {
	return keys.map((key) => (key === "" ? '""' : key));
}
