/**
 * Changes a row so that two changes at the same moment are both kept: where another came in between, the row is read and
 * changed again. To be called in a transaction.
 * @param change returns the row as it is to be; the same object where nothing changes
 * @param replace writes a row in place of the one that was read. @returns null where that has changed in between
 * @returns the row as it is now
 */
export async function changeRow<Row>(
	read: () => Promise<Row>,
	change: (before: Row) => Row | Promise<Row>,
	replace: (after: Row, before: Row) => Promise<Row | null>,
): Promise<Row> {
	for (;;) {
		const before = await read();
		const after = await change(before);
		const written = after === before ? before : await replace(after, before);
		if (written !== null) return written;
	}
}
