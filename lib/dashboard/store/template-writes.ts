import "server-only";
import type { Kysely, Selectable } from "kysely";
import type { TemplateSnapshot } from "../templates/history/snapshot";
import type { DashboardSchema } from "./schema";
import type { VersionAuthor } from "./template-versions";

/** An own write that was begun and is not settled. */
export type OpenWrite = {
	author: VersionAuthor;
	/** Empty for a create. */
	templateId: string;
	at: string;
	/** The state that it leads to; null: the template is gone. */
	content: TemplateSnapshot | null;
};

type Database = Kysely<DashboardSchema>;

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

/** Removes a write that was not carried out. */
export async function dropOpenWrite(database: Database, auditId: string): Promise<void> {
	await database.deleteFrom("template_writes").where("audit_id", "=", auditId).execute();
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
