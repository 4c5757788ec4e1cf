import { NAME_FORMATS } from "@/lib/contract/client/addon-limits";
import type { MappedField } from "@/lib/contract/connection/connection-limits";
import { textLength } from "@/lib/contract/text-length";
import { isPicture, NAME_LENGTH_MAX, newAddress, USERNAME_LENGTH_MAX } from "../../accounts/profile";
import { messageRefusal } from "../../http/refusal";
import { UNREADABLE_TEXT } from "../../passwords/password-rules";
import type { SamlConnection } from "../saml-connection";
import { attributeNamesOf } from "./attribute-names";
import type { CheckedAnswer } from "./checked-answer";

/** Of `samlp|NAME|id`, in bytes of UTF-8: it is what applications read as `sub` (OpenID Connect Core 1.0 section 2). */
const USER_ID_BYTES_MAX = 255;
/** What nobody sees, and white space around it. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u{fffd}]|^\s|\s$/u;

/** Who somebody is by a provider's answer. */
export type ConnectionProfile = {
	/** `user_id` here: `samlp|NAME|` and what the provider knows them by. */
	id: string;
	/** Null where none is said, or what is said is none. */
	email: string | null;
	email_verified: boolean;
	/** Their names, else the address, else what the provider knows them by. */
	name: string;
	given_name: string | null;
	family_name: string | null;
	nickname: string | null;
	/** An http or https address. */
	picture: string | null;
	username: string | null;
};

type Answer = Pick<CheckedAnswer, "nameId" | "nameIdFormat" | "attributes">;

/**
 * The profile that an answer's attributes are mapped to. What is too long for a field, or can't be shown, is left out.
 * @throws Refusal where the answer says nothing that somebody can be known by another time
 */
export function profileOf(connection: Pick<SamlConnection, "name" | "options">, answer: Answer): ConnectionProfile {
	const known = knownBy(connection, answer);
	const id = `samlp|${connection.name}|${known}`;
	if (Buffer.byteLength(id) > USER_ID_BYTES_MAX) {
		throw messageRefusal("What the identity provider knows the person by is too long for a user's ID here.");
	}
	const { options } = connection;
	const said = (field: MappedField) => firstValue(answer, attributeNamesOf(field, options.fieldsMap));
	const [given, family] = [shown(said("given_name")), shown(said("family_name"))];
	const email = emailOf(said("email"), answer);
	const picture = said("picture");
	return {
		...{ id, email, email_verified: email !== null && /^(?:true|1)$/i.test(said("email_verified") ?? "") },
		name: shown(said("name")) ?? shown([given, family].filter(Boolean).join(" ")) ?? email ?? known,
		...{ given_name: given, family_name: family, nickname: shown(said("nickname")) },
		picture: picture !== null && isPicture(picture) ? picture : null,
		username: shown(said("username"), USERNAME_LENGTH_MAX),
	};
}

/**
 * The attribute that is set for it, else the name identifier. Where the attribute is set and the answer hasn't got it,
 * the name identifier is no stand-in: one person's could be another's value.
 */
function knownBy({ options }: Pick<SamlConnection, "options">, answer: Answer): string {
	const { user_id_attribute: attribute, fieldsMap } = options;
	const names = attribute !== undefined ? [attribute] : attributeNamesOf("user_id", fieldsMap);
	if (names.length > 0) return idIn(answer, names);
	if (answer.nameIdFormat === NAME_FORMATS.transient) {
		throw messageRefusal(
			"The identity provider names people by an identifier that is another one each time (transient): set the attribute that they are known by.",
		);
	}
	return answer.nameId;
}

function idIn({ attributes }: Answer, names: readonly string[]): string {
	const found = names.map((name) => attributes.get(name) ?? []).find((values) => values.some((value) => value !== ""));
	if (!found) throw messageRefusal("The answer does not hold the attribute that people are known by.");
	const [id, another] = found;
	if (id === undefined || another !== undefined) {
		throw messageRefusal("The attribute that people are known by has more than one value.");
	}
	if (!UNSEEN.test(id)) return id;
	throw messageRefusal(
		"The attribute that people are known by holds characters that nobody sees, or white space around it.",
	);
}

/** The first value that says something, of the first attribute that has one. */
function firstValue({ attributes }: Answer, names: readonly string[]): string | null {
	for (const name of names) {
		const value = attributes.get(name)?.find((each) => each.trim() !== "");
		if (value !== undefined) return value.trim();
	}
	return null;
}

/** An address that is said, or one that the person is known by, where the provider says that it is one. */
function emailOf(said: string | null, { nameId, nameIdFormat }: Answer): string | null {
	if (said !== null) return newAddress(said);
	return nameIdFormat === NAME_FORMATS.emailAddress ? newAddress(nameId) : null;
}

function shown(text: string | null, lengthMax = NAME_LENGTH_MAX): string | null {
	const line = text?.replace(/\s+/g, " ").trim() ?? "";
	return line === "" || textLength(line) > lengthMax || UNREADABLE_TEXT.test(line) ? null : line;
}
