import "server-only";
import { CHANGES_SHOWN, type PastChange } from "@/app/_editor/history-list";
import type { AuditEntry } from "@/lib/dashboard/audit/audit-entry";
import { auditOfTarget } from "@/lib/dashboard/audit/audit-pages";

/**
 * What was changed on a token through this console, newest first: as many as are listed and one more, which says that
 * there are more. @throws SessionError
 */
export async function tokenHistory(id: string): Promise<PastChange[]> {
	const writes = ["patch_refresh-tokens_by_id", "delete_refresh-tokens_by_id"] as const;
	return (await auditOfTarget(writes, id, CHANGES_SHOWN + 1)).map(describeTokenChange);
}

const verbs = [
	["+", "Added", "add"],
	["~", "Changed", "change"],
	["-", "Removed", "remove"],
] as const;

/** A row of the audit trail about a token, as its history tells it: keys only. What was not done is told as an attempt. */
export function describeTokenChange({ id, at, person, outcome, operation, changes }: AuditEntry): PastChange {
	const line = (done: string, tried: string, what: string) =>
		outcome === "done" ? `${done} ${what}` : `Tried to ${tried} ${what}`;
	const entry = { id, at, person, outcome };
	if (operation === "delete_refresh-tokens_by_id") return { ...entry, lines: [line("Revoked", "revoke", "the token")] };
	if (changes.length === 0) return { ...entry, lines: [line("Saved", "save", "the metadata without a change")] };
	// Without signs it was not known what was there before.
	if (!changes.every((text) => /^[+~-]/.test(text)))
		return { ...entry, lines: [line("Wrote", "write", listed(changes))] };
	const lines = verbs.flatMap(([sign, done, tried]) => {
		const keys = changes.filter((text) => text.startsWith(sign)).map((text) => text.slice(1));
		return keys.length > 0 ? [line(done, tried, listed(keys))] : [];
	});
	return { ...entry, lines };
}

const listFormat = new Intl.ListFormat("en-GB", { type: "conjunction" });

function listed(keys: readonly string[]): string {
	return listFormat.format(keys.map((key) => (key === "" ? '""' : key)));
}
