import type { OperationName } from "@/lib/contract/operations";
import { type AuditEntry, operationLabels } from "@/lib/dashboard/audit/audit-entry";

type Verb = { done: string; tried: string; of: string };

const verbs: Partial<Record<OperationName, Verb>> = {
	post_vc_templates: { done: "created", tried: "create", of: "template" },
	patch_vc_templates_by_id: { done: "saved", tried: "save", of: "template" },
	delete_vc_templates_by_id: { done: "deleted", tried: "delete", of: "template" },
	"patch_refresh-tokens_by_id": { done: "saved", tried: "save", of: "the metadata of refresh token" },
	post_clients: { done: "created", tried: "create", of: "application" },
	patch_clients_by_id: { done: "saved", tried: "save", of: "application" },
	delete_clients_by_id: { done: "deleted", tried: "delete", of: "application" },
	"post_rotate-secret": { done: "rotated", tried: "rotate", of: "the secret of application" },
	"post_client-grants": { done: "allowed scopes to", tried: "allow scopes to", of: "application" },
	"delete_client-grants_by_id": { done: "took scopes from", tried: "take scopes from", of: "application" },
	post_connections: { done: "created", tried: "create", of: "connection" },
	patch_connections_by_id: { done: "saved", tried: "save", of: "connection" },
	delete_connections_by_id: { done: "deleted", tried: "delete", of: "connection" },
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
	if (["template", "application"].includes(verb.of) && changes.join() === "~name") {
		return { did: `renamed ${verb.of}`, changes: "" };
	}
	if (name === "delete_clients_by_id" || name === "delete_connections_by_id") {
		return { did: `${verb.done} ${verb.of}`, changes: goneName(changes) };
	}
	return { did: `${verb.done} ${verb.of}`, changes: counted(changes) };
}

/** The trail keeps the name of what is gone among what was removed. */
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
