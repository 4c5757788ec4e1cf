import { certificateBlocks } from "@/app/_certificates/pem";
import { type FieldChange, type Fields, fieldChanges } from "@/app/_forms/conflict/three-way";
import { MAPPED_FIELDS } from "@/lib/contract/connection/connection-limits";
import {
	type ConnectionContent,
	type ConnectionValues,
	emptyContent,
	valuesOf,
	wantedContent,
} from "./connection-content";
import {
	CHOICE_FIELDS,
	choices,
	mappedLabels,
	SWITCH_FIELDS,
	switchLabels,
	TEXT_FIELDS,
	textLabels,
	usualChoice,
} from "./option-catalogue";

// Fields of a connection: settings by their names where they are not as usual, "mapping email" with its attributes, and
// "clients …" for each application, so that two who tick different ones do not stand in each other's way. Values are JSON.

const MAPPING = "mapping ";
const CLIENT = "clients ";
const PRESENT = "true";

/** Names of applications by their identifiers. */
export type ApplicationNames = ReadonlyMap<string, string>;

export function fieldsOf(content: ConnectionContent): Fields {
	return new Map([
		...TEXT_FIELDS.filter((name) => content[name] !== "").map((name) => entry(name, content[name])),
		...SWITCH_FIELDS.filter((name) => content[name]).map((name) => entry(name, true)),
		...CHOICE_FIELDS.filter((name) => content[name] !== usualChoice(name)).map((name) => entry(name, content[name])),
		...MAPPED_FIELDS.flatMap((field) => {
			const names = content.mapping[field] ?? [];
			return names.length > 0 ? [entry(MAPPING + field, names)] : [];
		}),
		...content.clients.map((id) => entry(CLIENT + id, true)),
	]);
}

function entry(field: string, value: unknown): [string, string] {
	return [field, JSON.stringify(value)];
}

export function contentOfFields(fields: Fields): ConnectionContent {
	const content = { ...emptyContent };
	const text = (name: string) => String(JSON.parse(fields.get(name) ?? '""'));
	for (const name of TEXT_FIELDS) content[name] = text(name);
	for (const name of SWITCH_FIELDS) content[name] = fields.get(name) === PRESENT;
	for (const name of CHOICE_FIELDS) content[name] = text(name) || usualChoice(name);
	const mapped = MAPPED_FIELDS.flatMap((field) => {
		const json = fields.get(MAPPING + field);
		return json === undefined ? [] : [[field, namesIn(json)] as const];
	});
	const clients = [...fields.keys()].flatMap((field) => clientOf(field) ?? []);
	return { ...content, mapping: Object.fromEntries(mapped), clients };
}

function namesIn(json: string | null): string[] {
	const names: unknown = JSON.parse(json ?? "[]");
	return Array.isArray(names) ? names.map(String) : [];
}

function clientOf(field: string): string | null {
	return field.startsWith(CLIENT) ? field.slice(CLIENT.length) : null;
}

/** What saving does: nothing more, nothing less. */
export function contentChanges(before: ConnectionContent, after: ConnectionContent): FieldChange[] {
	return fieldChanges(fieldsOf(before), fieldsOf(after));
}

/** Whether anything would be lost by leaving. */
export function hasEdits(start: ConnectionValues, values: ConnectionValues): boolean {
	return contentChanges(wantedContent(null, start), wantedContent(null, values)).length > 0;
}

/** The values after a field was set to what one side of a conflict has. */
export function withField(
	opened: ConnectionContent,
	values: ConnectionValues,
	field: string,
	json: string | null,
): ConnectionValues {
	const fields = new Map(fieldsOf(wantedContent(opened, values)));
	if (json === null) fields.delete(field);
	else fields.set(field, json);
	return valuesOf(contentOfFields(fields));
}

