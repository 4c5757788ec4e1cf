import { type FieldChange, type Fields, fieldChanges } from "@/app/_forms/conflict/three-way";
import {
	applies,
	CHOICE_SETTINGS,
	choiceSettings,
	type Protocol,
	protocolLabels,
	SWITCH_SETTINGS,
	switchSettings,
	TEXT_SETTINGS,
	textSettings,
	usualChoice,
} from "./setting-catalogue";
import {
	emptyContent,
	type MappingRow,
	type SingleSignOnContent,
	type SingleSignOnValues,
	valuesOf,
	wantedContent,
} from "./single-sign-on-content";

// Fields of an application's single sign-on: settings by their names where they are not as usual, "mapping email" with
// the attributes that the field becomes, and "callbacks https://…" or "aliases urn:…" for each member. Values are JSON.

const LISTS = ["callbacks", "aliases"] as const;
type List = (typeof LISTS)[number];
const MAPPING = "mapping ";
const PRESENT = "true";

export function fieldsOf(content: SingleSignOnContent): Fields {
	const { protocol, probes, mappings } = content;
	const fields: [string, string][] = [["protocol", JSON.stringify(protocol)]];
	for (const name of TEXT_SETTINGS) {
		if (applies(textSettings[name], protocol) && content[name] !== "")
			fields.push([name, JSON.stringify(content[name])]);
	}
	for (const name of SWITCH_SETTINGS) {
		const { usual } = switchSettings[name];
		if (applies(switchSettings[name], protocol) && content[name] !== usual) fields.push([name, String(content[name])]);
	}
	for (const name of CHOICE_SETTINGS) {
		const isUsual = content[name] === usualChoice(name);
		if (applies(choiceSettings[name], protocol) && !isUsual) fields.push([name, JSON.stringify(content[name])]);
	}
	if (protocol === "samlp" || protocol === "wsfed") {
		if (probes.length > 0) fields.push(["probes", JSON.stringify(probes)]);
		for (const [field, names] of attributesByField(mappings)) fields.push([MAPPING + field, JSON.stringify(names)]);
	}
	return new Map([
		...fields,
		...LISTS.flatMap((list) => content[list].map((member): [string, string] => [`${list} ${member}`, PRESENT])),
	]);
}

/** Names of each field, each once, in the order of the rows. */
export function attributesByField(mappings: readonly MappingRow[]): Map<string, string[]> {
	const byField = new Map<string, string[]>();
	for (const { field, name } of mappings) {
		const names = byField.get(field) ?? [];
		byField.set(field, names.includes(name) ? names : [...names, name]);
	}
	return byField;
}

/** The list and the member that a field stands for, or null. */
function memberOf(field: string): { list: List; member: string } | null {
	const list = LISTS.find((candidate) => field.startsWith(`${candidate} `));
	return list ? { list, member: field.slice(list.length + 1) } : null;
}

export function contentOfFields(fields: Fields): SingleSignOnContent {
	const content = { ...emptyContent };
	const text = (name: string) => String(JSON.parse(fields.get(name) ?? '""'));
	content.protocol = text("protocol") as Protocol;
	for (const name of TEXT_SETTINGS) content[name] = text(name);
	for (const name of SWITCH_SETTINGS) {
		const json = fields.get(name);
		if (json !== undefined) content[name] = json === "true";
	}
	for (const name of CHOICE_SETTINGS) content[name] = text(name) || usualChoice(name);
	const members = (list: List) =>
		[...fields.keys()].flatMap((field) => {
			const found = memberOf(field);
			return found?.list === list ? [found.member] : [];
		});
	const mappings = [...fields].flatMap(([field, json]) => {
		if (!field.startsWith(MAPPING)) return [];
		return namesIn(json).map((name) => ({ field: field.slice(MAPPING.length), name }));
	});
	return {
		...content,
		...{
			mappings,
			probes: namesIn(fields.get("probes")),
			aliases: members("aliases"),
			callbacks: members("callbacks"),
		},
	};
}

function namesIn(json: string | null | undefined): string[] {
	const names: unknown = JSON.parse(json ?? "[]");
	return Array.isArray(names) ? names.map(String) : [];
}

/** What saving does: nothing more, nothing less. */
export function contentChanges(before: SingleSignOnContent, after: SingleSignOnContent): FieldChange[] {
	return fieldChanges(fieldsOf(before), fieldsOf(after));
}

