import { type FieldChange, type Fields, fieldChanges } from "@/app/_forms/conflict/three-way";
import { appTypeLabel, grantLabel } from "../application-labels";
import {
	ADDRESS_LISTS,
	type AddressList,
	type ApplicationContent,
	type ApplicationFormValues,
	valuesOf,
	wantedContent,
} from "./application-content";

// Fields of an application: texts and switches by their names, and "callbacks https://…" or "grants password" for each
// member of a list, so that two who add different addresses do not stand in each other's way. Values are JSON.

const TEXTS = ["name", "description", "type"] as const;
const SWITCHES = ["rotates", "signUp"] as const;
const LISTS = [...ADDRESS_LISTS, "grants"] as const;
type List = (typeof LISTS)[number];

const PRESENT = "true";

export function fieldsOf(content: ApplicationContent): Fields {
	return new Map([
		...[...TEXTS, ...SWITCHES].map((name): [string, string] => [name, JSON.stringify(content[name])]),
		...LISTS.flatMap((list) => content[list].map((member): [string, string] => [`${list} ${member}`, PRESENT])),
	]);
}

/** The list and the member that a field stands for, or null. */
function memberOf(field: string): { list: List; member: string } | null {
	const list = LISTS.find((candidate) => field.startsWith(`${candidate} `));
	return list ? { list, member: field.slice(list.length + 1) } : null;
}

export function contentOfFields(fields: Fields): ApplicationContent {
	const text = (field: string) => String(JSON.parse(fields.get(field) ?? '""'));
	const isOn = (field: string) => JSON.parse(fields.get(field) ?? "false") === true;
	const members = (list: List) =>
		[...fields.keys()].flatMap((field) => {
			const found = memberOf(field);
			return found?.list === list ? [found.member] : [];
		});
	return {
		...{ name: text("name"), description: text("description"), type: text("type") },
		...{ callbacks: members("callbacks"), logoutUrls: members("logoutUrls"), webOrigins: members("webOrigins") },
		...{ grants: members("grants"), rotates: isOn("rotates"), signUp: isOn("signUp") },
	};
}

/** What saving does to an application: nothing more, nothing less. The order of addresses means nothing. */
export function contentChanges(before: ApplicationContent, after: ApplicationContent): FieldChange[] {
	return fieldChanges(fieldsOf(before), fieldsOf(after));
}

/** Whether anything would be lost by leaving. */
export function hasEdits(start: ApplicationFormValues, values: ApplicationFormValues): boolean {
	return contentChanges(wantedContent(null, start), wantedContent(null, values)).length > 0;
}

/** The values after a field was set to what one side of a conflict has. */
export function withField(
	opened: ApplicationContent,
	values: ApplicationFormValues,
	field: string,
	json: string | null,
): ApplicationFormValues {
	const fields = new Map(fieldsOf(wantedContent(opened, values)));
	if (json === null) fields.delete(field);
	else fields.set(field, json);
	return valuesOf(contentOfFields(fields));
}

const listNames: Record<AddressList, string> = {
	callbacks: "callback URL",
	logoutUrls: "logout URL",
	webOrigins: "web origin",
};

const texts: Record<string, { label: string; verb: string }> = {
	name: { label: "Name", verb: "Renames it to" },
	description: { label: "Description", verb: "Sets the description to" },
	type: { label: "Type", verb: "Makes it a" },
};

const switches: Record<string, { label: string; on: string; off: string }> = {
	rotates: {
		label: "Rotate refresh tokens",
		on: "Rotates refresh tokens from now on",
		off: "Stops rotating refresh tokens",
	},
	signUp: { label: "People may sign up", on: "Lets people sign up", off: "Lets nobody sign up any more" },
};

/** One change in words: "Adds the callback URL https://…", "Renames it to “Bar” (was “Foo”)". */
export function changeInWords({ field, before, after }: FieldChange): string {
	const found = memberOf(field);
	if (found) {
		const isGrant = found.list === "grants";
		const what = isGrant ? `the ${grantLabel(found.member)} grant` : `the ${listName(found.list)} ${found.member}`;
		if (isGrant) return after === null ? `Takes ${what} away` : `Allows ${what}`;
		return `${after === null ? "Removes" : "Adds"} ${what}`;
	}
	const change = switches[field];
	if (change) return after === PRESENT ? change.on : change.off;
	if (field === "description" && isEmpty(after)) return "Removes the description";
	const was = isEmpty(before) ? "" : ` (was ${valueInWords(field, before)})`;
	return `${texts[field]?.verb ?? field} ${valueInWords(field, after)}${was}`;
}

function listName(list: List): string {
	return list === "grants" ? "grant" : listNames[list];
}

function isEmpty(json: string | null): boolean {
	return json === null || json === '""';
}

/** A field's value in words: a text in quotes, a type by its label, "on" and "off", "there" and "not there". */
export function valueInWords(field: string, json: string | null): string {
	if (memberOf(field)) return json === null ? "not there" : "there";
	if (Object.hasOwn(switches, field)) return json === PRESENT ? "on" : "off";
	if (isEmpty(json)) return "nothing";
	const text = String(JSON.parse(json ?? '""'));
	return field === "type" ? appTypeLabel(text) : `“${text}”`;
}

/** The field in words: "Name", "Callback URL https://…". */
export function fieldLabel(field: string): string {
	const found = memberOf(field);
	if (!found) return texts[field]?.label ?? switches[field]?.label ?? field;
	const name = listName(found.list);
	const member = found.list === "grants" ? grantLabel(found.member) : found.member;
	return `${name.charAt(0).toUpperCase()}${name.slice(1)} ${member}`;
}
