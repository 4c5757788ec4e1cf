import "server-only";
import type { Kysely, Selectable } from "kysely";
import { inTransaction } from "@/lib/database/in-transaction";
import type { AuditEntry } from "../../audit/audit-entry";
import type { WriteDescription } from "../../audit/audited-write";
import { ManagementError } from "../../management/call/errors";
import { bestEffort } from "../../store/dashboard-database";
import type { DashboardSchema } from "../../store/schema";
import { hasVersionOf, newestVersions, type VersionAuthor } from "../../store/template-versions";
import { addVersionIn, completeVersion, type NewVersion } from "../../store/write-template-versions";
import type { Purpose } from "../purpose";
import { forgetChecked } from "./checked";
import { differ, type TemplateSnapshot } from "./snapshot";

/** An own write that was begun and is not settled. */
export type OpenWrite = {
	author: VersionAuthor;
	/** Empty for a create. */
	templateId: string;
	at: string;
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
	intended: Pick<OpenWrite, "templateId" | "content">,
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
	await bestEffort("that a template was not written", (database) =>
		database.deleteFrom("template_writes").where("audit_id", "=", author.auditId).execute(),
	);
}

async function noteWritten(
	transaction: Kysely<DashboardSchema>,
	write: OpenWrite,
	{ templateId, content }: Written,
): Promise<void> {
	await addOwnVersion(transaction, templateId, content, write);
	await settleOpenWrite(transaction, write);
}

type Database = Kysely<DashboardSchema>;

/** Another instance may add versions at the same time. */
const ATTEMPTS = 5;

function authorOf({ id, subject, person, personName }: AuditEntry): VersionAuthor {
	return { auditId: id, subject, person: personName ?? person };
}

/** The version of an own write. */
export function ownVersion(
	{ author, at, content: intended }: Pick<OpenWrite, "author" | "at" | "content">,
	content: TemplateSnapshot,
): NewVersion {
	return { origin: "own", isGone: intended === null, fromAt: at, at: new Date().toISOString(), author, content };
}

/**
 * Adds the version of a write, unless a read has added it already, in a transaction.
 * @param content null: the template is gone
 */
async function addOwnVersion(
	transaction: Database,
	templateId: string,
	content: TemplateSnapshot | null,
	write: OpenWrite,
): Promise<void> {
	for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
		const last = (await newestVersions(transaction, [templateId])).get(templateId) ?? null;
		// What was never seen needs no note that it is gone.
		if (!last && content === null) return;
		if (last && (content === null ? last.isGone : !last.isGone && !differ(last.content, content))) return;
		if (last && (await hasVersionOf(transaction, templateId, write.author.auditId))) return;
		const whole = { ...last?.content, ...write.content, ...content };
		if (await addVersionIn(transaction, templateId, last, ownVersion(write, whole))) return;
	}
}

/** A purpose that is stated within this time of a write by the same admin belongs to the same save. */
const SAME_SAVE_MS = 10_000;

/** Adds the version with another purpose, which is in the console's store and not in what reads show. In a transaction. */
export async function notePurpose(
	transaction: Database,
	entry: AuditEntry,
	templateId: string,
	purpose: Purpose,
): Promise<void> {
	for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
		const last = (await newestVersions(transaction, [templateId])).get(templateId);
		if (!last || last.isGone) return;
		const content = { ...last.content, purpose };
		const isSameSave =
			last.author?.subject === entry.subject && Date.parse(last.at) > Date.parse(entry.at) - SAME_SAVE_MS;
		if (isSameSave) return completeVersion(transaction, last.id, content);
		const version = ownVersion({ author: authorOf(entry), at: entry.at, content }, content);
		if (await addVersionIn(transaction, templateId, last, version)) return;
	}
}

export async function addOpenWrite(database: Database, write: OpenWrite): Promise<void> {
	const { author, templateId, at, content } = write;
	await database
		.insertInto("template_writes")
		.values({
			audit_id: author.auditId,
			subject: author.subject,
			person: author.person,
			template_id: templateId,
			at,
			name: templateId === "" ? (content?.name ?? "") : "",
			content: content && JSON.stringify(content),
		})
		.execute();
}

/** Of one template, or the creates. */
export async function openWritesOf(database: Database, templateId: string): Promise<OpenWrite[]> {
	const rows = await database.selectFrom("template_writes").selectAll().where("template_id", "=", templateId).execute();
	return rows.map(writeOf);
}

/** Removes a write; of a create also earlier attempts of the same name, whose outcome was not known. */
export async function settleOpenWrite(database: Database, { author, templateId, content }: OpenWrite): Promise<void> {
	const name = templateId === "" ? content?.name : undefined;
	await database
		.deleteFrom("template_writes")
		.where(({ or, and, eb }) =>
			or([
				eb("audit_id", "=", author.auditId),
				...(name === undefined ? [] : [and([eb("template_id", "=", ""), eb("name", "=", name)])]),
			]),
		)
		.execute();
}

function writeOf(row: Selectable<DashboardSchema["template_writes"]>): OpenWrite {
	const { audit_id: auditId, subject, person, template_id: templateId, at, content } = row;
	return {
		author: { auditId, subject, person },
		templateId,
		at,
		content: content === null ? null : JSON.parse(content),
	};
}
