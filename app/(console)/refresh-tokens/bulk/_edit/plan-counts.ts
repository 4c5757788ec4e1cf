import type { BulkEdit, BulkToken, BulkTokenState } from "@/lib/dashboard/store/bulk-edit";
import { bulkChange } from "./bulk-change";

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
