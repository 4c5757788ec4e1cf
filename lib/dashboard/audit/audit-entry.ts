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

/** What is kept of a value: a text is cut; null: it was not there. */
export type KeptValue = string | number | boolean | null;

/** A part that a write changes, by its name among the changes, with what may be kept of it. */
export type KeptChange = { part: string; before: KeptValue; after: KeptValue };

/** One write, as the activity page and the exports show it. */
export type AuditEntry = {
	id: string;
	at: string;
	subject: string;
	/** E-mail address, where the admin has one, else name. */
	person: string;
	/** What the admin was called; null where an older version wrote the row. */
	personName: string | null;
	operation: string;
	target: string;
	/** What the target was called after the write; null where that is not known, from this row or another. */
	name: string | null;
	/** `+added`, `-removed`, `~changed`; without a sign where it is not known what was there before. */
	changes: string[];
	/** Old and new of those changes whose values are harmless; see `changes.ts`. */
	values: KeptChange[];
	digestBefore: string | null;
	digestAfter: string | null;
	outcome: AuditOutcome;
	status: number | null;
	reference: string;
};

/**
 * What to look for; an empty text is no condition. `target` is an identifier or a name. `since` and `until` are days,
 * `2026-01-31`, both included, of the reader's `timeZone`.
 */
export type AuditFilter = {
	person: string;
	operation: string;
	target: string;
	outcome: string;
	since: string;
	until: string;
	timeZone: string;
};

export const everything: AuditFilter = {
	...{ person: "", operation: "", target: "", outcome: "" },
	...{ since: "", until: "", timeZone: "UTC" },
};
