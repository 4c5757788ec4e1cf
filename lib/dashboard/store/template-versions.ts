import "server-only";
import { type Kysely, type Selectable, sql } from "kysely";
import { dashboardConfig } from "../config";
import { namesRequested, type TemplateSnapshot } from "../templates/history/snapshot";
import { noPurpose } from "../templates/purpose";
import { dashboardDatabase, fromNow } from "./dashboard-database";
import type { DashboardSchema } from "./schema";

export const TEMPLATE_VERSIONS_MAX = 200;
/** For how long a template that is gone can be restored. */
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
	/** The template no longer exists; `content` is its last one. */
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

type Database = Kysely<DashboardSchema>;
type Row = Selectable<DashboardSchema["template_versions"]>;

/** Literal, so that both engines find the index. */
export const isNewest = sql<boolean>`is_newest = 1`;

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

/**
 * The versions of a template, newest first. Without an access check.
 * @param before a position: only those with a lower one
 */
export async function versionsOfTemplate(
	templateId: string,
	size = TEMPLATE_VERSIONS_MAX,
	before?: number,
): Promise<TemplateVersion[]> {
	const database = await dashboardDatabase();
	let query = database.selectFrom("template_versions").selectAll().where("template_id", "=", templateId);
	if (before !== undefined) query = query.where("position", "<", before);
	const rows = await query.orderBy("position", "desc").limit(size).execute();
	return rows.map(versionOf);
}

/** Who wrote a version and when. */
export type VersionHead = Omit<TemplateVersion, "content">;

const headColumns = [
	...(["id", "template_id", "position", "origin", "is_gone", "from_at", "at"] as const),
	...(["audit_id", "subject", "person", "again_id"] as const),
];

/** The versions of a template without what they hold, newest first. Without an access check. */
export async function versionHeadsOf(templateId: string): Promise<VersionHead[]> {
	const database = await dashboardDatabase();
	const rows = await database
		.selectFrom("template_versions")
		.select(headColumns)
		.where("template_id", "=", templateId)
		.orderBy("position", "desc")
		.limit(TEMPLATE_VERSIONS_MAX)
		.execute();
	return rows.map(headOf);
}

/** What a version requests: names, null where they are not known, the state in a row of an older version of the console. */
export const storedRequest = sql<string>`coalesce(requested, content)`;

/** The requested names; null where they are not known. @param stored `storedRequest` */
export function namesIn(stored: string): string[] | null {
	const request: string[] | null | TemplateSnapshot = JSON.parse(stored);
	return request === null || Array.isArray(request) ? request : namesRequested(request);
}

/** `names`: what it requests; null where that is not known, or is too long to be read of many versions. */
export type VersionRequest = VersionHead & { names: string[] | null; isTooLong: boolean };

const REQUEST_LENGTH_MAX = 50_000;

/** Versions of a template with the names that each requests, newest first. Without an access check. @param before a position */
export async function versionRequestsOf(templateId: string, size: number, before?: number): Promise<VersionRequest[]> {
	const database = await dashboardDatabase();
	let query = database
		.selectFrom("template_versions")
		.select(headColumns)
		.select(
			sql<string | null>`case when length(${storedRequest}) <= ${REQUEST_LENGTH_MAX} then ${storedRequest} end`.as(
				"names",
			),
		)
		.where("template_id", "=", templateId);
	if (before !== undefined) query = query.where("position", "<", before);
	const rows = await query.orderBy("position", "desc").limit(size).execute();
	return rows.map((row) => ({
		...headOf(row),
		names: row.names === null ? null : namesIn(row.names),
		isTooLong: row.names === null,
	}));
}

/** What writes left of templates that they did not delete, by the rows of the audit trail. Without an access check. */
export async function contentOfWrites(
	writes: readonly { id: string; target: string }[],
): Promise<Map<string, TemplateSnapshot>> {
	if (writes.length === 0) return new Map();
	const database = await dashboardDatabase();
	const rows = await database
		.selectFrom("template_versions")
		.selectAll()
		.where("template_id", "in", [...new Set(writes.map(({ target }) => target))])
		.where(
			"audit_id",
			"in",
			writes.map(({ id }) => id),
		)
		.where("is_gone", "=", 0)
		.execute();
	return new Map(rows.map((row) => [row.audit_id ?? "", versionOf(row).content]));
}

/** Whether a write has its version. */
export async function hasVersionOf(database: Database, templateId: string, auditId: string): Promise<boolean> {
	const found = await database
		.selectFrom("template_versions")
		.select("id")
		.where("template_id", "=", templateId)
		.where("audit_id", "=", auditId)
		.executeTakeFirst();
	return found !== undefined;
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

/**
 * The identifiers of this tenant's templates that existed when they were last seen.
 * @param before ISO 8601 UTC: only those whose newest version is older
 */
export async function existingTemplateIds(database: Database, before: string): Promise<string[]> {
	const rows = await database
		.selectFrom("template_versions")
		.select("template_id")
		.where(isNewest)
		.where("is_gone", "=", 0)
		.where("at", "<", before)
		.where("tenant", "=", currentTenant())
		.execute();
	return rows.map((row) => row.template_id);
}

/** Whether this tenant had a template when it was last seen. Without an access check. */
export async function hadTemplate(): Promise<boolean> {
	const database = await dashboardDatabase();
	const found = await database
		.selectFrom("template_versions")
		.select("id")
		.where(isNewest)
		.where("is_gone", "=", 0)
		.where("tenant", "=", currentTenant())
		.limit(1)
		.executeTakeFirst();
	return found !== undefined;
}

/** A template's place in the list of those that are gone. */
export type GonePlace = Pick<TemplateVersion, "at" | "templateId">;

/**
 * The templates that are gone, and can be restored: the newest first. Without an access check.
 * @param before the last one of the page before
 */
export async function goneTemplates(size: number, before?: GonePlace): Promise<TemplateVersion[]> {
	const database = await dashboardDatabase();
	let query = database
		.selectFrom("template_versions")
		.selectAll()
		.where(isNewest)
		.where("is_gone", "=", 1)
		.where("at", ">=", fromNow(-GONE_TEMPLATES_KEPT_DAYS * DAY_MS))
		.where("tenant", "=", currentTenant());
	if (before) {
		const { at, templateId } = before;
		query = query.where("at", "<=", at);
		query = query.where(({ or, eb }) => or([eb("at", "<", at), eb("template_id", "<", templateId)]));
	}
	const rows = await query.orderBy("at", "desc").orderBy("template_id", "desc").limit(size).execute();
	return rows.map(versionOf);
}

/** The address of the management interface. */
export function currentTenant(): string {
	return dashboardConfig().management.baseUrl;
}

function versionOf(row: Row): TemplateVersion {
	const content: TemplateSnapshot = JSON.parse(row.content);
	// A field that was added later is not stated.
	if (content.purpose) content.purpose = { ...noPurpose, ...content.purpose };
	return { ...headOf(row), content };
}

function headOf(row: Omit<Row, "tenant" | "is_newest" | "content" | "requested" | "is_compared">): VersionHead {
	const { id, position, at, audit_id: auditId, subject, person } = row;
	return {
		id,
		templateId: row.template_id,
		position,
		fromAt: row.from_at,
		at,
		origin: row.origin as VersionOrigin,
		isGone: row.is_gone === 1,
		author: auditId === null || subject === null || person === null ? null : { auditId, subject, person },
		againId: row.again_id,
	};
}
