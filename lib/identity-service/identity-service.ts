import type { Kysely } from "kysely";
import { migrateDatabase } from "@/lib/database/migrate-database";
import { databaseLocation, openDatabase } from "@/lib/database/open-database";
import type { StoreHealth } from "@/lib/database/store-health";
import { type MessageSender, outboxSender } from "./authentication/login/message-sender";
import { type HashCost, PASSWORD_COST } from "./authentication/login/password-hash";
import { machineClock } from "./clock";
import type { IdentityServiceConfig } from "./config";
import { type AccessTokenVerifier, createAccessTokenVerifier } from "./http/caller/access-token-verifier";
import { createRateLimiter, type RateLimiter } from "./http/rate/rate-limiter";
import { createSharedRateLimiter } from "./http/rate/shared-rate-limiter";
import type { ServiceSecrets } from "./secrets/service-secrets";
import { loadSigningKeys, type SigningKeys } from "./signing-keys";
import { migrations } from "./store/migrations";
import type { IdentityServiceSchema } from "./store/schema";

/** What every operation of the service works with. Time comes in through `now`, so that tests can set it. */
export type IdentityService = {
	config: IdentityServiceConfig;
	database: Kysely<IdentityServiceSchema>;
	secrets: ServiceSecrets;
	keys: SigningKeys;
	/** Of the management interface, as is the limiter. */
	verifyAccessToken: AccessTokenVerifier;
	/** Null when rate limiting is switched off. */
	rateLimiter: RateLimiter | null;
	/** What the hash of a new password costs. */
	passwordCost: HashCost;
	/** Carries codes and links to people. */
	sender: MessageSender;
	/** What was opened elsewhere with a sign-in here, at the dashboard; `end` ends a user's. */
	otherSessions: { end: (userId: string) => Promise<void> };
	now: () => Date;
};

/** Opens the service's database and brings it up to date. */
export async function openServiceDatabase({ dataDir, databaseUrl }: IdentityServiceConfig, health?: StoreHealth) {
	const location = databaseLocation("identity-service", dataDir, databaseUrl);
	const database = await openDatabase<IdentityServiceSchema>(location, health);
	await migrateDatabase(database, migrations);
	return database;
}

/** The service over its database, with the keys it has, or with the first ones. */
export async function openIdentityService(
	config: IdentityServiceConfig,
	database: IdentityService["database"],
	secrets: ServiceSecrets,
	now: () => Date = machineClock,
	passwordCost = PASSWORD_COST,
): Promise<IdentityService> {
	const keys = await loadSigningKeys({ database, secrets, now });
	const milliseconds = () => now().getTime();
	// A SQLite file belongs to one machine, which counts in memory; on PostgreSQL there may be several.
	const rateLimiter =
		config.rateLimit &&
		(config.databaseUrl
			? createSharedRateLimiter(database, config.rateLimit, secrets, milliseconds)
			: createRateLimiter(config.rateLimit, milliseconds));
	const verifyAccessToken = createAccessTokenVerifier(keys, config, now);
	const sender = outboxSender({ database, secrets, now });
	const otherSessions = { end: async () => {} };
	const standing = { config, database, secrets, keys, verifyAccessToken, rateLimiter, passwordCost };
	return { ...standing, sender, otherSessions, now };
}
