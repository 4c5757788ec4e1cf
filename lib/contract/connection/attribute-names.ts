import type { MappedField } from "./connection-limits";

/** The namespace of the claims that most identity providers use as names of attributes. */
export const CLAIMS = "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/";

/** By RFC 4519, RFC 2798 and eduPerson. */
const OID = {
	uid: "urn:oid:0.9.2342.19200300.100.1.1",
	mail: "urn:oid:0.9.2342.19200300.100.1.3",
	cn: "urn:oid:2.5.4.3",
	sn: "urn:oid:2.5.4.4",
	givenName: "urn:oid:2.5.4.42",
	displayName: "urn:oid:2.16.840.1.113730.3.1.241",
	nickname: "urn:oid:1.3.6.1.4.1.5923.1.1.1.2",
	principalName: "urn:oid:1.3.6.1.4.1.5923.1.1.1.6",
};

/**
 * Identity providers' default attribute names of a field, the clearest first. None for `user_id` and `email_verified`:
 * those are only read from an attribute that an admin has named.
 */
const DEFAULT_NAMES: Readonly<Record<MappedField, readonly string[]>> = {
	user_id: [],
	email: [`${CLAIMS}emailaddress`, OID.mail, "email", "mail", "Email", "emailAddress", "EmailAddress", "email_address"],
	email_verified: [],
	name: [
		...[`${CLAIMS}name`, OID.displayName, "displayName", "display_name", "name", "fullName"],
		...["http://schemas.microsoft.com/identity/claims/displayname", OID.cn, "cn"],
	],
	given_name: [`${CLAIMS}givenname`, OID.givenName, "givenName", "given_name", "firstName", "FirstName", "first_name"],
	family_name: [
		...[`${CLAIMS}surname`, OID.sn, "sn", "surname", "family_name", "familyName", "lastName", "LastName", "last_name"],
	],
	nickname: [OID.nickname, "nickname", "eduPersonNickname"],
	picture: ["picture"],
	username: [`${CLAIMS}upn`, OID.uid, "uid", "username", "preferred_username", "upn", OID.principalName],
};

/**
 * The attributes that a field of a profile is read from, in order.
 * @param mapped those that the connection names for it; without any the default ones apply
 */
export function attributeNamesOf(
	field: MappedField,
	mapped: string | readonly string[] | undefined,
): readonly string[] {
	if (mapped === undefined) return DEFAULT_NAMES[field];
	return typeof mapped === "string" ? [mapped] : mapped;
}
