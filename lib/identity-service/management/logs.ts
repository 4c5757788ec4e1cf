import { z } from "zod";
import type { IdentityService } from "../context/identity-service";
import { Refusal } from "../http/refusal";
import type { LogEntryRow } from "../store/schema";
import { operation } from "./operation";
import { pageParameters, pageResponse, totalsOf } from "./paging";
import { fieldParameters, idParameter, lookupText, pickFields, resource, timeText } from "./resource";

type Rest = { audience?: string; scope?: string; details?: Record<string, unknown> };
const restOf = ({ rest }: LogEntryRow): Rest => (rest === null ? {} : JSON.parse(rest));
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
	details: [z.record(z.string(), z.unknown()).optional(), (row) => restOf(row).details],
});
const entry = schema.partial();

export const logOperations = [
	operation("get_logs", {
		query: z.strictObject({
			...pageParameters,
			...fieldParameters,
			sort: z.string().optional(),
			q: lookupText.optional(),
		}),
		response: z.union([z.array(entry), totalsOf("logs", entry)]),
		run: (service, { query }) => page(service, null, query),
	}),
	operation("get_logs_by_id", {
		path: idParameter,
		response: entry,
		refusals: [404],
		async run(service, { path: { id } }) {
			await service.log.flush();
			const row = await service.database
				.selectFrom("log_entries")
				.selectAll()
				.where("log_id", "=", id)
				.executeTakeFirst();
			if (!row) throw new Refusal(404, "inexistent_log", "The log entry does not exist.");
			return read(service, row);
		},
	}),
	operation("get_user_logs", {
		path: z.strictObject({ user_id: lookupText }),
		query: z.strictObject({ ...pageParameters, sort: z.string().optional() }),
		response: z.union([z.array(entry), totalsOf("logs", entry)]),
		run: (service, { path, query }) => page(service, path.user_id, query),
	}),
];

type PageQuery = { page: number; per_page: number; include_totals: boolean; fields?: string | undefined };

async function page(service: IdentityService, userId: string | null, query: PageQuery) {
	await service.log.flush();
	let rows = service.database.selectFrom("log_entries").selectAll().orderBy("log_id", "desc");
	if (userId !== null) rows = rows.where("user_id", "=", userId);
	const found = await rows
		.limit(query.per_page)
		.offset(query.page * query.per_page)
		.execute();
	const entries = found.map((row) => pickFields(read(service, row), query));
	return pageResponse("logs", query, entries, entries.length);
}
