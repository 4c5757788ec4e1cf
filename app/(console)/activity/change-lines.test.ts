import { expect, test } from "vitest";
import { linesInWords } from "@/app/_testing/lines-in-words";
import type { AuditEntry } from "@/lib/dashboard/audit/audit-entry";
import { auditEntry } from "@/lib/dashboard/audit/audit-entry.test-data";
import { sentenceOf } from "@/lib/dashboard/audit/sentence";
import { changeLines, changesInShort } from "./change-lines";

const names = new Map([["cli_1", "Shop"]]);
/** The sentence as one text, with the resource's name in asterisks. */
function sentence(given: Partial<AuditEntry>): string {
	const entry = auditEntry(given);
	const { did, target, isName, to } = sentenceOf(entry);
	const changes = changesInShort(entry, names);
	return `${did} ${isName ? `*${target}*` : target}${to ? ` to *${to}*` : ""}${changes ? `: ${changes}` : ""}`;
}
const renamed = { name: "Age check B", changes: ["~name"] };
const values = [{ part: "name", before: "Age check 21+", after: "Age check B" }];

test.each([
	[{ ...renamed, values }, "renamed *Age check 21+* to *Age check B*"],
	[renamed, "renamed *Age check B*"],
	[{ ...renamed, values, outcome: "refused" }, "tried to rename *Age check 21+* to *Age check B*"],
	[{ operation: "delete_vc_templates_by_id", name: "Car rental" }, "deleted *Car rental*"],
	[{ operation: "delete_vc_templates_by_id" }, "deleted template vct_1"],
	[{ operation: "propose_templates", name: "3 templates" }, "made proposal *3 templates*"],
	[{ operation: "propose_templates", name: "Car", outcome: "refused" }, "tried to make proposal *Car*"],
	[{ operation: "expire_proposal", name: "Car" }, "noted the expiry of proposal *Car*"],
	[{ operation: "delete_vc_templates_by_id", name: "Car", outcome: "unknown" }, "tried to delete *Car*"],
	[{ operation: "post_vc_templates", name: "Car", changes: ["name", "portrait"] }, "created *Car*"],
	[{ name: "Car", changes: ["+resident_city", "-portrait"] }, "changed *Car*: + City, − Photo"],
	[{ changes: ["+a", "+b", "+c", "+d", "+e"] }, "changed template vct_1: + a, + b, + c and 2 more"],
	[{ changes: ["+a", "+b", "+c", "+d"], moreChanges: 8_900 }, "changed template vct_1: + a, + b, + c and 8,901 more"],
	[{ name: "Car", changes: ["name", "portrait"] }, "changed *Car*"],
	[
		{ operation: "patch_refresh-tokens_by_id", target: "dcr_1", changes: ["~name", "+fleet"] },
		"changed the metadata of refresh token dcr_1: changed name, + fleet",
	],
	[
		{
			operation: "patch_refresh-tokens_by_id",
			changes: ["~plan"],
			values: [{ part: "plan", before: "nothing", after: "gold" }],
		},
		"changed the metadata of refresh token vct_1: plan nothing → gold",
	],
	[
		{ operation: "patch_refresh-tokens_by_id", name: "Portal of jose@example.org", changes: ["-fleet"] },
		"changed the metadata of *Portal of jose@example.org*: − fleet",
	],
	[
		{ operation: "delete_refresh-tokens_by_id", name: "Portal of jose@example.org" },
		"requested to revoke refresh token *Portal of jose@example.org*",
	],
	[
		{ operation: "patch_clients_by_id", name: "Shop", changes: ["+callbacks https://a/"] },
		"changed *Shop*: + Callback URL https://a/",
	],
	[
		{ operation: "patch_clients_by_id", name: "Shop", changes: ["~name", "~app_type"] },
		"changed *Shop*: changed name, changed type",
	],
	[{ operation: "post_rotate-secret", name: "Shop" }, "rotated the secret of *Shop*"],
	[{ operation: "delete_connections_by_id", name: "acme" }, "deleted *acme*"],
	[
		{ operation: "patch_connections_by_id", name: "acme", changes: ["+enabled_clients cli_1"] },
		"changed *acme*: + Application Shop",
	],
	[
		{ operation: "patch_connection_clients", name: "acme", changes: ["-clients cli_1"] },
		"changed the applications of *acme*: − Application Shop",
	],
	[{ operation: "patch_users_by_id", name: "Mina", changes: ["+blocked"] }, "blocked *Mina*"],
	[
		{ operation: "patch_users_by_id", target: "auth0|1", changes: ["-blocked"], outcome: "refused" },
		"tried to unblock user auth0|1",
	],
	[{ operation: "delete_user_sessions", name: "Mina" }, "requested to end all sessions of *Mina*"],
	[
		{ operation: "post_session_revoke", name: "Edge on Windows of Mina" },
		"requested to end session *Edge on Windows of Mina*",
	],
	[
		{ operation: "post_refresh_tokens_revoke", name: "Portal of jose@example.org" },
		"requested to revoke refresh token *Portal of jose@example.org*",
	],
	[
		{ operation: "post_user_revoke_access session_id", name: "Edge on Windows of Mina" },
		"requested to end session *Edge on Windows of Mina*",
	],
	[
		{ operation: "post_user_revoke_access", name: "Mina" },
		"requested to end all sessions and refresh tokens of *Mina*",
	],
	[
		{ operation: "post_user_revoke_access preserve_refresh_tokens", target: "auth0|1", outcome: "refused" },
		"tried to end all sessions but not the refresh tokens of user auth0|1",
	],
	[{ operation: "delete_user-blocks_by_id", name: "Mina" }, "lifted the blocks after failed sign-ins of *Mina*"],
	[{ operation: "patch_new_things" }, "did “patch_new_things” on vct_1"],
] as [Partial<AuditEntry>, string][])("%j is described as %j", (given, expected) =>
	expect(sentence(given).replaceAll("\u00a0", " ")).toBe(expected),
);

