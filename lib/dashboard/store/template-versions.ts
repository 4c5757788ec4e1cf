import "server-only";
import { randomBytes } from "node:crypto";
import { type Kysely, type Selectable, sql } from "kysely";
import { inTransaction } from "@/lib/database/in-transaction";
import { dashboardConfig } from "../config";
import type { TemplateSnapshot } from "../templates/history/snapshot";
import { dashboardDatabase, fromNow } from "./dashboard-database";
import type { DashboardSchema } from "./schema";

export const TEMPLATE_VERSIONS_MAX = 200;
/** For how long a template that is gone can be made again. */
export const GONE_TEMPLATES_KEPT_DAYS = 30;
const DAY_MS = 24 * 3600 * 1000;

/** `seen`: the beginning of what is known here. `elsewhere`: changed outside of this console. */
export type VersionOrigin = "seen" | "own" | "elsewhere";

/** Who wrote it, by which row of the audit trail. */
export type VersionAuthor = { auditId: string; subject: string; person: string };

/** A state of a template from when it was written or seen. */
export type TemplateVersion = {
	id: string;
	templateId: string;
	position: number;
	origin: VersionOrigin;
	/** The template does not exist any more; `content` is its last one. */
	isGone: boolean;
	/** The change happened between these; ISO 8601 UTC. */
	fromAt: string;
	at: string;
	/** Null where another client wrote it. */
	author: VersionAuthor | null;
	content: TemplateSnapshot;
	/** The template that was made of one that is gone. */
	againId: string | null;
};

export type NewVersion = Omit<TemplateVersion, "id" | "templateId" | "position" | "againId">;

type Database = Kysely<DashboardSchema>;
type Row = Selectable<DashboardSchema["template_versions"]>;

/** Literal, so that both engines find the index. */
const isNewest = sql<boolean>`is_newest = 1`;

/** The newest version of each of these templates, by template. Without an access check. */
export async function newestVersions(
	database: Database,
	templateIds: readonly string[],
): Promise<Map<string, TemplateVersion>> {
	if (templateIds.length === 0) return new Map();
	const rows = await database
		.selectFrom("template_versions")
		.selectAll()
		.where("template_id", "in", templateIds)
		.where(isNewest)
		.execute();
	return new Map(rows.map((row) => [row.template_id, versionOf(row)]));
}

/** The versions of a template, newest first. Without an access check. */
export async function versionsOfTemplate(templateId: string, size = TEMPLATE_VERSIONS_MAX): Promise<TemplateVersion[]> {
	const database = await dashboardDatabase();
	const rows = await database
		.selectFrom("template_versions")
		.selectAll()
		.where("template_id", "=", templateId)
		.orderBy("position", "desc")
		.limit(size)
		.execute();
	return rows.map(versionOf);
}

/** A version of this template, or null. Without an access check. */
export async function findVersion(templateId: string, id: string): Promise<TemplateVersion | null> {
	const database = await dashboardDatabase();
	const row = await database
		.selectFrom("template_versions")
		.selectAll()
		.where("id", "=", id)
		.where("template_id", "=", templateId)
		.executeTakeFirst();
	return row ? versionOf(row) : null;
}

/** The identifiers of this tenant's templates that existed when they were last seen. */
export async function existingTemplateIds(database: Database): Promise<string[]> {
	const rows = await database
		.selectFrom("template_versions")
		.select("template_id")
		.where(isNewest)
		.where("is_gone", "=", 0)
		.where("tenant", "=", tenant())
		.execute();
	return rows.map((row) => row.template_id);
}

/** The templates that are gone, and can be made again: the newest first. Without an access check. */
export async function goneTemplates(size: number): Promise<TemplateVersion[]> {
	const database = await dashboardDatabase();
	const rows = await database
		.selectFrom("template_versions")
		.selectAll()
		.where(isNewest)
		.where("is_gone", "=", 1)
		.where("at", ">=", fromNow(-GONE_TEMPLATES_KEPT_DAYS * DAY_MS))
		.where("tenant", "=", tenant())
		.orderBy("at", "desc")
		.limit(size)
		.execute();
	return rows.map(versionOf);
}

