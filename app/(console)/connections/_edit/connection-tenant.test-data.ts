import type { ConnectionResponse } from "@/lib/contract/connection/connection";
import { pointAtService, signInAs } from "@/lib/dashboard/testing/dashboard-state";
import { type FaultServer, json, startFaultServer } from "@/lib/dashboard/testing/fault-server";

/** Of the console in tests, see `dashboard-state`. */
export const OWN_SIGN_IN = "s";
/** Among the options of every connection: it must never reach the browser. */
export const PLANTED_SECRET = "planted-secret";

const SCOPES = ["create", "read", "update", "delete"].map((verb) => `${verb}:connections`);

/** A tenant with connections that tests inspect. */
export type ConnectionTenant = {
	service: FaultServer;
	connections: Map<string, ConnectionResponse>;
	/** All writes, as `POST /connections`, with what they hold. */
	writes: { what: string; body: unknown }[];
	/** Addresses of all reads. */
	reads: string[];
	/** Responds in place of the tenant where it returns true. */
	before: (what: string, response: Parameters<FaultServer["handle"]>[1]) => boolean;
	grantScopes: (scopes: readonly string[]) => void;
};

export const acme: ConnectionResponse = {
	id: "con_acme",
	name: "acme",
	display_name: "Acme",
	strategy: "samlp",
	show_as_button: true,
	enabled_clients: ["shop"],
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
	const tenant: ConnectionTenant = {
		service,
		writes: [],
		reads: [],
		before: () => false,
		connections: new Map([[acme.id, structuredClone(acme)]]),
		grantScopes(scopes) {
			service.respondWithToken = (_, response) =>
				json(response, 200, { access_token: "t", token_type: "Bearer", expires_in: 3600, scope: scopes.join(" ") });
		},
	};
	tenant.grantScopes([...SCOPES, "read:clients"]);
	service.handle = ({ method, url, body }, response) => {
		const { pathname } = new URL(url, "http://tenant.example");
		const what = `${method} ${pathname.replace("/api/v2", "")}`;
		const sent = body === "" ? null : JSON.parse(body);
		if (method === "GET") tenant.reads.push(url);
		else tenant.writes.push({ what, body: sent });
		if (tenant.before(what, response)) return;
		const [status, result] = responseOf(tenant, what, sent);
		json(response, status, result);
	};
	await pointAtService(service.address);
	signInAs("editor");
	return tenant;
}

type TenantResponse = [status: number, body: unknown];

function responseOf({ connections }: ConnectionTenant, what: string, sent: unknown): TenantResponse {
	const id = what.split("/")[2];
	const all = [...connections.values()];
	if (what === "POST /connections") {
		const made = { ...(sent as ConnectionResponse), id: `con_${connections.size}` };
		if (all.some(({ name }) => name === made.name)) {
			return [409, { statusCode: 409, message: "A connection with the same name already exists" }];
		}
		connections.set(made.id, made);
		return [201, made];
	}
	if (id === undefined) return [200, { connections: all, total: all.length }];
	const found = connections.get(id);
	if (!found) return [404, { statusCode: 404, message: "The connection does not exist" }];
	if (what.startsWith("DELETE")) connections.delete(id);
	if (what.startsWith("PATCH")) connections.set(id, { ...found, ...(sent as ConnectionResponse) });
	return [what.startsWith("DELETE") ? 204 : 200, connections.get(id) ?? null];
}
