import "server-only";
import { newReference } from "../management/call/call-context";
import { dashboardDatabase, fromNow, orderedId } from "../store/dashboard-database";
import { type EventKind, typesOfKinds } from "./event-types";
import { removedAfter, type WebhookRow } from "./webhooks";

/** What a delivery needs of an event. */
export type StoredEvent = { id: string; type: string; body: string };

/**
 * The event after a webhook's cursor, of its kinds. Where there is none, the cursor passes the events of other kinds.
 * @param kinds of the webhook
 */
export async function nextEvent(
	webhook: WebhookRow,
	kinds: readonly EventKind[],
): Promise<(StoredEvent & { sequence: number }) | undefined> {
	const { cursor } = webhook;
	const database = await dashboardDatabase();
	const events = database.selectFrom("log_events").where("sequence", ">", cursor);
	const newest = await events.select("sequence").orderBy("sequence", "desc").limit(1).executeTakeFirst();
	if (!newest) return undefined;
	const removed = await removedAfter(cursor);
	if (removed > 0) {
		await passRemoved(webhook, removed);
		return undefined;
	}
	const event = await events
		.select(["sequence", "id", "type", "body"])
		.where("sequence", "<=", newest.sequence)
		.where("type", "in", ["", ...typesOfKinds(kinds)])
		.orderBy("sequence")
		.limit(1)
		.executeTakeFirst();
	if (!event) await moveCursor(webhook, newest.sequence);
	return event;
}

/** Events that are older than the audit trail is kept were removed before they were accepted: the history says so. */
async function passRemoved(webhook: WebhookRow, count: number): Promise<void> {
	if (!(await moveCursor(webhook, webhook.cursor + count))) return;
	await noteUnsent(webhook.id, {
		event_id: "",
		type: REMOVED,
		summary: `${count} ${count === 1 ? "event was" : "events were"} removed because of their age before they were accepted`,
		failure: "Older than the audit trail is kept.",
	});
}

/** Passes an event that can't be sent to anyone, so that those after it are: the history says so. */
export async function passUnreadable(
	webhook: WebhookRow,
	{ id, type, sequence }: StoredEvent & { sequence: number },
): Promise<void> {
	if (!(await moveCursor(webhook, sequence))) return;
	await noteUnsent(webhook.id, {
		event_id: id,
		type,
		summary: `Event ${id} (${type}) was not sent`,
		failure: "This event can't be read from the console's store. The events after it are sent.",
	});
}

type Unsent = { event_id: string; type: string; summary: string; failure: string };

/** A note in the history of a webhook, which is no attempt. */
async function noteUnsent(webhook_id: string, note: Unsent): Promise<void> {
	const at = fromNow(0);
	const database = await dashboardDatabase();
	await database
		.insertInto("webhook_deliveries")
		.values({ ...note, id: orderedId(at, newReference()), webhook_id, at, attempt: 0, status: null, milliseconds: 0 })
		.execute();
}

/** In the place of an event's type, for a note in the history. */
const REMOVED = "log_stream.removed";

/** @returns false where the webhook has changed meanwhile */
async function moveCursor({ id, cursor, kinds }: WebhookRow, to: number): Promise<boolean> {
	const database = await dashboardDatabase();
	const { numUpdatedRows } = await database
		.updateTable("webhooks")
		.set({ cursor: to })
		.where("id", "=", id)
		.where("cursor", "=", cursor)
		.where("kinds", "=", kinds)
		.executeTakeFirst();
	return numUpdatedRows > 0n;
}
