import "server-only";
import { processWide } from "@/lib/process/process-wide";
import { seal, unseal } from "@/lib/secrets/sealed-text";
import { ConfigError, dashboardConfig } from "../config";
import { logger } from "../logger";
import { dashboardDatabase } from "../store/dashboard-database";

export const KEPT_SECRET_PURPOSE = "kept-secret-encryption";
/** How old an instance's knowledge of the store may be, while the secret is being replaced. */
export const SECRETS_REFRESH_SECONDS = 60;

/**
 * What the dashboard encrypts and signs with. While `SESSION_SECRET` is being replaced two are known: which of them is
 * written with, the store says, so that instances which know the new one and instances which do not yet agree.
 */
export type DashboardSecrets = {
	/** New things are encrypted under this one. */
	current: string;
	/** What was made under one of these is still good. The current one first. */
	known: readonly string[];
	/** Keys the digests of the audit trail. No rotation changes it, so that states stay comparable. */
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

/** The same, asking the store again. */
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
	// A store that was never moved is under the one from before.
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
 * The ID token of a stored session; null where no known secret opens it, and the tenant will ask at sign-out. A session
 * of an older version, which is over within hours, has it as it was.
 */
export async function openIdToken(stored: string): Promise<string | null> {
	if (!isSealed(stored)) return stored;
	return (await unseal(stored, (await dashboardSecrets()).known, ID_TOKEN_PURPOSE))?.text ?? null;
}

export function isSealed(stored: string): boolean {
	return stored.split(".").length === SEALED_PARTS;
}
