import "server-only";
import { NAME_FORMATS } from "@/lib/contract/client/addon-limits";
import { attributeNamesOf } from "@/lib/contract/connection/attribute-names";
import { MAPPED_FIELDS, type MappedField } from "@/lib/contract/connection/connection-limits";
import type { ResponseReport } from "./response-report";

/** A field of the profile that the tenant makes of a response. Data only: it is sent to the browser. */
export type ProfileField = {
	field: MappedField;
	/** Null: nothing was sent for it. */
	value: string | null;
	/** The attribute or claim that it is from, or the fields of the profile; null where none had a value. */
	from: string | null;
};

type Mapping = {
	/** Of the connection: the beginning of its users' IDs. */
	name: string;
	/** Empty: the NameID, or what the mapping names. */
	userIdAttribute: string;
	mapping: Readonly<Partial<Record<MappedField, readonly string[]>>>;
};

const NAME_ID = "NameID";

/** The profile that a connection's settings make of a provider's response, by the rules of the embedded service. */
export function mappedProfile(
	{ subject, attributes }: Pick<ResponseReport, "subject" | "attributes">,
	{ name, userIdAttribute, mapping }: Mapping,
): ProfileField[] {
	const isEmail = subject?.format === NAME_FORMATS.emailAddress;
	const fields = MAPPED_FIELDS.map((field): ProfileField => {
		const isId = field === "user_id";
		const names = isId && userIdAttribute ? [userIdAttribute] : attributeNamesOf(field, mapping[field]);
		const found = firstValue(attributes, names);
		// An attribute that is set to identify users is never replaced by the NameID.
		const isNameId = subject !== null && found === null && (isId ? names.length === 0 : field === "email" && isEmail);
		const { value, from } = isNameId ? { value: subject.name, from: NAME_ID } : (found ?? { value: null, from: null });
		return { field, from, value: isId && value !== null ? `samlp|${name}|${value}` : value };
	});
	return fields.map((one) => (one.field === "name" && one.value === null ? nameOfOthers(fields) : one));
}

/** A user without a name is called by the names, else by the e-mail address. */
function nameOfOthers(fields: readonly ProfileField[]): ProfileField {
	const of = (field: MappedField) => fields.find((one) => one.field === field)?.value ?? null;
	const names = [of("given_name"), of("family_name")].filter((part) => part !== null).join(" ");
	if (names !== "") return { field: "name", value: names, from: "given and family name" };
	const email = of("email");
	return { field: "name", value: email, from: email && "e-mail address" };
}

function firstValue(attributes: ResponseReport["attributes"], names: readonly string[]) {
	for (const from of names) {
		const values = attributes.filter((each) => each.name === from).flatMap((each) => each.values);
		const value = values.find(({ text }) => text.trim() !== "")?.text.trim();
		if (value !== undefined) return { value, from };
	}
	return null;
}

/** The claims of an ID token by field, for the same table. */
export function profileOfClaims(claims: Readonly<Record<string, unknown>>): ProfileField[] {
	return MAPPED_FIELDS.map((field) => {
		const names = { user_id: ["sub"], username: ["username", "preferred_username"] }[field as string] ?? [field];
		const from = names.find((name) => claims[name] !== undefined && claims[name] !== null) ?? null;
		return { field, from, value: from && String(claims[from]) };
	});
}
