import {
	type Answer,
	type Body,
	type Call,
	checkpointPage,
	chosenFields,
	created,
	isCheckpointed,
	missing,
	noContent,
	numberedPage,
	ok,
	refusal,
	scopeMissing,
} from "./answer";
import { type Connection, connectionBody } from "./sample";
import { newId, type Routes, type Tenant } from "./state";

/** A request names at most this many applications. */
const CHANGED_MOST = 50;
const PROPERTIES = [
	...["display_name", "options", "enabled_clients", "is_domain_connection", "show_as_button", "realms", "metadata"],
	...["authentication", "connected_accounts"],
];

export const connectionRoutes: Routes = {
	"GET /connections": {
		scopes: ["read:connections"],
		answer(tenant, call) {
			const { query } = call;
			const strategies = query.getAll("strategy");
			const found = [...tenant.state.connections.values()]
				.filter(({ body }) => strategies.length === 0 || strategies.includes(String(body.strategy)))
				.filter(({ body }) => !query.has("name") || body.name === query.get("name"))
				.map((connection) => chosenFields(readable(tenant, connection, call), query));
			return isCheckpointed(query)
				? checkpointPage("connections", found, query, tenant.switches.checkpointMost)
				: numberedPage("connections", found, query, tenant.switches.envelope);
		},
	},
	"GET /connections/{id}": {
		scopes: ["read:connections"],
		answer: (tenant, call) =>
			withConnection(tenant, call, (found) => ok(chosenFields(readable(tenant, found, call), call.query))),
	},
	"POST /connections": {
		scopes: ["create:connections"],
		body: ["name", "strategy", ...PROPERTIES],
		answer(tenant, call) {
			const { state, switches } = tenant;
			const { enabled_clients, ...body } = call.body;
			if ([...state.connections.values()].some((other) => other.body.name === body.name))
				return refusal(409, "A connection with the same name already exists", "connection_conflict");
			const id = newId(state, "con_");
			const made = {
				body: { ...connectionBody(id, String(body.name), String(body.strategy)), ...filled(body) },
				clients: switches.hasEnabledClients ? ((enabled_clients ?? []) as string[]) : [],
			};
			state.connections.set(id, made);
			return created(readable(tenant, made, call));
		},
	},
	"PATCH /connections/{id}": {
		scopes: ["update:connections"],
		body: PROPERTIES,
		answer: (tenant, call) =>
			withConnection(tenant, call, (found) => {
				const { enabled_clients, ...body } = call.body;
				if ("options" in body && !call.has("update:connections_options"))
					return scopeMissing(["update:connections_options"]);
				// Without a display name the name takes its place; options are replaced whole.
				found.body = { ...found.body, display_name: found.body.name, ...filled(body) };
				if (tenant.switches.hasEnabledClients && enabled_clients) found.clients = enabled_clients as string[];
				return ok(readable(tenant, found, call));
			}),
	},
	"DELETE /connections/{id}": {
		scopes: ["delete:connections"],
		answer: (tenant, call) =>
			withConnection(tenant, call, () => {
				tenant.state.connections.delete(call.id);
				return { status: 202, body: { deleted_at: new Date().toISOString() } };
			}),
	},
	"GET /connections/{id}/clients": {
		scopes: ["read:connections"],
		isNew: true,
		answer: (tenant, call) =>
			withConnection(tenant, call, ({ clients }) => {
				const items = clients.map((client_id) => ({ client_id }));
				return checkpointPage("clients", items, call.query, tenant.switches.checkpointMost);
			}),
	},
	"PATCH /connections/{id}/clients": {
		scopes: ["update:connections"],
		isNew: true,
		answer: (tenant, call) =>
			withConnection(tenant, call, (found) => {
				if (call.items.length === 0 || call.items.length > CHANGED_MOST)
					return refusal(400, "Payload validation error: 'Too many or too few items'", "invalid_body");
				for (const { client_id, status } of call.items) {
					found.clients = found.clients.filter((other) => other !== client_id);
					if (status === true) found.clients.push(String(client_id));
				}
				return noContent;
			}),
	},
};

function withConnection({ state }: Tenant, { id }: Call, answer: (found: Connection) => Answer): Answer {
	const found = state.connections.get(id);
	return found ? answer(found) : missing("connection", "inexistent_connection");
}

function readable({ switches }: Tenant, { body, clients }: Connection, { has }: Call): Body {
	const { options, ...others } = body;
	return {
		...others,
		...(has("read:connections_options") && { options }),
		...(switches.hasEnabledClients && { enabled_clients: clients }),
	};
}

/** Metadata in the options fills the address and the certificate anew, and is not stored. */
function filled(body: Body): Body {
	const { metadataXml, metadataUrl, ...options } = (body.options ?? {}) as Body;
	if (!("options" in body) || (metadataXml === undefined && metadataUrl === undefined)) return body;
	return { ...body, options: { ...options, signInEndpoint: "https://of-metadata.example/sso", cert: "of metadata" } };
}
