import "server-only";
import { setTimeout as delay } from "node:timers/promises";
import { ManagementError, type ManagementErrorKind } from "@/lib/dashboard/management/call/errors";
import type { BulkItem, BulkItemState, BulkNote } from "@/lib/dashboard/store/bulk-edit";

/** What became of an item. `stop`: why the run should not go on to the next one. */
export type ItemOutcome = { state: BulkItemState; note?: BulkNote; stop?: ManagementError };

/**
 * What a bulk edit does with one item. What the service says of this item is its outcome; what it says of everything
 * (credentials, scope, rate limit, not reachable) is thrown, and nothing was written.
 */
export type BulkWork = {
	/** Reads an item again and carries out the operation on what it holds now. @throws SessionError, StoreError, ManagementError */
	write: (item: BulkItem) => Promise<ItemOutcome>;
	/**
	 * Finds out what became of an item whose writer ended without a word. Nothing is written: where the item is as it was,
	 * it is planned again. @throws SessionError, ManagementError
	 */
	lookUp: (item: BulkItem) => Promise<ItemOutcome>;
};

/** Of an item whose writer was cut off, once it was found to be as the operation wants it. */
export const CUT_OFF_NOTE = "The run was cut off while it was written; it was looked up.";

const HASTE_WAIT_SECONDS_MAX = 2;
/** A timer may fire a moment early, and the limit would still hold. */
const TIMER_SLACK_MS = 10;

/** What may be the matter with one item alone. */
const OF_ONE_ITEM: readonly ManagementErrorKind[] = [
	...(["unavailable", "too-large", "headers-too-large", "redirected", "not-understood"] as const),
];

/** Reads an item: what it holds, or what is the matter with it alone. */
export async function readItem<Value>(
	read: () => Promise<Value>,
): Promise<{ value: Value; outcome?: undefined } | { outcome: ItemOutcome }> {
	try {
		return { value: await read() };
	} catch (error) {
		if (!(error instanceof ManagementError)) throw error;
		if (error.kind === "not-found") return { outcome: { state: "gone" } };
		// One item that can't be read must not keep the others from going on, once the admin has seen why.
		if (!OF_ONE_ITEM.includes(error.kind)) throw error;
		return { outcome: { state: "unread", note: { reference: error.reference }, stop: error } };
	}
}

/** Sends a write of one item. A refusal for haste was no attempt: it is repeated after a short wait only, as what was read grows old. */
export async function writeItem<Answer>(
	send: () => Promise<Answer>,
	outcomeOf: (answer: Answer) => ItemOutcome,
): Promise<ItemOutcome> {
	try {
		return outcomeOf(await sendInTime(send));
	} catch (error) {
		if (!(error instanceof ManagementError)) throw error;
		const { kind, serviceMessage, reference } = error;
		if (error.outcomeUnknown) return { state: "unconfirmed", note: { reference } };
		if (error.lookedUp) return { state: "not-written" };
		if (kind === "not-found") return { state: "gone" };
		if (kind !== "rejected" && kind !== "conflict") throw error;
		return { state: "refused", note: { message: serviceMessage ?? "It did not say why.", reference } };
	}
}

async function sendInTime<Answer>(send: () => Promise<Answer>): Promise<Answer> {
	try {
		return await send();
	} catch (error) {
		if (!(error instanceof ManagementError) || error.kind !== "rate-limited") throw error;
		const wait = error.retryAfterSeconds ?? 1;
		if (wait > HASTE_WAIT_SECONDS_MAX) throw error;
		await delay(wait * 1000 + TIMER_SLACK_MS);
		return send();
	}
}
