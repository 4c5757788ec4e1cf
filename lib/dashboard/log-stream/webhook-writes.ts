import "server-only";
import { randomBytes } from "node:crypto";
import type { Expression, ExpressionBuilder, SqlBool, UpdateObject } from "kysely";
import { ownWrite, type WriteDescription } from "../audit/audited-write";
import { changeOf, partsOf } from "../audit/changes";
import { WriteRefused } from "../management/call/errors";
import type { WriteName } from "../resources/writes";
import { sealWebhookSecret } from "../secrets/dashboard-secrets";
import { requireActionPermission } from "../session/session";
import { dashboardDatabase, fromNow } from "../store/dashboard-database";
import type { DashboardSchema } from "../store/schema";
import { type EventKind, readKinds } from "./event-types";
import { addWithin } from "./room";
import { newWebhookSecret } from "./webhook-signature";
import { requireWebhookRow, WEBHOOKS_MAX, type WebhookRow, webhookRow } from "./webhooks";

// Rows of the audit trail name a webhook by the name that an editor has given it: its address is for editors alone.

export type NewWebhook = { name: string; url: string; kinds: readonly EventKind[] };

/**
 * Adds a webhook, which is sent the events from now on.
 * @returns its secret, which is not readable afterwards
 * @throws SessionError, StoreError, WriteRefused where there are as many webhooks as there may be
 */
export async function addWebhook({ name, url, kinds }: NewWebhook): Promise<{ id: string; secret: string }> {
	const { subject } = await requireActionPermission("setLogStream");
	const id = `wh_${randomBytes(12).toString("base64url")}`;
	const secret = newWebhookSecret();
	const sealed = await sealWebhookSecret(secret);
	const audit = { target: name, after: partsOf({ kinds }), createdId: () => id };
	const full = `There are ${WEBHOOKS_MAX} webhooks already. Remove one that is not used.`;
	await ownWrite("add_webhook", undefined, audit, () =>
		addWithin({ table: "webhooks", max: WEBHOOKS_MAX, full }, (store, newest) =>
			store
				.insertInto("webhooks")
				.values({
					id,
					name,
					url,
					kinds: JSON.stringify(kinds),
					secret: sealed,
					old_secret: null,
					created_at: fromNow(0),
					state: "active",
					cursor: newest,
					attempts: 0,
					next_at: "",
					failing_since: null,
					last_result: null,
					lease: null,
					lease_until: "",
					made_by: subject,
				})
				.execute(),
		),
	);
	return { id, secret };
}

/**
 * Changes what is given. Its secrets stay; what waits for it is sent at once to a new address, or where its kinds could not be
 * read.
 * @throws SessionError, StoreError, ManagementError where there is no such webhook, as the functions below
 */
export async function changeWebhook(id: string, changed: Partial<NewWebhook>): Promise<void> {
	await change("change_webhook", id, ({ name, url, kinds: json }) => {
		const kinds = readKinds(json);
		const isUnread = kinds === null && changed.kinds !== undefined;
		return {
			set: {
				...changed,
				...(changed.kinds && { kinds: JSON.stringify(changed.kinds) }),
				...((isUnread || changed.url !== undefined) && atOnce),
			} as Change["set"],
			audit: {
				...changeOf("webhook", { name, url, kinds }, changed, partsOf),
				...(isUnread && { before: undefined }),
				renamedTo: changed.name,
			},
		};
	});
}

/**
 * Adds a secret, which signs from now on beside the one before. There are two at most: a third would end one that was shown.
 * @returns the secret, which is not readable afterwards
 * @throws WriteRefused where there are two, also of two admins who add one at the same moment for the second
 */
export async function addSecret(id: string): Promise<string> {
	const secret = newWebhookSecret();
	const sealed = await sealWebhookSecret(secret);
	await change("rotate_webhook_secret", id, () => ({
		set: { secret: sealed, old_secret: ({ fn }) => fn.coalesce("secret", "old_secret") },
		only: {
			where: ({ or, eb }) => or([eb("secret", "is", null), eb("old_secret", "is", null)]),
			otherwise: "There are two secrets. Remove the old one first.",
		},
	}));
	return secret;
}

export async function removeOldSecret(id: string): Promise<void> {
	await change("remove_webhook_secret", id, () => ({ set: { old_secret: null } }));
}

export async function pauseWebhook(id: string): Promise<void> {
	await change("pause_webhook", id, () => ({ set: { state: "paused" } }));
}

/** An attempt that is under way, or was when its process was killed, is neither waited for nor does it count any more. */
const atOnce = { failures: 0, failing_since: null, next_at: "", lease: null, lease_until: "" };

/**
 * Goes on with the event after the last one that was accepted, at once, and after a failure with the shortest pause; the
 * number of its attempts goes on.
 */
export async function resumeWebhook(id: string): Promise<void> {
	await change("resume_webhook", id, () => ({ set: { state: "active", ...atOnce } }));
}

/** With the history of its deliveries. */
export async function removeWebhook(id: string): Promise<void> {
	await requireActionPermission("setLogStream");
	const { name } = await requireWebhookRow(id);
	const database = await dashboardDatabase();
	const audit = { target: id, name };
	await ownWrite("remove_webhook", undefined, audit, () =>
		database.deleteFrom("webhooks").where("id", "=", id).execute(),
	);
}

type Webhooks = ExpressionBuilder<DashboardSchema, "webhooks">;
type Change = {
	set: UpdateObject<DashboardSchema, "webhooks">;
	audit?: Pick<WriteDescription<unknown>, "before" | "after" | "isKept" | "renamedTo">;
	/** What has to hold at the moment of the write, and why nothing is written where it does not. */
	only?: { where: (row: Webhooks) => Expression<SqlBool>; otherwise: string };
};

async function change(operation: WriteName, id: string, of: (row: WebhookRow) => Change): Promise<void> {
	await requireActionPermission("setLogStream");
	const row = await requireWebhookRow(id);
	const { set, audit, only } = of(row);
	const database = await dashboardDatabase();
	await ownWrite(operation, undefined, { target: id, name: row.name, ...audit }, async () => {
		const update = database.updateTable("webhooks").set(set).where("id", "=", id);
		const { numUpdatedRows } = await (only ? update.where(only.where) : update).executeTakeFirst();
		if (numUpdatedRows > 0n) return;
		const why = only && (await webhookRow(id)) ? only.otherwise : "The webhook has been removed since.";
		throw new WriteRefused("Nothing was changed", why);
	});
}
