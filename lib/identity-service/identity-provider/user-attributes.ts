import type { SamlSettings } from "@/lib/contract/client/client-addons";
import { CLAIMS } from "@/lib/contract/connection/attribute-names";
import { SAML_STRATEGY } from "@/lib/contract/connection/connection-limits";
import { xmlCharacters } from "@/lib/xml/markup";
import type { IdentityService } from "../context/identity-service";
import { messageRefusal } from "../http/refusal";
import { pictureOf } from "../oidc/account";
import type { ClientRow } from "../store/clients";
import { DATABASE_CONNECTION, type UserRow } from "../store/users";

const UNMAPPED = "http://schemas.auth0.com/";
const IDENTITY = `${UNMAPPED}identities/default/`;
const UPN_FIELD = "upn";

/** Attribute names of the profile's fields where the application has no mappings of its own. */
const DEFAULT_MAPPINGS: Record<string, string> = {
	user_id: `${CLAIMS}nameidentifier`,
	email: `${CLAIMS}emailaddress`,
	name: `${CLAIMS}name`,
	given_name: `${CLAIMS}givenname`,
	family_name: `${CLAIMS}surname`,
	[UPN_FIELD]: `${CLAIMS}upn`,
};

export type AttributeValue = string | boolean;
export type UserAttribute = { name: string; value: AttributeValue };
type AttributeSettings = Pick<
	SamlSettings,
	"mappings" | "createUpnClaim" | "passthroughClaimsWithNoMapping" | "mapUnknownClaimsAsIs" | "mapIdentities"
>;

/** A user's attributes in an assertion: mapped fields, the connection, and fields that no mapping names. */
export function userAttributes(
	service: Pick<IdentityService, "config">,
	user: UserRow,
	client: ClientRow,
	settings: AttributeSettings,
): UserAttribute[] {
	const {
		mappings = DEFAULT_MAPPINGS,
		createUpnClaim = true,
		passthroughClaimsWithNoMapping = true,
		mapUnknownClaimsAsIs = false,
		mapIdentities = true,
	} = settings;
	const fields = { ...profileFields(user, client), picture: pictureOf(service, user) };
	const upn = createUpnClaim && user.email !== null ? { [UPN_FIELD]: user.email } : {};
	const mapped = Object.entries({ ...fields, ...upn }).flatMap(([field, value]) =>
		namesOf(mappings, field).map((name) => ({ name, value })),
	);
	const rest = Object.entries(fields)
		.filter(([field]) => namesOf(mappings, field).length === 0)
		.map(([field, value]) => ({ name: mapUnknownClaimsAsIs ? field : UNMAPPED + field, value }));
	return [...mapped, ...(mapIdentities ? identity(user) : []), ...(passthroughClaimsWithNoMapping ? rest : [])];
}

/** The names of all attributes that fields are mapped to. */
export function mappedNames({
	mappings = DEFAULT_MAPPINGS,
	createUpnClaim = true,
}: Pick<AttributeSettings, "mappings" | "createUpnClaim">): string[] {
	const fields = Object.keys(mappings).filter((field) => createUpnClaim || field !== UPN_FIELD);
	return [...new Set(fields.flatMap((field) => namesOf(mappings, field)))];
}

function namesOf(mappings: Record<string, string | string[]>, field: string): string[] {
	const names = Object.hasOwn(mappings, field) ? mappings[field] : undefined;
	return names === undefined ? [] : [names].flat();
}

function identity({ connection }: UserRow): UserAttribute[] {
	return [
		{ name: `${IDENTITY}provider`, value: connection === null ? "auth0" : SAML_STRATEGY },
		{ name: `${IDENTITY}connection`, value: connection ?? DATABASE_CONNECTION },
		{ name: `${IDENTITY}isSocial`, value: false },
	];
}

/** Fields without a value are left out. */
function profileFields(user: UserRow, client: ClientRow): Record<string, AttributeValue> {
	const fields = {
		user_id: user.user_id,
		email: user.email,
		name: user.name,
		given_name: user.given_name,
		family_name: user.family_name,
		nickname: user.nickname,
		username: user.username,
		email_verified: user.email_verified === 1,
		created_at: user.created_at,
		updated_at: user.updated_at,
		clientID: client.client_id,
	};
	return Object.fromEntries(
		Object.entries(fields).filter((entry): entry is [string, AttributeValue] => entry[1] !== null),
	);
}

const DEFAULT_PROBES = ["nameidentifier", "emailaddress", "name"].map((name) => CLAIMS + name);

/**
 * The user's name identifier: the first of these attributes that has a value. A value that XML can't hold unchanged is
 * skipped, because its replacement could be another user's name.
 * @throws Refusal where there is none
 */
export function requireNameIdentifier(
	attributes: readonly UserAttribute[],
	probes: readonly string[] = DEFAULT_PROBES,
): string {
	for (const probe of probes) {
		const found = attributes.find(({ name }) => name === probe);
		const value = found ? String(found.value) : "";
		if (value !== "" && value === xmlCharacters(value)) return value;
	}
	throw messageRefusal(`No attribute was found to generate the nameIdentifier. We tried with: ${probes.join(", ")}`);
}
