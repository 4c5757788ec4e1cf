import type { ConnectionResponse } from "@/lib/contract/connection/connection";
import { pointAtService, signInAs } from "@/lib/dashboard/testing/dashboard-state";
import { type FaultServer, json, startFaultServer } from "@/lib/dashboard/testing/fault-server";

/** Of the console in tests, see `dashboard-state`. */
export const OWN_SIGN_IN = "s";
/** Among the options of every connection: it must never reach the browser. */
export const PLANTED_SECRET = "planted-secret";

const SCOPES = [
	...["create", "read", "update", "delete"].map((verb) => `${verb}:connections`),
	...["read:connections_options", "update:connections_options", "read:clients"],
];

/** A tenant with connections that tests inspect. */
export type ConnectionTenant = {
	service: FaultServer;
	connections: Map<string, ConnectionResponse>;
	/** The applications of each connection. */
	clients: Map<string, string[]>;
	/** The applications of the tenant. */
	applications: { client_id: string; name: string }[];
	/** All writes, as `POST /connections`, with what they hold. */
	writes: { what: string; body: unknown }[];
	/** Addresses of all reads. */
	reads: string[];
	/** Responds in place of the tenant where it returns true. */
	before: (what: string, response: Parameters<FaultServer["handle"]>[1]) => boolean;
	grantScopes: (scopes: readonly string[]) => void;
	/** Grants all scopes but these. */
	withhold: (...scopes: readonly string[]) => void;
};

export const acme: ConnectionResponse = {
	id: "con_acme",
	name: "acme",
	display_name: "Acme",
	strategy: "samlp",
	show_as_button: true,
	options: {
		issuer: "urn:acme",
		signInEndpoint: "https://acme.example/in",
		odd: { secret: PLANTED_SECRET },
		fieldsMap: { email: "mail" },
		idpinitiated: { enabled: false, note: 1 },
	},
};

/** Starts the tenant, with one connection `con_acme`, and signs an editor in. */
export async function startConnectionTenant(): Promise<ConnectionTenant> {
	const service = await startFaultServer();
	let granted: readonly string[] = [];
	const tenant: ConnectionTenant = {
		service,
		writes: [],
		reads: [],
		before: () => false,
		connections: new Map([[acme.id, structuredClone(acme)]]),
		clients: new Map([[acme.id, ["shop"]]]),
		applications: [
			{ client_id: "shop", name: "Shop" },
			{ client_id: "portal", name: "Portal" },
		],
		withhold: (...scopes) => tenant.grantScopes(SCOPES.filter((scope) => !scopes.includes(scope))),
		grantScopes(scopes) {
			granted = scopes;
			service.respondWithToken = (_, response) =>
				json(response, 200, { access_token: "t", token_type: "Bearer", expires_in: 3600, scope: scopes.join(" ") });
		},
	};
	tenant.grantScopes(SCOPES);
	service.handle = ({ method, url, body }, response) => {
		const { pathname, searchParams } = new URL(url, "http://tenant.example");
		const what = `${method} ${pathname.replace("/api/v2", "")}`;
		const sent = body === "" ? null : JSON.parse(body);
		if (method === "GET") tenant.reads.push(url);
		else tenant.writes.push({ what, body: sent });
		if (tenant.before(what, response)) return;
		const [status, result] = responseOf(tenant, { what, sent, query: searchParams, granted });
		json(response, status, result);
	};
	await pointAtService(service.address);
	signInAs("editor");
	return tenant;
}

type TenantRequest = { what: string; sent: unknown; query: URLSearchParams; granted: readonly string[] };
type TenantResponse = [status: number, body: unknown];

const VERBS: Readonly<Record<string, string>> = { GET: "read", POST: "create", PATCH: "update", DELETE: "delete" };

function scopeMissing(scope: string): TenantResponse {
	const message = `Insufficient scope, expected any of: ${scope}`;
	return [403, { statusCode: 403, error: "Forbidden", errorCode: "insufficient_scope", message }];
}

function responseOf(tenant: ConnectionTenant, request: TenantRequest): TenantResponse {
	const { connections, clients, applications } = tenant;
	const { what, sent, query } = request;
	const [verb = "", path = ""] = what.split(" ");
	const [, area, id, part] = path.split("/");
	const scope = `${VERBS[verb]}:${area === "clients" && !part ? "clients" : "connections"}`;
	if (!request.granted.includes(scope)) return scopeMissing(scope);
	const shown = (one: ConnectionResponse) => asShown(one, request);
	const all = [...connections.values()].filter(({ strategy }) => strategy === (query.get("strategy") ?? strategy));
	if (area === "clients" && part === "connections") {
		return [200, pageOf("connections", all.filter((one) => clients.get(one.id)?.includes(id ?? "")).map(shown), query)];
	}
	if (area === "clients") return [200, { clients: applications, total: applications.length }];
	if (what === "POST /connections") {
		const made = { ...(sent as ConnectionResponse), id: `con_${connections.size}` };
		if ([...connections.values()].some(({ name }) => name === made.name)) {
			return [409, { statusCode: 409, message: "A connection with the same name already exists" }];
		}
		connections.set(made.id, made);
		return [201, shown(made)];
	}
	if (id === undefined) {
		const [page, size] = [Number(query.get("page")), Number(query.get("per_page"))];
		return [200, { connections: all.map(shown).slice(page * size, (page + 1) * size), total: all.length }];
	}
	const found = connections.get(id);
	if (!found) return [404, { statusCode: 404, message: "The connection does not exist" }];
	if (part === "clients") {
		if (verb === "GET")
			return [
				200,
				pageOf(
					"clients",
					(clients.get(id) ?? []).map((client_id) => ({ client_id })),
					query,
				),
			];
		const on = new Set(clients.get(id));
		for (const { client_id, status } of sent as { client_id: string; status: boolean }[]) {
			if (status) on.add(client_id);
			else on.delete(client_id);
		}
		clients.set(id, [...on]);
		return [204, null];
	}
	if (verb === "DELETE") connections.delete(id);
	if (verb === "PATCH") {
		// As the vendor's: a display name that isn't sent is overwritten.
		connections.set(id, { ...found, display_name: found.name, ...(sent as ConnectionResponse) });
	}
	return verb === "DELETE"
		? [202, { deleted_at: "2026-01-01T00:00:00.000Z" }]
		: [200, shown(connections.get(id) ?? found)];
}

/** With the fields that are asked for, and options only where their scope is granted. */
function asShown(connection: ConnectionResponse, { query, granted }: TenantRequest): object {
	const { options, ...others } = connection;
	const all = granted.includes("read:connections_options") ? connection : others;
	const fields = query.get("fields")?.split(",");
	return fields ? Object.fromEntries(Object.entries(all).filter(([name]) => fields.includes(name))) : all;
}

/** A checkpoint page. */
function pageOf(name: string, items: readonly object[], query: URLSearchParams): object {
	const from = Number(query.get("from") ?? 0);
	const end = from + Number(query.get("take"));
	return { [name]: items.slice(from, end), ...(end < items.length && { next: String(end) }) };
}
