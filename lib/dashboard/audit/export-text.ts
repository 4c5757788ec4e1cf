import { type OperationName, operations } from "@/lib/contract/operations";
import { writeLabel } from "../resources/writes";
import type { AuditEntry, KeptChange, KeptValue } from "./audit-entry";

const columns = [
	["at", ({ at }: AuditEntry) => at],
	["person", ({ person }: AuditEntry) => person],
	["subject", ({ subject }: AuditEntry) => subject],
	["operation", ({ operation }: AuditEntry) => writeLabel(operation)],
	["request", ({ operation }: AuditEntry) => requestOf(operation)],
	["target", ({ target }: AuditEntry) => target],
	["changes", changesText],
	["digest_before", ({ digestBefore }: AuditEntry) => digestBefore ?? ""],
	["digest_after", ({ digestAfter }: AuditEntry) => digestAfter ?? ""],
	["outcome", ({ outcome }: AuditEntry) => outcome],
	["status", ({ status }: AuditEntry) => String(status ?? "")],
	["reference", ({ reference }: AuditEntry) => reference],
	["name", ({ name }: AuditEntry) => name ?? ""],
	["person_name", ({ personName }: AuditEntry) => personName ?? ""],
	["values", ({ values }: AuditEntry) => values.map(valueText).join("\n")],
	["user_id", ({ userId }: AuditEntry) => userId ?? ""],
	["user", ({ userLabel }: AuditEntry) => userLabel ?? ""],
	["reason", ({ reason }: AuditEntry) => reason ?? ""],
	["proposal", ({ proposal }: AuditEntry) => proposal?.id ?? ""],
	["proposed_by", ({ proposal }: AuditEntry) => proposal?.by ?? ""],
	["emergency", ({ isEmergency }: AuditEntry) => (isEmergency ? "true" : "")],
] as const;

/** `+city -portrait and 8,900 more`. */
function changesText({ changes, moreChanges }: AuditEntry): string {
	return [...changes, ...(moreChanges > 0 ? [`and ${moreChanges.toLocaleString("en")} more`] : [])].join(" ");
}

/** `name: "Age check" → "Age check B"`; empty: there was no value. */
function valueText({ part, before, after }: KeptChange): string {
	const shown = (value: KeptValue) => (value === null ? "" : JSON.stringify(value));
	return `${part}: ${shown(before)} → ${shown(after)}`;
}

export const CSV_HEAD = `${columns.map(([name]) => name).join(",")}\r\n`;

/** `PATCH /refresh-tokens/{id}`; empty for an operation that this version does not know. */
function requestOf(operation: string): string {
	if (!Object.hasOwn(operations, operation)) return "";
	const { method, path } = operations[operation as OperationName];
	return `${method} ${path}`;
}

/** One line of CSV (RFC 4180). */
export function csvLine(entry: AuditEntry): string {
	return `${columns.map(([, read]) => csvCell(read(entry))).join(",")}\r\n`;
}

/**
 * Where a formula would begin: a cell of this file, and one where a spreadsheet splits it at semicolons or tabs, for which
 * quotes end elsewhere.
 */
const FORMULA = /^(?=[\t\r\n])|(?<=^|[;\t\r\n])(?=(?:[^\S\t\r\n]|")*[=+\-@|%＝＋－＠])/g;

/** A quoted cell, with an apostrophe before text that spreadsheets would run as a formula, even in quotes. */
export function csvCell(text: string): string {
	return `"${text.replace(FORMULA, "'").replaceAll('"', '""')}"`;
}

/** The same row as an object of JSON, with the names of the CSV's columns. */
export function jsonRow(entry: AuditEntry): Record<string, unknown> {
	const texts = Object.fromEntries(columns.map(([name, read]) => [name, read(entry)]));
	const { changes, moreChanges, status, digestBefore, digestAfter, name, personName, values, reason } = entry;
	const concerned = { user_id: entry.userId, user: entry.userLabel };
	const others = { changes, status, digest_before: digestBefore, digest_after: digestAfter, ...concerned };
	const decided = {
		proposal: entry.proposal?.id ?? null,
		proposed_by: entry.proposal?.by ?? null,
		emergency: entry.isEmergency ?? false,
	};
	return { ...texts, ...others, name, person_name: personName, values, more_changes: moreChanges, reason, ...decided };
}

type Pages = AsyncGenerator<AuditEntry[]>;

/** The whole trail as a file of CSV, or of JSON. */
export function exportStream(pages: Pages, isJson: boolean): ReadableStream<Uint8Array> {
	return streamOf(isJson ? jsonText(pages) : csvText(pages));
}

/** Texts as bytes, made as they are read. */
function streamOf(texts: AsyncGenerator<string>): ReadableStream<Uint8Array> {
	const encoder = new TextEncoder();
	return new ReadableStream({
		async pull(controller) {
			const { done, value } = await texts.next();
			if (done) controller.close();
			else controller.enqueue(encoder.encode(value));
		},
	});
}

async function* csvText(pages: Pages): AsyncGenerator<string> {
	yield CSV_HEAD;
	for await (const entries of pages) yield entries.map(csvLine).join("");
}

async function* jsonText(pages: Pages): AsyncGenerator<string> {
	let separator = "[\n";
	for await (const entries of pages) {
		yield separator + entries.map((entry) => JSON.stringify(jsonRow(entry))).join(",\n");
		separator = ",\n";
	}
	yield separator === "[\n" ? "[]\n" : "\n]\n";
}
