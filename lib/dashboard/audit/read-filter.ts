import { writeEntry } from "../registry/operation-entries";
import { AUDIT_OUTCOMES, type AuditFilter } from "./audit-entry";

const TEXT_LENGTH_MAX = 300;

/** Parameters of an address, as pages and handlers get them. */
export type Parameters = Record<string, string | string[] | undefined>;

/** The filter in an address. What is none of the choices is no condition. */
export function readAuditFilter(parameters: Parameters): AuditFilter {
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
	};
}

/** The filter as it stands in an address, without what is empty. */
export function auditQuery({ person, operation, target, outcome }: AuditFilter): Record<string, string> {
	const all = { person, operation, subject: target, outcome };
	return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ""));
}
