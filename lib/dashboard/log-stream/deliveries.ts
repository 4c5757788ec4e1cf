import "server-only";
import type { Selectable } from "kysely";
import { ownWrite } from "../audit/audited-write";
import { WriteRefused } from "../management/call/errors";
import { requireActionPermission, requirePermission } from "../session/session";
import { dashboardDatabase } from "../store/dashboard-database";
import type { DashboardSchema } from "../store/schema";
import { attempt } from "./deliver";
import { bodyOf, testEvent } from "./log-event";
import type { SendResult } from "./send-webhook";
import { requireWebhookRow } from "./webhooks";

export const DELIVERIES_KEPT_DAYS = 30;
const PAGE_SIZE = 50;

export type Delivery = Selectable<DashboardSchema["webhook_deliveries"]>;

/** Whether it is an attempt; else a note on events that were not sent. */
export function isDelivery({ attempt }: Pick<Delivery, "attempt">): boolean {
	return attempt > 0;
}

/**
 * One page of the attempts of a webhook, newest first; `next` is the checkpoint of the page after. @throws SessionError
 */
export async function listDeliveries(
	webhookId: string,
	from: string | null,
): Promise<{ deliveries: Delivery[]; next: string | null }> {
	await requirePermission("setLogStream");
	const database = await dashboardDatabase();
	let query = database.selectFrom("webhook_deliveries").selectAll().where("webhook_id", "=", webhookId);
	if (from) query = query.where("id", "<", from);
	const found = await query
		.orderBy("id", "desc")
		.limit(PAGE_SIZE + 1)
		.execute();
	const deliveries = found.slice(0, PAGE_SIZE);
	return { deliveries, next: found.length > PAGE_SIZE ? (deliveries.at(-1)?.id ?? null) : null };
}

/** Sends an event that is no part of the stream, at once. @throws SessionError, ManagementError where there is no webhook */
export async function sendTestEvent(webhookId: string): Promise<SendResult> {
	const { subject, name } = await requireActionPermission("setLogStream");
	const webhook = await requireWebhookRow(webhookId);
	const event = testEvent({ id: webhook.id, name: webhook.name }, { subject, name });
	const stored = { id: event.id, type: event.type, body: bodyOf(event, null) };
	return ownWrite("test_webhook", undefined, { target: webhookId, name: webhook.name }, () =>
		attempt(webhook, stored, 1),
	);
}

/**
 * Sends an event that was sent before once more, at once and outside of the order, marked as a further attempt.
 * @throws SessionError, ManagementError where there is no webhook, WriteRefused where it was never sent the event
 */
export async function sendAgain(webhookId: string, eventId: string): Promise<SendResult> {
	await requireActionPermission("setLogStream");
	const webhook = await requireWebhookRow(webhookId);
	const database = await dashboardDatabase();
	const event = await database
		.selectFrom("log_events")
		.select(["id", "type", "body"])
		.where("id", "=", eventId)
		.executeTakeFirst();
	const earlier = await database
		.selectFrom("webhook_deliveries")
		.select(({ fn }) => fn.max("attempt").as("attempt"))
		.where("webhook_id", "=", webhookId)
		.where("event_id", "=", eventId)
		.executeTakeFirst();
	if (!event || !earlier?.attempt) throw new WriteRefused("Nothing was sent", "The event no longer exists.");
	const number = earlier.attempt + 1;
	return ownWrite("resend_event", undefined, { target: webhookId, name: webhook.name }, () =>
		attempt(webhook, event, number),
	);
}
