import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { KEPT_ALIVE_MS } from "../kept-alive";
import { type Answer, type Body, refusal, scopeMissing } from "./answer";
import { applicationRoutes } from "./application-routes";
import { connectionRoutes } from "./connection-routes";
import { logRoutes } from "./log-routes";
import { peopleRoutes } from "./people-routes";
import { AUDIENCE_PATH } from "./sample";
import { writeEntry } from "./sample-log";
import { type Route, type State, sampleState, type Tenant } from "./state";
import { type NewOperations, type Switches, usual } from "./switches";
import { templateRoutes } from "./template-routes";

const ROUTES = Object.entries({
	...applicationRoutes,
	...connectionRoutes,
	...peopleRoutes,
	...templateRoutes,
	...logRoutes,
});

/** A request that changes something, as `PATCH /clients/x`, with the status of its answer. */
export type RecordedWrite = { what: string; body: unknown; status: number };

/** A stand-in for a tenant of the vendor: its answers have the shapes in which the vendor's were recorded. */
export type RecordedTenant = {
	/** Origin of the authentication interface; the management interface is at `/api/v2`. */
	address: string;
	state: State;
	switches: Switches;
	/** Addresses below `/api/v2`. */
	reads: string[];
	writes: RecordedWrite[];
	/** Answers in place of the tenant where it returns something. @param what as `GET /clients/x` */
	before: (what: string, body: unknown) => Answer | null;
	/** The sample again, with other switches. */
	reset: (switches?: Partial<Switches>) => void;
	close: () => Promise<void>;
};

/** Starts it on a free port of this machine. @param scopes granted to its callers, until `reset` grants others */
export async function startRecordedTenant(scopes: readonly string[]): Promise<RecordedTenant> {
	const server = createServer({ keepAliveTimeout: KEPT_ALIVE_MS });
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	const tenant: RecordedTenant = {
		address,
		state: sampleState(address + AUDIENCE_PATH, scopes),
		switches: { scopes, ...usual },
		reads: [],
		writes: [],
		before: () => null,
		reset(switches = {}) {
			const chosen = { scopes, ...usual, ...switches };
			const state = sampleState(address + AUDIENCE_PATH, chosen.scopes);
			Object.assign(tenant, { state, switches: chosen, reads: [], writes: [], before: () => null });
		},
		async close() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
	server.on("request", async (request, response) => {
		const { status, body, headers } = await answerTo(tenant, request);
		response.writeHead(status, { "content-type": "application/json; charset=utf-8", ...headers });
		response.end(body === undefined ? undefined : JSON.stringify(body));
	});
	return tenant;
}

async function answerTo(tenant: RecordedTenant, request: IncomingMessage): Promise<Answer> {
	const { method = "", headers } = request;
	const url = new URL(request.url ?? "", tenant.address);
	const text = (await buffer(request)).toString();
	if (url.pathname === "/oauth/token") return token(tenant);
	if (url.pathname === "/.well-known/openid-configuration") return discovery(tenant);
	if (!url.pathname.startsWith(AUDIENCE_PATH)) return refusal(404, "Not Found");
	const path = url.pathname.slice(AUDIENCE_PATH.length - 1);
	const body: unknown = text === "" ? undefined : JSON.parse(text);
	const scopes = scopesOf(headers.authorization);
	const answer =
		scopes === null
			? refusal(401, "Invalid token")
			: (tenant.before(`${method} ${path}`, body) ?? managementAnswer(tenant, method, path, url, body, scopes));
	if (method === "GET") tenant.reads.push(path + url.search);
	else {
		tenant.writes.push({ what: `${method} ${path}`, body, status: answer.status });
		if (answer.status < 300) {
			const correlationId = headers["x-correlation-id"];
			tenant.state.log.push(writeEntry(tenant.writes.length, method, path, correlationId?.toString()));
		}
	}
	return answer;
}

function managementAnswer(
	tenant: Tenant,
	method: string,
	path: string,
	{ searchParams: query }: URL,
	sent: unknown,
	scopes: readonly string[],
): Answer {
	const found = routeOf(method, path);
	if (!found) return refusal(404, "Not Found");
	const { route, id } = found;
	const { newOperations, log } = tenant.switches;
	const absence = route.isNew ? absenceOf(newOperations) : route.isOfLog ? absenceOf(log) : null;
	if (absence) return absence;
	const has = (...some: readonly string[]) => some.some((scope) => scopes.includes(scope));
	const isAllowed = route.needsAll ? route.scopes.every((scope) => has(scope)) : has(...route.scopes);
	if (!isAllowed) return scopeMissing(route.scopes);
	const items = Array.isArray(sent) ? sent : [];
	const body = (Array.isArray(sent) ? {} : (sent ?? {})) as Body;
	const unknown = route.body ? Object.keys(body).filter((name) => !route.body?.includes(name)) : [];
	if (unknown.length > 0) {
		const message = `Payload validation error: 'Additional properties not allowed: ${unknown.join(", ")}'.`;
		return refusal(400, message, "invalid_body");
	}
	return structuredClone(route.answer(tenant, { id, query, body, items, has }));
}

/** Identifiers stand at one place of a path; the longest path that fits is meant. */
function routeOf(method: string, path: string): { route: Route; id: string } | null {
	const fitting = ROUTES.flatMap(([name, route]) => {
		const [start = "", end = ""] = name.split("{id}");
		const asked = `${method} ${path}`;
		if (!name.includes("{id}")) return asked === name ? [{ route, id: "" }] : [];
		const id =
			asked.startsWith(start) && asked.endsWith(end) ? asked.slice(start.length, asked.length - end.length) : "";
		return id === "" || id.includes("/") ? [] : [{ route, id: decodeURIComponent(id) }];
	});
	return fitting.find(({ id }) => id === "") ?? fitting[0] ?? null;
}

function absenceOf(offer: NewOperations): Answer | null {
	switch (offer) {
		case "offered":
			return null;
		case 404:
			return refusal(404, "Not Found");
		case 405:
			return refusal(405, "Method Not Allowed");
		case "insufficient_entitlement":
			return refusal(403, "Please upgrade your subscription to use this feature", offer);
		case "operation_not_supported":
			return refusal(403, "This operation is not supported for this tenant", offer);
	}
}

/** The token itself says what was granted. */
function token({ switches }: Tenant): Answer {
	const scope = switches.scopes.join(" ");
	const access_token = `recorded.${Buffer.from(scope).toString("base64url")}`;
	return { status: 200, body: { access_token, token_type: "Bearer", expires_in: 86400, scope } };
}

function scopesOf(authorization = ""): readonly string[] | null {
	const [, encoded] = /^Bearer recorded\.([\w-]*)$/.exec(authorization) ?? [];
	return encoded === undefined ? null : Buffer.from(encoded, "base64url").toString().split(" ");
}

function discovery({ address }: Pick<RecordedTenant, "address">): Answer {
	const endpoints = { authorization_endpoint: `${address}/authorize`, token_endpoint: `${address}/oauth/token` };
	return { status: 200, body: { issuer: `${address}/`, ...endpoints } };
}
