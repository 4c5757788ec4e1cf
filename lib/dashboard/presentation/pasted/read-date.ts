import { PasteFault } from "./paste-fault";

const WRITTEN = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(Z|[+-]\d\d:\d\d)?)?$/i;

/**
 * The moment for which validity is judged: a day, or a moment in ISO 8601, in UTC where it names no other zone.
 * @param now of an empty text
 * @throws PasteFault
 */
export function readDate(text: string, now: Date): Date {
	const written = text.trim();
	if (written === "") return now;
	const [, zone] = WRITTEN.exec(written) ?? [];
	const isDay = written.length === "2026-01-01".length;
	const moment = new Date(isDay || zone ? written : `${written}Z`);
	// A 31 February would roll over into March.
	const isThere = !Number.isNaN(moment.getTime()) && dayOf(written) === Number(written.slice(8, 10));
	if (WRITTEN.test(written) && isThere) return moment;
	throw new PasteFault("date", "This is no date. Write a day as 2026-01-31, or a moment as 2026-01-31T09:30Z.");
}

function dayOf(written: string): number {
	return new Date(`${written.slice(0, 10)}T00:00Z`).getUTCDate();
}
