import { expect, test } from "vitest";
import type { AuditEntry } from "@/lib/dashboard/audit/audit-entry";
import { auditEntry } from "@/lib/dashboard/audit/audit-entry.test-data";
import { describeConnectionChange } from "./describe-connection-change";

const entry = auditEntry({ person: "Ada", operation: "patch_connections_by_id", target: "con_1" });
const lines = (given: Partial<AuditEntry>) =>
	describeConnectionChange({ ...entry, ...given }, new Map([["shop", "Shop"]]));

test.each([
	["post_connections", ["name"], ["Created it"]],
	["patch_connections_by_id", [], ["Saved it without a change"]],
	["patch_connections_by_id", ["+enabled_clients shop"], ["Gave it to Shop"]],
	["patch_connections_by_id", ["-enabled_clients gone"], ["Took it from gone"]],
	["patch_connection_clients", ["+clients shop", "-clients gone"], ["Gave it to Shop", "Took it from gone"]],
	["patch_connections_by_id", ["~display_name"], ["Changed the display name"]],
	["patch_connections_by_id", ["+options.signingCert"], ["Changed the signing certificate"]],
	["patch_connections_by_id", ["~options.idpinitiated.enabled"], ["Changed “Let sign-ins begin at the provider”"]],
	["patch_connections_by_id", ["~show_as_button"], ["Changed “Show a button on the sign-in page”"]],
	["patch_connections_by_id", ["~options.user_id_attribute"], ["Changed the user ID attribute"]],
	["patch_connections_by_id", ["~options.idpinitiated.client_id"], ["Changed the default application"]],
	[
		"patch_connections_by_id",
		["+options.idpinitiated.client_authorizequery"],
		["Changed the query of the default application"],
	],
	["patch_connections_by_id", ["-options.fieldsMap.groups"], ["Changed the mapping of groups"]],
	["patch_connections_by_id", ["~options.fieldsMap.given_name"], ["Changed the mapping of given name"]],
	["patch_connections_by_id", ["~options.unknown"], ["Changed options.unknown"]],
])("%s with %j is described as %j", (operation, changes, describeChanges) =>
	expect(lines({ operation, changes })).toEqual(describeChanges),
);

test("what was not done is described as an attempt", () => {
	expect(lines({ outcome: "refused", changes: ["+enabled_clients shop"] })).toEqual(["Tried to give it to Shop"]);
});