const lines = (given: Partial<AuditEntry>) => linesInWords(changeLines(auditEntry(given), names));
const application = { operation: "patch_clients_by_id", name: "Shop" };
const provider = { operation: "patch_connections_by_id" };
const metadata = { operation: "patch_refresh-tokens_by_id" };
const purpose = { operation: "set_template_purpose" };

test.each<[Partial<AuditEntry>, string[]]>([
	[
		{ changes: ["+resident_city", "-portrait", "~name"], values },
		["Renames it to “Age check B” (was “Age check 21+”)", "Adds City", "Removes Photo"],
	],
	[{ changes: ["~name"] }, ["Changes the name"]],
	[
		{ changes: ["~portrait"], values: [{ part: "portrait", before: true, after: false }] },
		["Changes Photo (listed as false, was requested)"],
	],
	// An edit removes no property: this is an attribute of that name.
	[{ changes: ["-name", "-dialect"] }, ["Removes name", "Removes dialect"]],
	[{ changes: ["~well_known_trusted_issuers"] }, ["Changes the trusted issuers"]],
	[
		{ changes: ["+__proto__", "-constructor", "+-odd", "+"] },
		["Adds __proto__", "Removes constructor", "Adds -odd", "Adds "],
	],
	[{ changes: ["+resident_city"], outcome: "refused" }, ["Tried to add City"]],
	[{ changes: ["~name"], values, outcome: "unknown" }, ["Tried to rename it to “Age check B” (was “Age check 21+”)"]],
	// A template without a type is one for a licence.
	[
		{ changes: ["+type"], values: [{ part: "type", before: null, after: "other" }] },
		["Sets the type to “other” (was “mdl”)"],
	],
	[{ ...application, changes: ["+description odd"] }, ["Sets the description"]],
	[{ changes: ["name", "portrait", "dialect"] }, ["Saves it with the name, Photo and the dialect"]],
	[{ changes: [] }, ["Saves it without a change"]],
	[
		{ ...purpose, changes: ["+purpose", "~legalBasis", "-preset", "+odd"] },
		["Adds odd", "Sets the purpose", "Changes the legal basis", "Removes the preset"],
	],
	[
		{ ...purpose, changes: ["+preset"], values: [{ part: "preset", before: null, after: "over-18" }] },
		["Sets the preset to “Over 18”"],
	],
	[
		{ operation: "post_vc_templates", changes: ["name", "type", "custom_certificate_authority", "portrait", "x"] },
		["Created it, asking for Photo and x"],
	],
	[{ operation: "post_vc_templates", changes: ["name"], outcome: "refused" }, ["Tried to create it"]],
	[
		{ ...application, changes: ["+callbacks https://a/", "-web_origins https://b", "+grant_types implicit"] },
		["Adds the callback URL https://a/", "Removes the web origin https://b", "Allows the implicit grant"],
	],
	[
		{
			...application,
			changes: ["~jwt_configuration.lifetime_in_seconds", "~refresh_token.rotation_type", "~client_metadata.sign_up"],
			values: [
				{ part: "jwt_configuration.lifetime_in_seconds", before: 36000, after: 600 },
				{ part: "refresh_token.rotation_type", before: "rotating", after: "non-rotating" },
				{ part: "client_metadata.sign_up", before: "on", after: "off" },
			],
		},
		[
			"Sets the ID token lifetime in seconds to “600” (was “36000”)",
			"Stops rotating refresh tokens, which still end by their lifetimes",
			"Lets no one sign up any more",
		],
	],
	// What a change of the rotation entails is no change of its own; alone it is one of what it belongs to.
	[
		{ ...application, changes: ["+refresh_token.infinite_token_lifetime"] },
		["Changes the absolute lifetime of refresh tokens"],
	],
	[
		{
			...application,
			changes: ["~refresh_token.rotation_type", "~refresh_token.infinite_token_lifetime"],
			values: [{ part: "refresh_token.rotation_type", before: "non-rotating", after: "rotating" }],
		},
		["Rotates refresh tokens from now on"],
	],
	// Earlier versions named the property as a whole.
	[{ ...application, changes: ["~jwt_configuration"] }, ["Changes the ID token lifetime in seconds"]],
	[{ ...application, changes: ["+client_metadata"] }, ["Changes “Users may sign up”"]],
	[
		{ ...application, changes: ["~refresh_token"] },
		[
			"Changes “Rotate refresh tokens” or the absolute lifetime of refresh tokens or the idle lifetime of refresh tokens",
		],
	],
	[{ ...provider, changes: ["~options"] }, ["Changes options"]],
	// A list or mapping that is named as a whole.
	[{ ...provider, changes: ["+options.fieldsMap"] }, ["Changes the attribute mapping"]],
	[{ ...provider, changes: ["enabled_clients"] }, ["Saves it with the applications"]],
	[
		{ ...provider, changes: ["options.entityId", "options.cert", "clients cli_1", "enabled_clients cli_1"] },
		["Saves it with the signing certificate, Shop and the entity ID of this tenant"],
	],
	[
		{ ...application, changes: ["-callbacks", "~addons.samlp.mappings", "+addons.samlp.nameIdentifierProbes"] },
		["Changes the callback URLs", "Sets the NameID attributes", "Changes the mappings"],
	],
	[
		{ ...application, changes: ["name", "addons.samlp.audience", "addons.samlp.signResponse"] },
		["Saves it with the name, the audience and “Sign the whole response”"],
	],
	[
		{
			...application,
			changes: ["~oidc_conformant"],
			values: [{ part: "oidc_conformant", before: true, after: false }],
		},
		["Sets oidc_conformant to off (was on)"],
	],
	[{ ...application, changes: ["+addons.samlp"] }, ["Switches SAML 2.0 on"]],
	[
		{ ...application, changes: ["-addons.samlp", "-addons.samlp.audience", "-client_aliases urn:a"] },
		["Switches SAML 2.0 off, with all its settings", "Removes the realm urn:a"],
	],
	[{ ...application, changes: ["-addons.samlp", "+addons.wsfed"] }, ["Changes from SAML 2.0 to WS-Federation"]],
	[
		{ ...application, changes: ["+addons.samlp.signingCert", "-addons.samlp.mappings.a.b c", "~addons.wsfed.odd"] },
		["Removes the mapping of a.b c", "Sets the signing certificate", "Changes odd"],
	],
	[{ operation: "post_clients", changes: ["name Shop"] }, ["Created it"]],
	[{ operation: "post_rotate-secret" }, ["Rotated the secret"]],
	[{ operation: "post_rotate-secret", outcome: "unknown" }, ["Tried to rotate the secret"]],
	[
		{ operation: "post_client-grants", changes: ["+read:users", "+read:clients"] },
		["Allows it read:users, read:clients"],
	],
	[
		{ operation: "patch_client-grants_by_id", changes: ["+read:users", "-read:clients", "-read:logs"], moreChanges: 2 },
		["Allows it read:users", "Removes from it read:clients, read:logs", "2 more changes"],
	],
	[{ operation: "patch_client-grants_by_id", changes: [] }, ["Changed the scopes"]],
	[{ operation: "delete_client-grants_by_id", changes: ["-read:users"] }, ["Removes from it read:users"]],
	[{ ...provider, changes: ["+enabled_clients cli_1"], outcome: "refused" }, ["Tried to let Shop use it"]],
	[
		{ operation: "patch_connection_clients", changes: ["+clients cli_1", "-clients gone"] },
		["Stops gone from using it", "Lets Shop use it"],
	],
	[
		{ ...provider, changes: ["+options.fieldsMap.groups", "~options.unknown", "~options.idpinitiated.enabled"] },
		["Sets the mapping of groups", "Changes “Let sign-ins begin at the provider”", "Changes options.unknown"],
	],
	[
		{
			...provider,
			changes: ["~options.signInEndpoint", "~options.signingCert"],
			values: [{ part: "options.signInEndpoint", before: "https://a/", after: "https://b/" }],
		},
		["Sets the sign-in address to “https://b/” (was “https://a/”)", "Changes the signing certificate"],
	],
	[{ ...metadata, changes: ["+note", "~my plan", "-"] }, ["Adds note", "Changes my plan", 'Removes ""']],
	[
		{ ...metadata, changes: ["~plan"], values: [{ part: "plan", before: "silver", after: "gold" }] },
		["Changes plan from silver to gold"],
	],
	[
		{ ...metadata, changes: ["-seats"], values: [{ part: "seats", before: 5, after: null }] },
		["Removes seats (was 5)"],
	],
	// A tenant may store values that are no texts.
	[
		{
			...metadata,
			changes: ["~age", "+limit"],
			values: [
				{ part: "age", before: 5, after: "6" },
				{ part: "limit", before: null, after: true },
			],
		},
		["Changes age from 5 to 6", "Adds limit with true"],
	],
	[{ ...metadata, changes: ["note", "-plan"] }, ["Saves it with note and -plan"]],
	[{ operation: "delete_refresh-tokens_by_id" }, ["Requested to revoke the token"]],
	[{ operation: "post_user_revoke_access session_id", outcome: "refused" }, ["Tried to end the session"]],
	[{ operation: "patch_users_by_id", changes: ["+blocked"] }, ["Blocked"]],
	[{ operation: "change_webhook", changes: ["+templates"] }, ["Adds templates"]],
	[{ operation: "patch_new_things", changes: ["+odd_thing"] }, ["Adds odd_thing"]],
])("%j is told as %j", (given, expected) => {
	expect(lines(given)).toEqual(expected);
});

