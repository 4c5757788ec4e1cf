import { z } from "zod";
import type { Problem } from "@/lib/dashboard/problem/problem";

/** Of the sessions and refresh tokens of one press: of each list as many as a page shows. */
const ITEMS_MAX = 1_000;

const outcomes = z.enum(["requested", "gone", "refused", "not confirmed", "not tried"]);
export type EndOutcome = z.infer<typeof outcomes>;

const result = z.object({
	/** As the form names it: "session sess_1". */
	item: z.string().max(300),
	/** In words. */
	label: z.string().max(1_000),
	outcome: outcomes,
	/** Why it was refused. */
	why: z.string().max(3_000).optional(),
});
export type EndResult = z.infer<typeof result>;

/** The browser sends the previous state, like the form. */
export const submittedState = z.object({
	/** Its key. */
	device: z.string().max(1_000),
	results: z.array(result).max(ITEMS_MAX),
	/** The tenant does not offer to revoke several tokens in one request. */
	isOneByOne: z.boolean(),
});

export type LostDeviceState = z.infer<typeof submittedState> & {
	problem?: Problem;
	/** How many of the device are newer than the page, and were not touched. */
	newer?: number;
	/** The paragraph for a ticket; absent as long as nothing was requested. */
	text?: string;
};

export const nothingEnded: LostDeviceState = { device: "", results: [], isOneByOne: false };

const SESSION = "session ";
const TOKEN = "token ";

/** The names of a form's fields about one device: what is to end, and all that the page has shown. */
export const fieldsOf = (device: string) => ({ end: `end ${device}`, shown: `shown ${device}` });
export const sessionItem = (id: string) => SESSION + id;
export const tokenItem = (id: string) => TOKEN + id;

/** The IDs in items of a form. */
export function idsOf(items: readonly string[]): { sessions: string[]; tokens: string[] } {
	const ids = (prefix: string) =>
		items.flatMap((item) => (item.startsWith(prefix) && item !== prefix ? item.slice(prefix.length) : []));
	return { sessions: ids(SESSION), tokens: ids(TOKEN) };
}
