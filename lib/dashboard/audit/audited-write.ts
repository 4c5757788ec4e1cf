import "server-only";
import type { Kysely } from "kysely";
import { inTransaction } from "@/lib/database/in-transaction";
import { requestWide } from "@/lib/process/request-context";
import { logger } from "../logger";
import { type CallContext, newCall } from "../management/call/call-context";
import { ManagementError, StoreError, WriteRefused } from "../management/call/errors";
import { requireTurn } from "../management/safe-writes";
import { nameSeen, noteName, userConcerned } from "../management/seen";
import type { Problem } from "../problem/problem";
import type { Decided } from "../proposals/require-second-editor";
import { actKindsOf, type WriteName, writeEntry } from "../resources/writes";
import { dashboardSecrets } from "../secrets/dashboard-secrets";
import { CommandLine, requireCommandLine } from "../session/command-line";
import { requireReason, statedReason } from "../session/reason";
import { requireActionPermission, type Session } from "../session/session";
import { dashboardDatabase, orderedId } from "../store/dashboard-database";
import type { DashboardSchema } from "../store/schema";
import type { AuditEntry, AuditOutcome } from "./audit-entry";
import { changedNames, digestOf, keptChanges, keptNames, type NamedValues } from "./changes";

export type WriteDescription<Result> = {
	/** An identifier; for a create the name, until the service assigns one. */
	target: string;
	/** The others, where one request writes to several: each has a row, so that its history has the write. */
	otherTargets?: readonly string[];
	/** The target's name, where it is not among `seenNames`. */
	name?: string | null | undefined;
	/** The values in the path of the request, of which one may name the user whom it concerns. */
	path?: Record<string, string> | undefined;
	/** The new name of a rename. */
	renamedTo?: string | null | undefined;
	before?: NamedValues | undefined;
	after?: NamedValues;
	/** The parts whose old and new values may be kept; by default none. */
	isKept?: Parameters<typeof keptChanges>[2];
	/** How it came about that it may be made, where it is not an editor's own save. */
	decided?: Decided;
	/** The identifier that the service assigned. */
	createdId?: (result: Result) => string;
	/** What is committed with the row, before anything is sent. */
	began?: (entry: AuditEntry, transaction: Kysely<DashboardSchema>) => Promise<void>;
	/** What is committed with the outcome, if the write was carried out; where that fails, the outcome alone is. */
	ended?: (result: Result, entry: AuditEntry, transaction: Kysely<DashboardSchema>) => Promise<void>;
};

/**
 * Carries out a write, where it is its turn, and records it in a row for each target. The rows are on disk before anything is
 * sent, with the outcome "unknown": so a killed process leaves a trace, and a write that can't be recorded is not made.
 * @throws ReasonRefused and StoreError before anything was sent, and the errors of the write
 */
export async function auditedWrite<Result>(
	operation: WriteName,
	session: Session,
	{ reference, requestId }: CallContext,
	{
		target,
		otherTargets = [],
		name,
		path,
		renamedTo,
		before,
		after,
		isKept,
		decided = {},
		createdId,
		began,
		ended,
	}: WriteDescription<Result>,
	write: () => Promise<Result>,
): Promise<Result> {
	const reason = requiredReason(operation, session, { before, after });
	await requireTurn();
	const [digestBefore, digestAfter] = [await digestIn(before), await digestIn(after)];
	const userOf = (id: string): Pick<AuditEntry, "userId" | "userLabel"> => {
		const user = userConcerned(operation, path, id);
		return { userId: user?.id ?? null, userLabel: user?.label ?? null };
	};
	const at = new Date().toISOString();
	const entry: AuditEntry = {
		id: orderedId(at, reference),
		at,
		subject: session.subject,
		person: session.email ?? session.name,
		personName: session.name,
		operation,
		target,
		name: name ?? nameSeen(target) ?? (createdId ? target : null),
		...userOf(target),
		...keptNames(after ? changedNames(before, after) : []),
		values: before && after && isKept ? keptChanges(before, after, isKept) : [],
		digestBefore,
		digestAfter: null,
		outcome: "unknown",
		status: null,
		reference,
		reason,
		...decided,
	};
	const others = otherTargets.map((other) => ({
		...entry,
		id: orderedId(at, reference),
		target: other,
		name: nameSeen(other),
		...userOf(other),
	}));
	await insertAuditEntries([entry, ...others], began && ((transaction) => began(entry, transaction))).catch(
		(cause: unknown) => {
			throw new StoreError("the audit trail can't be written", { cause });
		},
	);
	const writtenBefore = writeOfRequest.get();
	writeOfRequest.set({ open: null });
	const finish = async (result: Partial<AuditEntry>, alongside?: Alongside) => {
		// A response may have named the user.
		const user = entry.userLabel === null ? userOf(target) : {};
		const { id, subject, changes, moreChanges, ...known } = { ...entry, ...user, ...result };
		const { target: written, outcome, status } = known;
		const audit = {
			...{ id, subject, operation, target: written, changes, moreChanges, outcome, status, reference },
			...(decided.proposal && { proposal: decided.proposal.id }),
			...(decided.isEmergency && { emergency: true }),
		};
		logger.info({ audit, requestId, ...(others.length > 0 && { otherTargets }) }, "write");
		const ids = [id, ...others.map((other) => other.id)];
		// What is known of all targets.
		const found = others.length > 0 ? { outcome, status } : known;
		// The service has responded: a failure to update the row must not hide that.
		await updateAuditEntry(ids, found, alongside)
			.catch((error: unknown) => {
				reportUnnoted(error);
				return alongside && updateAuditEntry(ids, found);
			})
			.catch(reportUnnoted);
	};
	try {
		const result = await write();
		const called = renamedTo ?? entry.name;
		const done = { target: createdId?.(result) ?? target, name: called, outcome: "done", digestAfter } as const;
		await finish(done, ended && ((transaction) => ended(result, entry, transaction)));
		if (renamedTo) noteName(target, renamedTo);
		return result;
	} catch (error) {
		if (error instanceof ManagementError) {
			error.settle = (outcome, found) => {
				logger.info({ audit: { id: entry.id, outcome, reference, lookedUp: true } }, "a write was looked up");
				return updateAuditEntry(entry.id, { outcome, target: found }).catch(reportUnnoted);
			};
			if (error.outcomeUnknown && createdId) error.createdName = target;
			if (!error.outcomeUnknown) writeOfRequest.set(writtenBefore);
			await finish({ outcome: outcomeOf(error), status: error.status ?? null });
		} else if (error instanceof WriteRefused) {
			writeOfRequest.set(writtenBefore);
			await finish({ outcome: "refused" });
		}
		throw error;
	}
}