/** What is told of a save. Where the connection goes on or off with it, that comes first. */
export function toldChanges(
	before: ConnectionContent,
	after: ConnectionContent,
	names: ApplicationNames,
): { field: string; words: string }[] {
	const told = contentChanges(before, after).map((change) => ({
		field: change.field,
		words: changeInWords(change, names),
	}));
	const [wasOn, isOn] = [before.clients.length > 0, after.clients.length > 0];
	if (wasOn === isOn) return told;
	return [{ field: "on", words: isOn ? "Turns it on" : "Turns it off" }, ...told];
}

/** One change in words: "Sets the sign-in address to “https://b” (was “https://a”)", "Lets Storefront use it". */
export function changeInWords({ field, before, after }: FieldChange, names: ApplicationNames): string {
	const client = clientOf(field);
	if (client !== null) {
		return after === null ? `Takes it from ${nameOf(client, names)}` : `Lets ${nameOf(client, names)} use it`;
	}
	const label = fieldLabel(field, names);
	if (isSwitch(field)) return `Switches “${label}” ${valueInWords(field, after, names)}`;
	const what = `the ${label.charAt(0).toLowerCase()}${label.slice(1)}`;
	if (after === null && !isChoice(field)) {
		return `Removes ${what} (${field === "signingCert" ? "" : "was "}${valueInWords(field, before, names)})`;
	}
	if (field === "signingCert" && before !== null) {
		return `Replaces ${what}: ${valueInWords(field, after, names)} (was ${valueInWords(field, before, names)})`;
	}
	const was = before === null && !isChoice(field) ? "" : ` (was ${valueInWords(field, before, names)})`;
	return `Sets ${what} to ${valueInWords(field, after, names)}${was}`;
}

const isSwitch = (field: string): field is keyof typeof switchLabels => Object.hasOwn(switchLabels, field);
const isChoice = (field: string): field is keyof typeof choices => Object.hasOwn(choices, field);

/** What an application is called; one of which no name is known by its identifier. */
export function nameOf(id: string, names: ApplicationNames): string {
	return names.get(id) ?? id;
}

/** A field's value in words; null: it is as usual. */
export function valueInWords(field: string, json: string | null, names: ApplicationNames): string {
	if (clientOf(field) !== null) return json === null ? "may not use it" : "may use it";
	if (isSwitch(field)) return json === PRESENT ? "on" : "off";
	if (isChoice(field)) {
		const value = json === null ? usualChoice(field) : String(JSON.parse(json));
		return choices[field].options.find(([name]) => name === value)?.[1] ?? `“${value}”`;
	}
	if (json === null) return "nothing";
	if (field.startsWith(MAPPING)) return namesIn(json).join(", ");
	const text = String(JSON.parse(json));
	if (field === "signingCert") return certificatesInWords(text);
	return field === "defaultClient" ? nameOf(text, names) : `“${text}”`;
}

/** Two of them are told apart by their ends: their beginnings are alike. */
function certificatesInWords(text: string): string {
	const ends = certificateBlocks(text).map((block) => block.replace(/-----[^-]*-----|\s/g, "").slice(-8));
	if (ends.length === 0) return "a text that is no certificate";
	return ends.length === 1
		? `a certificate ending in ${ends[0]}`
		: `${ends.length} certificates ending in ${ends.join(", ")}`;
}

/** The field in words: "Sign-in address", "Mapping of e-mail address", "Application Storefront". */
export function fieldLabel(field: string, names: ApplicationNames): string {
	const client = clientOf(field);
	if (client !== null) return `Application ${nameOf(client, names)}`;
	if (field.startsWith(MAPPING)) {
		const label = mappedLabels[field.slice(MAPPING.length) as keyof typeof mappedLabels] ?? "";
		return `Mapping of ${label.charAt(0).toLowerCase()}${label.slice(1)}`;
	}
	if (isSwitch(field)) return switchLabels[field];
	if (isChoice(field))
		return field === "defaultProtocol" ? "Protocol of the default application" : choices[field].label;
	if (field === "defaultQuery") return "Query of the default application";
	return Object.hasOwn(textLabels, field) ? textLabels[field as keyof typeof textLabels] : field;
}
