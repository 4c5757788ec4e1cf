import type { AuditEntry } from "./audit-entry";
import { insertAuditEntries } from "./audited-write";

/** A row of the trail as a version without names wrote it, with the given columns. */
export function auditEntry(given: Partial<AuditEntry> = {}): AuditEntry {
	return {
		id: "1",
		at: "2026-01-01T00:00:00.000Z",
		subject: "editor",
		person: "edda@example.com",
		personName: null,
		operation: "patch_vc_templates_by_id",
		target: "vct_1",
		name: null,
		userId: null,
		userLabel: null,
		changes: [],
		moreChanges: 0,
		values: [],
		digestBefore: null,
		digestAfter: null,
		outcome: "done",
		status: null,
		reference: "r",
		reason: null,
		...given,
	};
}

export const insertAuditEntry = (entry: AuditEntry) => insertAuditEntries([entry]);
