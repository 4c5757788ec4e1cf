import { writeEntry } from "../registry/operation-entries";
import { AUDIT_OUTCOMES, type AuditFilter } from "./audit-entry";

const TEXT_LENGTH_MAX = 300;

/** Parameters of an address, as pages and handlers get them. */
export type Parameters = Record<string, string | string[] | undefined>;

/**
 * The filter in an address. What is none of the choices, and no day, is no condition.
 * @param timeZone that its days are of, as IANA names it
 */
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
		since: isDay(text("since")) ? text("since") : "",
		until: isDay(text("until")) ? text("until") : "",
		timeZone,
	};
}

/** The filter as it stands in an address, without what is empty. */
export function auditQuery({ target, timeZone: _, ...filter }: AuditFilter): Record<string, string> {
	const all = { ...filter, subject: target };
	return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ""));
}

function isDay(text: string): boolean {
	return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
}
