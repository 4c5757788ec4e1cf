import {
	type Answer,
	type Body,
	type Call,
	checkpointPage,
	chosenFields,
	missing,
	noContent,
	numberedPage,
	ok,
	patched,
	refusal,
} from "./answer";
import { type Fields, searchOf } from "./search";
import type { Route, Routes, Tenant } from "./state";

const REVOKED_MOST = 100;
const ENDS = ["delete:sessions"];
const REVOKES = ["delete:refresh_tokens"];

type Kind = "sessions" | "tokens";

const USER_FIELDS: Fields = {
	withoutCase: ["email", "name", "given_name", "family_name", "nickname"],
	ofBareTerms: [],
};

export const peopleRoutes: Routes = {
	"GET /users": {
		scopes: ["read:users"],
		answer({ state, switches }, { query }) {
			const q = query.get("q") ?? "";
			const isFound = searchOf(q, USER_FIELDS);
			if (!isFound)
				return refusal(400, `Query validation error: 'Unsupported search syntax: ${q}'`, "invalid_query_string");
			const found = [...state.users.values()].filter(isFound);
			const chosen = found.map((user) => chosenFields(user, query));
			return numberedPage("users", chosen, query, switches.envelope);
		},
	},
	"GET /users-by-email": {
		scopes: ["read:users"],
		answer: ({ state }, { query }) =>
			ok([...state.users.values()].filter(({ email }) => email !== undefined && email === query.get("email"))),
	},
	"GET /users/{id}": {
		scopes: ["read:users"],
		answer: (tenant, { id, query }) => withUser(tenant, id, (user) => ok(chosenFields(user, query))),
	},
	"PATCH /users/{id}": {
		scopes: ["update:users"],
		body: ["blocked", "email", "email_verified", "name", "nickname", "user_metadata", "app_metadata"],
		answer: (tenant, { id, body }) =>
			withUser(tenant, id, (user) => {
				const changed = patched(user, body);
				tenant.state.users.set(id, changed);
				return ok(changed);
			}),
	},
	"GET /user-blocks/{id}": {
		scopes: ["read:users"],
		isNew: true,
		answer: (tenant, { id }) => withUser(tenant, id, () => ok({ blocked_for: tenant.state.blocks.get(id) ?? [] })),
	},
	"DELETE /user-blocks/{id}": {
		scopes: ["update:users"],
		isNew: true,
		answer(tenant, { id }) {
			tenant.state.blocks.delete(id);
			return noContent;
		},
	},
	"GET /users/{id}/sessions": { scopes: ["read:sessions"], answer: listed("sessions") },
	"GET /users/{id}/refresh-tokens": { scopes: ["read:refresh_tokens"], answer: listed("tokens") },
	"DELETE /users/{id}/sessions": {
		scopes: ENDS,
		answer: (tenant, { id }) => end(tenant, of(tenant, "sessions", id), true),
	},
	"DELETE /users/{id}/refresh-tokens": {
		scopes: REVOKES,
		answer: (tenant, { id }) => end(tenant, of(tenant, "tokens", id)),
	},
	"POST /users/{id}/revoke-access": {
		scopes: [...ENDS, ...REVOKES],
		needsAll: true,
		isNew: true,
		body: ["session_id", "preserve_refresh_tokens"],
		answer(tenant, { id, body }) {
			const { session_id, preserve_refresh_tokens: preserves } = body;
			const sessions = of(tenant, "sessions", id).filter((one) => session_id === undefined || one.id === session_id);
			const tokens = of(tenant, "tokens", id).filter(
				(one) => session_id === undefined || one.session_id === session_id,
			);
			return end(tenant, [...sessions, ...(preserves === true ? [] : tokens)], preserves === true);
		},
	},
	"GET /sessions/{id}": { scopes: ["read:sessions"], answer: one("sessions") },
	"PATCH /sessions/{id}": {
		scopes: ["update:sessions"],
		body: ["session_metadata"],
		answer: metadataOf("sessions", "session_metadata"),
	},
	"DELETE /sessions/{id}": {
		scopes: ENDS,
		answer: (tenant, { id }) => end(tenant, [tenant.state.sessions.get(id)], true),
	},
	"POST /sessions/{id}/revoke": {
		scopes: [...ENDS, ...REVOKES],
		needsAll: true,
		answer: (tenant, { id }) => end(tenant, [tenant.state.sessions.get(id)]),
	},
	"GET /refresh-tokens": {
		scopes: ["read:refresh_tokens"],
		isNew: true,
		answer(tenant, { query }) {
			const all = of(tenant, "tokens", query.get("user_id") ?? "");
			const found = all.filter((token) => !query.has("client_id") || token.client_id === query.get("client_id"));
			return checkpointPage("refresh_tokens", found, query, tenant.switches.checkpointMost);
		},
	},
	"GET /refresh-tokens/{id}": { scopes: ["read:refresh_tokens"], answer: one("tokens") },
	"PATCH /refresh-tokens/{id}": {
		scopes: ["update:refresh_tokens"],
		body: ["refresh_token_metadata"],
		answer: metadataOf("tokens", "refresh_token_metadata"),
	},
	"DELETE /refresh-tokens/{id}": {
		scopes: REVOKES,
		answer: (tenant, { id }) =>
			tenant.state.tokens.has(id) ? { ...end(tenant, [tenant.state.tokens.get(id)]), ...noContent } : noToken,
	},
	"POST /refresh-tokens/revoke": {
		scopes: REVOKES,
		isNew: true,
		body: ["ids", "user_id", "client_id", "audience"],
		answer(tenant, { body }) {
			const ids = body.ids as string[] | undefined;
			if (ids && ids.length > REVOKED_MOST)
				return refusal(400, "Payload validation error: 'Array is too long'", "invalid_body");
			const chosen = ids
				? ids.map((id) => tenant.state.tokens.get(id))
				: of(tenant, "tokens", String(body.user_id)).filter(
						({ client_id }) => body.client_id === undefined || client_id === body.client_id,
					);
			return end(tenant, chosen);
		},
	},
};

