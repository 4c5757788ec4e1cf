/** What a bulk edit does to the metadata of each token. */
export type BulkOperation = { kind: "set"; key: string; value: string } | { kind: "remove"; key: string };

/** Whether the tokens of a bulk edit may be written: not yet, one after the other, or not any more. */
export type BulkRun = "preview" | "running" | "stopped";

/**
 * `planned` and `writing` are under way, everything else is an end. `unchanged`: the token is as it should be without a
 * write. `differs`: written, but the service stored something else. `not-written`: no usable answer, and a look-up found
 * the token as it was. `unconfirmed`: no usable answer, and the look-up failed too. `left`: the admin left it as it is.
 */
export const BULK_TOKEN_STATES = [
	...(["planned", "writing", "done", "differs", "unchanged", "too-many", "conflict", "gone"] as const),
	...(["refused", "not-written", "unconfirmed", "unread", "left"] as const),
];
export type BulkTokenState = (typeof BULK_TOKEN_STATES)[number];

/** What is to be said of a state: the service's words, or what the token holds under the key (null: nothing). */
export type BulkNote = { message?: string; reference?: string; now?: string | null };

/** A token of a bulk edit, as it is named and as it was when the preview was made. */
export type BulkTokenPlan = {
	id: string;
	application: string;
	device: string | null;
	/** Null where the token could not be read. */
	baseline: [key: string, value: string][] | null;
	state: BulkTokenState;
	note: BulkNote;
};

/** `position`: from 0, in the order in which they are written. */
export type BulkToken = BulkTokenPlan & { position: number };

export type BulkPlan = { user: { id: string; label: string }; operation: BulkOperation };

export type BulkEditHead = BulkPlan & { id: string; createdAt: string; run: BulkRun };

export type BulkEdit = BulkEditHead & { tokens: BulkToken[] };
