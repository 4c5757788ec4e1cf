import "server-only";
import { randomBytes } from "node:crypto";
import type { Updateable } from "kysely";
import { inTransaction } from "@/lib/database/in-transaction";
import type { WriteDescription } from "../audit/audited-write";
import { ownWrite } from "../audit/own-write";
import type { WriteName } from "../registry/operation-entries";
import { sealWebhookSecret } from "../secrets/dashboard-secrets";
import { requireActionPermission } from "../session/session";
import { dashboardDatabase, fromNow } from "../store/dashboard-database";
import type { DashboardSchema } from "../store/schema";
import { EVENT_KINDS, type EventKind, readKinds } from "./event-types";
import { newWebhookSecret } from "./webhook-signature";
import { WEBHOOKS_MAX, type WebhookRow, webhookRow } from "./webhooks";

// Rows of the audit trail name a webhook by the name that an editor has given it: its address is for editors alone.

export type NewWebhook = { name: string; url: string; kinds: readonly EventKind[] };

/**
 * Adds a webhook, which is sent the events from now on.
 * @returns its secret, which is not readable afterwards; null where there are as many webhooks as there may be
 * @throws SessionError, StoreError
 */
export async function addWebhook({ name, url, kinds }: NewWebhook): Promise<{ id: string; secret: string } | null> {
	await requireActionPermission("setLogStream");
	const database = await dashboardDatabase();
	if ((await countWebhooks()) >= WEBHOOKS_MAX) return null;
	const id = `wh_${randomBytes(12).toString("base64url")}`;
	const secret = newWebhookSecret();
	const sealed = await sealWebhookSecret(secret);
	const audit = { target: name, after: partsOf(kinds), createdId: () => id };
	await ownWrite("add_webhook", undefined, audit, () =>
		inTransaction(database, async (store) => {
			const { last } = await store.selectFrom("log_sequence").select("last").executeTakeFirstOrThrow();
			await store
				.insertInto("webhooks")
				.values({
					...{ id, name, url, kinds: JSON.stringify(kinds), secret: sealed, old_secret: null },
					...{ created_at: fromNow(0), state: "active", cursor: last, attempts: 0, next_at: "" },
					...{ failing_since: null, last_result: null, lease: null, lease_until: "" },
				})
				.execute();
		}),
	);
	return { id, secret };
}

async function countWebhooks(): Promise<number> {
	const database = await dashboardDatabase();
	const { count } = await database
		.selectFrom("webhooks")
		.select(({ fn }) => fn.countAll<number | string>().as("count"))
		.executeTakeFirstOrThrow();
	return Number(count);
}

/** In words, as the lists of changes show them. */
function partsOf(kinds: readonly EventKind[]): Record<string, boolean> {
	return Object.fromEntries(kinds.map((kind) => [EVENT_KINDS[kind], true]));
}

/** @returns false where there is no such webhook, as in the functions below */
export async function setKinds(id: string, kinds: readonly EventKind[]): Promise<boolean> {
	return change("change_webhook", id, (row) => ({
		set: { kinds: JSON.stringify(kinds) },
		audit: { before: partsOf(readKinds(row.kinds)), after: partsOf(kinds) },
	}));
}

/** Adds a secret, which signs from now on beside the one before. @returns the secret, which is not readable afterwards */
export async function addSecret(id: string): Promise<string | false> {
	const secret = newWebhookSecret();
	const sealed = await sealWebhookSecret(secret);
	const isAdded = await change("rotate_webhook_secret", id, (row) => ({
		set: { secret: sealed, old_secret: row.secret ?? row.old_secret },
	}));
	return isAdded && secret;
}

export async function removeOldSecret(id: string): Promise<boolean> {
	return change("remove_webhook_secret", id, () => ({ set: { old_secret: null } }));
}

export async function pauseWebhook(id: string): Promise<boolean> {
	return change("pause_webhook", id, () => ({ set: { state: "paused" } }));
}

/** Goes on with the event after the last one that was accepted, at once. */
export async function resumeWebhook(id: string): Promise<boolean> {
	return change("resume_webhook", id, () => ({
		set: { state: "active", failing_since: null, next_at: "" },
	}));
}

/** With the history of its deliveries. */
export async function removeWebhook(id: string): Promise<boolean> {
	await requireActionPermission("setLogStream");
	const row = await webhookRow(id);
	if (!row) return false;
	const database = await dashboardDatabase();
	const audit = { target: id, name: row.name };
	await ownWrite("remove_webhook", undefined, audit, () =>
		database.deleteFrom("webhooks").where("id", "=", id).execute(),
	);
	return true;
}

type Change = {
	set: Updateable<DashboardSchema["webhooks"]>;
	audit?: Pick<WriteDescription<unknown>, "before" | "after">;
};

async function change(operation: WriteName, id: string, of: (row: WebhookRow) => Change): Promise<boolean> {
	await requireActionPermission("setLogStream");
	const row = await webhookRow(id);
	if (!row) return false;
	const { set, audit } = of(row);
	const database = await dashboardDatabase();
	await ownWrite(operation, undefined, { target: id, name: row.name, ...audit }, () =>
		database.updateTable("webhooks").set(set).where("id", "=", id).execute(),
	);
	return true;
}
