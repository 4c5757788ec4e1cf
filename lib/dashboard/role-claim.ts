import type { Role } from "./session/permissions";

/** The settings that name who has a role, the one that may most first. */
export const ROLE_SETTINGS = [
	["editor", "EDITORS"],
	["support", "SUPPORT"],
	["viewer", "VIEWERS"],
] as const satisfies readonly (readonly [Role, string])[];

/** A claim of the ID token, and the values that give a role. */
export type RoleClaim = { name: string; values: Readonly<Record<Role, readonly string[]>> };

/** An entry that begins so names a value of the claim, and no user. */
const PREFIX = "claim:";
const NAME_LENGTH_MAX = 255;

/** A value with a space and without quotes looks so. */
const ENTRY_WITHOUT_COMMA = /(?:^|[\s,])claim:[^\s,]+[^\S\r\n]+[^\s,]/;

/**
 * The entries of a list of users and values of a claim: separated by commas or white space. A value that holds these stands in
 * double quotes, as `"claim:VALUE"`.
 * @returns a sentence without its subject where the list is wrong
 */
export function entriesOf(text: string): string[] | string {
	const parts = text.split('"');
	const isQuoted = (index: number) => index % 2 === 1;
	const isSound = parts.every((part, index) => {
		if (isQuoted(index)) return part.startsWith(PREFIX);
		const beginsApart = index === 0 || /^(?:[\s,]|$)/.test(part);
		const endsApart = index === parts.length - 1 || part === "" || /[\s,]$/.test(part);
		return beginsApart && endsApart && (part !== "" || index === 0 || index === parts.length - 1);
	});
	if (!isSound || parts.length % 2 === 0) return 'has double quotes that don\'t stand around "claim:VALUE" as a whole';
	if (parts.some((part, index) => !isQuoted(index) && ENTRY_WITHOUT_COMMA.test(part))) {
		return "must have a comma after each claim:VALUE, and double quotes around one that holds spaces";
	}
	return parts.flatMap((part, index) => (isQuoted(index) ? [part] : part.split(/[\s,]+/).filter(Boolean)));
}

/** Entries apart: users, and values of the claim. */
export function splitEntries(entries: readonly string[]): { users: string[]; values: string[] } {
	const users = entries.filter((entry) => !entry.startsWith(PREFIX));
	const values = entries.filter((entry) => entry.startsWith(PREFIX)).map((entry) => entry.slice(PREFIX.length));
	return { users, values };
}

/**
 * What is wrong with how the settings name values of a claim: sentences that begin with a setting.
 * @param lists the entries of each setting
 * @param claim the claim's name, where one is set
 */
export function roleClaimFaults(
	lists: Readonly<Record<(typeof ROLE_SETTINGS)[number][1], readonly string[]>>,
	claim: string | undefined,
	isEmbedded: boolean,
): string[] {
	const faults: string[] = [];
	const valuesOf = (setting: keyof typeof lists) => splitEntries(lists[setting]).values;
	const naming = ROLE_SETTINGS.map(([, setting]) => setting).filter((setting) => valuesOf(setting).length > 0);
	if (isEmbedded) {
		const set = [...(claim === undefined ? [] : ["ROLE_CLAIM"]), ...naming];
		return set.map(
			(setting) => `${setting} names a claim, which is for a real tenant: the sample tenant stores its roles`,
		);
	}
	if (claim === undefined && naming.length > 0) {
		faults.push(`ROLE_CLAIM is missing: ${naming.join(" and ")} ${naming.length > 1 ? "name" : "names"} values of it`);
	}
	if (claim !== undefined && naming.length === 0) {
		faults.push("ROLE_CLAIM is set, but no entry of EDITORS, SUPPORT or VIEWERS begins with claim:");
	}
	for (const [, setting] of ROLE_SETTINGS) {
		if (valuesOf(setting).some((value) => value.trim() === "")) faults.push(`${setting} has claim: without a value`);
		if (lists[setting].some((entry) => !entry.startsWith(PREFIX) && /^claim:/i.test(entry))) {
			faults.push(`${setting} must have claim: in small letters`);
		}
	}
	const all = naming.flatMap((setting) => [...new Set(valuesOf(setting))]);
	if (new Set(all).size < all.length) {
		faults.push(`${naming.join(" and ")} name the same value of the claim: a value gives one role`);
	}
	return faults;
}

/**
 * Claims that OpenID Connect Core 1.0, RFC 7519 and their relatives define, and those that a tenant sets itself. Users can
 * edit several of them, and none says who may do what.
 */
const STANDARD: readonly string[] = [
	...["iss", "sub", "aud", "exp", "nbf", "iat", "jti", "auth_time", "nonce", "acr", "amr", "azp", "sid", "events"],
	...["at_hash", "c_hash", "s_hash", "cnf", "act", "may_act", "scope", "scp", "client_id", "typ", "sub_jwk"],
	...["name", "given_name", "family_name", "middle_name", "nickname", "preferred_username", "profile", "picture"],
	...["website", "email", "email_verified", "gender", "birthdate", "zoneinfo", "locale", "phone_number"],
	...["phone_number_verified", "address", "updated_at", "created_at", "user_id", "username", "identities"],
	...["org_id", "org_name", "metadata", "last_ip", "last_login", "logins_count", "blocked", "multifactor"],
	...["verified_claims", "place_of_birth", "nationalities", "birth_family_name", "birth_given_name"],
	...["birth_middle_name", "salutation", "title", "msisdn", "also_known_as", "connection", "strategy"],
	...["phone_verified", "clientid", "upn", "unique_name", "sub_id"],
];

/** However its two words are joined in a URL. */
const METADATA = /(?:user|app)(?:[-_.]|%[0-9a-f]{2})*metadata/;

/** Why a role can't be read from a claim of this name; null where it can. */
export function claimNameFault(name: string): string | null {
	const small = name.toLowerCase();
	if (METADATA.test(small)) {
		return "must not name user_metadata, app_metadata or a part of them: a role is a claim of its own";
	}
	if (STANDARD.includes(small))
		return "is a standard claim, which does not say what a user may do: name one of your own";
	if (name.length <= NAME_LENGTH_MAX && /^[!-~]+$/.test(name) && !/["',]/.test(name)) return null;
	return `must be the whole name of one claim, of at most ${NAME_LENGTH_MAX} characters: visible ones of ASCII without quotes and commas`;
}
