import type { Application } from "@/lib/contract/client/application";
import { pointAtService, signInAs } from "@/lib/dashboard/testing/dashboard-state";
import { type FaultServer, json, startFaultServer } from "@/lib/dashboard/testing/fault-server";

/** Of the console in tests, see `dashboard-state`. */
export const OWN_IDS = ["m", "s"];
/** In every response that may hold it, whatever was requested: only a result that shows it may contain it. */
export const PLANTED_SECRET = "planted-secret";

const SCOPES = ["create:clients", "delete:clients", "read:clients", "update:clients", "update:client_keys"];
export const CONSOLE_SCOPES = [
	...SCOPES,
	...["create:client_grants", "delete:client_grants", "read:client_grants", "update:client_grants"],
	"read:client_credentials",
];

type Grant = {
	id: string;
	client_id: string;
	audience: string;
	scope?: string[];
	allow_all_scopes?: boolean;
	subject_type?: string;
};

/**
 * A tenant with applications that tests inspect. It refuses a read that names what the token can't read, as the vendor's
 * does, and contains only what is named; its responses hold secrets even where they should not.
 */
export type ApplicationTenant = {
	service: FaultServer;
	applications: Map<string, Application>;
	grants: Grant[];
	/** All writes, as `POST /clients`, with what they hold. */
	writes: { what: string; body: unknown }[];
	/** Addresses of all reads. */
	reads: string[];
	/** Responds in place of the tenant where it returns true. */
	before: (what: string, response: Parameters<FaultServer["handle"]>[1]) => boolean;
	/** @param isTold whether the token response names the scopes */
	grantScopes: (scopes: readonly string[], isTold?: boolean) => void;
	/** Left out of responses to writes, and of reads after them. */
	silentOn: string[];
};

const application: Application = {
	client_id: "shop",
	name: "Shop",
	description: "",
	app_type: "regular_web",
	global: false,
	token_endpoint_auth_method: "client_secret_post",
	grant_types: ["authorization_code", "refresh_token", "client_credentials"],
	callbacks: ["https://shop.example/cb"],
	allowed_logout_urls: [],
	web_origins: [],
	is_first_party: true,
	refresh_token: { rotation_type: "non-rotating", expiration_type: "expiring" },
};

/** Starts the tenant, with one application `shop`, and signs an editor in. */
export async function startApplicationTenant(): Promise<ApplicationTenant> {
	const service = await startFaultServer();
	let scopes: readonly string[] = [];
	const tenant: ApplicationTenant = {
		service,
		silentOn: [],
		writes: [],
		reads: [],
		grants: [],
		before: () => false,
		applications: new Map([["shop", { ...application }]]),
		grantScopes(granted, isTold = true) {
			scopes = granted;
			const scope = isTold ? { scope: granted.join(" ") } : {};
			service.respondWithToken = (_, response) =>
				json(response, 200, { access_token: "t", token_type: "Bearer", expires_in: 3600, ...scope });
		},
	};
	tenant.grantScopes(CONSOLE_SCOPES);
	service.handle = ({ method, url, body }, response) => {
		const { pathname, searchParams } = new URL(url, "http://tenant.example");
		const what = `${method} ${pathname.replace("/api/v2", "")}`;
		const sent = body === "" ? null : JSON.parse(body);
		if (method === "GET") tenant.reads.push(url);
		else tenant.writes.push({ what, body: sent });
		if (tenant.before(what, response)) return;
		const unreadable = (searchParams.get("fields")?.split(",") ?? []).filter((name) => !isReadable(name, scopes));
		if (unreadable.length > 0) {
			const message = `You cannot read the following fields: ${unreadable.join(", ")}`;
			return json(response, 403, { statusCode: 403, error: "Forbidden", message, errorCode: "insufficient_scope" });
		}
		const [status, result] = responseOf(tenant, what, sent, searchParams);
		json(response, status, result);
	};
	await pointAtService(service.address);
	signInAs("editor");
	return tenant;
}

const KEYS = ["client_secret", "client_authentication_methods", "encryption_key", "signing_keys"];
const SUMMARY = ["client_id", "name", "description", "app_type"];

function isReadable(property: string, scopes: readonly string[]): boolean {
	if (SUMMARY.includes(property) || scopes.includes("read:client_keys")) return true;
	return scopes.includes(KEYS.includes(property) ? "read:client_credentials" : "read:clients");
}

type TenantResponse = [status: number, body: unknown];

const missing: TenantResponse = [404, { statusCode: 404, message: "The client does not exist" }];

function responseOf(tenant: ApplicationTenant, what: string, sent: unknown, query: URLSearchParams): TenantResponse {
	const { applications, grants } = tenant;
	const named = query.get("fields")?.split(",");
	const shown = (one: Application) => {
		const told = Object.entries(one).filter(
			([name]) => (named?.includes(name) ?? true) && !tenant.silentOn.includes(name),
		);
		return { ...Object.fromEntries(told), client_secret: PLANTED_SECRET, signing_keys: [PLANTED_SECRET] };
	};
	const [, , area, id = "", act] = what.split(/[ /]/);
	if (area === "client-grants") return grantsResponse(grants, what, sent, query);
	const found = applications.get(id);
	if (what === "POST /clients") {
		const made = { ...(sent as Application), client_id: `made-${applications.size}` };
		applications.set(made.client_id, made);
		return [201, shown(made)];
	}
	if (id === "") return [200, { clients: [...applications.values()].map(shown), total: applications.size }];
	if (!found) return missing;
	if (act) return [200, shown(found)];
	if (what.startsWith("DELETE")) applications.delete(id);
	if (what.startsWith("PATCH")) applications.set(id, { ...found, ...(sent as Application) });
	const now = applications.get(id);
	return now ? [200, shown(now)] : [204, null];
}

function grantsResponse(grants: Grant[], what: string, sent: unknown, query: URLSearchParams): TenantResponse {
	if (what.startsWith("GET")) {
		const own = grants.filter(({ client_id }) => client_id === query.get("client_id"));
		const [page, size] = [Number(query.get("page")), Number(query.get("per_page"))];
		return [200, own.slice(page * size, (page + 1) * size)];
	}
	const index = grants.findIndex(({ id }) => what.endsWith(`/${id}`));
	if (what.startsWith("DELETE")) {
		grants.splice(index, 1);
		return [204, null];
	}
	const found = grants[index];
	if (what.startsWith("PATCH")) {
		if (!found) return [404, { statusCode: 404, message: "The client grant does not exist." }];
		Object.assign(found, sent);
		return [200, found];
	}
	const grant = { ...(sent as Grant), id: `grant-${grants.length}` };
	grants.push(grant);
	return [201, grant];
}
