import "server-only";
import { processWide } from "@/lib/process/process-wide";
import { seal, unseal } from "@/lib/secrets/sealed-text";
import { ConfigError, dashboardConfig } from "../config";
import { logger } from "../logger";
import { dashboardDatabase } from "../store/dashboard-database";

export const KEPT_SECRET_PURPOSE = "kept-secret-encryption";
/** How long an instance caches the store's secret during a rotation. */
export const SECRETS_REFRESH_SECONDS = 60;

/**
 * What the dashboard encrypts and signs with. During a rotation of `SESSION_SECRET` two are known: the store says which is
 * current, so that instances with the new one and instances without agree.
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
			"The console's store was written under another SESSION_SECRET. If it was just replaced, the one before belongs " +
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
 * The ID token of a stored session; null where no known secret decrypts it, and the tenant will ask at sign-out. A session
 * of an older version, which expires within hours, has it unencrypted.
 */
export async function openIdToken(stored: string): Promise<string | null> {
	if (!isSealed(stored)) return stored;
	return (await unseal(stored, (await dashboardSecrets()).known, ID_TOKEN_PURPOSE))?.text ?? null;
}

export function isSealed(stored: string): boolean {
	return stored.split(".").length === SEALED_PARTS;
}
