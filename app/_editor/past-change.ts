import type { AuditOutcome } from "@/lib/dashboard/audit/audit-entry";

/** So many changes are listed on the page of what was changed. */
export const CHANGES_SHOWN = 20;

/** One write through this console, in words. `at` is ISO 8601. */
export type PastChange = { id: string; at: string; person: string; outcome: AuditOutcome; lines: string[] };
