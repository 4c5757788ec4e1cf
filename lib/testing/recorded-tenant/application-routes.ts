import {
	type Answer,
	type Body,
	type Call,
	checkpointPage,
	chosenFields,
	created,
	isCheckpointed,
	missing,
	namedFields,
	noContent,
	numberedPage,
	ok,
	patched,
	refusal,
} from "./answer";
import { applicationBody } from "./sample";
import { newId, type Routes } from "./state";

/** Properties that a caller without these scopes can't read. */
const KEYS: Record<string, readonly string[]> = {
	client_secret: ["read:client_keys"],
	signing_keys: ["read:client_keys"],
	encryption_key: ["read:client_keys", "read:client_credentials"],
	client_authentication_methods: ["read:client_keys", "read:client_credentials"],
};

/** What `POST` and `PATCH /clients` accept, of the vendor's request types as much as an admin edits. */
const PROPERTIES = [
	...["name", "description", "logo_uri", "callbacks", "oidc_logout", "session_transfer", "sso"],
	...["allowed_origins", "web_origins", "grant_types", "client_aliases", "allowed_clients", "allowed_logout_urls"],
	...["jwt_configuration", "encryption_key", "cross_origin_authentication", "cross_origin_loc", "sso_disabled"],
	...["custom_login_page_on", "token_endpoint_auth_method", "app_type", "is_first_party", "oidc_conformant", "addons"],
	...["client_metadata", "mobile", "initiate_login_uri", "native_social_login", "refresh_token", "organization_usage"],
	...["client_authentication_methods", "require_pushed_authorization_requests", "require_proof_of_possession"],
	...["compliance_level", "token_exchange", "default_organization", "signed_request_object"],
	"is_token_endpoint_ip_header_trusted",
];
const GRANT_PROPERTIES = ["client_id", "audience", "scope", "allow_all_scopes", "subject_type", "organization_usage"];
const READ = ["read:clients", "read:client_summary"];

export const applicationRoutes: Routes = {
	"GET /clients": {
		scopes: READ,
		answer({ state, switches }, call) {
			const all = [...state.applications.values()].map((body) => readable(body, call));
			const chosen = all.map((body) => chosenFields(body, call.query));
			return (
				fieldsRefused(switches.refusesUnreadableFields, call) ??
				numberedPage("clients", chosen, call.query, switches.envelope)
			);
		},
	},
	"GET /clients/{id}": {
		scopes: READ,
		answer: ({ state, switches }, call) =>
			fieldsRefused(switches.refusesUnreadableFields, call) ??
			withApplication(state.applications.get(call.id), (body) => ok(chosenFields(readable(body, call), call.query))),
	},
	"POST /clients": {
		scopes: ["create:clients"],
		body: PROPERTIES,
		answer({ state }, { body }) {
			const id = newId(state, "Hmade00000000000");
			const made = patched(applicationBody(id, String(body.name), {}), body);
			state.applications.set(id, made);
			return rotationRefused(body) ?? created(made);
		},
	},
	"PATCH /clients/{id}": {
		scopes: ["update:clients"],
		body: PROPERTIES,
		answer: ({ state }, call) =>
			withApplication(state.applications.get(call.id), (body) => {
				const { client_metadata, ...others } = call.body;
				const metadata =
					client_metadata === undefined
						? {}
						: { client_metadata: patched((body.client_metadata ?? {}) as Body, (client_metadata ?? {}) as Body) };
				const changed = patched(body, { ...others, ...metadata });
				const refused = rotationRefused(call.body);
				if (!refused) state.applications.set(call.id, changed);
				return refused ?? ok(readable(changed, call));
			}),
	},
	"DELETE /clients/{id}": {
		scopes: ["delete:clients"],
		answer({ state }, { id }) {
			state.applications.delete(id);
			return noContent;
		},
	},
	"POST /clients/{id}/rotate-secret": {
		scopes: ["update:client_keys"],
		answer: ({ state }, { id }) =>
			withApplication(state.applications.get(id), (body) => ok({ ...body, client_secret: `rotated-secret-of-${id}` })),
	},
	"GET /clients/{id}/connections": {
		scopes: ["read:connections"],
		isNew: true,
		answer({ state, switches }, { id, query }) {
			const served = [...state.connections.values()].filter(({ clients }) => clients.includes(id));
			const bodies = served.map(({ body: { options, ...body } }) => body);
			return withApplication(state.applications.get(id), () =>
				checkpointPage("connections", bodies, query, switches.checkpointMost),
			);
		},
	},
	"GET /client-grants": {
		scopes: ["read:client_grants"],
		answer({ state, switches }, { query }) {
			const is = (grant: Body, name: string) => !query.has(name) || query.get(name) === grant[name];
			const found = [...state.grants.values()].filter((grant) =>
				["client_id", "audience", "subject_type"].every((name) => is(grant, name)),
			);
			return isCheckpointed(query)
				? checkpointPage("client_grants", found, query, switches.checkpointMost)
				: numberedPage("client_grants", found, query, switches.envelope);
		},
	},
	"POST /client-grants": {
		scopes: ["create:client_grants"],
		body: GRANT_PROPERTIES,
		answer({ state }, { body }) {
			const grant: Body = { subject_type: "client", ...body, id: newId(state, "cgr_") };
			const isSame = (other: Body) =>
				["client_id", "audience", "subject_type"].every((name) => other[name] === grant[name]);
			if ([...state.grants.values()].some(isSame))
				return refusal(409, "A resource with the same identifier already exists", "client_grant_conflict");
			state.grants.set(String(grant.id), grant);
			return created(grant);
		},
	},
	"PATCH /client-grants/{id}": {
		scopes: ["update:client_grants"],
		isNew: true,
		body: ["scope", "allow_all_scopes", "organization_usage", "allow_any_organization"],
		answer({ state }, { id, body }) {
			const grant = state.grants.get(id);
			if (!grant) return missing("client grant", "inexistent_client_grant");
			const changed = patched(grant, body);
			if (changed.allow_all_scopes === true) delete changed.scope;
			state.grants.set(id, changed);
			return ok(changed);
		},
	},
	"DELETE /client-grants/{id}": {
		scopes: ["delete:client_grants"],
		answer({ state }, { id }) {
			state.grants.delete(id);
			return noContent;
		},
	},
};

function withApplication(body: Body | undefined, answer: (body: Body) => Answer): Answer {
	return body ? answer(body) : missing("client", "inexistent_client");
}

function readable(body: Body, { has }: Call): Body {
	const isReadable = (name: string) => !KEYS[name] || has(...KEYS[name]);
	return Object.fromEntries(Object.entries(body).filter(([name]) => isReadable(name)));
}

function fieldsRefused(refuses: boolean, { query, has }: Call): Answer | null {
	const unreadable = namedFields(query).filter((name) => KEYS[name] && !has(...KEYS[name]));
	if (!refuses || unreadable.length === 0) return null;
	const message = `You cannot read the following fields: ${unreadable.join(", ")}`;
	return refusal(403, message, "insufficient_scope");
}

/** Rotation needs tokens that expire. */
function rotationRefused({ refresh_token }: Body): Answer | null {
	const sent = (refresh_token ?? {}) as Body;
	if (sent.rotation_type !== "rotating") return null;
	const isWhole =
		sent.expiration_type === "expiring" &&
		sent.infinite_token_lifetime === false &&
		sent.infinite_idle_token_lifetime === false;
	return isWhole ? null : refusal(400, "Rotating refresh tokens must be expiring", "invalid_body");
}
