import { migrateDatabase } from "@/lib/database/migrate-database";
import { databaseLocation, openDatabase } from "@/lib/database/open-database";
import type { StoreHealth } from "@/lib/database/store-health";
import { LoginThrottle } from "./authentication/login/login-throttle";
import { outboxSender } from "./authentication/login/message-sender";
import { PASSWORD_COST } from "./authentication/login/password-hash";
import { oidcOf, ownGrants } from "./authentication/provider/provider";
import { machineClock } from "./clock";
import type { IdentityServiceConfig } from "./config";
import { createAccessTokenVerifier } from "./http/caller/access-token-verifier";
import { createRateLimiter } from "./http/rate/rate-limiter";
import { createSharedRateLimiter } from "./http/rate/shared-rate-limiter";
import type { IdentityService } from "./identity-service";
import type { ServiceSecrets } from "./secrets/service-secrets";
import { loadSigningKeys } from "./signing-keys";
import { migrations } from "./store/migrations";
import type { IdentityServiceSchema } from "./store/schema";

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
	return assembled({
		...{ config, database, secrets, keys, verifyAccessToken, rateLimiter, passwordCost, sender, now },
		...{ otherSessions: { end: async () => {} }, grants: ownGrants },
	});
}

/** The service of its parts, with what works on them. */
export function assembled(parts: Omit<IdentityService, "oidc" | "throttles">): IdentityService {
	const throttles = {
		logins: new LoginThrottle(parts, "login"),
		messages: new LoginThrottle(parts, "message"),
		links: new LoginThrottle(parts, "link"),
	};
	const service: IdentityService = { ...parts, throttles, oidc: () => oidc() };
	const oidc = oidcOf(service);
	return service;
}