test("no line ends with the sign of a change", () => {
	expect(sentence({ name: "Car", changes: ["+resident_city", "-portrait"] })).toBe(
		"changed *Car*: +\u00a0City, −\u00a0Photo",
	);
});

test("of very many changes the lines name those that the trail keeps, and the number of the others", () => {
	const many = (given: Partial<AuditEntry>) => lines({ ...given, moreChanges: 8_900 });
	expect(many({ changes: ["+a", "-portrait"] })).toEqual(["Adds a", "Removes Photo", "8,900 more changes"]);
	expect(many({ operation: "post_vc_templates", changes: ["name", "a", "b"] })).toEqual([
		"Created it, asking for a, b and 8,900 more",
	]);
	expect(many({ changes: ["name", "a"] })).toEqual(["Saves it with the name, a and 8,900 more"]);
	const all = changeLines(auditEntry({ changes: Array.from({ length: 30 }, (_, index) => `+name_${index}`) }), names);
	expect(all).toHaveLength(21);
	expect(all.at(-1)).toMatchObject({ what: "10 more changes", whole: expect.stringContaining("Adds name_29") });
});

test("a long name is not cut before the character that makes it look like another", () => {
	const [before, after] = ["a".repeat(80), `${"a".repeat(80)}\u200b`];
	expect(lines({ changes: ["~name"], values: [{ part: "name", before, after }] })).toEqual([
		`Renames it to “${after}” (contains invisible characters: U+200B) (was “${"a".repeat(60)}…”)`,
	]);
});

test("a long value is cut in the line, and also returned in full", () => {
	const long = { part: "name", before: "A", after: "b".repeat(80) };
	expect(changeLines(auditEntry({ changes: ["~name"], values: [long] }), names)).toEqual([
		{
			what: `Renames it to “${"b".repeat(60)}…” (was “A”)`,
			whole: `Renames it to “${"b".repeat(80)}” (was “A”)`,
		},
	]);
});
