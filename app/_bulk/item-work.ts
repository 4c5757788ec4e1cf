import "server-only";
import { ERRORS_OF_ONE, ManagementError } from "@/lib/dashboard/management/call/errors";
import { oneSaveAtATime } from "@/lib/dashboard/management/safe-writes";
import { SessionError } from "@/lib/dashboard/session/session";
import type { BulkItem, BulkItemState, BulkNote } from "@/lib/dashboard/store/bulk-edit";

/** The result of an item. `stop`: why the run should not continue with the next one. */
export type ItemOutcome = { state: BulkItemState; note?: BulkNote; stop?: ManagementError };

/** Notes how far an item of several writes has come. @returns false where another writer has it now */
export type KeepNote = (note: BulkNote) => Promise<boolean>;

/**
 * What a bulk edit does with one item. Errors of this item are its outcome; errors that concern every item (credentials,
 * scope, rate limit, not reachable) are thrown, and nothing was written.
 */
export type BulkWork = {
	/** The items are of people, so that a write reads of whom first where the admin may not write those of all. */
	isOfPeople?: true;
	/** Requests for each item; absent: a read and a write. */
	calls?: number;
	/** Reads an item again and carries out the operation on its present content. @throws SessionError, StoreError, ManagementError */
	write: (item: BulkItem, keep?: KeepNote) => Promise<ItemOutcome>;
	/**
	 * Reads an item whose writer was interrupted, to find out whether it was written. Nothing is written: an unchanged item
	 * is planned again. @throws SessionError, ManagementError
	 */
	lookUp: (item: BulkItem) => Promise<ItemOutcome>;
};

/** The outcome of an item whose writer was interrupted, once it was found to be written. */
export const WRITTEN: ItemOutcome = {
	state: "done",
	note: { message: "The run was cut off while this was written. It was checked afterwards." },
};

/** Reads an item: its value, or the error that concerns it alone. */
export async function readItem<Value>(
	read: () => Promise<Value>,
): Promise<{ value: Value; outcome?: undefined } | { value?: undefined; outcome: ItemOutcome }> {
	try {
		return { value: await read() };
	} catch (error) {
		if (!(error instanceof ManagementError)) throw error;
		if (error.kind === "not-found") return { outcome: { state: "gone" } };
		// One item that can't be read must not block the others, once the admin has seen why.
		if (!ERRORS_OF_ONE.includes(error.kind)) throw error;
		return { outcome: { state: "unread", note: { reference: error.reference }, stop: error } };
	}
}

/** Sends a write of one item. A 429 is thrown: what was read is stale after the wait. */
export async function writeItem<Result>(
	send: () => Promise<Result>,
	outcomeOf: (result: Result) => ItemOutcome,
): Promise<ItemOutcome> {
	try {
		return outcomeOf(await send());
	} catch (error) {
		// It concerns the person of this item alone.
		if (error instanceof SessionError && error.reason === "person") {
			return { state: "refused", note: { message: error.message } };
		}
		if (!(error instanceof ManagementError)) throw error;
		const { kind, serviceMessage, reference } = error;
		if (error.outcomeUnknown) return { state: "unconfirmed", note: { reference } };
		if (error.lookedUp) return { state: "not-written" };
		if (kind === "not-found") return { state: "gone" };
		if (kind !== "rejected" && kind !== "conflict") throw error;
		return { state: "refused", note: { message: serviceMessage ?? "It did not say why.", reference } };
	}
}

/** The state of an item at its preview. @param change what is to be written to it, or why nothing is */
export function resultAtPreview(change: { after: unknown } | ItemOutcome): Pick<BulkItem, "state" | "note"> {
	return "after" in change ? { state: "planned", note: {} } : { state: change.state, note: change.note ?? {} };
}

type ChangeWork<Current, After> = {
	/** It deletes the item: one that is gone is done. */
	deletes?: true;
	read: (id: string) => Promise<Current>;
	/** What is to be written to an item as it is now, or why nothing is; `conflict`: what it changes is another by now. */
	change: (item: BulkItem, current: Current) => { after: After } | ItemOutcome;
	write: (id: string, after: After, current: Current, item: BulkItem) => Promise<ItemOutcome>;
};

/** The work of an operation that changes a part of each item, or deletes each. */
export function changeWork<Current, After>({ deletes, read, change, write }: ChangeWork<Current, After>): BulkWork {
	async function prepare(item: BulkItem): Promise<{ send: () => Promise<ItemOutcome> } | ItemOutcome> {
		const { value, outcome } = await readItem(() => read(item.id));
		if (outcome) return outcome;
		const changed = change(item, value);
		return "after" in changed ? { send: () => write(item.id, changed.after, value, item) } : changed;
	}
	return {
		write: (item) =>
			oneSaveAtATime(item.id, async () => {
				const prepared = await prepare(item);
				return "send" in prepared ? prepared.send() : prepared;
			}),
		async lookUp(item) {
			const prepared = await prepare(item);
			if ("send" in prepared) return { state: "planned" };
			return prepared.state === (deletes ? "gone" : "unchanged") ? WRITTEN : prepared;
		},
	};
}
