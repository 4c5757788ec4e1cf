import "server-only";
import type { AuditEntry } from "../../audit/audit-entry";
import { ManagementError } from "../../management/call/errors";
import { bestEffort } from "../../store/dashboard-database";
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

/** To be called with the row of the audit trail before anything is sent. */
export type Began = (entry: AuditEntry) => Promise<void>;

/**
 * Carries out a write to a template, and adds a version. From before it is sent it is on disk, so that no read takes its
 * result for a change made elsewhere: neither during it, nor after its response was lost or the process was killed.
 */
export async function recordedWrite<Result>(
	intended: Intended,
	run: (began: Began) => Promise<Result>,
	writtenOf: (result: Result) => Written,
): Promise<Result> {
	let write: OpenWrite | null = null;
	try {
		const result = await run(async (entry) => {
			const begun = { ...intended, at: entry.at, author: authorOf(entry) };
			write = begun;
			await bestEffort("a write to a template", (database) => addOpenWrite(database, begun));
		});
		if (write) await noteWritten(write, writtenOf(result));
		return result;
	} catch (error) {
		const isNotDone = error instanceof ManagementError && !error.outcomeUnknown;
		if (write && isNotDone) await noteNotDone(write);
		throw error;
	}
}

async function noteNotDone({ author }: OpenWrite): Promise<void> {
	await bestEffort("that a template was not written", (database) => dropOpenWrite(database, author.auditId));
}

async function noteWritten(write: OpenWrite, { templateId, content }: Written): Promise<void> {
	await bestEffort("a version of a template", async (database) => {
		await addOwnVersion(database, templateId, content, write);
		await settleOpenWrite(database, write);
	});
	forgetChecked(templateId);
}
