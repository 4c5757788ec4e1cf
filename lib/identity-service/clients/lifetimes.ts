import { clientSettings } from "../store/clients";
import type { ClientTable } from "../store/schema";

const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 60 * MINUTE_SECONDS;
const DAY_SECONDS = 24 * HOUR_SECONDS;

export const ACCESS_TOKEN_SECONDS = DAY_SECONDS;
export const ID_TOKEN_SECONDS = 10 * HOUR_SECONDS;
/** The client metadata with the lifetime of its ID tokens. */
export const ID_TOKEN_LIFETIME_METADATA = "id_token_lifetime";
export const AUTHORIZATION_CODE_SECONDS = MINUTE_SECONDS;
/** The lifetime of a login page. */
export const INTERACTION_SECONDS = HOUR_SECONDS;
/** A session ends after this much time without use … */
export const SESSION_IDLE_SECONDS = 3 * DAY_SECONDS;
/** … and this long after the login at the latest. */
export const SESSION_ABSOLUTE_SECONDS = 7 * DAY_SECONDS;
/** A refresh token expires when it is not exchanged for this long … */
export const REFRESH_TOKEN_IDLE_SECONDS = 15 * DAY_SECONDS;
/** … and this long after it was first issued, however often it is rotated. */
export const REFRESH_TOKEN_ABSOLUTE_SECONDS = 30 * DAY_SECONDS;
/** Of a message in the outbox: the lifetime of the longest-lived link in one. */
const OUTBOX_MESSAGE_SECONDS = DAY_SECONDS;

/** Messages before it are not shown any more. ISO 8601 */
export function outboxStart(now: Date): string {
	return new Date(now.getTime() - OUTBOX_MESSAGE_SECONDS * 1000).toISOString();
}

/** Stands for no expiry: it is stored as none. */
export const ENDLESS_SECONDS = 100 * 365 * DAY_SECONDS;
/** The client metadata with the lifetime of its refresh tokens since they were first issued. */
export const REFRESH_TOKEN_LIFETIME_METADATA = "refresh_token_lifetime";
/** A grant outlives the refresh tokens issued under it by this. */
export const GRANT_REST_SECONDS = DAY_SECONDS;
/** Of a grant under which no refresh token was issued. */
export const GRANT_SECONDS = REFRESH_TOKEN_ABSOLUTE_SECONDS + GRANT_REST_SECONDS;

/**
 * The lifetimes of refresh tokens since they were first issued, and without being exchanged, and how long a rotated one
 * is accepted again, in seconds. `ENDLESS_SECONDS`: they do not expire.
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
