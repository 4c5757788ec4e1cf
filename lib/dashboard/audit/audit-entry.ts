import type { ProposalRef } from "../proposals/approval";

/**
 * `refused` by the service or the store; `not-done`: not sent, or not done according to a look-up; `unknown`: there was no
 * response.
 */
export const AUDIT_OUTCOMES = ["done", "refused", "not-done", "unknown"] as const;
export type AuditOutcome = (typeof AUDIT_OUTCOMES)[number];

export const outcomeLabels: Record<AuditOutcome, string> = {
	done: "Done",
	refused: "Refused",
	"not-done": "Not carried out",
	unknown: "Not known",
};

/** A text is cut; null: there was no value. */
export type KeptValue = string | number | boolean | null;

export type KeptChange = { part: string; before: KeptValue; after: KeptValue };

/** The subjects of writes by a command at the terminal, and of the console's own accord: no user of a tenant has them, nor a token's. */
export const COMMAND_LINE_SUBJECT = "command line";
export const CONSOLE_SUBJECT = "console";
/** The beginning of the subjects of programs: the ID of a token of this console follows. */
export const TOKEN_SUBJECT = "token ";

/** Whether a write was made by a user of the tenant, who has a page. */
export function isOfUser({ subject }: Pick<AuditEntry, "subject">): boolean {
	return subject !== COMMAND_LINE_SUBJECT && subject !== CONSOLE_SUBJECT && !subject.startsWith(TOKEN_SUBJECT);
}

/** An admin's name; the e-mail address where the trail has no name. */
export function personName({ person, personName: name }: Pick<AuditEntry, "person" | "personName">): string {
	return name || person;
}

/** One write, as the activity page and the exports show it. */
export type AuditEntry = {
	id: string;
	at: string;
	subject: string;
	/** E-mail address, where the admin has one, else name. */
	person: string;
	/** Null where an older version wrote the row. */
	personName: string | null;
	operation: string;
	target: string;
	/** The target's name after the write; null where neither this row nor another has it. */
	name: string | null;
	/**
	 * The user whom it concerns, also as the owner of a session or a refresh token. Null where that was not known, it concerns
	 * no user, or an older version wrote the row.
	 */
	userId: string | null;
	/** The user's e-mail address or name at that time; null where it could not be read. */
	userLabel: string | null;
	/** `+added`, `-removed`, `~changed`; without a sign where the state before is not known. At most a hundred. */
	changes: string[];
	/** How many others there were, whose names are not kept. */
	moreChanges: number;
	/** Old and new values where these are harmless; see `changes.ts`. */
	values: KeptChange[];
	digestBefore: string | null;
	digestAfter: string | null;
	outcome: AuditOutcome;
	status: number | null;
	reference: string;
	/** Why, as the admin stated it: one line; null where nothing was stated. */
	reason: string | null;
	/** The proposal that this admin accepted, or by which it was saved, with its author's name; absent: none. */
	proposal?: ProposalRef;
	/** Made without the second editor that the rule of this console wants. */
	isEmergency?: true;
};

/**
 * An empty text is no condition. `target` is an identifier or a name, also of the user concerned, the reference of a write, or the ID of the proposal that it was made by;
 * `reason` is part of one. `since` and `until` are days, `2026-01-31`, both included, of the reader's `timeZone`.
 */
export type AuditFilter = {
	person: string;
	operation: string;
	target: string;
	outcome: string;
	reason: string;
	since: string;
	until: string;
	timeZone: string;
};

export const everything: AuditFilter = {
	person: "",
	operation: "",
	target: "",
	outcome: "",
	reason: "",
	since: "",
	until: "",
	timeZone: "UTC",
};
