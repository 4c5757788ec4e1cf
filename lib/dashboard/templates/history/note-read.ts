import "server-only";
import type { Kysely } from "kysely";
import type { Template } from "@/lib/contract/template/template";
import { bestEffort } from "../../store/dashboard-database";
import type { DashboardSchema } from "../../store/schema";
import { readPurposes } from "../../store/template-purposes";
import { newestVersions, type TemplateVersion, versionsOfTemplate } from "../../store/template-versions";
import {
	addFirstVersions,
	addVersion,
	completeVersion,
	isAddedHere,
	type NewVersion,
	removeVersion,
} from "../../store/write-template-versions";
import { forgetChecked, isChecked, lastSeenFrom, noteChecked } from "./checked";
import { type OpenWrite, openWritesOf, ownVersion, settleOpenWrite } from "./record-write";
import { differ, knowsMore, snapshotDigest, snapshotOf, type TemplateSnapshot } from "./snapshot";

// Each read of templates is compared with the newest version of each. What differs was changed elsewhere, unless it may be
// an own write: one in progress or without a response (`template_writes`), or one that ended while the read was under way.

type Database = Kysely<DashboardSchema>;

/** Longer than a write and its look-up take: until then it is in progress. */
const UNDER_WAY_MS = 15_000;
/** By how much the clocks of two instances may differ. */
export const CLOCKS_DIFFER_MS = 2_000;
/** Versions that a late response may show. */
const LATE_VERSIONS_MAX = 10;
/** Another instance may add a version at the same time. */
const ATTEMPTS = 3;

/** A template as a read found it; null: it is gone. */
type Seen = { id: string; snapshot: TemplateSnapshot | null; seenFrom: number };

/**
 * Notes what a read showed; costs no statement where this process knows it.
 * @param seenFrom when the read began
 */
export async function noteTemplates(templates: readonly Template[], seenFrom: number): Promise<void> {
	const seen = templates.map((template) => {
		const snapshot = snapshotOf(template);
		return { id: template.id, seenFrom, snapshot, ...keysOf(snapshot) };
	});
	const open = seen.filter(({ id, shape, digest }) => !isChecked(id, shape, digest, seenFrom));
	if (open.length === 0) return;
	await bestEffort("the state of templates", async (database) => {
		const newest = await newestVersions(
			database,
			open.map(({ id }) => id),
		);
		await noteFirst(
			database,
			open.filter(({ id }) => !newest.has(id)),
		);
		for (const one of open) {
			const last = newest.get(one.id);
			if (last) await noteSeen(database, one, last);
		}
	});
}

/** Notes that these templates no longer exist. */
export async function noteGone(templateIds: readonly string[], seenFrom: number): Promise<void> {
	if (templateIds.length === 0) return;
	await bestEffort("that templates are gone", async (database) => {
		for (const [id, last] of await newestVersions(database, templateIds)) {
			await noteSeen(database, { id, snapshot: null, seenFrom }, last);
		}
	});
}

/** Whether a template was read in the state of its newest version. */
function isSame({ content, isGone }: TemplateVersion, snapshot: TemplateSnapshot | null): boolean {
	return snapshot === null ? isGone : !isGone && !differ(content, snapshot);
}

function keysOf(snapshot: TemplateSnapshot) {
	return { shape: Object.keys(snapshot).join(), digest: snapshotDigest(snapshot) };
}

async function noteSeen(database: Database, seen: Seen, newest: TemplateVersion): Promise<void> {
	let last: TemplateVersion | undefined = newest;
	for (let attempt = 0; last && attempt < ATTEMPTS; attempt += 1) {
		if (isSame(last, seen.snapshot)) return keepSame(database, seen, last);
		const found = await versionSeen(database, seen, last);
		if (!found) return;
		if (await addVersion(database, seen.id, last, found.version)) {
			if (found.settles) await settleOpenWrite(database, found.settles);
			return forgetChecked(seen.id);
		}
		last = (await newestVersions(database, [seen.id])).get(seen.id);
	}
}

