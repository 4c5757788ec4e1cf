import type { PastChange } from "@/app/_editor/past-change";
import type { AuditEntry } from "@/lib/dashboard/audit/audit-entry";
import { type ApplicationNames, fieldLabel, nameOf } from "../_edit/connection-changes";

/** What the trail calls a part of a connection, and the field of the form that it is. */
const fields = new Map([
	["display_name", "displayName"],
	["show_as_button", "isShown"],
	["options.user_id_attribute", "userIdAttribute"],
	["options.disableSignout", "isQuietSignOut"],
	["options.idpinitiated.enabled", "isProviderInitiated"],
	["options.idpinitiated.client_id", "defaultClient"],
	["options.idpinitiated.client_protocol", "defaultProtocol"],
	["options.idpinitiated.client_authorizequery", "defaultQuery"],
]);
const SWITCHES: readonly string[] = ["isShown", "isQuietSignOut", "isProviderInitiated"];
const MAPPING = "options.fieldsMap.";
const CLIENT = "enabled_clients ";

/** A row of the audit trail about a connection, as its history tells it. What was not done is told as an attempt. */
export function describeConnectionChange(
	{ id, at, person, outcome, operation, changes }: AuditEntry,
	names: ApplicationNames,
): PastChange {
	const tell = (done: string, tried: string, what: string) =>
		outcome === "done" ? `${done} ${what}` : `Tried to ${tried} ${what}`;
	const told = { id, at, person, outcome };
	if (operation === "post_connections") return { ...told, lines: [tell("Created", "create", "it")] };
	if (changes.length === 0) return { ...told, lines: [tell("Saved", "save", "it without a change")] };
	const lines = changes.map((text) => {
		const [sign, part] = [text.charAt(0), text.replace(/^[+~-]/, "")];
		if (!part.startsWith(CLIENT)) return tell("Changed", "change", wordsFor(part, names));
		const application = nameOf(part.slice(CLIENT.length), names);
		return sign === "-"
			? tell("Took it from", "take it from", application)
			: tell("Gave it to", "give it to", application);
	});
	return { ...told, lines };
}

/** "the sign-in address", "the mapping of given name"; what is not known goes by its name. */
function wordsFor(part: string, names: ApplicationNames): string {
	const field = part.startsWith(MAPPING)
		? `mapping ${part.slice(MAPPING.length)}`
		: (fields.get(part) ?? part.replace(/^options\./, ""));
	const label = fieldLabel(field, names);
	if (label === field) return part;
	return SWITCHES.includes(field) ? `“${label}”` : `the ${label.charAt(0).toLowerCase()}${label.slice(1)}`;
}
