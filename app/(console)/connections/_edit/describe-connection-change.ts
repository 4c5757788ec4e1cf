import "server-only";
import type { Names } from "@/app/_editor/kinds/kind";
import { fieldAtPath } from "@/app/_editor/wire";
import type { AuditEntry } from "@/lib/dashboard/audit/audit-entry";
import { inSentence } from "@/lib/dashboard/change-in-words";
import { connectionEditor } from "./connection-editor";
import { nameOf } from "./option-kinds";

/** Of this version and of earlier ones, which sent the applications with all else. */
const CLIENT = /^(?:enabled_)?clients /;

/** Describes an audit entry about a connection, a line per change. What was not done is described as an attempt. */
export function describeConnectionChange({ operation, changes, outcome }: AuditEntry, names: Names): string[] {
	const line = (done: string, tried: string, what: string) =>
		outcome === "done" ? `${done} ${what}` : `Tried to ${tried} ${what}`;
	if (operation === "post_connections") return [line("Created", "create", "it")];
	if (changes.length === 0) return [line("Saved", "save", "it without a change")];
	return changes.map((text) => {
		const [sign, part] = [text.charAt(0), text.replace(/^[+~-]/, "")];
		if (!CLIENT.test(part)) return line("Changed", "change", wordsFor(part, names));
		const application = nameOf(part.replace(CLIENT, ""), names);
		return sign === "-"
			? line("Took it from", "take it from", application)
			: line("Gave it to", "give it to", application);
	});
}

/** "the sign-in address", "the mapping of given name"; an unknown part is shown by its name. */
function wordsFor(path: string, names: Names): string {
	const field = fieldAtPath(connectionEditor, path);
	if (!field) return path;
	const member = path.slice(connectionEditor.fields[field].wire.length + 1);
	const label = connectionEditor.partLabel(member === "" ? field : `${field} ${member}`, names);
	return typeof connectionEditor.defaults[field] === "boolean" ? `“${label}”` : `the ${inSentence(label)}`;
}
