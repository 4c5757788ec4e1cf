import { isolated } from "@/lib/contract/name-or-id";
import "server-only";
import type { Kysely, Selectable } from "kysely";
import { databaseErrorCode } from "@/lib/database/error-codes";
import { keptNames } from "../audit/changes";
import { someOf } from "../in-short";
import { logger } from "../logger";
import { dashboardDatabase } from "../store/dashboard-database";
import { isToCompare } from "../store/log-stream-tables";
import type { DashboardSchema } from "../store/schema";
import { currentTenant, namesIn, storedRequest } from "../store/template-versions";
import { attributeLabel } from "../templates/attribute-catalogue";
import type { TemplateSnapshot } from "../templates/history/snapshot";
import { addFound } from "./collect-events";
import { REQUESTS_MORE } from "./event-types";
import { eventId, type LogEvent, NOT_DECIDED } from "./log-event";

const DAY_MS = 24 * 3_600_000;
/** In the summary. */
const LABELS_MAX = 10;
/** Per transaction: each has all names that a template requests. */
const VERSIONS_MAX = 20;

/**
 * Adds an event for each new version of a template that requests names which the version that was current 24 hours before it
 * did not: once a template, names and day. A version is marked in the transaction that adds its event, so that it is compared
 * once, whenever another instance's commit becomes visible.
 */
export async function collectRequestsForMore(): Promise<void> {
	const database = await dashboardDatabase();
	// Without a transaction, because mostly there is nothing.
	while ((await toCompare(database, 1).execute()).length > 0) {
		await addFound(async (store) => {
			const events: LogEvent[] = [];
			for (const version of await takeVersions(store)) {
				const event = await eventOfVersion(store, version).catch((error: unknown) => {
					if (databaseErrorCode(error) !== null) throw error;
					// It is marked, so that it does not stop those after it.
					logger.error({ err: error, version: version.id }, "a version of a template could not be compared");
					return null;
				});
				if (event) events.push(event);
			}
			return events;
		});
	}
}

function toCompare(store: Kysely<DashboardSchema>, limit: number) {
	return store
		.selectFrom("template_versions")
		.select("id")
		.where("tenant", "=", currentTenant())
		.where(isToCompare)
		.orderBy("id")
		.limit(limit);
}

const requested = storedRequest.as("requested");

type Version = Pick<
	Selectable<DashboardSchema["template_versions"]>,
	"id" | "template_id" | "at" | "subject" | "person"
> & { requested: string };

/** Marks the oldest versions that were not compared, before it reads them: what completes one later is compared again. */
async function takeVersions(store: Kysely<DashboardSchema>): Promise<Version[]> {
	const versions = await store
		.updateTable("template_versions")
		.set({ is_compared: 1 })
		.where("id", "in", toCompare(store, VERSIONS_MAX))
		.returning(["id", "template_id", "at", "subject", "person", requested])
		.execute();
	return versions.toSorted((one, other) => (one.id < other.id ? -1 : 1));
}

async function eventOfVersion(store: Kysely<DashboardSchema>, version: Version): Promise<LogEvent | null> {
	const wanted = namesIn(version.requested);
	const before = wanted && (await versionOfDayBefore(store, version));
	const known = before && namesIn(before.requested);
	if (!wanted || !known) return null;
	const requestedBefore = new Set(known);
	const names = wanted.filter((name) => !requestedBefore.has(name)).toSorted();
	if (names.length === 0) return null;
	const { template_id: templateId, at, subject, person } = version;
	const name = await nameOf(store, version.id);
	const title = name === null ? templateId : `“${isolated(name)}”`;
	const { changes, moreChanges } = keptNames(names.map((name) => `+${name}`));
	return {
		id: eventId(`${REQUESTS_MORE} ${templateId} ${at.slice(0, 10)} ${names.join()}`),
		type: REQUESTS_MORE,
		at,
		outcome: "done",
		summary: `Template ${title} asks for more than the day before: ${someOf(names.map(attributeLabel), {
			max: LABELS_MAX,
		})}`,
		actor: subject === null || person === null ? null : { id: subject, name: person },
		target: { kind: "template", id: templateId, name },
		changes,
		more_changes: moreChanges,
		values: [],
		reference: null,
		reason: null,
		...NOT_DECIDED,
	};
}

/**
 * The version that was current 24 hours before this one. Of a template that was first seen since then, the first one: it
 * existed before. Null for a template that was made since then.
 */
async function versionOfDayBefore(store: Kysely<DashboardSchema>, { template_id, at }: Version) {
	const dayBefore = new Date(Date.parse(at) - DAY_MS).toISOString();
	const ofTemplate = store
		.selectFrom("template_versions")
		.select(["is_gone", "origin", requested])
		.where("template_id", "=", template_id)
		.limit(1);
	const current = await ofTemplate.where("at", "<=", dayBefore).orderBy("position", "desc").executeTakeFirst();
	if (current) return current.is_gone === 1 ? null : current;
	const first = await ofTemplate.orderBy("position").executeTakeFirst();
	return first?.origin === "seen" ? first : null;
}

async function nameOf(store: Kysely<DashboardSchema>, id: string): Promise<string | null> {
	const row = await store
		.selectFrom("template_versions")
		.select("content")
		.where("id", "=", id)
		.executeTakeFirstOrThrow();
	const { name = null }: { name?: string | null } = JSON.parse(row.content) as TemplateSnapshot;
	return name;
}
