import "server-only";
import { newCall } from "../management/call/new-call";
import { requireTurn } from "../management/safe-writes";
import { type WriteName, writeEntry } from "../resources/writes";
import { type CommandLine, requireCommandLine } from "../session/command-line";
import { requireActionPermission } from "../session/session";
import { auditedWrite, type WriteDescription } from "./audited-write";

/**
 * Carries out a write to the console's own store as a row of the audit trail.
 * @param actor who acts, where it is not the admin whose session this request has
 * @throws SessionError, StoreError before anything was written, and the errors of the write
 */
export async function ownWrite<Result>(
	operation: WriteName,
	actor: CommandLine | undefined,
	description: WriteDescription<Result>,
	write: () => Promise<Result>,
): Promise<Result> {
	const session = actor ? requireCommandLine(actor) : await requireActionPermission(writeEntry(operation)?.permission);
	await requireTurn();
	return auditedWrite(operation, session, await newCall(session.subject), description, write);
}