/**
 * The reason of a write, also for what is read before it.
 * @throws ReasonRefused where one is required and none is stated, or the stated one can't be kept
 */
export function requiredReason(
	operation: WriteName,
	session: Session | CommandLine,
	values: Pick<WriteDescription<never>, "before" | "after"> = {},
): string | null {
	const reason = CommandLine.isOne(session) ? session.reason : statedReason();
	requireReason(actKindsOf(operation, values), reason);
	return reason;
}

async function digestIn(values: NamedValues | undefined): Promise<string | null> {
	if (!values) return null;
	const { audit } = await dashboardSecrets().catch((cause: unknown) => {
		throw new StoreError("the store can't be read", { cause });
	});
	return digestOf(values, audit);
}

function outcomeOf({ outcomeUnknown, status, kind }: ManagementError): AuditOutcome {
	if (outcomeUnknown) return "unknown";
	return status !== undefined && kind !== "rate-limited" && status < 500 ? "refused" : "not-done";
}

function reportUnnoted(error: unknown): void {
	logger.error({ err: error }, "the outcome of a write could not be noted");
}

/** Set once this request has written, with the problem of an unknown outcome: a page can't report then that nothing changed. */
export const writeOfRequest = requestWide<{ open: Problem | null } | null>("write-of-request", () => null);

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
	return auditedWrite(operation, session, await newCall(session.subject), description, write);
}

/** Records that a look-up has found some targets of a write to several as it leaves them. */
export async function settleTargets({ reference }: ManagementError, targets: readonly string[]): Promise<void> {
	if (targets.length === 0) return;
	logger.info({ audit: { targets, outcome: "done", reference, lookedUp: true } }, "a write was looked up");
	const found = (database: Kysely<DashboardSchema>) =>
		database
			.updateTable("audit_trail")
			.set({ outcome: "done" })
			.where("target", "in", targets)
			.where("reference", "=", reference)
			.execute();
	await dashboardDatabase().then(found).catch(reportUnnoted);
}

/** What else is written, in the same transaction. */
type Alongside = (transaction: Kysely<DashboardSchema>) => Promise<void>;

/** Adds at least one row, all on disk when this returns, or none. */
export async function insertAuditEntries(entries: readonly AuditEntry[], alongside?: Alongside): Promise<void> {
	const rows = entries.map(rowOf);
	await together(async (database) => void (await database.insertInto("audit_trail").values(rows).execute()), alongside);
}

/** Records the outcome of one write, in its row or in those of its targets. */
export async function updateAuditEntry(
	id: string | readonly string[],
	{
		target,
		name,
		userId,
		userLabel,
		digestAfter,
		outcome,
		status,
	}: Partial<Pick<AuditEntry, "target" | "name" | "userId" | "userLabel" | "digestAfter" | "outcome" | "status">>,
	alongside?: Alongside,
): Promise<void> {
	const concerned = { user_id: userId, user_label: userLabel };
	const values = { target, name, ...concerned, digest_after: digestAfter, outcome, status };
	const update = async (database: Kysely<DashboardSchema>) =>
		void (await database.updateTable("audit_trail").set(values).where("id", "in", [id].flat()).execute());
	await together(update, alongside);
}

/** Both or nothing, in one commit. */
async function together(write: Alongside, alongside: Alongside | undefined): Promise<void> {
	const database = await dashboardDatabase();
	if (!alongside) return write(database);
	await inTransaction(database, async (transaction) => {
		await write(transaction);
		await alongside(transaction);
	});
}

export function rowOf(entry: AuditEntry) {
	const { personName, userId, userLabel, changes, moreChanges, values, digestBefore, digestAfter, ...more } = entry;
	const { proposal, isEmergency, ...others } = more;
	return {
		...others,
		proposal: proposal?.id ?? null,
		proposed_by: proposal?.by ?? null,
		emergency: isEmergency ? 1 : 0,
		person_name: personName,
		digest_before: digestBefore,
		digest_after: digestAfter,
		user_id: userId,
		user_label: userLabel,
		changes: JSON.stringify(changes),
		more_changes: moreChanges,
		kept_values: values.length > 0 ? JSON.stringify(values) : null,
	};
}
