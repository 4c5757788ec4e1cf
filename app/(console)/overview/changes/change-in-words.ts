import type { OperationName } from "@/lib/contract/operations";
import { type AuditEntry, operationLabels } from "@/lib/dashboard/audit/audit-entry";

type Verb = { done: string; tried: string; of: string };

const verbs: Partial<Record<OperationName, Verb>> = {
	post_vc_templates: { done: "created", tried: "create", of: "template" },
	patch_vc_templates_by_id: { done: "saved", tried: "save", of: "template" },
	delete_vc_templates_by_id: { done: "deleted", tried: "delete", of: "template" },
	"patch_refresh-tokens_by_id": { done: "saved", tried: "save", of: "the metadata of refresh token" },
	"delete_refresh-tokens_by_id": { done: "revoked", tried: "revoke", of: "refresh token" },
};

/** A write as a sentence without its ends: who did it stands before, what it was done to after `did`. */
export type ChangeInWords = { did: string; changes: string };

/** "saved template", "2 added, 1 removed"; "tried to delete template", "". */
export function changeInWords({ operation, outcome, changes }: AuditEntry): ChangeInWords {
	const name = operation as OperationName;
	const verb = verbs[name];
	const isDone = outcome === "done";
	if (!verb) return { did: `${isDone ? "did" : "tried"} “${operationLabels[name] ?? operation}” on`, changes: "" };
	if (!isDone) return { did: `tried to ${verb.tried} ${verb.of}`, changes: "" };
	if (verb.of === "template" && changes.join() === "~name") return { did: "renamed template", changes: "" };
	return { did: `${verb.done} ${verb.of}`, changes: counted(changes) };
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
