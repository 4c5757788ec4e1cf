import { METADATA_PROPERTIES_MAX } from "@/lib/contract/limits";
import type { BulkEdit, BulkOperation, BulkToken, BulkTokenState } from "@/lib/dashboard/store/bulk-edit";
import { type MetadataChange, metadataChanges } from "../../_metadata/rows/metadata-changes";
import { type MetadataEntry, rowsOf } from "../../_metadata/rows/metadata-rows";

/** What an operation makes of a token's metadata: `after` to be written, or why nothing is. */
export type BulkChange = { kind: "write"; after: MetadataEntry[] } | { kind: "unchanged" } | { kind: "too-many" };

/** What an operation does to one token's metadata. The keys keep their order; a new one is the last. */
export function bulkChange(current: readonly MetadataEntry[], operation: BulkOperation): BulkChange {
	const after = applied(current, operation);
	if (valueIn(after, operation.key) === valueIn(current, operation.key)) return { kind: "unchanged" };
	return after.length > METADATA_PROPERTIES_MAX ? { kind: "too-many" } : { kind: "write", after };
}

/**
 * The same for a token that was read again before it is written. Only the key of the operation counts: what else has
 * changed since the preview is kept as it is now. `conflict`: the key itself is not as the preview showed it.
 */
export function bulkChangeNow(
	baseline: readonly MetadataEntry[],
	current: readonly MetadataEntry[],
	operation: BulkOperation,
): BulkChange | { kind: "conflict"; now: string | null } {
	const change = bulkChange(current, operation);
	const now = valueIn(current, operation.key);
	if (change.kind === "unchanged" || now === valueIn(baseline, operation.key)) return change;
	return { kind: "conflict", now };
}

/** What the preview shows of a token: at most one change, for there is one key. */
export function previewedChange(baseline: readonly MetadataEntry[], operation: BulkOperation): MetadataChange | null {
	return metadataChanges(baseline, rowsOf(applied(baseline, operation)))[0] ?? null;
}

function applied(current: readonly MetadataEntry[], operation: BulkOperation): MetadataEntry[] {
	const { key } = operation;
	if (operation.kind === "remove") return current.filter(([name]) => name !== key);
	const entry: MetadataEntry = [key, operation.value];
	const isThere = current.some(([name]) => name === key);
	return isThere ? current.map((one) => (one[0] === key ? entry : one)) : [...current, entry];
}

function valueIn(entries: readonly MetadataEntry[], key: string): string | null {
	return entries.find(([name]) => name === key)?.[1] ?? null;
}

/** How far a bulk edit has come: `ended` of `total`, the tokens that the preview showed as to be changed. */
export type PlanCounts = { total: number; ended: number; open: number; left: BulkToken[]; summary: string };

const phrases: [BulkTokenState[], string][] = [
	[["done"], "changed"],
	[["differs"], "stored otherwise by the service"],
	[["planned", "writing"], "not tried yet"],
	[["conflict"], "changed by somebody else since the preview"],
	[["refused"], "refused"],
	[["not-written"], "not changed for want of an answer"],
	[["unconfirmed"], "not confirmed"],
	[["unread"], "could not be read"],
	[["gone"], "gone"],
	[["too-many"], "left out because of too many entries"],
	[["unchanged"], "with nothing to change"],
	[["left"], "left as they are"],
];

/** Ends after which another preview makes sense. */
const mayBeTriedAgain: readonly BulkTokenState[] = [
	...(["conflict", "refused", "not-written", "unconfirmed", "unread", "left"] as const),
];

/** Counts the tokens of a bulk edit by what has become of them: "7 changed, 1 refused". */
export function planCounts({ tokens, operation, run }: Pick<BulkEdit, "tokens" | "operation" | "run">): PlanCounts {
	const included = tokens.filter(({ baseline }) => baseline && bulkChange(baseline, operation).kind === "write");
	const open = tokens.filter(({ state }) => state === "planned" || state === "writing").length;
	const ended = included.filter(({ state }) => !["planned", "writing", "left"].includes(state));
	const parts = phrases.flatMap(([states, phrase]) => {
		const count = tokens.filter(({ state }) => states.includes(state)).length;
		if (count === 0) return [];
		return [`${count} ${run === "preview" && states.includes("planned") ? "to be changed" : phrase}`];
	});
	return {
		total: included.length,
		ended: ended.length,
		open,
		left: tokens.filter(({ state }) => mayBeTriedAgain.includes(state)),
		summary: parts.join(", "),
	};
}
