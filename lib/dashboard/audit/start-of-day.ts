const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/**
 * When a day begins in a time zone, ISO 8601 UTC.
 * @param day `2026-01-31`
 * @param later so many days after it
 */
export function startOfDay(day: string, later: number, timeZone: string): string {
	const midnight = Date.parse(`${day}T00:00:00Z`) + later * DAY_MS;
	// The offset at a time near it, and once more at what that gives: it may change on the very day.
	const near = midnight - offsetAt(midnight, timeZone);
	return new Date(midnight - offsetAt(near, timeZone)).toISOString();
}

/** Milliseconds by which the clocks of a time zone are ahead of UTC. */
function offsetAt(time: number, timeZone: string): number {
	const format = new Intl.DateTimeFormat("en-US", {
		...{ timeZone, hourCycle: "h23", year: "numeric", month: "numeric", day: "numeric" },
		...{ hour: "numeric", minute: "numeric" },
	});
	const parts = Object.fromEntries(format.formatToParts(time).map(({ type, value }) => [type, Number(value)]));
	const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = parts;
	return Date.UTC(year, month - 1, day, hour, minute) - Math.floor(time / MINUTE_MS) * MINUTE_MS;
}
