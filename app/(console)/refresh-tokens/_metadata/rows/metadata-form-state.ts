import type { Choice } from "@/app/_forms/conflict/choice";
import type { Problem } from "@/lib/dashboard/problem/problem";
import type { MetadataErrors } from "./metadata-form-errors";
import type { MetadataEntry, MetadataRow } from "./metadata-rows";

/** What the metadata form shows after an answer. Data only, in pairs: it crosses to the browser. */
export type MetadataFormState = {
	/** The rows to show; absent: those that are there. */
	rows?: MetadataRow[];
	/** What counts as unchanged from now on; absent: as before. */
	baseline?: MetadataEntry[];
	errors?: MetadataErrors;
	problem?: Problem;
	/** The service holds something else than editing began with. */
	conflict?: MetadataConflictState;
	/** The row that takes the focus, for a page without scripts. */
	focusRow?: number;
	result?: SaveResult;
};

/**
 * `choices`: what was chosen so far, by key; `isIncomplete`: for some contested key nothing was. `changedAgain`: the
 * keys whose value at the service is another than the one that a choice was requested for; absent where it is the first.
 */
export type MetadataConflictState = {
	theirs: MetadataEntry[];
	choices?: [key: string, Choice][];
	isIncomplete?: boolean;
	changedAgain?: string[];
};

/** `before`: what was replaced; `at`: ISO 8601 UTC, by the console's clock. */
export type MetadataSave = {
	kind: "saved" | "cleared";
	differing: string[];
	unconfirmed: boolean;
	before: MetadataEntry[];
	at: string;
};

export type SaveResult = MetadataSave | { kind: "unchanged" } | { kind: "not-stored" };
