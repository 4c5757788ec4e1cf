import "server-only";
import type { Kysely } from "kysely";
import { inTransaction } from "@/lib/database/in-transaction";
import type { WriteDescription } from "../../audit/audited-write";
import { ManagementError } from "../../management/call/errors";
import { bestEffort } from "../../store/dashboard-database";
import type { DashboardSchema } from "../../store/schema";
import { addOpenWrite, dropOpenWrite, type OpenWrite, settleOpenWrite } from "../../store/template-writes";
import { forgetChecked } from "./checked";
import { addOwnVersion, authorOf } from "./own-version";
import type { TemplateSnapshot } from "./snapshot";

/** A write to a template, before it is sent. */
type Intended = {
	/** Empty for a create. */
	templateId: string;
	/** The state that it leads to, as far as it is known; null: the template is gone. */
	content: TemplateSnapshot | null;
};

/** What the service stores after it; `content` is null for a deletion. */
type Written = { templateId: string; content: TemplateSnapshot | null };

/** Parts of the write's description for the audit trail. */
export type Recorded<Result> = Required<Pick<WriteDescription<Result>, "began" | "ended">>;

/**
 * Carries out a write to a template, and adds a version. From before it is sent it is on disk, so that no read takes its
 * result for a change made elsewhere: neither during it, nor after its response was lost or the process was killed.
 */
export async function recordedWrite<Result>(
	intended: Intended,
	run: (recorded: Recorded<Result>) => Promise<Result>,
	writtenOf: (result: Result) => Written,
): Promise<Result> {
	const state: { write?: OpenWrite; isNoted: boolean } = { isNoted: false };
	try {
		const result = await run({
			async began(entry, transaction) {
				state.write = { ...intended, at: entry.at, author: authorOf(entry) };
				await addOpenWrite(transaction, state.write);
			},
			async ended(result, _, transaction) {
				if (!state.write) return;
				await noteWritten(transaction, state.write, writtenOf(result));
				state.isNoted = true;
			},
		});
		const { write, isNoted } = state;
		// A look-up has found the result, or the store failed before.
		if (write && !isNoted) {
			await bestEffort("a version of a template", (database) =>
				inTransaction(database, (transaction) => noteWritten(transaction, write, writtenOf(result))),
			);
		}
		forgetChecked(writtenOf(result).templateId);
		return result;
	} catch (error) {
		const isNotDone = error instanceof ManagementError && !error.outcomeUnknown;
		if (state.write && isNotDone) await noteNotDone(state.write);
		throw error;
	}
}

async function noteNotDone({ author }: OpenWrite): Promise<void> {
	await bestEffort("that a template was not written", (database) => dropOpenWrite(database, author.auditId));
}

async function noteWritten(
	transaction: Kysely<DashboardSchema>,
	write: OpenWrite,
	{ templateId, content }: Written,
): Promise<void> {
	await addOwnVersion(transaction, templateId, content, write);
	await settleOpenWrite(transaction, write);
}
