import type { Clock } from "./time-text";

/** The clock of what is drawn in the browser alone, never on the server. */
export function browserClock(): Clock {
	return { now: new Date(), timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone };
}
