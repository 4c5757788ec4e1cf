/**
 * What became of a write. `refused`: the service said no; `not-done`: nothing was sent, or a look-up showed that
 * nothing was done; `unknown`: nobody saw an answer.
 */
export const AUDIT_OUTCOMES = ["done", "refused", "not-done", "unknown"] as const;
export type AuditOutcome = (typeof AUDIT_OUTCOMES)[number];

export const outcomeLabels: Record<AuditOutcome, string> = {
	done: "Done",
	refused: "Refused",
	"not-done": "Not carried out",
	unknown: "Not known",
};

/** One write, as the activity page and the exports show it. */
export type AuditEntry = {
	id: string;
	at: string;
	subject: string;
	person: string;
	operation: string;
	target: string;
	/** `+added`, `-removed`, `~changed`; without a sign where it is not known what was there before. */
	changes: string[];
	digestBefore: string | null;
	digestAfter: string | null;
	outcome: AuditOutcome;
	status: number | null;
	reference: string;
};

/** What to look for; an empty text is no condition. */
export type AuditFilter = { person: string; operation: string; target: string; outcome: string };
