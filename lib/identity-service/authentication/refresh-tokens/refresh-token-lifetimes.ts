import { clientSettings } from "../../store/client-settings";
import type { ClientRow } from "../../store/clients";
import { REFRESH_TOKEN_ABSOLUTE_SECONDS, REFRESH_TOKEN_IDLE_SECONDS } from "../provider/lifetimes";

/** How long refresh tokens live since they were first issued, and without being exchanged, in seconds. */
export type RefreshTokenLifetimes = { absoluteSeconds: number; idleSeconds: number };

/** A client's own lifetimes, which are never longer than the service's. */
export function refreshTokenLifetimes(client: ClientRow | null): RefreshTokenLifetimes {
	const own = client && clientSettings(client);
	return {
		absoluteSeconds: own?.refresh_token_lifetime ?? REFRESH_TOKEN_ABSOLUTE_SECONDS,
		idleSeconds: own?.refresh_token_idle_lifetime ?? REFRESH_TOKEN_IDLE_SECONDS,
	};
}
