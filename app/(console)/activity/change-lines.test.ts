import { expect, test } from "vitest";
import { linesInWords } from "@/app/_editor/testing/lines-in-words";
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
		{ operation: "patch_refresh-tokens_by_id", name: "Portal of jose@example.org", changes: ["-fleet"] },
		"changed the metadata of *Portal of jose@example.org*: − fleet",
	],
	[
		{ operation: "delete_refresh-tokens_by_id", name: "Portal of jose@example.org" },
		"requested to revoke refresh token *Portal of jose@example.org*",
	],
	[
		{ operation: "patch_clients_by_id", name: "Shop", changes: ["+callbacks https://a/"] },
		"changed *Shop*: added the callback URL https://a/",
	],
	[{ operation: "patch_clients_by_id", name: "Shop", changes: ["~name", "~app_type"] }, "changed *Shop*: 2 changes"],
	[{ operation: "post_rotate-secret", name: "Shop" }, "rotated the secret of *Shop*"],
	[{ operation: "delete_connections_by_id", name: "acme" }, "deleted *acme*"],
	[
		{ operation: "patch_connections_by_id", name: "acme", changes: ["+enabled_clients cli_1"] },
		"changed *acme*: gave it to Shop",
	],
	[
		{ operation: "patch_connection_clients", name: "acme", changes: ["-clients cli_1"] },
		"changed the applications of *acme*: took it from Shop",
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

test("each change is one line, with old and new value where they are stored", () => {
	const lines = (given: Partial<AuditEntry>) => linesInWords(changeLines(auditEntry(given), names));
	expect(lines({ changes: ["+resident_city", "-portrait", "~name"], values })).toEqual([
		"Added City",
		"Removed Photo",
		"Changed the name: “Age check 21+” → “Age check B”",
	]);
	expect(
		lines({
			operation: "patch_connections_by_id",
			changes: ["~options.signInEndpoint", "~options.signingCert"],
			values: [{ part: "options.signInEndpoint", before: "https://a/", after: "https://b/" }],
		}),
	).toEqual(["Changed the signing certificate", "Changed the sign-in address: “https://a/” → “https://b/”"]);
	expect(
		lines({
			operation: "patch_clients_by_id",
			changes: ["~oidc_conformant"],
			values: [{ part: "oidc_conformant", before: true, after: false }],
		}),
	).toEqual(["Changed oidc_conformant: on → off"]);
	expect(lines({ operation: "patch_refresh-tokens_by_id", changes: ["+fleet"] })).toEqual(["Added fleet"]);
	expect(lines({ operation: "post_rotate-secret" })).toEqual(["Rotated its secret"]);
});

test("of very many changes the lines name those that the trail keeps, and the number of the others", () => {
	const lines = (given: Partial<AuditEntry>) =>
		linesInWords(changeLines(auditEntry({ ...given, moreChanges: 8_900 }), names));
	expect(lines({ changes: ["+a", "-portrait"] })).toEqual(["Added a", "Removed Photo", "8,900 more changes"]);
	expect(lines({ operation: "post_vc_templates", changes: ["name", "a", "b"] })).toEqual([
		"Created it, asking for a, b and 8,900 more",
	]);
	expect(lines({ changes: ["name", "a"] })).toEqual(["Saved it with the name, a and 8,900 more"]);
	const ofToken = { operation: "patch_refresh-tokens_by_id" };
	expect(lines({ ...ofToken, changes: ["a", "b"] })).toEqual(["Wrote a, b and 8,900 more"]);
	expect(lines({ ...ofToken, changes: ["+a"] })).toEqual(["Added a", "8,900 more changes"]);
	expect(lines({ operation: "post_client-grants", changes: ["a", "b"] })).toEqual(["Allowed it a, b and 8,900 more"]);
});

test("a long value is cut in the line, and also returned in full", () => {
	const long = { part: "name", before: "A", after: "b".repeat(80) };
	expect(changeLines(auditEntry({ changes: ["~name"], values: [long] }), names)).toEqual([
		{
			what: "Changed the name",
			values: `“A” → “${"b".repeat(58)}…`,
			whole: `“A”\n→ “${"b".repeat(80)}”`,
		},
	]);
});
