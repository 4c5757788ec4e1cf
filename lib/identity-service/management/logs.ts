import { z } from "zod";
import { PAGE_SIZE_DEFAULT, textLength } from "@/lib/contract/limits";
import type { IdentityService } from "../context/identity-service";
import { Refusal } from "../http/refusal";
import { findEntries, findEntriesAfter } from "../store/log-entries";
import { logIdsFrom } from "../store/log-id";
import { LOG_SEARCH_FIELDS, LOG_TERM_FIELDS, type LogSearch } from "../store/log-predicate";
import { SearchTooWide, searchLog } from "../store/log-search";
import { isPostgres } from "../store/rows";
import type { LogEntryRow } from "../store/schema";
import { parseSearch } from "./lucene";
import { operation } from "./operation";
import { pageParameters, pageResponse, totalsOf } from "./paging";
import { fieldParameters, idParameter, integerText, lookupText, pickFields, resource, timeText } from "./resource";
import { invalidField } from "./validation";

/** As on the real service, a search reaches its first 1,000 entries; totals count no further either. */
const SEARCH_RESULTS_MAX = 1000;
const QUERY_LENGTH_MAX = 4_000;
/**
 * Entries reach the list by checkpoint so late on PostgreSQL: another instance may be about to write an earlier one. A SQLite
 * file has one instance, whose transactions follow each other.
 */
const CHECKPOINT_DELAY_MILLISECONDS = 10_000;

type Rest = { audience?: string; scope?: string; details?: Record<string, unknown> };
const restOf = ({ rest }: LogEntryRow): Rest => (rest === null ? {} : JSON.parse(rest));
/** Browsers on phones and tablets. */
const MOBILE = /\b(Mobi|Mobile|Android|iPhone|iPad)\b/;
const column = (name: keyof LogEntryRow) =>
	[z.string().optional(), (row: LogEntryRow) => row[name] ?? undefined] as const;

const { schema, read } = resource<LogEntryRow>({
	_id: [z.string(), (row) => row.log_id],
	log_id: [z.string(), (row) => row.log_id],
	date: [timeText, (row) => row.date],
	type: [z.string(), (row) => row.type],
	description: column("description"),
	connection: column("connection"),
	connection_id: column("connection_id"),
	client_id: column("client_id"),
	client_name: column("client_name"),
	ip: column("ip"),
	hostname: column("hostname"),
	user_id: column("user_id"),
	user_name: column("user_name"),
	audience: [z.string().optional(), (row) => restOf(row).audience],
	scope: [z.string().optional(), (row) => restOf(row).scope],
	strategy: column("strategy"),
	strategy_type: column("strategy_type"),
	user_agent: column("user_agent"),
	isMobile: [z.boolean().optional(), ({ user_agent }) => (user_agent === null ? undefined : MOBILE.test(user_agent))],
	details: [z.record(z.string(), z.unknown()).optional(), (row) => restOf(row).details],
});
/** `fields` selects the properties. */
const entry = schema.partial();

const searchParameters = {
	...pageParameters,
	page: pageParameters.page.meta({ description: `With per_page: within the first ${SEARCH_RESULTS_MAX} entries` }),
	sort: z.enum(["date:1", "date:-1"]).default("date:-1"),
};
const fieldList = LOG_SEARCH_FIELDS.map((field) => `\`${field}\``).join(", ");

const logsParameters = z.strictObject({
	...searchParameters,
	...fieldParameters,
	q: lookupText
		.meta({
			description: `Lucene syntax, with regard to case: terms on ${fieldList}, quoted, or with * at the end or, from three characters on, at the beginning; ranges; AND, OR, NOT, parentheses; at most ${QUERY_LENGTH_MAX} characters`,
		})
		.optional(),
	from: z
		.string()
		.regex(/^[0-9]{1,100}$/)
		.meta({ description: "The `log_id` of the last entry of the previous page" })
		.optional(),
	take: integerText(1, 100).optional(),
});

/** By checkpoint all others are ignored, also one that does not exist. */
const logsQuery = z.preprocess((sent: Record<string, unknown>) => {
	const checkpoint = Object.entries(sent).filter(([name]) => name === "from" || name === "take");
	return checkpoint.length === 0 ? sent : Object.fromEntries(checkpoint);
}, logsParameters);

