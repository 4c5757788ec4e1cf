import { type Answer, type Body, chosenFields, missing, numberedPage, ok, refusal } from "./answer";
import { type Fields, searchOf } from "./search";
import type { Route, Routes, Tenant } from "./state";

const READ = { scopes: ["read:logs", "read:logs_users"], isOfLog: true } as const;
const FIELDS: Fields = {
	withoutCase: [],
	ofBareTerms: ["client_name", "connection", "description", "ip", "log_id", "type", "user_name"],
};
const SEARCHED_LENGTH_MAX = 8_000;
const PAGE_SIZE_MAX = 100;
const RESULTS_MAX = 1_000;

export const logRoutes: Routes = {
	"GET /logs": {
		...READ,
		answer(tenant, { query }) {
			if (query.has("from")) return checkpoint(tenant, query);
			const q = query.get("q") ?? "";
			if (encodeURIComponent(q).length > SEARCHED_LENGTH_MAX) return refusal(414, "The query is too long");
			const isFound = searchOf(q, FIELDS);
			if (!isFound) return refusal(400, `Unsupported search syntax: ${q}`, "invalid_query_string");
			return page(tenant, sorted(tenant, query).filter(isFound), query);
		},
	},
	"GET /logs/{id}": {
		...READ,
		answer({ state }, { id }) {
			const found = state.log.find(({ log_id }) => log_id === id);
			return found ? ok(found) : missing("log", "inexistent_log");
		},
	},
	"GET /users/{id}/logs": {
		...READ,
		answer: (tenant, { id, query }) =>
			page(
				tenant,
				sorted(tenant, query).filter(({ user_id }) => user_id === id),
				query,
			),
	} satisfies Route,
};

/** The newest first, unless the caller asks for the oldest. */
function sorted({ state }: Tenant, query: URLSearchParams): Body[] {
	const before = query.get("sort") === "date:1" ? -1 : 1;
	return state.log.toSorted((one, other) => (String(one.log_id) < String(other.log_id) ? before : -before));
}

function page({ switches }: Tenant, found: readonly Body[], query: URLSearchParams): Answer {
	const size = Number(query.get("per_page") ?? 50);
	if (size > PAGE_SIZE_MAX)
		return refusal(400, "Query validation error: 'Value 100 is exceeded'", "invalid_query_string");
	if ((Number(query.get("page") ?? 0) + 1) * size > RESULTS_MAX)
		return refusal(400, "You can only page through the first 1000 records.", "invalid_paging");
	const bodies = found.slice(0, RESULTS_MAX).map((entry) => chosenFields(entry, query));
	return numberedPage("logs", bodies, query, switches.envelope);
}

/** By `from`, which `take` needs. In the order of their IDs; the address of what follows is in a header. */
function checkpoint({ state }: Tenant, query: URLSearchParams): Answer {
	const take = Number(query.get("take") ?? 50);
	const from = query.get("from") ?? "";
	const after = state.log.map((entry) => ({ entry, id: String(entry.log_id) })).filter(({ id }) => id > from);
	const taken = after.toSorted((one, other) => (one.id < other.id ? -1 : 1)).slice(0, take);
	const last = taken.at(-1);
	const link = last && `</api/v2/logs?from=${last.id}&take=${take}>; rel="next"`;
	return { ...ok(taken.map(({ entry }) => entry)), ...(link && { headers: { link } }) };
}
