import "server-only";
import { type Selectable, sql } from "kysely";
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

/** How many attempts of a day were accepted, and how many were not. */
export type DeliveryDay = { accepted: number; failed: number };

/**
 * The attempts of a webhook by UTC days, "2026-03-01": those with at least one. By an index of its own, as rows hold what was sent.
 * @param from the first day
 * @throws SessionError
 */
export async function deliveryDays(webhookId: string, from: string): Promise<Map<string, DeliveryDay>> {
	await requirePermission("setLogStream");
	const database = await dashboardDatabase();
	const accepted = sql<number | string>`sum(case when status between 200 and 299 then 1 else 0 end)`;
	const rows = await database
		.selectFrom("webhook_deliveries")
		.select(({ fn }) => [sql<string>`substr(at, 1, 10)`.as("day"), fn.countAll<number | string>().as("attempts")])
		.select(accepted.as("accepted"))
		.where("webhook_id", "=", webhookId)
		.where("at", ">=", from)
		.where("attempt", ">", 0)
		.groupBy(sql`substr(at, 1, 10)`)
		.execute();
	return new Map(
		rows.map(({ day, attempts, accepted }) => [
			day,
			{ accepted: Number(accepted), failed: Number(attempts) - Number(accepted) },
		]),
	);
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
