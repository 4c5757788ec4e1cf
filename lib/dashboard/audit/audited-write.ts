import "server-only";
import type { Kysely } from "kysely";
import { requestWide } from "@/lib/process/request-context";
import { logger } from "../logger";
import { type CallContext, newReference } from "../management/call/call-context";
import { ManagementError } from "../management/call/errors";
import type { UserConcerned } from "../management/seen";
import { nameSeen, noteName } from "../management/seen-names";
import type { Problem } from "../problem/problem";
import type { WriteName } from "../resources/writes";
import { dashboardSecrets } from "../secrets/dashboard-secrets";
import type { Session } from "../session/session";
import { orderedId } from "../store/ordered-id";
import type { DashboardSchema } from "../store/schema";
import type { AuditEntry, AuditOutcome } from "./audit-entry";
import { type Alongside, insertAuditEntries, updateAuditEntry, updateAuditOfTargets } from "./audit-trail";
import { changedNames, digestOf, keptChanges, keptNames, type NamedValues } from "./changes";

export type WriteDescription<Result> = {
	/** An identifier; for a create the name, until the service assigns one. */
	target: string;
	/** The others, where one request writes to several: each has a row, so that its history has the write. */
	otherTargets?: readonly string[];
	/** The target's name, where it is not among `seenNames`. */
	name?: string | null | undefined;
	/** The user whom the write to a target concerns, as far as is known now; absent: it concerns no user. */
	concerned?: (target: string) => UserConcerned | null;
	/** The new name of a rename. */
	renamedTo?: string | null | undefined;
	before?: NamedValues | undefined;
	after?: NamedValues;
	/** The parts whose old and new values may be kept; by default none. */
	isKept?: Parameters<typeof keptChanges>[2];
	/** The identifier that the service assigned. */
	createdId?: (result: Result) => string;
	/** What is committed with the row, before anything is sent. */
	began?: (entry: AuditEntry, transaction: Kysely<DashboardSchema>) => Promise<void>;
	/** What is committed with the outcome, if the write was carried out; where that fails, the outcome alone is. */
	ended?: (result: Result, entry: AuditEntry, transaction: Kysely<DashboardSchema>) => Promise<void>;
};

/** The audit trail could not be written, so nothing was sent. */
export class StoreError extends Error {
	override name = "StoreError";
	readonly reference = newReference();
}

/** The console does not carry out what was requested, for a reason in a sentence for the admin: nothing was written. */
export class WriteRefused extends Error {
	override name = "WriteRefused";
	readonly title: string;

	constructor(title: string, message: string) {
		super(message);
		this.title = title;
	}
}

/**
 * Carries out a write and records it in a row for each target. The rows are on disk before anything is sent, with the
 * outcome "unknown": so a killed process leaves a trace, and a write that can't be recorded is not made.
 * @throws StoreError before anything was sent, and the errors of the write
 */
export async function auditedWrite<Result>(
	operation: WriteName,
	session: Session,
	{ reference, requestId }: CallContext,
	{
		target,
		otherTargets = [],
		name,
		concerned = () => null,
		renamedTo,
		before,
		after,
		isKept,
		createdId,
		began,
		ended,
	}: WriteDescription<Result>,
	write: () => Promise<Result>,
): Promise<Result> {
	const { audit: digestSecret } = await dashboardSecrets().catch((cause: unknown) => {
		throw new StoreError("the store can't be read", { cause });
	});
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
		...userOf(target, concerned),
		...keptNames(after ? changedNames(before, after) : []),
		values: before && after && isKept ? keptChanges(before, after, isKept) : [],
		digestBefore: before ? digestOf(before, digestSecret) : null,
		digestAfter: null,
		outcome: "unknown",
		status: null,
		reference,
	};
	const others = otherTargets.map((other) => ({
		...{ ...entry, id: orderedId(at, reference), target: other, name: nameSeen(other) },
		...userOf(other, concerned),
	}));
	await insertAuditEntries([entry, ...others], began && ((transaction) => began(entry, transaction))).catch(
		(cause: unknown) => {
			throw new StoreError("the audit trail can't be written", { cause });
		},
	);
	const writtenBefore = writeOfRequest.get();
	writeOfRequest.set({ open: null });
	const digestAfter = after ? digestOf(after, digestSecret) : null;
	const finish = async (result: Partial<AuditEntry>, alongside?: Alongside) => {
		// A response may have named the user.
		const user = entry.userLabel === null ? userOf(target, concerned) : {};
		const { id, subject, changes, moreChanges, ...known } = { ...entry, ...user, ...result };
		const { target: written, outcome, status } = known;
		const audit = { id, subject, operation, target: written, changes, moreChanges, outcome, status, reference };
		logger.info({ audit, requestId, ...(others.length > 0 && { otherTargets }) }, "write");
		const ids = [id, ...others.map((other) => other.id)];
		// What is known of all targets.
		const found = others.length > 0 ? { outcome, status } : known;
		// The service has responded: a failure to update the row must not hide that.
		await updateAuditEntry(ids, found, alongside)
			.catch((error: unknown) => {
				reportFailure(error);
				return alongside && updateAuditEntry(ids, found);
			})
			.catch(reportFailure);
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
			error.auditId = entry.id;
			if (!error.outcomeUnknown) writeOfRequest.set(writtenBefore);
			await finish({ outcome: outcomeOf(error), status: error.status ?? null });
		} else if (error instanceof WriteRefused) {
			writeOfRequest.set(writtenBefore);
			await finish({ outcome: "refused" });
		}
		throw error;
	}
}

type Concerned = (target: string) => UserConcerned | null;

function userOf(target: string, concerned: Concerned): Pick<AuditEntry, "userId" | "userLabel"> {
	const user = concerned(target);
	return { userId: user?.id ?? null, userLabel: user?.label ?? null };
}

/** Corrects the row of a write whose outcome was unknown, after a look-up. */
export async function settleLookedUp(error: ManagementError, outcome: AuditOutcome, target?: string): Promise<void> {
	const { auditId, reference } = error;
	if (!auditId) return;
	logger.info({ audit: { id: auditId, outcome, reference, lookedUp: true } }, "a write was looked up");
	await updateAuditEntry(auditId, { outcome, target }).catch(reportFailure);
}

/** The same for some targets of a write to several. */
export async function settleTargets({ reference }: ManagementError, targets: readonly string[]): Promise<void> {
	if (targets.length === 0) return;
	logger.info({ audit: { targets, outcome: "done", reference, lookedUp: true } }, "a write was looked up");
	await updateAuditOfTargets(reference, targets, "done").catch(reportFailure);
}

function outcomeOf({ outcomeUnknown, status, kind }: ManagementError): AuditOutcome {
	if (outcomeUnknown) return "unknown";
	return status !== undefined && kind !== "rate-limited" && status < 500 ? "refused" : "not-done";
}

function reportFailure(error: unknown): void {
	logger.error({ err: error }, "the outcome of a write could not be noted");
}

/** Set once this request has written, with the problem of an unknown outcome: a page can't report then that nothing changed. */
export const writeOfRequest = requestWide<{ open: Problem | null } | null>("write-of-request", () => null);
