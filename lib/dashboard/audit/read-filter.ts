import { writeEntry } from "../resources/writes";
import { SEARCH_LENGTH_MAX } from "../search-text";
import { AUDIT_OUTCOMES, type AuditFilter } from "./audit-entry";
import { isDay } from "./days";

/** What is longer than a search may be stays so, and finds nothing. */
const TEXT_LENGTH_MAX = 2 * SEARCH_LENGTH_MAX + 1;

/** `searchParams` of pages and handlers. */
export type Parameters = Record<string, string | string[] | undefined>;

/** The filter in a query; invalid values are no condition. @param timeZone of its days, an IANA name */
export function readAuditFilter(parameters: Parameters, timeZone: string): AuditFilter {
	const text = (name: string) => {
		const value = parameters[name];
		return typeof value === "string" ? value.trim().slice(0, TEXT_LENGTH_MAX) : "";
	};
	const operation = text("operation");
	const outcome = text("outcome");
	return {
		person: text("person"),
		operation: writeEntry(operation) ? operation : "",
		target: text("subject"),
		outcome: AUDIT_OUTCOMES.some((known) => known === outcome) ? outcome : "",
		reason: text("reason"),
		since: isDay(text("since")) ? text("since") : "",
		until: isDay(text("until")) ? text("until") : "",
		timeZone,
	};
}

/** The query of a filter, without empty values. */
export function auditQuery({ target, timeZone: _, ...filter }: AuditFilter): Record<string, string> {
	const all = { ...filter, subject: target };
	return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ""));
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/**
 * When a day begins in a time zone, ISO 8601 UTC.
 * @param day `2026-01-31`
 * @param later number of days after it
 */
export function startOfDay(day: string, later: number, timeZone: string): string {
	return new Date(momentOf(Date.parse(`${day}T00:00:00Z`) + later * DAY_MS, timeZone)).toISOString();
}

/**
 * When the clocks of a time zone show a time, in milliseconds since the epoch; where they skip it, the moment before they do.
 * @param shown milliseconds since the epoch at which the clocks of UTC show it
 */
export function momentOf(shown: number, timeZone: string): number {
	// The offset at a time near it, and again at the resulting time: it may change on that day.
	const near = shown - offsetAt(shown, timeZone);
	const begin = shown - offsetAt(near, timeZone);
	// Where the clocks skip midnight it would be in the day before.
	return begin + offsetAt(begin, timeZone) < shown ? near : begin;
}

/** Milliseconds by which the clocks of a time zone are ahead of UTC. */
function offsetAt(time: number, timeZone: string): number {
	const format = new Intl.DateTimeFormat("en-US", {
		timeZone,
		hourCycle: "h23",
		year: "numeric",
		month: "numeric",
		day: "numeric",
		hour: "numeric",
		minute: "numeric",
	});
	const parts = Object.fromEntries(format.formatToParts(time).map(({ type, value }) => [type, Number(value)]));
	const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = parts;
	return Date.UTC(year, month - 1, day, hour, minute) - Math.floor(time / MINUTE_MS) * MINUTE_MS;
}
