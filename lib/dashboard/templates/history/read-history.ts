import "server-only";
import type { AuditEntry } from "../../audit/audit-entry";
import { writeEntry } from "../../resources/writes";
import { requirePermission } from "../../session/session";
import { bestEffort, dashboardDatabase } from "../../store/dashboard-database";
import {
	contentOfWrites,
	findVersion,
	type GonePlace,
	goneTemplates,
	newestVersions,
	type TemplateVersion,
	type VersionHead,
	type VersionRequest,
	versionHeadsOf,
	versionRequestsOf,
	versionsOfTemplate,
} from "../../store/template-versions";
import { setMadeAgain } from "../../store/write-template-versions";
import { printOfRequest, type RequestPrint } from "../request-print";

/** The versions of a template without what they hold, newest first. @throws SessionError */
export async function templateHistory(id: string): Promise<VersionHead[]> {
	await requirePermission("look");
	return versionHeadsOf(id);
}

/** Some of the versions of a template, newest first. @param before a position: only those with a lower one @throws SessionError */
export async function templateVersions(id: string, size: number, before?: number): Promise<TemplateVersion[]> {
	await requirePermission("look");
	return versionsOfTemplate(id, size, before);
}

/** The same with the names that each requests, in place of all that it holds. @throws SessionError */
export async function templateRequests(id: string, size: number, before?: number): Promise<VersionRequest[]> {
	await requirePermission("look");
	return versionRequestsOf(id, size, before);
}

/** A version of this template; null where it is not kept. @throws SessionError */
export async function templateVersion(id: string, versionId: string): Promise<TemplateVersion | null> {
	await requirePermission("look");
	return findVersion(id, versionId);
}

/** Per page: each holds all that its template asked for. */
const GONE_TEMPLATES_SHOWN = 20;

/**
 * A page of the templates that are gone and can be restored, newest first.
 * @param before the `next` of the page before
 * @throws SessionError
 */
export async function goneTemplatePage(
	before?: GonePlace,
): Promise<{ gone: TemplateVersion[]; next: GonePlace | null }> {
	await requirePermission("look");
	const found = await goneTemplates(GONE_TEMPLATES_SHOWN + 1, before);
	const gone = found.slice(0, GONE_TEMPLATES_SHOWN);
	return { gone, next: found.length > gone.length ? (gone.at(-1) ?? null) : null };
}

/** A template that is gone, as its last version; null where it exists or is not known. @throws SessionError */
export async function goneTemplate(id: string): Promise<TemplateVersion | null> {
	await requirePermission("look");
	const newest = (await newestVersions(await dashboardDatabase(), [id])).get(id);
	return newest?.isGone ? newest : null;
}

/**
 * What templates asked for after these writes, by the rows of the audit trail; no entry where that is not known.
 * @throws SessionError
 */
export async function printsOfWrites(entries: readonly AuditEntry[]): Promise<Map<string, RequestPrint>> {
	await requirePermission("look");
	const writes = entries.filter(
		({ operation, outcome }) => outcome === "done" && writeEntry(operation)?.resource === "template",
	);
	const contents = await contentOfWrites(writes);
	return new Map(
		Array.from(contents).flatMap(([id, content]) => {
			const print = printOfRequest(content);
			return print ? [[id, print]] : [];
		}),
	);
}

/** Notes that a template was restored, for links from the old one. */
export async function noteRestored(goneId: string, againId: string): Promise<void> {
	await bestEffort("that a template was restored", (database) => setMadeAgain(database, goneId, againId));
}
