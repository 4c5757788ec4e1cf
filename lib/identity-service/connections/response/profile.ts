import { NAME_FORMATS } from "@/lib/contract/client/addon-limits";
import { attributeNamesOf } from "@/lib/contract/connection/attribute-names";
import type { MappedField } from "@/lib/contract/connection/connection-limits";
import { textLength } from "@/lib/contract/limits";
import { isPicture, NAME_LENGTH_MAX, newAddress, USERNAME_LENGTH_MAX } from "../../accounts/profile";
import { messageRefusal } from "../../http/refusal";
import { UNREADABLE_TEXT } from "../../passwords/password-rules";
import type { SamlConnection } from "../saml-connection";
import type { CheckedResponse } from "./checked-response";
import { INVISIBLE, SPACE_AROUND } from "./response-requirements";

/** Of `samlp|NAME|id`, in bytes of UTF-8: the limit of `sub` (OpenID Connect Core 1.0 section 2). */
const USER_ID_BYTES_MAX = 255;

type Checked = Pick<CheckedResponse, "nameId" | "nameIdFormat" | "attributes">;

/**
 * Maps a response's attributes to a profile. Values that are too long for a field, or can't be shown, are omitted.
 * @throws Refusal where the response has no stable identifier of the user
 */
export function profileOf(connection: Pick<SamlConnection, "name" | "options">, response: Checked) {
	const known = knownBy(connection, response);
	// The `user_id` here.
	const id = `samlp|${connection.name}|${known}`;
	if (Buffer.byteLength(id) > USER_ID_BYTES_MAX) {
		throw messageRefusal("The identity provider's name for the user is too long for a user ID here.");
	}
	const { options } = connection;
	const sent = (field: MappedField) => firstValue(response, attributeNamesOf(field, options.fieldsMap?.[field]));
	const [given, family] = [shown(sent("given_name")), shown(sent("family_name"))];
	const email = emailOf(sent("email"), response);
	const picture = sent("picture");
	return {
		id,
		email,
		email_verified: email !== null && /^(?:true|1)$/i.test(sent("email_verified") ?? ""),
		// The names, else the address, else the provider's identifier.
		name: shown(sent("name")) ?? shown([given, family].filter(Boolean).join(" ")) ?? email ?? known,
		given_name: given,
		family_name: family,
		nickname: shown(sent("nickname")),
		picture: picture !== null && isPicture(picture) ? picture : null,
		username: shown(sent("username"), USERNAME_LENGTH_MAX),
	};
}

/**
 * The provider's identifier of the user: the configured attribute, else the name identifier. Where the response lacks
 * the configured attribute, the name identifier is no substitute: it could be another user's value of that attribute.
 */
function knownBy({ options }: Pick<SamlConnection, "options">, response: Checked): string {
	const { user_id_attribute: attribute, fieldsMap } = options;
	const names = attribute !== undefined ? [attribute] : attributeNamesOf("user_id", fieldsMap?.user_id);
	if (names.length > 0) return idIn(response, names);
	if (response.nameIdFormat === NAME_FORMATS.transient) {
		throw messageRefusal(
			"The identity provider names users by a NameID that is different each time (transient): set the attribute that identifies them.",
		);
	}
	return response.nameId;
}

function idIn({ attributes }: Checked, names: readonly string[]): string {
	const found = names.map((name) => attributes.get(name) ?? []).find((values) => values.some((value) => value !== ""));
	if (!found) throw messageRefusal("The response lacks the attribute that identifies users.");
	const [id, another] = found;
	if (id === undefined || another !== undefined) {
		throw messageRefusal("The attribute that identifies users has more than one value.");
	}
	if (!INVISIBLE.test(id) && !SPACE_AROUND.test(id)) return id;
	throw messageRefusal("The attribute that identifies users has invisible characters, or white space around it.");
}

/** The first value that isn't blank, of the first attribute that has one. */
function firstValue({ attributes }: Checked, names: readonly string[]): string | null {
	for (const name of names) {
		const value = attributes.get(name)?.find((each) => each.trim() !== "");
		if (value !== undefined) return value.trim();
	}
	return null;
}

/** The attribute, else a name identifier whose format is an e-mail address. */
function emailOf(sent: string | null, { nameId, nameIdFormat }: Checked): string | null {
	if (sent !== null) return newAddress(sent);
	return nameIdFormat === NAME_FORMATS.emailAddress ? newAddress(nameId) : null;
}

function shown(text: string | null, lengthMax = NAME_LENGTH_MAX): string | null {
	const line = text?.replace(/\s+/g, " ").trim() ?? "";
	return line === "" || textLength(line) > lengthMax || UNREADABLE_TEXT.test(line) ? null : line;
}
