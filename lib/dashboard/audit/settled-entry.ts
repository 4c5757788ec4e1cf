import "server-only";
import { newReference } from "../management/call/call-context";
import type { WriteName } from "../resources/writes";
import { orderedId } from "../store/dashboard-database";
import { type AuditEntry, CONSOLE_SUBJECT } from "./audit-entry";

/** Who acts, and why. */
export type Act = Pick<AuditEntry, "subject" | "person" | "personName" | "reason">;

const CONSOLE = "This console";
/** What the console does of its own accord. */
export const BY_CONSOLE: Act = { subject: CONSOLE_SUBJECT, person: CONSOLE, personName: CONSOLE, reason: null };

/** A write to the console's own store that is committed together with its row. @param at ISO 8601 UTC, now */
export function settledEntry(
	operation: WriteName,
	target: { id: string; name: string },
	at: string,
	act: Act,
): AuditEntry {
	const reference = newReference();
	return {
		...act,
		id: orderedId(at, reference),
		at,
		operation,
		target: target.id,
		name: target.name,
		userId: null,
		userLabel: null,
		changes: [],
		moreChanges: 0,
		values: [],
		digestBefore: null,
		digestAfter: null,
		outcome: "done",
		status: null,
		reference,
	};
}
