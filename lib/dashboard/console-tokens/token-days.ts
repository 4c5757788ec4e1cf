const DAY_MS = 24 * 3_600_000;
const DAYS_PROPOSED = 90;
export const TOKEN_DAYS_MAX = 365;

/** The first and the last day in UTC, `2026-01-31`, that a new token may end on, and the one that is proposed. */
export function daysOfNewToken(now: Date = new Date()) {
	const dayIn = (days: number) => new Date(now.getTime() + days * DAY_MS).toISOString().slice(0, 10);
	return { min: dayIn(0), max: dayIn(TOKEN_DAYS_MAX), proposed: dayIn(DAYS_PROPOSED) };
}

/** When a token with this last day ends, ISO 8601 UTC: never later than a year after its creation. */
export function endOfToken(until: string, now: Date = new Date()): string {
	const endOfDay = Date.parse(`${until}T00:00:00Z`) + DAY_MS;
	return new Date(Math.min(endOfDay, now.getTime() + TOKEN_DAYS_MAX * DAY_MS)).toISOString();
}
