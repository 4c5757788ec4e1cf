import "server-only";
import { randomUUID } from "node:crypto";
import { CONSOLE_SUBJECT } from "../audit/audit-entry";
import { auditedWrite } from "../audit/audited-write";
import { logger } from "../logger";
import { newReference } from "../management/call/call-context";
import { newCall } from "../management/call/new-call";
import { openWebhookSecret } from "../secrets/dashboard-secrets";
import { dashboardDatabase } from "../store/dashboard-database";
import { orderedId } from "../store/ordered-id";
import type { LogEvent } from "./log-event";
import { nextEvent, type StoredEvent } from "./next-event";
import { SEND_WITHIN_MS, type SendResult, sendWebhook } from "./send-webhook";
import { signatureHeaders } from "./webhook-signature";
import { type WebhookRow, webhookRow } from "./webhooks";

/** Longer than a delivery takes, and by how far the clocks of two instances may differ. */
export const LEASE_MS = SEND_WITHIN_MS + 20_000;
const FIRST_RETRY_MS = 5_000;
const RETRY_MS_MAX = 3_600_000;
/** Without an accepted delivery for so long, a webhook is paused. */
export const FAILING_MS_MAX = 3 * 24 * 3_600_000;
const GONE = 410;

/**
 * Sends the next event of a webhook, if one is due and no other process sends to it at the moment. The attempt is counted
 * before it is made, and the cursor moves after a 2xx alone: whatever happens in between, the event is sent again, with a
 * higher number of the attempt.
 * @returns whether an event was accepted, so that the next one may follow at once
 */
export async function deliverNext(webhookId: string): Promise<boolean> {
	const waiting = await webhookRow(webhookId);
	if (!waiting || waiting.next_at > isoOf(Date.now())) return false;
	const event = await nextEvent(waiting);
	if (!event) return false;
	const claimed = await claim(waiting);
	if (!claimed) return false;
	const result = await attempt(claimed, event, claimed.attempts);
	return settle(claimed, event, result);
}

async function claim({ id, cursor, kinds }: WebhookRow): Promise<(WebhookRow & { lease: string }) | undefined> {
	const database = await dashboardDatabase();
	const now = Date.now();
	const lease = randomUUID();
	const claimed = await database
		.updateTable("webhooks")
		.set(({ eb }) => ({ lease, lease_until: isoOf(now + LEASE_MS), attempts: eb("attempts", "+", 1) }))
		.where("id", "=", id)
		.where("state", "=", "active")
		.where("cursor", "=", cursor)
		.where("kinds", "=", kinds)
		.where("next_at", "<=", isoOf(now))
		.where("lease_until", "<=", isoOf(now))
		.returningAll()
		.executeTakeFirst();
	return claimed && { ...claimed, lease };
}

/** Sends an event once, and notes it in the history of the webhook. */
export async function attempt(webhook: WebhookRow, event: StoredEvent, number: number): Promise<SendResult> {
	const secrets: string[] = [];
	for (const sealed of [webhook.secret, webhook.old_secret]) {
		const secret = sealed && (await openWebhookSecret(sealed));
		if (secret) secrets.push(secret);
	}
	const at = isoOf(Date.now());
	const id = orderedId(at, newReference());
	const timestamp = Math.floor(Date.parse(at) / 1000);
	const signed = signatureHeaders({ id: event.id, timestamp, body: event.body }, secrets);
	const headers = { ...signed, "webhook-attempt": String(number) };
	const result =
		secrets.length > 0 ? await sendWebhook({ url: webhook.url, headers, body: event.body }) : withoutSecret;
	const { summary }: Pick<LogEvent, "summary"> = JSON.parse(event.body);
	const delivery = { id, webhook_id: webhook.id, at, event_id: event.id, type: event.type };
	const database = await dashboardDatabase();
	await database
		.insertInto("webhook_deliveries")
		.values({ ...delivery, summary, attempt: number, ...result })
		.execute()
		// The webhook was removed meanwhile, or the next attempt will find the store as it is.
		.catch((error: unknown) => logger.warn({ err: error, webhook: webhook.id }, "a delivery could not be noted"));
	return result;
}

const withoutSecret: SendResult = {
	...{ status: null, milliseconds: 0 },
	failure: "The webhook's secret can't be decrypted: add another one.",
};

export function isAccepted({ status }: Pick<SendResult, "status">): boolean {
	return status !== null && status >= 200 && status < 300;
}

/** The result counts only while the process has its lease: another one has taken over after that. */
async function settle(
	webhook: WebhookRow & { lease: string },
	{ sequence }: { sequence: number },
	result: SendResult,
): Promise<boolean> {
	const last_result = result.failure ?? `Status ${result.status}`;
	const free = { lease: null, lease_until: "", last_result };
	if (isAccepted(result)) {
		const accepted = { cursor: sequence, attempts: 0, next_at: "", failing_since: null };
		return update(webhook, { ...accepted, ...free });
	}
	const now = Date.now();
	const failing_since = webhook.failing_since ?? isoOf(now);
	const failed = { failing_since, next_at: isoOf(now + retryAfter(webhook.attempts)), ...free };
	const state = result.status === GONE ? "gone" : now - Date.parse(failing_since) > FAILING_MS_MAX ? "failing" : null;
	if (state === null) await update(webhook, failed);
	else await pauseAsConsole(webhook, () => update(webhook, { ...failed, state }));
	return false;
}

async function update({ id, lease }: WebhookRow & { lease: string }, set: Partial<WebhookRow>): Promise<boolean> {
	const database = await dashboardDatabase();
	const { numUpdatedRows } = await database
		.updateTable("webhooks")
		.set(set)
		.where("id", "=", id)
		.where("lease", "=", lease)
		.executeTakeFirst();
	return numUpdatedRows > 0n;
}

/** Who acts where the console does something of its own accord. */
const CONSOLE = { subject: CONSOLE_SUBJECT, name: "This console", email: null, role: "editor" } as const;

async function pauseAsConsole({ id, name }: WebhookRow, pause: () => Promise<unknown>): Promise<void> {
	await auditedWrite("pause_webhook", CONSOLE, await newCall(CONSOLE.subject), { target: id, name }, pause);
}

/** Milliseconds until the next attempt: twice as long after each, up to an hour; varied, so that not all come at once. */
function retryAfter(attempts: number): number {
	const pause = Math.min(RETRY_MS_MAX, FIRST_RETRY_MS * 2 ** (attempts - 1));
	return pause * (0.8 + Math.random() * 0.4);
}

function isoOf(time: number): string {
	return new Date(time).toISOString();
}
