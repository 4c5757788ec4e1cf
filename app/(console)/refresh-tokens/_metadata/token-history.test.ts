import { expect, test } from "vitest";
import type { AuditEntry } from "@/lib/dashboard/audit/audit-entry";
import { describeTokenChange } from "./token-history";

const entry = {
	id: "1",
	at: "2026-01-01T00:00:00.000Z",
	person: "Edda",
	operation: "patch_refresh-tokens_by_id",
	outcome: "done",
} as AuditEntry;

test.each<[Partial<AuditEntry>, string[]]>([
	[
		{ changes: ["+note", "~plan", "-old", "+", "-b", "-c"] },
		['Added note and ""', "Changed plan", "Removed old, b and c"],
	],
	[{ changes: ["note", "-plan"] }, ["Wrote note and -plan"]],
	[{ changes: [] }, ["Saved the metadata without a change"]],
	[{ changes: ["-note"], outcome: "refused" }, ["Tried to remove note"]],
	[{ operation: "delete_refresh-tokens_by_id", changes: [] }, ["Revoked the token"]],
	[{ operation: "delete_refresh-tokens_by_id", changes: [], outcome: "unknown" }, ["Tried to revoke the token"]],
])("a write to a token is told by its keys: %j as %j", (written, lines) => {
	expect(describeTokenChange({ ...entry, ...written }).lines).toEqual(lines);
});
