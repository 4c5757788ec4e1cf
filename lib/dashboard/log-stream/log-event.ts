import { createHash } from "node:crypto";
import { isolated } from "@/lib/contract/name-or-id";
import type { AuditEntry, AuditOutcome, KeptChange } from "../audit/audit-entry";
import { actInWords } from "../audit/sentence";
import { writeEntry } from "../resources/writes";
import { EMERGENCY_SAVE, TEST_EVENT, typeOfWrite } from "./event-types";

/** An event as it is sent: of a write it has what the audit trail keeps, and nothing beyond. */
export type LogEvent = {
	/** The same in each delivery. */
	id: string;
	type: string;
	/** Of the change, ISO 8601 UTC. */
	at: string;
	/** `not-known`: no response told. `not-done`: after an event with `not-known`, that it was not carried out. */
	outcome: "done" | "not-known" | "not-done";
	/** In words: the names in it stand apart from the direction of the sentence. All else is as it is stored. */
	summary: string;
	/** Null where no one acted through this console. */
	actor: { id: string; name: string } | null;
	target: { kind: string; id: string; name: string | null };
	/** `+added`, `-removed`, `~changed`; without a sign where the state before is not known. */
	changes: string[];
	/** How many others there were, whose names the audit trail does not keep. */
	more_changes: number;
	/** Old and new values of harmless parts. */
	values: KeptChange[];
	/** Of the audit trail's row; null where there is none. */
	reference: string | null;
	/** Why, as the admin stated it: one line. */
	reason: string | null;
	/** The proposal that was accepted, by this or before it was saved by it, and its author's name; null: none. */
	proposal: string | null;
	proposed_by: string | null;
	/** It was made without the second editor that the rule of this console wants. */
	emergency: boolean;
};

/** Of an event that no admin has decided on. */
export const NOT_DECIDED = { proposal: null, proposed_by: null, emergency: false } as const;

const outcomes: Record<AuditOutcome, LogEvent["outcome"]> = {
	done: "done",
	unknown: "not-known",
	refused: "not-done",
	"not-done": "not-done",
};

/**
 * The event of a write whose outcome is settled, or has not become known.
 * @param before the outcome of an earlier event of the same write; empty for none
 * @returns null where the write is no event
 */
export function eventOfWrite(entry: AuditEntry, before: string): LogEvent | null {
	const type = typeOfWrite(entry.operation, entry.changes);
	const outcome = outcomes[entry.outcome];
	const isRetraction = before === "unknown";
	if (type === null || (outcome === "not-done" && !isRetraction)) return null;
	const { subject, person, personName, target, name, changes, moreChanges, values, at, reference, reason } = entry;
	return {
		id: eventId(`${entry.id} ${outcome}`),
		type,
		at,
		outcome,
		summary: inWords(entry, outcome),
		actor: { id: subject, name: personName ?? person },
		target: { kind: writeEntry(entry.operation)?.resource ?? "", id: target, name },
		changes,
		more_changes: moreChanges,
		values,
		reference,
		reason,
		proposal: entry.proposal?.id ?? null,
		proposed_by: entry.proposal?.by ?? null,
		emergency: entry.isEmergency ?? false,
	};
}

/** The event that tells of a write without the second editor that the rule wants, beside the event of the write. */
export function emergencyEvent(event: LogEvent): LogEvent {
	const id = eventId(`${event.id} ${EMERGENCY_SAVE}`);
	return { ...event, id, type: EMERGENCY_SAVE, summary: `Emergency, without a second editor: ${event.summary}` };
}

function inWords(entry: AuditEntry, outcome: LogEvent["outcome"]): string {
	const { person, personName, target, name, operation } = entry;
	const write = writeEntry(operation);
	const what = name === null ? isolated(target) : `“${isolated(name)}”`;
	const act = write ? actInWords(write, { ...entry, outcome: outcome === "done" ? "done" : "unknown" }, true) : "";
	const by = entry.proposal ? `, proposed by ${isolated(entry.proposal.by)}` : "";
	const sentence = `${isolated(personName ?? person)} ${act} ${what}${by}`;
	if (outcome === "done") return sentence;
	return `${sentence}: ${outcome === "not-done" ? "it was not carried out" : "whether it was done is not known"}`;
}

/** An event that was made to try a webhook. */
export function testEvent(webhook: { id: string; name: string }, by: { subject: string; name: string }): LogEvent {
	const at = new Date().toISOString();
	return {
		id: eventId(`${at} ${webhook.id} test`),
		type: TEST_EVENT,
		at,
		outcome: "done",
		summary: `${isolated(by.name)} sent a test event to webhook “${isolated(webhook.name)}”`,
		actor: { id: by.subject, name: by.name },
		target: { kind: "webhook", ...webhook },
		changes: [],
		more_changes: 0,
		values: [],
		reference: null,
		reason: null,
		...NOT_DECIDED,
	};
}

/** The JSON that is signed and sent. @param sequence its number in the stream; null for an event that is no part of it */
export function bodyOf(event: LogEvent, sequence: number | null): string {
	const { id, type, ...others } = event;
	return JSON.stringify({ id, type, sequence, ...others });
}

/** 128 bits of a digest, so that the same event has the same identifier wherever it is recorded. */
export function eventId(source: string): string {
	return `evt_${createHash("sha256").update(source).digest("hex").slice(0, 32)}`;
}