/** Adds the first versions of templates; those that have one by now keep it. */
export async function addFirstVersions(
	database: Database,
	versions: readonly (NewVersion & { templateId: string })[],
): Promise<void> {
	if (versions.length === 0) return;
	const rows = versions.map(({ templateId, ...version }) => rowOf(templateId, 1, version));
	await database
		.insertInto("template_versions")
		.values(rows)
		.onConflict((conflict) => conflict.doNothing())
		.execute();
}

/**
 * Adds the version after `last`.
 * @param last null: there is none yet
 * @returns false where another version was added since `last` was read: nothing is added then
 */
export async function addVersion(
	database: Database,
	templateId: string,
	last: TemplateVersion | null,
	version: NewVersion,
): Promise<boolean> {
	const at = last && last.at > version.at ? last.at : version.at;
	const position = (last?.position ?? 0) + 1;
	return inTransaction(database, async (transaction) => {
		if (last) {
			const replaced = await transaction
				.updateTable("template_versions")
				.set({ is_newest: 0 })
				.where("template_id", "=", templateId)
				.where("position", "=", last.position)
				.where(isNewest)
				.executeTakeFirst();
			if (replaced.numUpdatedRows !== 1n) return false;
			await transaction
				.deleteFrom("template_versions")
				.where("template_id", "=", templateId)
				.where("position", "<=", position - TEMPLATE_VERSIONS_MAX)
				.execute();
		}
		const added = await transaction
			.insertInto("template_versions")
			.values(rowOf(templateId, position, { ...version, at }))
			.onConflict((conflict) => conflict.doNothing())
			.executeTakeFirst();
		return added.numInsertedOrUpdatedRows === 1n;
	});
}

/** Replaces what is known of the same state. */
export async function completeVersion(database: Database, id: string, content: TemplateSnapshot): Promise<void> {
	await database
		.updateTable("template_versions")
		.set({ content: JSON.stringify(content) })
		.where("id", "=", id)
		.execute();
}

/** Notes which template was made of one that is gone. */
export async function setMadeAgain(database: Database, goneId: string, againId: string): Promise<void> {
	await database
		.updateTable("template_versions")
		.set({ again_id: againId })
		.where("template_id", "=", goneId)
		.where(isNewest)
		.where("is_gone", "=", 1)
		.execute();
}

export async function removeVersion(database: Database, id: string): Promise<void> {
	await database.deleteFrom("template_versions").where("id", "=", id).execute();
}

function tenant(): string {
	return dashboardConfig().management.baseUrl;
}

function rowOf(templateId: string, position: number, version: NewVersion): Row {
	const { origin, isGone, fromAt, at, author, content } = version;
	return {
		id: `${at}-${String(position).padStart(8, "0")}-${randomBytes(4).toString("hex")}`,
		tenant: tenant(),
		template_id: templateId,
		position,
		is_newest: 1,
		is_gone: isGone ? 1 : 0,
		origin,
		from_at: fromAt,
		at,
		audit_id: author?.auditId ?? null,
		subject: author?.subject ?? null,
		person: author?.person ?? null,
		content: JSON.stringify(content),
		again_id: null,
	};
}

function versionOf(row: Row): TemplateVersion {
	const { id, position, at, audit_id: auditId, subject, person } = row;
	return {
		...{ id, templateId: row.template_id, position, fromAt: row.from_at, at },
		origin: row.origin as VersionOrigin,
		isGone: row.is_gone === 1,
		author: auditId === null || subject === null || person === null ? null : { auditId, subject, person },
		content: JSON.parse(row.content),
		againId: row.again_id,
	};
}
