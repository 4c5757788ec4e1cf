import "server-only";
import { elementsOf } from "@/lib/contract/template/mdl-elements";
import { processWide } from "@/lib/process/process-wide";
import { dashboardConfig } from "../config";
import { dashboardDatabase, fromNow } from "../store/dashboard-database";
import { type TemplateVersion, versionOf } from "../store/template-versions";
import { attributeLabel } from "../templates/attribute-catalogue";
import { requestedNames } from "../templates/attribute-facts";
import { addEvents } from "./collect-events";
import { REQUESTS_MORE } from "./event-types";
import { eventId, type LogEvent } from "./log-event";

const DAY_MS = 24 * 3_600_000;
/** How far back a process looks that has just started. */
const LOOKED_BACK_MS = 7 * DAY_MS;
/** Versions of other instances may become visible this much later than newer ones. */
const LATE_MS = 2 * 60_000;

/** Up to when versions were compared, and which of the last ones. */
const compared = processWide("log-stream-compared", () => ({
	until: fromNow(-LOOKED_BACK_MS),
	ids: new Set<string>(),
}));

/**
 * Adds an event for each new version of a template that requests names which the version that was current 24 hours before it
 * did not: once a template, names and day. A version that was compared before changes nothing.
 */
export async function collectRequestsForMore(): Promise<void> {
	const state = compared.get();
	const from = new Date(Date.parse(state.until) - LATE_MS).toISOString();
	const database = await dashboardDatabase();
	const rows = await database
		.selectFrom("template_versions")
		.selectAll()
		.where("at", ">=", from)
		.where("origin", "<>", "seen")
		.where("is_gone", "=", 0)
		.where("tenant", "=", dashboardConfig().management.baseUrl)
		.orderBy("at")
		.execute();
	const versions = rows.map(versionOf);
	const events = await Promise.all(versions.filter(({ id }) => !state.ids.has(id)).map(eventOfVersion));
	await addEvents(events.filter((event) => event !== null));
	compared.set({ until: versions.at(-1)?.at ?? state.until, ids: new Set(versions.map(({ id }) => id)) });
}

async function eventOfVersion(version: TemplateVersion): Promise<LogEvent | null> {
	const { templateId, at, author, content } = version;
	const before = await versionOfDayBefore(version);
	const [wanted, known] = [namesIn(version), before && namesIn(before)];
	const names = wanted && known ? wanted.filter((name) => !known.includes(name)).toSorted() : [];
	if (names.length === 0) return null;
	const title = content.name === undefined ? templateId : `“${content.name}”`;
	return {
		...{ id: eventId(`${REQUESTS_MORE} ${templateId} ${at.slice(0, 10)} ${names.join()}`), type: REQUESTS_MORE, at },
		outcome: "done",
		summary: `Template ${title} asks for more than the day before: ${names.map(attributeLabel).join(", ")}`,
		actor: author && { id: author.subject, name: author.person },
		target: { kind: "template", id: templateId, name: content.name ?? null },
		...{ changes: names.map((name) => `+${name}`), values: [], reference: null },
	};
}

/**
 * The version that was current 24 hours before this one. Of a template that was first seen since then, the first one: it
 * existed before. Null for a template that was made since then.
 */
async function versionOfDayBefore({ templateId, at }: TemplateVersion): Promise<TemplateVersion | null> {
	const dayBefore = new Date(Date.parse(at) - DAY_MS).toISOString();
	const database = await dashboardDatabase();
	const ofTemplate = database.selectFrom("template_versions").selectAll().where("template_id", "=", templateId);
	const current = await ofTemplate.where("at", "<=", dayBefore).orderBy("position", "desc").limit(1).executeTakeFirst();
	if (current) return current.is_gone === 1 ? null : versionOf(current);
	const first = await ofTemplate.orderBy("position").limit(1).executeTakeFirst();
	return first?.origin === "seen" ? versionOf(first) : null;
}

/** The requested names; null where the presentation request is not known. */
function namesIn({ content: { presentation } }: TemplateVersion): string[] | null {
	return presentation ? requestedNames(elementsOf(presentation)) : null;
}
