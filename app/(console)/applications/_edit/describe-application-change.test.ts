import { expect, test } from "vitest";
import type { AuditEntry } from "@/lib/dashboard/audit/audit-entry";
import { auditEntry } from "@/lib/dashboard/audit/audit-entry.test-data";
import { describeApplicationChange } from "./describe-application-change";

const entry = auditEntry({ person: "Ann", operation: "patch_clients_by_id", target: "shop" });
const describeChanges = (changed: Partial<AuditEntry>) => describeApplicationChange({ ...entry, ...changed });

test.each([
	[
		["~name", "~app_type"],
		["Changed the name", "Changed the type"],
	],
	[["+callbacks https://a.example/"], ["Added the callback URL https://a.example/"]],
	[["-web_origins https://a.example"], ["Removed the web origin https://a.example"]],
	[["+grant_types implicit"], ["Added the implicit grant"]],
	[["+client_metadata"], ["Changed whether people may sign up"]],
	[["~refresh_token"], ["Changed the rotation and lifetimes of refresh tokens"]],
	[["+addons.samlp", "+addons.samlp.audience"], ["Switched on SAML 2.0"]],
	[
		["-addons.samlp", "-addons.samlp.audience", "+addons.wsfed", "-client_aliases urn:a"],
		["Switched off SAML 2.0", "Switched on WS-Federation", "Removed the realm urn:a"],
	],
	[
		["~addons.samlp.audience", "+addons.samlp.signingCert", "-addons.samlp.mappings.email"],
		[
			"Changed the audience of SAML 2.0",
			"Changed the signing certificate of SAML 2.0",
			"Changed the mapping of email of SAML 2.0",
		],
	],
	[["+addons.samlp.logout.slo_enabled"], ["Changed single logout of SAML 2.0"]],
	[
		["~addons.wsfed.createUpnClaim", "+addons.wsfed.odd"],
		["Changed “Send a UPN” of WS-Federation", "Changed odd of WS-Federation"],
	],
	[["+odd"], ["Added odd"]],
	[[], ["Saved it without a change"]],
])("the changes %j are described as %j", (changes, lines) => expect(describeChanges({ changes })).toEqual(lines));

test.each([
	["post_clients", ["name Shop"], "Created it"],
	["post_rotate-secret", [], "Rotated its secret"],
	["post_client-grants", ["+read:users", "+read:clients"], "Allowed it read:users, read:clients"],
	["patch_client-grants_by_id", ["+read:users"], "Allowed it read:users"],
	["patch_client-grants_by_id", [], "Changed its scopes"],
	["delete_client-grants_by_id", ["-read:users"], "Took from it read:users"],
])("%s is described in words", (operation, changes, line) =>
	expect(describeChanges({ operation, changes })).toEqual([line]),
);

test("a change of scopes is described by what was allowed and what was taken", () => {
	const entry = { operation: "patch_client-grants_by_id", changes: ["+read:users", "-read:clients", "-read:logs"] };
	expect(describeChanges(entry)).toEqual(["Allowed it read:users", "Took from it read:clients, read:logs"]);
	expect(describeChanges({ ...entry, moreChanges: 2 }).at(-1)).toBe("Changed 2 more scopes");
});

test("a write that is not known to be done is described as an attempt", () => {
	expect(describeChanges({ outcome: "unknown", operation: "post_rotate-secret" })).toEqual([
		"Tried to rotate its secret",
	]);
	expect(describeChanges({ outcome: "refused", changes: ["~name"] })).toEqual(["Tried to change the name"]);
});
