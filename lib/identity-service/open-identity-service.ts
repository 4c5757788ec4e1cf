import type { IdentityService } from "./context/identity-service";
import { createRateLimiter } from "./http/rate-limiter";
import { createAccessTokenVerifier } from "./keys/access-token";
import { keyedHash } from "./keys/derived";
import { StoredLog } from "./log/tenant-log";
import { outboxSender } from "./messages/outbox";
import { oidcOf } from "./oidc/provider";
import { openServiceParts, type ServiceParts } from "./open-service-parts";
import { LoginThrottle } from "./passwords/login-throttle";
import { providerParts } from "./provider-parts";
import { createSharedRateLimiter } from "./store/shared-rate-limiter";

/** The service over its database, with its signing keys; the first ones may not be ready yet. */
export async function openIdentityService(...opened: Parameters<typeof openServiceParts>): Promise<IdentityService> {
	return identityServiceOf(await openServiceParts(...opened));
}

/** The rest of a service, over what its start has opened. */
export function identityServiceOf(parts: ServiceParts): IdentityService {
	const { config, database, secrets, keys, now } = parts;
	const hashOf = (caller: string) => keyedHash(secrets.current, "rate-limit-caller", caller);
	// A SQLite file belongs to one machine, which counts in memory; on PostgreSQL there may be several.
	const rateLimiter =
		config.rateLimit &&
		(config.databaseUrl
			? createSharedRateLimiter(database, config.rateLimit, hashOf, now)
			: createRateLimiter(config.rateLimit, now));
	return assembled({
		...parts,
		verifyAccessToken: createAccessTokenVerifier(keys, config, now),
		rateLimiter,
		sender: outboxSender({ database, secrets, now }),
		grants: providerParts.extensions.flatMap(({ grants = [] }) => grants),
	});
}

/** Completes the service with what depends on its other parts. */
export function assembled(parts: Omit<IdentityService, "oidc" | "throttles" | "log">): IdentityService {
	const throttles = {
		logins: new LoginThrottle(parts, "login"),
		codes: new LoginThrottle(parts, "code"),
		messages: new LoginThrottle(parts, "message"),
		links: new LoginThrottle(parts, "link"),
	};
	const service: IdentityService = { ...parts, throttles, log: new StoredLog(parts), oidc: () => oidc() };
	const oidc = oidcOf(service, providerParts);
	return service;
}
