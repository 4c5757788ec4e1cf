import type { AuditOutcome } from "@/lib/dashboard/audit/audit-entry";

/** So many changes are listed on a template's page. */
export const TEMPLATE_CHANGES_SHOWN = 20;

/** One write to a template through this console, in words. `at` is ISO 8601. */
export type TemplateChange = { id: string; at: string; person: string; outcome: AuditOutcome; lines: string[] };
