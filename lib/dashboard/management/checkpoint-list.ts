type CheckpointPage<Item> = { items: readonly Item[]; next: string | null | undefined };

/**
 * Reads a list page by page until it has `atLeast` items. A tenant may name a next page after the last one: an empty page is
 * the end.
 * @returns `hasMore`: the list may go on
 */
export async function readCheckpointList<Item>(
	read: (from: string | undefined) => Promise<CheckpointPage<Item>>,
	atLeast: number,
): Promise<{ items: Item[]; hasMore: boolean }> {
	const items: Item[] = [];
	let from: string | undefined;
	do {
		const page = await read(from);
		items.push(...page.items);
		from = (page.items.length > 0 && page.next) || undefined;
	} while (from && items.length < atLeast);
	return { items, hasMore: from !== undefined };
}
