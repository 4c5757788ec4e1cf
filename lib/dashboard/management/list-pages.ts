import "server-only";
import { processWide } from "@/lib/process/process-wide";
import { RESPONSE_BYTES_MAX } from "../http/request";
import { type LargeItem, ManagementError } from "./call/errors";

// A page of a list whose response is larger than what is read at once is asked for again with fewer items.

type CheckpointPage<Item> = {
	items: readonly Item[];
	/** Absent: none. */
	unreadable?: number;
	next?: string | null | undefined;
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
 * @returns `unreadable`: how many entries could not be read; `isPart`: fewer items than were asked for, for their size
 * @throws ManagementError; "too-large" with `item` where the first item alone is
 */
export async function readCheckpointPage<Item>(
	what: string,
	{ from, take }: Checkpoint,
	read: (checkpoint: Checkpoint) => Promise<CheckpointPage<Item>>,
): Promise<{ items: Item[]; unreadable: number; next: string | null; total: number | null; isPart: boolean }> {
	const all = take ?? USUAL_TAKE;
	const items: Item[] = [];
	let unreadable = 0;
	const count = () => items.length + unreadable;
	let size = Math.min(fitting.get().get(what) ?? all, all);
	let isSplit = size < all;
	let [next, total] = [from, null as number | null];
	const found = () => ({
		items,
		unreadable,
		next: next ?? null,
		total,
		isPart: isSplit && next !== undefined && count() < all,
	});
	for (let calls = 1; ; calls += 1) {
		const wanted = isSplit ? Math.min(size, all - count()) : take;
		try {
			const page = await read({ from: next, take: wanted });
			items.push(...page.items);
			unreadable += page.unreadable ?? 0;
			total ??= page.total ?? null;
			next = nextOf(page);
			if (!isSplit || !next || count() >= all || calls >= CALLS_MAX) return found();
			if (isSmall(page.items)) size = noteFitting(what, size * 2, all);
		} catch (error) {
			const isTooLarge = error instanceof ManagementError && error.kind === "too-large";
			if (isTooLarge && size > 1 && calls < CALLS_MAX) {
				isSplit = true;
				size = noteFitting(what, Math.floor(size / 2), all);
			} else if (error instanceof ManagementError && count() > 0) return found();
			else throw isTooLarge && size === 1 ? itemTooLarge(error, { what, from: next ?? "" }) : error;
		}
	}
}

/** A tenant may name a next page after the last one: an empty page is the end. */
function nextOf({ items, unreadable = 0, next }: CheckpointPage<unknown>): string | undefined {
	return (items.length + unreadable > 0 && next) || undefined;
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

/**
 * Reads a list page by page until it has `atLeast` items, or up to an item that is too large alone.
 * @returns `hasMore`: the list may go on; `unreadable`: how many entries could not be read
 * @throws what `read` throws; of a list that is to be read whole, also for an item that is too large
 */
export async function readCheckpointList<Item>(
	read: (from: string | undefined) => Promise<CheckpointPage<Item>>,
	atLeast: number,
): Promise<{ items: Item[]; unreadable: number; hasMore: boolean }> {
	const items: Item[] = [];
	let unreadable = 0;
	let from: string | undefined;
	do {
		const page = await read(from).catch((error: unknown) => {
			const isItem = error instanceof ManagementError && error.item !== undefined;
			if (isItem && items.length > 0 && Number.isFinite(atLeast)) return null;
			throw error;
		});
		if (!page) break;
		items.push(...page.items);
		unreadable += page.unreadable ?? 0;
		from = nextOf(page);
	} while (from && items.length + unreadable < atLeast);
	return { items, unreadable, hasMore: from !== undefined };
}

type NumberedPage<Item> = { items: readonly Item[]; unreadable: number; total?: number | null | undefined };
type Numbered = { page: number; per_page: number };
export type ReadNumberedPage<Item> = {
	items: Item[];
	total: number | null;
	unread: number;
	unreadable: number;
	count: number;
};

/**
 * Reads a page by its number. Where its response would be too large, it is made of smaller ones.
 * @returns missing among the others: `unread` that are too large alone, `unreadable` that could not be read; `count` of all
 * @throws ManagementError
 */
export async function readNumberedPage<Item>(
	{ page, per_page }: Numbered,
	read: (numbered: Numbered) => Promise<NumberedPage<Item>>,
): Promise<ReadNumberedPage<Item>> {
	try {
		const { items, unreadable, total } = await read({ page, per_page });
		const count = items.length + unreadable;
		return { items: [...items], total: total ?? null, unread: 0, unreadable, count };
	} catch (error) {
		if (!(error instanceof ManagementError && error.kind === "too-large")) throw error;
	}
	const whole: ReadNumberedPage<Item> = { items: [], total: null, unread: 0, unreadable: 0, count: 0 };
	if (per_page === 1) return { ...whole, unread: 1, count: 1 };
	const size = largestPart(per_page);
	const parts = per_page / size;
	for (let index = 0; index < parts; index += 1) {
		const part = await readNumberedPage({ page: page * parts + index, per_page: size }, read);
		whole.items.push(...part.items);
		whole.total ??= part.total;
		whole.unread += part.unread;
		whole.unreadable += part.unreadable;
		whole.count += part.count;
		if (part.count < size) break;
	}
	return whole;
}

/** The largest part, up to a half, that a page is a multiple of: only such parts begin and end with it. */
function largestPart(size: number): number {
	let part = Math.floor(size / 2);
	while (size % part !== 0) part -= 1;
	return part;
}
