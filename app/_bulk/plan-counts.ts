import type { BulkItem, BulkItemState, BulkRun } from "@/lib/dashboard/store/bulk-edit";

/** The progress of a bulk edit: `ended` of `total`, the items that the preview showed as to be changed. */
export type PlanCounts = { total: number; ended: number; open: number; left: BulkItem[]; summary: string };

const phrasesOf = (done: string, run: BulkRun): [BulkItemState[], string][] => [
	[["done"], done],
	[["differs"], "stored differently by the tenant"],
	[["planned", "writing"], "not tried yet"],
	[["conflict"], run === "preview" ? "left out because of a later change" : "changed since the preview"],
	[["refused"], done === "applied" ? "not applied" : "refused"],
	[["not-written"], `not ${done} because no response came`],
	[["unconfirmed"], "not confirmed"],
	[["unread"], "could not be read"],
	[["gone"], "gone"],
	[["too-many"], "left out because of too many keys"],
	[["not-text"], "left out because of a value that is not text"],
	[["nothing-left"], "left out because nothing would be left"],
	[["not-readable"], "left out as unreadable here"],
	[["unchanged"], "unchanged"],
	[["left"], "left as is"],
];

/** Final states after which another preview makes sense. */
const mayBeTriedAgain: readonly BulkItemState[] = [
	"conflict",
	"refused",
	"not-written",
	"unconfirmed",
	"unread",
	"left",
];

/**
 * Counts the items of a bulk edit by their results: "7 changed, 1 refused".
 * @param isIncluded whether the preview showed an item as to be changed
 * @param done the operation as a participle
 */
export function countItems(
	{ items, run }: { items: readonly BulkItem[]; run: BulkRun },
	isIncluded: (item: BulkItem) => boolean,
	done: "changed" | "deleted" | "applied",
): PlanCounts {
	const included = items.filter(isIncluded);
	const open = items.filter(({ state }) => state === "planned" || state === "writing").length;
	const ended = included.filter(({ state }) => !["planned", "writing", "left"].includes(state));
	const parts = phrasesOf(done, run).flatMap(([states, phrase]) => {
		const count = items.filter(({ state }) => states.includes(state)).length;
		if (count === 0) return [];
		return [
			`${count.toLocaleString("en")} ${run === "preview" && states.includes("planned") ? `to be ${done}` : phrase}`,
		];
	});
	return {
		total: included.length,
		ended: ended.length,
		open,
		left: items.filter(({ state }) => mayBeTriedAgain.includes(state)),
		summary: parts.join(", "),
	};
}

/** The label of the button that previews the remaining items again. */
export function againText(count: number): string {
	return `Preview the remaining ${count === 1 ? "one" : count} again`;
}
