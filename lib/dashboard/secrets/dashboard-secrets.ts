import "server-only";
import { inTransaction } from "@/lib/database/in-transaction";
import { processWide } from "@/lib/process/process-wide";
import { seal, unseal } from "@/lib/secrets/sealed-text";
import { ConfigError, dashboardConfig } from "../config";
import { logger } from "../logger";
import { dashboardDatabase } from "../store/dashboard-database";

export const KEPT_SECRET_PURPOSE = "kept-secret-encryption";
/** How long an instance caches the store's secret during a rotation. */
export const SECRETS_REFRESH_SECONDS = 60;

/**
 * The secrets for encryption and signatures of the dashboard. During a rotation of `SESSION_SECRET` two are known: the
 * store determines the current one, so that instances with the new secret and instances without it agree.
 */
export type DashboardSecrets = {
	/** For encryption. */
	current: string;
	/** For decryption, the current one first. */
	known: readonly string[];
	/** The key of the audit trail's digests. A rotation keeps it, so that digests stay comparable. */
	audit: string;
};

export const heldSecrets = processWide<{ secrets: DashboardSecrets; readAt: number } | null>(
	"dashboard-secrets",
	() => null,
);

/** @throws ConfigError when the store was written under a secret that is not known */
export async function dashboardSecrets(): Promise<DashboardSecrets> {
	const known = heldSecrets.get();
	const isSettled = dashboardConfig().previousSessionSecret === null;
	if (known && (isSettled || Date.now() - known.readAt < SECRETS_REFRESH_SECONDS * 1000)) return known.secrets;
	try {
		return await readDashboardSecrets();
	} catch (error) {
		if (!known) throw error;
		logger.error({ err: error }, "whether the session secret was replaced can't be read");
		return known.secrets;
	}
}

/** `dashboardSecrets` without the cache. */
export async function readDashboardSecrets(): Promise<DashboardSecrets> {
	const { sessionSecret, previousSessionSecret } = dashboardConfig();
	const given = previousSessionSecret === null ? [sessionSecret] : [sessionSecret, previousSessionSecret];
	const database = await dashboardDatabase();
	const row = await database.selectFrom("kept_secrets").selectAll().where("name", "=", "audit").executeTakeFirst();
	const opened = row && (await unseal(row.sealed, given, KEPT_SECRET_PURPOSE));
	if (opened === null) {
		throw new ConfigError(
			"The console's store was written under another SESSION_SECRET. If it was just replaced, put the one before " +
				"into SESSION_SECRET_PREVIOUS until npm run secrets has moved everything. If it is lost: npm run secrets -- forget",
		);
	}
	// A store that was not rotated yet is under the previous one.
	const current = opened?.secret ?? previousSessionSecret ?? sessionSecret;
	const known = [current, ...given.filter((secret) => secret !== current)];
	const secrets = { current, known, audit: opened?.text ?? current };
	heldSecrets.set({ secrets, readAt: Date.now() });
	return secrets;
}

export const ID_TOKEN_PURPOSE = "id-token-encryption";
/** An encrypted text has five parts (RFC 7516, section 3.1), a signed token three. */
const SEALED_PARTS = 5;

/** Encrypts an ID token for the store. */
export async function sealIdToken(idToken: string): Promise<string> {
	return seal(idToken, (await dashboardSecrets()).current, ID_TOKEN_PURPOSE);
}

/**
 * The ID token of a stored session; null where no known secret decrypts it, and the tenant will prompt at sign-out. A
 * session of an older version, which expires within hours, has it unencrypted.
 */
export async function openIdToken(stored: string): Promise<string | null> {
	if (!isSealed(stored)) return stored;
	return (await unseal(stored, (await dashboardSecrets()).known, ID_TOKEN_PURPOSE))?.text ?? null;
}

const WEBHOOK_SECRET_PURPOSE = "webhook-secret-encryption";

/** Encrypts the secret of a webhook for the store. */
export async function sealWebhookSecret(secret: string): Promise<string> {
	return seal(secret, (await dashboardSecrets()).current, WEBHOOK_SECRET_PURPOSE);
}

/** The secret of a webhook; null where no known secret decrypts it. */
export async function openWebhookSecret(sealed: string): Promise<string | null> {
	return (await unseal(sealed, (await dashboardSecrets()).known, WEBHOOK_SECRET_PURPOSE))?.text ?? null;
}

function isSealed(stored: string): boolean {
	return stored.split(".").length === SEALED_PARTS;
}

/**
 * Rotates the store to the current session secret: ID tokens and secrets of webhooks are encrypted again, and the key of the
 * audit trail's digests is stored. In one transaction; can be repeated.
 * @returns how many texts were re-encrypted
 */
export async function rotateDashboardSecrets(): Promise<{ moved: number }> {
	const { sessionSecret, previousSessionSecret } = dashboardConfig();
	const { audit } = await readDashboardSecrets();
	const previous = previousSessionSecret === null ? [] : [previousSessionSecret];
	const moved = await inTransaction(
		await dashboardDatabase(),
		async (store) => {
			let count = 0;
			const sessions = store.selectFrom("sessions").select(["id_hash", "id_token"]).where("id_token", "is not", null);
			for (const { id_hash, id_token } of await sessions.execute()) {
				if (!id_token) continue;
				// Also an unencrypted one of an older version.
				const text = isSealed(id_token) ? (await unseal(id_token, previous, ID_TOKEN_PURPOSE))?.text : id_token;
				if (!text) continue;
				const sealed = await seal(text, sessionSecret, ID_TOKEN_PURPOSE);
				await store.updateTable("sessions").set({ id_token: sealed }).where("id_hash", "=", id_hash).execute();
				count += 1;
			}
			for (const webhook of await store.selectFrom("webhooks").select(["id", "secret", "old_secret"]).execute()) {
				for (const column of ["secret", "old_secret"] as const) {
					const opened = await unseal(webhook[column] ?? "", previous, WEBHOOK_SECRET_PURPOSE);
					if (!opened) continue;
					const sealed = await seal(opened.text, sessionSecret, WEBHOOK_SECRET_PURPOSE);
					await store
						.updateTable("webhooks")
						.set({ [column]: sealed })
						.where("id", "=", webhook.id)
						.execute();
					count += 1;
				}
			}
			const kept = await store.selectFrom("kept_secrets").selectAll().where("name", "=", "audit").executeTakeFirst();
			const isMoved = kept ? !(await unseal(kept.sealed, previous, KEPT_SECRET_PURPOSE)) : audit === sessionSecret;
			if (isMoved) return count;
			const sealed = await seal(audit, sessionSecret, KEPT_SECRET_PURPOSE);
			await store
				.insertInto("kept_secrets")
				.values({ name: "audit", sealed })
				.onConflict((conflict) => conflict.column("name").doUpdateSet({ sealed }))
				.execute();
			return count + 1;
		},
		"serializable",
	);
	await readDashboardSecrets();
	return { moved };
}

/**
 * Deletes texts that were encrypted under a lost session secret. Sessions stay; the tenant will prompt at their sign-out,
 * and digests in the audit trail are not comparable with later ones. Webhooks wait until an editor adds a secret.
 */
export async function forgetDashboardSecrets(): Promise<void> {
	await inTransaction(await dashboardDatabase(), async (store) => {
		await store.deleteFrom("kept_secrets").execute();
		await store.updateTable("sessions").set({ id_token: null }).execute();
		await store.updateTable("webhooks").set({ secret: null, old_secret: null, state: "no-secret" }).execute();
	});
}
