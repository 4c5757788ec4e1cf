import "server-only";
import { newReference } from "../management/call/call-context";
import { dashboardDatabase, fromNow } from "../store/dashboard-database";
import { orderedId } from "../store/ordered-id";
import { readKinds, typesOfKinds } from "./event-types";
import { removedAfter, type WebhookRow } from "./webhooks";

/** What a delivery needs of an event. */
export type StoredEvent = { id: string; type: string; body: string };

/** The event after a webhook's cursor, of its kinds. Where there is none, the cursor passes the events of other kinds. */
export async function nextEvent(webhook: WebhookRow): Promise<(StoredEvent & { sequence: number }) | undefined> {
	const { cursor, kinds } = webhook;
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
		.where("type", "in", ["", ...typesOfKinds(readKinds(kinds))])
		.orderBy("sequence")
		.limit(1)
		.executeTakeFirst();
	if (!event) await moveCursor(webhook, newest.sequence);
	return event;
}

/** Events that are older than the audit trail is kept were removed before they were accepted: the history says so. */
async function passRemoved(webhook: WebhookRow, count: number): Promise<void> {
	if (!(await moveCursor(webhook, webhook.cursor + count))) return;
	const at = fromNow(0);
	const database = await dashboardDatabase();
	await database
		.insertInto("webhook_deliveries")
		.values({
			...{ id: orderedId(at, newReference()), webhook_id: webhook.id, at, event_id: "", type: REMOVED },
			summary: `${count} ${count === 1 ? "event was" : "events were"} removed because of their age before they were accepted`,
			...{ attempt: 0, status: null, failure: "Older than the audit trail is kept.", milliseconds: 0 },
		})
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
