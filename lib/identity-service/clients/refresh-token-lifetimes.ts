import { clientSettings } from "../store/client-settings";
import type { ClientTable } from "../store/schema";
import { ENDLESS_SECONDS, REFRESH_TOKEN_ABSOLUTE_SECONDS, REFRESH_TOKEN_IDLE_SECONDS } from "./lifetimes";

/**
 * How long refresh tokens live since they were first issued, and without being exchanged, and how long a rotated one is
 * good once more, in seconds. `ENDLESS_SECONDS`: they do not expire.
 */
export type RefreshTokenLifetimes = { absoluteSeconds: number; idleSeconds: number; leewaySeconds: number };

/** A client's own lifetimes, else the service's. */
export function refreshTokenLifetimes(client: Pick<ClientTable, "settings"> | null): RefreshTokenLifetimes {
	const own = client ? clientSettings(client).refresh_token : null;
	const isEndless = own?.expiration_type === "non-expiring";
	return {
		absoluteSeconds:
			isEndless || own?.infinite_token_lifetime
				? ENDLESS_SECONDS
				: (own?.token_lifetime ?? REFRESH_TOKEN_ABSOLUTE_SECONDS),
		idleSeconds:
			isEndless || own?.infinite_idle_token_lifetime
				? ENDLESS_SECONDS
				: (own?.idle_token_lifetime ?? REFRESH_TOKEN_IDLE_SECONDS),
		leewaySeconds: own?.leeway ?? 0,
	};
}
