import { migrateDatabase } from "@/lib/database/migrate-database";
import { databaseLocation, openDatabase } from "@/lib/database/open-database";
import type { StoreHealth } from "@/lib/database/store-health";
import { machineClock } from "./context/clock";
import type { IdentityServiceConfig } from "./context/config";
import type { IdentityService } from "./context/identity-service";
import { createRateLimiter } from "./http/rate-limiter";
import { createAccessTokenVerifier } from "./keys/access-token";
import { keyedHash } from "./keys/derived";
import type { ServiceSecrets } from "./keys/service-secrets";
import { loadSigningKeys } from "./keys/signing-keys";
import { outboxSender } from "./messages/outbox";
import { oidcOf } from "./oidc/provider";
import { LoginThrottle } from "./passwords/login-throttle";
import { PASSWORD_COST } from "./passwords/password-hash";
import { providerParts } from "./provider-parts";
import { sampleTenantOf } from "./sample-tenant/credentials";
import { migrations } from "./store/migrations";
import type { IdentityServiceSchema } from "./store/schema";
import { createSharedRateLimiter } from "./store/shared-rate-limiter";

/** Opens the service's database and brings it up to date. */
export async function openServiceDatabase({ dataDir, databaseUrl }: IdentityServiceConfig, health?: StoreHealth) {
	const location = databaseLocation("identity-service", dataDir, databaseUrl);
	const database = await openDatabase<IdentityServiceSchema>(location, health);
	await migrateDatabase(database, migrations);
	return database;
}

/** The service over its database, with its signing keys; the first ones may not be ready yet. */
export async function openIdentityService(
	config: IdentityServiceConfig,
	database: IdentityService["database"],
	secrets: ServiceSecrets,
	now: () => Date = machineClock,
	passwordCost = PASSWORD_COST,
): Promise<IdentityService> {
	const keys = await loadSigningKeys({ database, secrets, now });
	const hashOf = (caller: string) => keyedHash(secrets.current, "rate-limit-caller", caller);
	// A SQLite file belongs to one machine, which counts in memory; on PostgreSQL there may be several.
	const rateLimiter =
		config.rateLimit &&
		(config.databaseUrl
			? createSharedRateLimiter(database, config.rateLimit, hashOf, now)
			: createRateLimiter(config.rateLimit, now));
	const verifyAccessToken = createAccessTokenVerifier(keys, config, now);
	const sender = outboxSender({ database, secrets, now });
	return assembled({
		...{ config, database, secrets, keys, verifyAccessToken, rateLimiter, passwordCost, sender, now },
		otherSessions: { end: async () => {} },
		grants: providerParts.extensions.flatMap(({ grants = [] }) => grants),
	});
}

/** Completes the service with what depends on its other parts. */
export function assembled(parts: Omit<IdentityService, "oidc" | "throttles" | "sample">): IdentityService {
	const throttles = {
		logins: new LoginThrottle(parts, "login"),
		messages: new LoginThrottle(parts, "message"),
		links: new LoginThrottle(parts, "link"),
	};
	const service: IdentityService = { ...parts, throttles, sample: sampleTenantOf(parts), oidc: () => oidc() };
	const oidc = oidcOf(service, providerParts);
	return service;
}