const noToken = missing("refresh token", "inexistent_refresh_token");

function withUser({ state }: Tenant, id: string, answer: (user: Body) => Answer): Answer {
	const found = state.users.get(id);
	return found ? answer(found) : refusal(404, "The user does not exist.", "inexistent_user");
}

function of({ state }: Tenant, kind: Kind, userId: string): Body[] {
	return [...state[kind].values()].filter(({ user_id }) => user_id === userId);
}

function listed(kind: Kind): Route["answer"] {
	return (tenant, { id, query }) =>
		withUser(tenant, id, () => {
			const all = of(tenant, kind, id);
			const page = checkpointPage(kind, all, query, tenant.switches.checkpointMost);
			const hasTotal = kind === "tokens" && query.get("include_totals") === "true";
			return hasTotal ? ok({ ...(page.body as Body), total: all.length }) : page;
		});
}

function one(kind: Kind): Route["answer"] {
	return ({ state }, { id }) => {
		const found = state[kind].get(id);
		return found ? ok(found) : kind === "tokens" ? noToken : missing("session", "inexistent_session");
	};
}

/** The metadata is replaced whole; without any the property is absent. */
function metadataOf(kind: Kind, name: string): Route["answer"] {
	return (tenant: Tenant, call: Call) => {
		const found = tenant.state[kind].get(call.id);
		if (!found) return one(kind)(tenant, call);
		const metadata = call.body[name];
		const isEmpty = typeof metadata === "object" && Object.keys(metadata ?? {}).length === 0;
		const changed = patched(found, metadata === undefined ? {} : { [name]: isEmpty ? null : metadata });
		tenant.state[kind].set(call.id, changed);
		return ok(changed);
	};
}

/**
 * Ends sessions and tokens now or later; the tokens of a session end with it.
 * @param keepsTokens those of the sessions live on
 */
function end({ state, switches }: Tenant, ended: readonly (Body | undefined)[], keepsTokens = false): Answer {
	const ids = ended.map((body) => String(body?.id));
	if (!switches.endsLater) {
		for (const [id, { session_id }] of state.tokens) {
			if (ids.includes(id) || (!keepsTokens && ids.includes(String(session_id)))) state.tokens.delete(id);
		}
		for (const id of ids) state.sessions.delete(id);
	}
	return switches.accepted === 202 ? { status: 202, body: {} } : noContent;
}
