import type { Problem } from "@/lib/dashboard/problem/problem";

/** `before`: it was requested a moment ago, also by another admin. */
export type EndOutcome = "requested" | "before" | "gone" | "refused" | "not confirmed" | "not tried";

export type EndResult = {
	/** As the form names it: "session sess_1". */
	item: string;
	/** In words. */
	label: string;
	outcome: EndOutcome;
	/** Why it was refused. */
	why?: string;
};

/** The result of one press: the next does without it, and learns what was requested from the trail. */
export type LostDeviceState = {
	results: readonly EndResult[];
	problem?: Problem;
	/** How many of the device are newer than the page, and were not touched. */
	newer?: number;
	/** The paragraph for a ticket; absent as long as there is nothing to say. */
	text?: string;
};

export const nothingEnded: LostDeviceState = { results: [] };

const SESSION = "session ";
const TOKEN = "token ";

/** The names of a form's fields about one device: what is to end, and marks of all that the page has shown. */
export const fieldsOf = (device: string) => ({ end: `end ${device}`, shown: `shown ${device}` });
export const sessionItem = (id: string) => SESSION + id;
export const tokenItem = (id: string) => TOKEN + id;
export const isSessionItem = (item: string) => item.startsWith(SESSION);

/** The ID in an item. */
export const idOf = (item: string) => item.slice(item.indexOf(" ") + 1);

/** The IDs in items of a form. */
export function idsOf(items: readonly string[]): { sessions: string[]; tokens: string[] } {
	const ids = (prefix: string) =>
		items.flatMap((item) => (item.startsWith(prefix) && item !== prefix ? item.slice(prefix.length) : []));
	return { sessions: ids(SESSION), tokens: ids(TOKEN) };
}
