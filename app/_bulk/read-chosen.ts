import "server-only";
import { ManagementError } from "@/lib/dashboard/management/call/errors";
import { waitOutRateLimit } from "@/lib/dashboard/management/call/rate-pause";

const PAGES_MAX = 10;

type ReadPage<Item> = (from: string | undefined) => Promise<{ items: readonly Item[]; next: string | null }>;

/**
 * Finds chosen items in a list: a page of it costs one request and contains most of them. It reads at most ten pages.
 * @param until the time limit, also of waits for the rate limit
 * @throws SessionError, ManagementError
 */
export async function findInList<Item extends { id: string }>(
	ids: readonly string[],
	until: number,
	readPage: ReadPage<Item>,
): Promise<Map<string, Item>> {
	const chosen = new Set(ids);
	const found = new Map<string, Item>();
	let from: string | undefined;
	for (let pages = 0; pages < PAGES_MAX && found.size < chosen.size && Date.now() < until; pages += 1) {
		await waitOutRateLimit(1, until);
		const { items, next } = await readPage(from);
		for (const item of items) if (chosen.has(item.id)) found.set(item.id, item);
		if (!next) break;
		from = next;
	}
	return found;
}

type ReadChosen<Item> = {
	readPage: ReadPage<Item>;
	/** Whether an item of the list has all that is needed: a list may omit a part. */
	isWhole: (item: Item) => boolean;
	read: (id: string) => Promise<Item>;
};

/**
 * Reads chosen items, each once: most from their list, only the others by themselves. `unread`: the rate limit left no time.
 * @throws SessionError, ManagementError
 */
export async function readChosen<Item extends { id: string }>(
	chosen: readonly string[],
	until: number,
	{ readPage, isWhole, read }: ReadChosen<Item>,
): Promise<Map<string, Item | "gone" | "unread">> {
	const listed = await findInList(chosen, until, readPage);
	const found = new Map<string, Item | "gone" | "unread">();
	for (const id of new Set(chosen)) {
		const item = listed.get(id);
		found.set(id, item && isWhole(item) ? item : await readAlone(() => read(id), until));
	}
	return found;
}

async function readAlone<Item>(read: () => Promise<Item>, until: number): Promise<Item | "gone" | "unread"> {
	if (!(await waitOutRateLimit(1, until))) return "unread";
	try {
		return await read();
	} catch (error) {
		if (!(error instanceof ManagementError)) throw error;
		if (error.kind === "not-found") return "gone";
		if (error.kind === "rate-limited") return "unread";
		throw error;
	}
}
