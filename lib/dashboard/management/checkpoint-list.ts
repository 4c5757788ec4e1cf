import { ManagementError } from "./call/errors";

type CheckpointPage<Item> = {
	items: readonly Item[];
	/** Absent: none. */
	unreadable?: number;
	next?: string | null | undefined;
};

/**
 * Reads a list page by page until it has `atLeast` items, or up to an item that is too large alone. A tenant may name a next
 * page after the last one: an empty page is the end.
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
		from = (page.items.length + (page.unreadable ?? 0) > 0 && page.next) || undefined;
	} while (from && items.length + unreadable < atLeast);
	return { items, unreadable, hasMore: from !== undefined };
}
