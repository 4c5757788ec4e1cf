import "server-only";
import type { Selectable } from "kysely";
import { ManagementError } from "../management/call/errors";
import { requirePermission } from "../session/session";
import { dashboardDatabase } from "../store/dashboard-database";
import type { DashboardSchema } from "../store/schema";
import { type EventKind, eventKinds, readKinds, typesOfKinds } from "./event-types";

export const WEBHOOKS_MAX = 5;

/** `active`, or why nothing is sent: paused by an admin; gone (410); too long without success; its secret is lost. */
export const WEBHOOK_STATES = ["active", "paused", "gone", "failing", "no-secret"] as const;
export type WebhookState = (typeof WEBHOOK_STATES)[number];

export type WebhookRow = Selectable<DashboardSchema["webhooks"]>;

/** A webhook as its page shows it, without its secrets. Times are ISO 8601 UTC. */
export type Webhook = {
	id: string;
	name: string;
	url: string;
	/** Empty where they can't be read. */
	kinds: EventKind[];
	state: WebhookState;
	/** Events of its kinds that are not accepted yet. */
	waiting: number;
	/** Events that the store no longer has, and that were not accepted: at most so many were of its kinds. */
	removed: number;
	/** Of the event that is to be sent next. */
	attempts: number;
	nextAt: string | null;
	failingSince: string | null;
	/** When anything was last accepted, of what the history of deliveries keeps. */
	lastAcceptedAt: string | null;
	/** How the last attempt ended. */
	lastResult: string | null;
	hasOldSecret: boolean;
	createdAt: string;
};

/** All webhooks, oldest first. @throws SessionError */
export async function listWebhooks(): Promise<Webhook[]> {
	await requirePermission("setLogStream");
	const database = await dashboardDatabase();
	const rows = await database.selectFrom("webhooks").selectAll().orderBy("created_at").orderBy("id").execute();
	return Promise.all(rows.map(webhookOf));
}

/** Those whose events are not accepted, though no one paused them. @throws SessionError */
export async function webhooksInTrouble(): Promise<Webhook[]> {
	return (await listWebhooks()).filter(
		({ state, failingSince }) => state !== "paused" && (state !== "active" || failingSince),
	);
}

/** @throws SessionError, ManagementError where there is none */
export async function getWebhook(id: string): Promise<Webhook> {
	await requirePermission("setLogStream");
	return webhookOf(await requireWebhookRow(id));
}

/** Without an access check. */
export async function webhookRow(id: string): Promise<WebhookRow | undefined> {
	const database = await dashboardDatabase();
	return database.selectFrom("webhooks").selectAll().where("id", "=", id).executeTakeFirst();
}

/** The same, where an editor expects it. @throws ManagementError where there is none */
export async function requireWebhookRow(id: string): Promise<WebhookRow> {
	const row = await webhookRow(id);
	if (!row) throw new ManagementError("not-found");
	return row;
}

function stateOf({ state }: Pick<WebhookRow, "state">): WebhookState {
	return WEBHOOK_STATES.find((known) => known === state) ?? "paused";
}

async function webhookOf(row: WebhookRow): Promise<Webhook> {
	const database = await dashboardDatabase();
	const kinds = readKinds(row.kinds);
	const { waiting } = await database
		.selectFrom("log_events")
		.select(({ fn }) => fn.countAll<number | string>().as("waiting"))
		.where("sequence", ">", row.cursor)
		.where("type", "in", ["", ...typesOfKinds(kinds ?? eventKinds)])
		.executeTakeFirstOrThrow();
	const accepted = await database
		.selectFrom("webhook_deliveries")
		.select("at")
		.where("webhook_id", "=", row.id)
		.where("status", ">=", 200)
		.where("status", "<", 300)
		.orderBy("id", "desc")
		.limit(1)
		.executeTakeFirst();
	return {
		id: row.id,
		name: row.name,
		url: row.url,
		kinds: kinds ?? [],
		state: stateOf(row),
		waiting: Number(waiting),
		removed: await removedAfter(row.cursor),
		attempts: row.attempts,
		nextAt: row.next_at || null,
		failingSince: row.failing_since,
		lastAcceptedAt: accepted?.at ?? null,
		lastResult: row.last_result,
		hasOldSecret: row.old_secret !== null,
		createdAt: row.created_at,
	};
}

/** How many events after a number were removed from the store because of their age. */
export async function removedAfter(cursor: number): Promise<number> {
	const database = await dashboardDatabase();
	const { oldest, last } = await database
		.selectFrom("log_sequence")
		.select("last")
		.select(({ selectFrom }) =>
			selectFrom("log_events")
				.select(({ fn }) => fn.min("sequence").as("n"))
				.as("oldest"),
		)
		.where("id", "=", "events")
		.executeTakeFirstOrThrow();
	return Math.max(0, (oldest === null ? last : oldest - 1) - cursor);
}
