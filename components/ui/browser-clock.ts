import type { Clock } from "./time-text";

/** The clock for components that are rendered in the browser only, never on the server. */
export function browserClock(): Clock {
	return { now: new Date(), timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone };
}
