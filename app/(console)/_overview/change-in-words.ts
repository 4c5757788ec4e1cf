import type { AuditEntry } from "@/lib/dashboard/audit/audit-entry";
import { writeEntry } from "@/lib/dashboard/registry/operation-entries";

/** A write as a sentence without its ends: who did it stands before, what it was done to after `did`. */
export type ChangeInWords = { did: string; changes: string };

/** "saved template", "2 added, 1 removed"; "tried to delete template", "". */
export function changeInWords({ operation, outcome, changes }: AuditEntry): ChangeInWords {
	const entry = writeEntry(operation);
	const isDone = outcome === "done";
	if (!entry) return { did: `${isDone ? "did" : "tried"} “${operation}” on`, changes: "" };
	if (!isDone) return { did: `tried to ${entry.tried}`, changes: "" };
	if (entry.renamed && changes.join() === "~name") return { did: entry.renamed, changes: "" };
	return { did: entry.done, changes: entry.keepsName ? goneName(changes) : counted(changes) };
}

function goneName(changes: readonly string[]): string {
	const name = changes.find((text) => text.startsWith("-name "));
	return name ? `it was called “${name.slice("-name ".length)}”` : "";
}

/** What was there before is not always known; then the names have no sign, and nothing is counted. */
function counted(changes: readonly string[]): string {
	const signs = { "+": "added", "-": "removed", "~": "changed" };
	return Object.entries(signs)
		.map(([sign, word]) => [changes.filter((name) => name.startsWith(sign)).length, word] as const)
		.filter(([count]) => count > 0)
		.map(([count, word]) => `${count} ${word}`)
		.join(", ");
}
