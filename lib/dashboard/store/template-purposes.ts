import "server-only";
import type { Insertable, Kysely } from "kysely";
import type { AuditEntry } from "../audit/audit-entry";
import { ownWrite } from "../audit/audited-write";
import { requireSecondEditor } from "../proposals/require-second-editor";
import type { CommandLine } from "../session/command-line";
import { notePurpose } from "../templates/history/record-write";
import { isStated, noPurpose, type Purpose, purposeFieldNames, purposeFields, purposeWith } from "../templates/purpose";
import { dashboardDatabase } from "./dashboard-database";
import type { DashboardSchema } from "./schema";

/** The purposes of templates by id; a template without one has no entry. Without an access check. */
export async function readPurposes(ids: readonly string[]): Promise<Map<string, Purpose>> {
	if (ids.length === 0) return new Map();
	const database = await dashboardDatabase();
	const rows = await database.selectFrom("template_purposes").selectAll().where("template_id", "in", ids).execute();
	return new Map(rows.map((row) => [row.template_id, purposeWith((field) => row[purposeFields[field].wire])]));
}

/** The purpose of one template; empty texts where none is stated. Without an access check. */
export async function readPurpose(id: string): Promise<Purpose> {
	return (await readPurposes([id])).get(id) ?? noPurpose;
}

/**
 * Stores the purpose of a template as a row of the audit trail; where nothing is stated, there is none stored.
 * @param actor who acts, where it is not the admin whose session this request has
 * @param name the template's
 * @param before as it was last read, for the audit trail
 * @throws SessionError, StoreError, SecondEditorNeeded before anything was written, and errors of the database
 */
export async function writePurpose(
	actor: CommandLine | undefined,
	templateId: string,
	name: string | null | undefined,
	before: Purpose,
	after: Purpose,
): Promise<void> {
	const audit = {
		decided: requireSecondEditor("set_template_purpose", { id: templateId, body: after }, actor),
		target: templateId,
		name,
		before: statedParts(before),
		after: statedParts(after),
		isKept: () => true,
	};
	const ended = (_: unknown, entry: AuditEntry, transaction: Kysely<DashboardSchema>) =>
		notePurpose(transaction, entry, templateId, after);
	await ownWrite("set_template_purpose", actor, { ...audit, ended }, () => store(templateId, after));
}

async function store(templateId: string, purpose: Purpose): Promise<void> {
	const database = await dashboardDatabase();
	if (!isStated(purpose)) {
		await database.deleteFrom("template_purposes").where("template_id", "=", templateId).execute();
		return;
	}
	const columns = purposeFieldNames.map((field) => [purposeFields[field].wire, purpose[field]]);
	const row: Insertable<DashboardSchema["template_purposes"]> = {
		template_id: templateId,
		...Object.fromEntries(columns),
	};
	await database
		.insertInto("template_purposes")
		.values(row)
		.onConflict((conflict) => conflict.column("template_id").doUpdateSet(row))
		.execute();
}

/** What is stated, by field. */
function statedParts(purpose: Purpose): Partial<Purpose> {
	const stated = purposeFieldNames.filter((name) => purpose[name] !== "");
	return Object.fromEntries(stated.map((name) => [name, purpose[name]]));
}
