import "server-only";
import { CHANGES_SHOWN, type PastChange } from "@/app/_editor/history-list";
import { inSentence, type Names } from "@/app/_editor/kinds/kind";
import { fieldAtPath } from "@/app/_editor/wire";
import type { AuditEntry } from "@/lib/dashboard/audit/audit-entry";
import { auditOfTarget } from "@/lib/dashboard/audit/audit-pages";
import { seenNames } from "@/lib/dashboard/management/seen-names";
import { connectionEditor } from "./connection-editor";
import { nameOf } from "./option-kinds";

/**
 * What was changed on a connection through this console, newest first: as many as are listed and one more, which says
 * that there are more. @throws SessionError
 */
export async function connectionHistory(id: string): Promise<PastChange[]> {
	const names = await seenNames();
	const writes = await auditOfTarget(["post_connections", "patch_connections_by_id"], id, CHANGES_SHOWN + 1);
	return writes.map((entry) => describeConnectionChange(entry, names));
}

const CLIENT = `${connectionEditor.fields.clients.wire} `;

/** A row of the audit trail about a connection, as its history tells it. What was not done is told as an attempt. */
export function describeConnectionChange(
	{ id, at, person, outcome, operation, changes }: AuditEntry,
	names: Names,
): PastChange {
	const line = (done: string, tried: string, what: string) =>
		outcome === "done" ? `${done} ${what}` : `Tried to ${tried} ${what}`;
	const entry = { id, at, person, outcome };
	if (operation === "post_connections") return { ...entry, lines: [line("Created", "create", "it")] };
	if (changes.length === 0) return { ...entry, lines: [line("Saved", "save", "it without a change")] };
	const lines = changes.map((text) => {
		const [sign, part] = [text.charAt(0), text.replace(/^[+~-]/, "")];
		if (!part.startsWith(CLIENT)) return line("Changed", "change", wordsFor(part, names));
		const application = nameOf(part.slice(CLIENT.length), names);
		return sign === "-"
			? line("Took it from", "take it from", application)
			: line("Gave it to", "give it to", application);
	});
	return { ...entry, lines };
}

/** "the sign-in address", "the mapping of given name"; what is not known goes by its name. */
function wordsFor(path: string, names: Names): string {
	const field = fieldAtPath(connectionEditor, path);
	if (!field) return path;
	const member = path.slice(connectionEditor.fields[field].wire.length + 1);
	const label = connectionEditor.partLabel(member === "" ? field : `${field} ${member}`, names);
	return typeof connectionEditor.usual[field] === "boolean" ? `“${label}”` : `the ${inSentence(label)}`;
}