export const logOperations = [
	operation("get_logs", {
		description:
			"By search, or by checkpoint where `from` or `take` is sent: then the other parameters are ignored, the earliest entries come first, those of the last 10 seconds are left out on PostgreSQL, and the `Link` header has the next page. Where one entry has the number of several, that grows until the hour has ended, also after the entry was read. A search that reads too much of the log is refused: a user, an IP address, a type or a date make it less.",
		query: logsQuery,
		response: z.union([z.array(entry), totalsOf("logs", entry)]),
		run(service, { query: { q = "", from, take, ...query }, headers }) {
			if (from !== undefined || take !== undefined) return entriesByCheckpoint(service, { from, take }, headers);
			return entriesBySearch(service, readSearch(q), query);
		},
	}),
	operation("get_logs_by_id", {
		path: idParameter,
		response: entry,
		refusals: [404],
		async run(service, { path: { id } }) {
			await service.log.flush();
			const [row] = await findEntries(service.database, [id]);
			if (!row) throw new Refusal(404, "inexistent_log", "The log entry does not exist.");
			return read(service, row);
		},
	}),
	// A user who is deleted, or was never there, has a log as well: what is kept of it.
	operation("get_user_logs", {
		path: z.strictObject({ user_id: lookupText }),
		query: z.strictObject(searchParameters),
		response: z.union([z.array(entry), totalsOf("logs", entry)]),
		run(service, { path, query }) {
			const ofUser = { kind: "condition", field: "user_id", text: path.user_id, before: false, after: false } as const;
			return entriesBySearch(service, ofUser, query);
		},
	}),
];

/** @throws Refusal 400, 414 */
function readSearch(q: string): LogSearch {
	if (textLength(q) > QUERY_LENGTH_MAX) {
		throw new Refusal(414, "query_too_long", `The search has more than ${QUERY_LENGTH_MAX} characters.`);
	}
	if (q.trim() === "") return { kind: "and", parts: [] };
	return parseSearch(q, { fields: LOG_SEARCH_FIELDS, fieldsOfBareTerms: LOG_TERM_FIELDS, hasRanges: true });
}

type SearchQuery = {
	page: number;
	per_page: number;
	include_totals: boolean;
	sort: "date:1" | "date:-1";
	fields?: string | undefined;
	include_fields?: boolean;
};

async function entriesBySearch(service: IdentityService, search: LogSearch, query: SearchQuery): Promise<object> {
	const { page, per_page, include_totals, sort } = query;
	const start = page * per_page;
	const end = start + per_page;
	if (end > SEARCH_RESULTS_MAX) {
		throw new Refusal(400, "invalid_paging", `You can only page through the first ${SEARCH_RESULTS_MAX} records.`);
	}
	await service.log.flush();
	const order = sort === "date:1" ? "asc" : "desc";
	const limit = Math.max(1, end);
	const request = { limit, countTo: include_totals ? SEARCH_RESULTS_MAX : limit, order } as const;
	const { ids, total } = await searchLog(service.database, search, request).catch((error: unknown) => {
		if (!(error instanceof SearchTooWide)) throw error;
		throw invalidField("q", "The search reads too many entries: add a user, an IP address, a type or a date", "query");
	});
	const rows = await findEntries(service.database, ids.slice(start, end));
	const entries = rows.map((row) => pickFields(read(service, row), query));
	return pageResponse("logs", query, entries, total);
}

type Checkpoint = { from?: string | undefined; take?: number | undefined };

async function entriesByCheckpoint(
	service: IdentityService,
	{ from, take = PAGE_SIZE_DEFAULT }: Checkpoint,
	headers: Record<string, string>,
): Promise<object> {
	await service.log.flush();
	const delay = isPostgres(service.database) ? CHECKPOINT_DELAY_MILLISECONDS : -1;
	const until = logIdsFrom(new Date(service.now().getTime() - delay));
	const rows = await findEntriesAfter(service.database, from ?? "", until, take);
	const next = new URL(`${service.config.baseUrl}/logs`);
	// Without a later entry yet, the same page again.
	const last = rows.at(-1)?.log_id ?? from;
	if (last !== undefined) next.searchParams.set("from", last);
	next.searchParams.set("take", String(take));
	headers.link = `<${next}>; rel="next"`;
	return rows.map((row) => read(service, row));
}