async function keepSame(database: Database, { id, snapshot, seenFrom }: Seen, last: TemplateVersion): Promise<void> {
	if (!snapshot) return;
	if (knowsMore(last.content, snapshot)) await completeVersion(database, last.id, { ...last.content, ...snapshot });
	const { shape, digest } = keysOf(snapshot);
	noteChecked(id, shape, digest, seenFrom);
}

/** The version that a read has found; null where it says nothing of the present state, or was added already. */
async function versionSeen(
	database: Database,
	{ id, snapshot, seenFrom }: Seen,
	last: TemplateVersion,
): Promise<{ version: NewVersion; settles?: OpenWrite } | null> {
	const writes = await openWritesOf(database, id);
	const intended = writes.find((write) => leadsTo(write, snapshot));
	if (intended) {
		const content = { ...last.content, ...intended.content, ...snapshot };
		return { version: ownVersion(intended, content), settles: intended };
	}
	if (writes.some(isUnderWay)) return null;
	const versions = await versionsOfTemplate(id, LATE_VERSIONS_MAX);
	if (isLate(versions, snapshot, seenFrom)) return null;
	if (await reordered(database, versions, (version) => isSame(version, snapshot))) return null;
	const version: NewVersion = {
		origin: "elsewhere",
		isGone: snapshot === null,
		author: null,
		content: { ...last.content, ...snapshot },
		fromAt: new Date(Math.max(Date.parse(last.at), lastSeenFrom(id) ?? 0)).toISOString(),
		at: new Date().toISOString(),
	};
	return { version };
}

function leadsTo({ content }: OpenWrite, snapshot: TemplateSnapshot | null): boolean {
	if (content === null || snapshot === null) return content === snapshot;
	return !differ(content, snapshot);
}

function isUnderWay({ at }: OpenWrite): boolean {
	return Date.parse(at) > Date.now() - UNDER_WAY_MS;
}

/** Whether the response shows a state that was replaced while the read was under way. */
function isLate(versions: readonly TemplateVersion[], snapshot: TemplateSnapshot | null, seenFrom: number): boolean {
	const isDuring = ({ id, at }: TemplateVersion) =>
		Date.parse(at) >= seenFrom - (isAddedHere(id) ? 0 : CLOCKS_DIFFER_MS);
	return versions.some((version, index) => {
		const next = versions[index - 1];
		if (!next) return version.isGone && isDuring(version);
		return isDuring(next) && isSame(version, snapshot);
	});
}

type FirstSeen = { id: string; snapshot: TemplateSnapshot };

/** Templates without a version: created by this console, or here before it looked. */
async function noteFirst(database: Database, seen: readonly FirstSeen[]): Promise<void> {
	if (seen.length === 0) return;
	const creates = await openWritesOf(database, "");
	const purposes = await readPurposes(seen.map(({ id }) => id));
	const at = new Date().toISOString();
	const versions = seen.flatMap(({ id: templateId, snapshot }) => {
		const purpose = purposes.get(templateId);
		const content = { ...snapshot, ...(purpose && { purpose }) };
		const create = creates.find((write) => write.content?.name === snapshot.name);
		if (create && leadsTo(create, snapshot)) return [{ templateId, ...ownVersion(create, content) }];
		if (create && isUnderWay(create)) return [];
		return [{ templateId, origin: "seen" as const, isGone: false, fromAt: at, at, author: null, content }];
	});
	await addFirstVersions(database, versions);
}

/**
 * Puts an own version last, where a read shows its state and all later ones are own writes that were under way at the same
 * time: of such writes their end does not say which one the service carried out last.
 * @param versions newest first
 * @returns whether there is such a version
 */
async function reordered(
	database: Kysely<DashboardSchema>,
	versions: readonly TemplateVersion[],
	isSeen: (version: TemplateVersion) => boolean,
): Promise<boolean> {
	const [last] = versions;
	const index = versions.findIndex((version) => version.origin === "own" && isSeen(version));
	const found = versions[index];
	if (!last || !found || index === 0) return false;
	const later = versions.slice(0, index);
	if (!later.every(({ origin, fromAt }) => origin === "own" && fromAt <= found.at)) return false;
	const { id, templateId, ...version } = found;
	if (await addVersion(database, templateId, last, version)) await removeVersion(database, id);
	return true;
}
