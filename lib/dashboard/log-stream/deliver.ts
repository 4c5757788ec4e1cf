import "server-only";
import { randomUUID } from "node:crypto";
import { isJsonObject } from "@/lib/contract/safe-object";
import { CONSOLE_SUBJECT } from "../audit/audit-entry";
import { auditedWrite } from "../audit/audited-write";
import { logger } from "../logger";
import { newCall, newReference } from "../management/call/call-context";
import { openWebhookSecret } from "../secrets/dashboard-secrets";
import { dashboardDatabase, orderedId } from "../store/dashboard-database";
import { readKinds } from "./event-types";
import { nextEvent, passUnreadable, type StoredEvent } from "./next-event";
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
 * higher number of the attempt. An event that the store can't give back is passed; whatever else can't be sent is a failed
 * attempt of this webhook alone.
 * @returns whether an event was accepted or passed, so that the next one may follow at once
 */
export async function deliverNext(webhookId: string): Promise<boolean> {
	const waiting = await webhookRow(webhookId);
	if (!waiting || waiting.next_at > isoOf(Date.now())) return false;
	const kinds = readKinds(waiting.kinds);
	const event = kinds && (await nextEvent(waiting, kinds));
	if (kinds && !event) return false;
	if (event && summaryOf(event) === null) {
		await passUnreadable(waiting, event);
		return true;
	}
	const claimed = await claim(waiting);
	if (!claimed) return false;
	if (!event) return settle(claimed, null, withoutKinds);
	return settle(claimed, event, await attempt(claimed, event, claimed.attempts));
}

/** For an error of the console's own: the webhook's page shows it, and it is tried again later and later. */
export async function setAside(webhookId: string, error: unknown): Promise<void> {
	const reference = newReference();
	logger.error({ err: error, webhook: webhookId, reference }, "a webhook could not be sent to");
	const webhook = await webhookRow(webhookId);
	if (!webhook) return;
	const database = await dashboardDatabase();
	await database
		.updateTable("webhooks")
		.set({ ...failureOf(webhook), last_result: `This console made a mistake (reference ${reference}).` })
		.where("id", "=", webhookId)
		.execute();
}

/** The event in words; null where what the store has of it can't be read. */
function summaryOf({ body }: Pick<StoredEvent, "body">): string | null {
	try {
		const event: unknown = JSON.parse(body);
		return isJsonObject(event) && typeof event.summary === "string" ? event.summary : null;
	} catch {
		return null;
	}
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
	const at = isoOf(Date.now());
	const id = orderedId(at, newReference());
	const { sent, ...result } = await resultOf(webhook, event, { at, number });
	const content = { request_headers: JSON.stringify(sent ?? {}), request_body: sent && event.body };
	const delivery = { id, webhook_id: webhook.id, at, event_id: event.id, type: event.type };
	const summary = summaryOf(event) ?? `Event ${event.id}`;
	const database = await dashboardDatabase();
	await database
		.insertInto("webhook_deliveries")
		.values({ ...delivery, summary, attempt: number, ...result, ...content })
		.execute()
		// The webhook was removed meanwhile, or the next attempt will find the store as it is.
		.catch((error: unknown) => logger.warn({ err: error, webhook: webhook.id }, "a delivery could not be noted"));
	return result;
}

/** `sent`: the headers of the request; null where none left. */
async function resultOf(
	webhook: WebhookRow,
	event: StoredEvent,
	{ at, number }: { at: string; number: number },
): Promise<SendResult & { sent: Record<string, string> | null }> {
	if (summaryOf(event) === null) return unsent("This event can't be read from the console's store.");
	if (!URL.canParse(webhook.url)) return unsent("The webhook's URL can't be read: remove it, and add it again.");
	const secrets: string[] = [];
	for (const sealed of [webhook.secret, webhook.old_secret]) {
		const secret = sealed && (await openWebhookSecret(sealed));
		if (secret) secrets.push(secret);
	}
	if (secrets.length === 0) return unsent("The webhook's secret can't be decrypted: add another one.");
	const timestamp = Math.floor(Date.parse(at) / 1000);
	const signed = signatureHeaders({ id: event.id, timestamp, body: event.body }, secrets);
	const headers = { "content-type": "application/json", ...signed, "webhook-attempt": String(number) };
	try {
		const { isSent, ...result } = await sendWebhook({ url: webhook.url, headers, body: event.body });
		return { ...result, sent: isSent ? headers : null };
	} catch (error) {
		logger.error({ err: error, webhook: webhook.id }, "a request to a webhook could not be made");
		return unsent("The request could not be made.");
	}
}

function unsent(failure: string): SendResult & { sent: null } {
	return { status: null, milliseconds: 0, failure, sent: null };
}

const withoutKinds = unsent("Its choice of events can't be read: choose them again.");

export function isAccepted({ status }: Pick<SendResult, "status">): boolean {
	return status !== null && status >= 200 && status < 300;
}

/**
 * The result counts only while the process has its lease: another one has taken over after that, or an editor has resumed it.
 * @param event null where none was sent
 */
async function settle(
	webhook: WebhookRow & { lease: string },
	event: { sequence: number } | null,
	result: SendResult,
): Promise<boolean> {
	const last_result = result.failure ?? `Status ${result.status}`;
	const free = { lease: null, lease_until: "", last_result };
	if (event && isAccepted(result)) {
		const accepted = { cursor: event.sequence, attempts: 0, failures: 0, next_at: "", failing_since: null };
		return update(webhook, { ...accepted, ...free });
	}
	const failure = failureOf(webhook);
	const failed = { ...failure, ...free };
	const isTooLong = Date.now() - Date.parse(failure.failing_since) > FAILING_MS_MAX;
	const state = result.status === GONE ? "gone" : isTooLong ? "failing" : null;
	if (state === null) await update(webhook, failed);
	else if ((await webhookRow(webhook.id))?.lease === webhook.lease)
		await pauseAsConsole(webhook, () => update(webhook, { ...failed, state }));
	return false;
}

function failureOf(webhook: WebhookRow) {
	const now = Date.now();
	const failures = webhook.failures + 1;
	const failing_since = webhook.failing_since ?? isoOf(now);
	return { failures, failing_since, next_at: isoOf(now + retryAfter(failures)) };
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

/**
 * Milliseconds until the next attempt: twice as long after each that failed, up to an hour; varied, so that not all come at
 * once.
 */
function retryAfter(failures: number): number {
	const pause = Math.min(RETRY_MS_MAX, FIRST_RETRY_MS * 2 ** (failures - 1));
	return pause * (0.8 + Math.random() * 0.4);
}

function isoOf(time: number): string {
	return new Date(time).toISOString();
}
