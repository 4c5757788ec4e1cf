import "server-only";
import type { Kysely } from "kysely";
import type { AuditEntry } from "../../audit/audit-entry";
import type { DashboardSchema } from "../../store/schema";
import { hasVersionOf, newestVersions, type VersionAuthor } from "../../store/template-versions";
import type { OpenWrite } from "../../store/template-writes";
import { addVersionIn, completeVersion, type NewVersion } from "../../store/write-template-versions";
import type { Purpose } from "../purpose";
import { differ, type TemplateSnapshot } from "./snapshot";

type Database = Kysely<DashboardSchema>;

/** Another instance may add versions at the same time. */
const ATTEMPTS = 5;

export function authorOf({ id, subject, person, personName }: AuditEntry): VersionAuthor {
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
export async function addOwnVersion(
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
