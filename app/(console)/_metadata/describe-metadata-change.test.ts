import { expect, test } from "vitest";
import type { AuditEntry } from "@/lib/dashboard/audit/audit-entry";
import { auditEntry } from "@/lib/dashboard/audit/audit-entry.test-data";
import { describeMetadataChange } from "./describe-metadata-change";

const entry = auditEntry({ operation: "patch_refresh-tokens_by_id", target: "dcr_1" });

test.each<[Partial<AuditEntry>, string[]]>([
	[
		{ changes: ["+note", "~plan", "-old", "+", "-b", "-c"] },
		['Added note and ""', "Changed plan", "Removed old, b and c"],
	],
	[{ changes: ["note", "-plan"] }, ["Wrote note and -plan"]],
	[{ changes: [] }, ["Saved the metadata without a change"]],
	[{ changes: ["-note"], outcome: "refused" }, ["Tried to remove note"]],
	[{ operation: "delete_refresh-tokens_by_id", changes: [] }, ["Requested to revoke the token"]],
	[{ operation: "delete_refresh-tokens_by_id", changes: [], outcome: "unknown" }, ["Tried to revoke the token"]],
	[{ operation: "post_refresh_tokens_revoke", changes: [] }, ["Requested to revoke the token"]],
	[{ operation: "post_user_revoke_access session_id", changes: [] }, ["Requested to end the session"]],
	[{ operation: "post_session_revoke", changes: [] }, ["Requested to end the session"]],
	[{ operation: "post_session_revoke", changes: [], outcome: "refused" }, ["Tried to end the session"]],
])("a write to a token or a session is described by its keys: %j as %j", (written, lines) => {
	expect(describeMetadataChange({ ...entry, ...written })).toEqual(lines);
});
