import { writeEntry } from "../resources/writes";
import { SEARCH_LENGTH_MAX, searchFault } from "../search-text";
import { AUDIT_OUTCOMES, type AuditFilter } from "./audit-entry";
import { isDay } from "./days";

/** What is longer than a search may be stays so, and is a fault. */
const TEXT_LENGTH_MAX = 2 * SEARCH_LENGTH_MAX + 1;

/** `searchParams` of pages and handlers. */
export type Parameters = Record<string, string | string[] | undefined>;

/** The filter in a query, as it was typed: it is searched for where it has no faults. @param timeZone of its days, an IANA name */
export function readAuditFilter(parameters: Parameters, timeZone: string): AuditFilter {
	const text = (name: string) => {
		const value = parameters[name];
		return typeof value === "string" ? value.trim().slice(0, TEXT_LENGTH_MAX) : "";
	};
	return {
		person: text("person"),
		operation: text("operation"),
		target: text("subject"),
		outcome: text("outcome"),
		reason: text("reason"),
		since: text("since"),
		until: text("until"),
		timeZone,
	};
}

type Parameter = "person" | "operation" | "subject" | "outcome" | "reason" | "since" | "until";

/** Why nothing is searched for, by parameter; empty: nothing is in the way. */
export function auditFilterFaults(filter: AuditFilter): Partial<Record<Parameter, string>> {
	const { person, operation, target, outcome, reason, since, until } = filter;
	const dayFault = (day: string) => day !== "" && !isDay(day) && "This is not a day.";
	const faults: [Parameter, string | null | false][] = [
		["person", searchFault(person)],
		["operation", operation !== "" && !writeEntry(operation) && "There is no such operation."],
		["subject", searchFault(target)],
		["reason", searchFault(reason)],
		["outcome", outcome !== "" && AUDIT_OUTCOMES.every((known) => known !== outcome) && "There is no such outcome."],
		["since", dayFault(since)],
		["until", dayFault(until)],
	];
	return Object.fromEntries(faults.filter(([, fault]) => fault));
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
