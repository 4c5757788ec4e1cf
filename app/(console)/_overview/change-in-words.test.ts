import { expect, test } from "vitest";
import type { AuditEntry } from "@/lib/dashboard/audit/audit-entry";
import { changeInWords } from "./change-in-words";

const entry: AuditEntry = {
	id: "1",
	at: "2026-01-01T00:00:00Z",
	subject: "s",
	person: "Ada",
	target: "vct_1",
	reference: "r",
	operation: "patch_vc_templates_by_id",
	changes: [],
	outcome: "done",
	status: null,
	digestBefore: null,
	digestAfter: null,
};
const words = (given: Partial<AuditEntry>) => Object.values(changeInWords({ ...entry, ...given })).filter(Boolean);

test.each([
	[{ changes: ["+a", "+b", "-c", "~d"] }, ["saved template", "2 added, 1 removed, 1 changed"]],
	[{ changes: ["~name"] }, ["renamed template"]],
	[{ changes: ["~name", "+a"] }, ["saved template", "1 added, 1 changed"]],
	[{ changes: ["name", "portrait"] }, ["saved template"]],
	[{ operation: "post_vc_templates", changes: ["name", "type"] }, ["created template"]],
	[{ operation: "delete_vc_templates_by_id" }, ["deleted template"]],
	[
		{ operation: "patch_refresh-tokens_by_id", changes: ["~name"] },
		["saved the metadata of refresh token", "1 changed"],
	],
	[{ operation: "post_clients", changes: ["name"] }, ["created application"]],
	[{ operation: "patch_clients_by_id", changes: ["~name"] }, ["renamed application"]],
	[{ operation: "patch_clients_by_id", changes: ["+callbacks https://a/"] }, ["saved application", "1 added"]],
	[{ operation: "delete_clients_by_id", changes: ["-name Shop"] }, ["deleted application", "it was called “Shop”"]],
	[{ operation: "post_connections", changes: ["name"] }, ["created identity provider"]],
	[
		{ operation: "patch_connections_by_id", changes: ["~options.signInEndpoint"] },
		["saved identity provider", "1 changed"],
	],
	[
		{ operation: "delete_connections_by_id", changes: ["-name acme"] },
		["deleted identity provider", "it was called “acme”"],
	],
	[{ operation: "post_rotate-secret" }, ["rotated the secret of application"]],
	[{ operation: "post_client-grants", changes: ["+read:users"] }, ["allowed scopes to application", "1 added"]],
	[{ operation: "delete_refresh-tokens_by_id" }, ["revoked refresh token"]],
] as [Partial<AuditEntry>, string[]][])("%j is told as %j", (given, describeChanges) =>
	expect(words(given)).toEqual(describeChanges),
);

test("what was not done, or nobody knows to be done, is told as an attempt without its changes", () => {
	for (const outcome of ["refused", "not-done", "unknown"] as const)
		expect(words({ outcome, changes: ["+a"] })).toEqual(["tried to save template"]);
});

test("an operation that has no words goes by its name", () => {
	expect(words({ operation: "patch_new_things" })).toEqual(["did “patch_new_things” on"]);
});