/** Whether anything would be lost by leaving. */
export function hasEdits(start: SingleSignOnValues, values: SingleSignOnValues): boolean {
	return JSON.stringify(wantedContent(null, start)) !== JSON.stringify(wantedContent(null, values));
}

/** The values after a field was set to what one side of a conflict has. */
export function withField(
	opened: SingleSignOnContent,
	values: SingleSignOnValues,
	field: string,
	json: string | null,
): SingleSignOnValues {
	const fields = new Map(fieldsOf(wantedContent(opened, values)));
	if (json === null) fields.delete(field);
	else fields.set(field, json);
	return valuesOf(contentOfFields(fields));
}

/** What is told of a save. Where single sign-on is switched off its settings go with it, in one sentence. */
export function toldChanges(
	before: SingleSignOnContent,
	after: SingleSignOnContent,
): { field: string; words: string }[] {
	const changes = contentChanges(before, after);
	const isOff = changes.some(({ field, after: json }) => field === "protocol" && json === '"off"');
	return changes
		.filter(({ field }) => !isOff || field === "protocol" || memberOf(field))
		.map((change) => ({ field: change.field, words: changeInWords(change) }));
}

/** One change in words: "Sets the audience to “urn:a” (was “urn:b”)". */
export function changeInWords({ field, before, after }: FieldChange): string {
	const found = memberOf(field);
	const label = inSentence(fieldLabel(field));
	if (found) return `${after === null ? "Removes" : "Adds"} the ${label}`;
	if (field === "protocol") return protocolChange(before, after);
	if (isSwitch(field)) return `Switches “${fieldLabel(field)}” ${valueInWords(field, after)}`;
	if (field === "signingCert") {
		return after === null ? "Removes the signing certificate" : `${before === null ? "Sets" : "Replaces"} the ${label}`;
	}
	if (after === null && !isChoice(field)) return `Removes the ${label} (was ${valueInWords(field, before)})`;
	const was = before === null ? "" : ` (was ${valueInWords(field, before)})`;
	return `Sets the ${label} to ${valueInWords(field, after)}${was}`;
}

function protocolChange(before: string | null, after: string | null): string {
	if (after === '"off"') return `Switches ${valueInWords("protocol", before)} off, with all its settings`;
	return before === '"off"'
		? `Switches ${valueInWords("protocol", after)} on`
		: `Changes from ${valueInWords("protocol", before)} to ${valueInWords("protocol", after)}`;
}

const isSwitch = (field: string): field is keyof typeof switchSettings => Object.hasOwn(switchSettings, field);
const isChoice = (field: string): field is keyof typeof choiceSettings => Object.hasOwn(choiceSettings, field);

/** A field's value in words; null: it is as usual. */
export function valueInWords(field: string, json: string | null): string {
	if (memberOf(field)) return json === null ? "not there" : "there";
	if (isSwitch(field)) return (json === null ? switchSettings[field].usual : json === "true") ? "on" : "off";
	if (isChoice(field)) {
		const value = json === null ? usualChoice(field) : String(JSON.parse(json));
		return choiceSettings[field].options.find(([name]) => name === value)?.[1] ?? `“${value}”`;
	}
	if (field === "protocol") {
		const value = String(JSON.parse(json ?? '"off"'));
		return Object.hasOwn(protocolLabels, value) ? protocolLabels[value as Protocol] : value;
	}
	if (json === null) return "nothing";
	if (field === "signingCert") return `a certificate of ${String(JSON.parse(json)).length} characters`;
	if (field === "probes" || field.startsWith(MAPPING)) return namesIn(json).join(", ");
	return `“${String(JSON.parse(json))}”`;
}

/** The field in words: "Audience", "Mapping of email", "Callback URL https://…". */
export function fieldLabel(field: string): string {
	const found = memberOf(field);
	if (found) return `${found.list === "callbacks" ? "Callback URL" : "Realm"} ${found.member}`;
	if (field.startsWith(MAPPING)) return `Mapping of ${field.slice(MAPPING.length)}`;
	if (field === "protocol") return "Protocol";
	if (field === "probes") return "Name identifier attributes";
	if (isSwitch(field)) return switchSettings[field].label;
	if (isChoice(field)) return choiceSettings[field].label;
	return Object.hasOwn(textSettings, field) ? textSettings[field as keyof typeof textSettings].label : field;
}

function inSentence(label: string): string {
	return label.charAt(0).toLowerCase() + label.slice(1);
}
