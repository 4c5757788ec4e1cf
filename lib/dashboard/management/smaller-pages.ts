import "server-only";
import { processWide } from "@/lib/process/process-wide";
import { RESPONSE_BYTES_MAX } from "../http/request";
import { type LargeItem, ManagementError } from "./call/errors";

// A page of a list whose response is larger than what is read at once is asked for again with fewer items.

type CheckpointPage<Item> = {
	items: readonly Item[];
	next: string | null | undefined;
	total?: number | null | undefined;
};
type Checkpoint = { from: string | undefined; take: number | undefined };

/** Of a checkpoint page where the caller names no number. */
const USUAL_TAKE = 50;
/** For one page. */
const CALLS_MAX = 12;

/** How many items of a list fitted into a response last, where they are fewer than were asked for. */
const fitting = processWide("fitting-page-sizes", () => new Map<string, number>());

/**
 * Reads a checkpoint page. Where its response would be too large, it is made of smaller ones, up to a number of calls: what
 * is left follows by `next`.
 * @param what one of its items: "template"
 * @returns `isPart`: fewer items than were asked for, for their size
 * @throws ManagementError; "too-large" with `item` where the first item alone is
 */
export async function readCheckpointPage<Item>(
	what: string,
	{ from, take }: Checkpoint,
	read: (checkpoint: Checkpoint) => Promise<CheckpointPage<Item>>,
): Promise<{ items: Item[]; next: string | null; total: number | null; isPart: boolean }> {
	const all = take ?? USUAL_TAKE;
	const items: Item[] = [];
	let size = Math.min(fitting.get().get(what) ?? all, all);
	let isSplit = size < all;
	let [next, total] = [from, null as number | null];
	const found = () => ({
		items,
		next: next ?? null,
		total,
		isPart: isSplit && next !== undefined && items.length < all,
	});
	for (let calls = 1; ; calls += 1) {
		const wanted = isSplit ? Math.min(size, all - items.length) : take;
		try {
			const page = await read({ from: next, take: wanted });
			items.push(...page.items);
			total ??= page.total ?? null;
			next = (page.items.length > 0 && page.next) || undefined;
			if (!isSplit || !next || items.length >= all || calls >= CALLS_MAX) return found();
			if (isSmall(page.items)) size = noteFitting(what, size * 2, all);
		} catch (error) {
			const isTooLarge = error instanceof ManagementError && error.kind === "too-large";
			if (isTooLarge && size > 1 && calls < CALLS_MAX) {
				isSplit = true;
				size = noteFitting(what, Math.floor(size / 2), all);
			} else if (error instanceof ManagementError && items.length > 0) return found();
			else throw isTooLarge && size === 1 ? itemTooLarge(error, { what, from: next ?? "" }) : error;
		}
	}
}

function noteFitting(what: string, size: number, all: number): number {
	if (size < all) fitting.get().set(what, size);
	else fitting.get().delete(what);
	return Math.min(size, all);
}

/** Whether twice as many of such items probably fit into a response. */
function isSmall(items: readonly unknown[]): boolean {
	return Buffer.byteLength(JSON.stringify(items)) * 2 < RESPONSE_BYTES_MAX;
}

function itemTooLarge({ reference, cause }: ManagementError, item: LargeItem): ManagementError {
	return new ManagementError("too-large", { reference, cause, item });
}

type NumberedPage<Item> = { items: readonly Item[]; total?: number | null | undefined };
type Numbered = { page: number; per_page: number };

/**
 * Reads a page by its number. Where its response would be too large, it is made of smaller ones.
 * @returns `unread`: items that are too large alone, and missing among the others
 * @throws ManagementError
 */
export async function readNumberedPage<Item>(
	{ page, per_page }: Numbered,
	read: (numbered: Numbered) => Promise<NumberedPage<Item>>,
): Promise<{ items: Item[]; total: number | null; unread: number }> {
	try {
		const { items, total } = await read({ page, per_page });
		return { items: [...items], total: total ?? null, unread: 0 };
	} catch (error) {
		if (!(error instanceof ManagementError && error.kind === "too-large")) throw error;
	}
	const whole = { items: [] as Item[], total: null as number | null, unread: 0 };
	if (per_page === 1) return { ...whole, unread: 1 };
	const size = largestPart(per_page);
	const parts = per_page / size;
	for (let index = 0; index < parts; index += 1) {
		const part = await readNumberedPage({ page: page * parts + index, per_page: size }, read);
		whole.items.push(...part.items);
		whole.total ??= part.total;
		whole.unread += part.unread;
		if (part.items.length + part.unread < size) break;
	}
	return whole;
}

/** The largest part, up to a half, that a page is a multiple of: only such parts begin and end with it. */
function largestPart(size: number): number {
	let part = Math.floor(size / 2);
	while (size % part !== 0) part -= 1;
	return part;
}
