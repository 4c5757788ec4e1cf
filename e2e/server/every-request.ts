import { managementOf } from "../http/management";
import { actionBody, actionFields, actionsOfBuild, routesOfBuild } from "../http/of-build";
import { tokenOf } from "../refresh-tokens/sample-tokens";
import { type Credentials, fetchManagementToken } from "../running-app/credentials";
import { authorizeAddress } from "../sign-in/authorize";

/** A request that is ready to be sent. */
export type PreparedRequest = {
	method: string;
	path: string;
	headers: Record<string, string>;
	body?: Buffer<ArrayBuffer>;
};

const TEMPLATES = "/verifiable-credentials/verification/templates";
const EMAIL = "amara.okafor@example.com";

/**
 * One request for everything that an app serves: each page, handler and action of its build, and the service.
 * @param cookie of an editor's session
 */
export async function requestsOf(credentials: Credentials, cookie: string): Promise<PreparedRequest[]> {
	const { address } = credentials;
	const managementToken = await fetchManagementToken(credentials);
	const management = managementOf(credentials, managementToken);
	const [template] = await management.listTemplates();
	const token = await tokenOf(credentials, managementToken, EMAIL);
	const [connection] = await management.json<{ id: string }[]>("GET", "/connections");
	if (!template || !connection) throw new Error("The sample tenant has no template or connection.");
	const ids = { connection: connection.id, template: template.id, token: token.id, user: token.userId };
	const actions = await actionRequests(address, cookie, ids);
	return [
		...(await pageRequests(credentials, cookie, ids, actions)),
		...actions,
		...(await tryItRequests(address, cookie)),
		...(await serviceRequests(credentials, `Bearer ${managementToken}`)),
	];
}

type Ids = { connection: string; template: string; token: string; user: string };

function get(path: string, headers: Record<string, string>): PreparedRequest {
	return { method: "GET", path, headers };
}

/** Every page and handler, and the pages that differ by their query. */
async function pageRequests(
	credentials: Credentials,
	cookie: string,
	{ connection, template, token, user }: Ids,
	actions: PreparedRequest[],
): Promise<PreparedRequest[]> {
	const { address } = credentials;
	/** Values for the variable part of a path, by the path before it. */
	const parts: Record<string, string> = {
		"/templates/": template,
		"/refresh-tokens/": token,
		"/users/": encodeURIComponent(user),
		"/refresh-tokens/bulk/": await newBulkEdit(address, actions),
		"/connections/": connection,
		"/applications/": credentials.clients.web_app?.client_id ?? "",
		"/api-calls/": await newCall(address, cookie),
		"/api/auth/": "csrf",
	};
	const paths = (await routesOfBuild()).map(({ path }) =>
		path.replace(/^(.*?)\[.+?\]/, (_, before: string) => before + (parts[before] ?? "none")),
	);
	const selected = new URLSearchParams({ user, token });
	const queries = [
		...[
			"/templates?q=age&sort=name",
			"/templates/matrix?q=age&sort=-birth_date",
			`/templates/compare?a=${template}&b=${template}`,
			"/applications?q=wallet&sort=-name",
			"/connections?q=sample&sort=-type",
		],
		...[`/refresh-tokens?q=${EMAIL}`, `/refresh-tokens?${selected}`],
		...[`/refresh-tokens/bulk?${selected}`, `/refresh-tokens/revoke?${selected}`],
		...[`/api/console/jump?q=${EMAIL}`, `/api/console/presence?resource=refresh+token&id=${token}`],
		...[`/api/console/keys-in-use?resource=refresh+token&user=${encodeURIComponent(user)}`],
	];
	const signedOut = ["/", "/sign-in?error=AccessDenied"].map((path) => get(path, {}));
	return [...[...paths, ...queries].map((path) => get(path, { cookie })), ...signedOut];
}

async function actionRequests(address: string, cookie: string, { user, token }: Ids): Promise<PreparedRequest[]> {
	const requests = (await actionsOfBuild()).map(async ({ id, name }): Promise<PreparedRequest> => {
		const bulkEdit = { resource: "refresh token", user, item: token, operation: "set", key: "kept", value: "nothing" };
		const fields = name === "previewBulkEditAction" ? bulkEdit : actionFields("none", "none");
		const encoded = new Response(actionBody(fields));
		return {
			method: "POST",
			path: "/templates/new",
			body: Buffer.from(await encoded.arrayBuffer()),
			headers: {
				cookie,
				origin: address,
				"next-action": id,
				accept: "text/x-component",
				"content-type": encoded.headers.get("content-type") ?? "",
			},
		};
	});
	return Promise.all(requests);
}

/** A simulation and a check under “Try it”, which store nothing. */
async function tryItRequests(address: string, cookie: string): Promise<PreparedRequest[]> {
	const elements = [{ name: "portrait", state: true }];
	const values = { name: "", type: "mdl", certificateAuthority: "", elements, added: "", isKeyWithheld: false };
	const requests = ["simulate", "check"].map(async (tool): Promise<PreparedRequest> => {
		const form = new FormData();
		const fields = {
			values: JSON.stringify(values),
			intent: `try ${tool}`,
			"try-licence": "whole",
			"try-rules": "iso",
		};
		for (const [name, text] of Object.entries({ ...fields, "try-response": "a0" })) form.set(name, text);
		const encoded = new Response(form);
		return {
			method: "POST",
			path: "/templates/try-it",
			body: Buffer.from(await encoded.arrayBuffer()),
			headers: { cookie, origin: address, "content-type": encoded.headers.get("content-type") ?? "" },
		};
	});
	return Promise.all(requests);
}

async function serviceRequests(credentials: Credentials, authorization: string): Promise<PreparedRequest[]> {
	const { address, clients, audience } = credentials;
	const { client_id = "", client_secret = "" } = clients.management ?? {};
	const grant = { grant_type: "client_credentials", client_id, client_secret, audience };
	const authorize = authorizeAddress(credentials, "passwordless_app");
	const login = await fetch(authorize, { redirect: "manual" });
	const cookies = login.headers.getSetCookie().map((line) => line.split(";")[0]);
	return [
		get(`/api/v2${TEMPLATES}`, { authorization }),
		get("/.well-known/openid-configuration", {}),
		get(authorize.slice(address.length), {}),
		get(new URL(login.headers.get("location") ?? "", address).pathname, { cookie: cookies.join("; ") }),
		...scriptRequests(credentials),
		{
			method: "POST",
			path: "/oauth/token",
			body: Buffer.from(JSON.stringify(grant)),
			headers: { "content-type": "application/json" },
		},
	];
}

/** The requests of an application's scripts in the browser. */
function scriptRequests(credentials: Credentials): PreparedRequest[] {
	const { address, clients } = credentials;
	const { client_id = "", redirect_uris: [callback = ""] = [] } = clients.single_page_app ?? {};
	const origin = new URL(callback).origin;
	const silent = authorizeAddress(credentials, "single_page_app", { response_mode: "web_message", prompt: "none" });
	const form = { "content-type": "application/x-www-form-urlencoded", origin };
	const post = (path: string, parameters: Record<string, string>): PreparedRequest => ({
		method: "POST",
		path,
		headers: form,
		body: Buffer.from(new URLSearchParams(parameters).toString()),
	});
	return [
		get(silent.slice(address.length), {}),
		{ method: "OPTIONS", path: "/oauth/token", headers: { origin, "access-control-request-method": "POST" } },
		post("/oauth/revoke", { client_id, token: "none" }),
		post("/oauth/token", { client_id, grant_type: "refresh_token", refresh_token: "none" }),
		post("/authorize", Object.fromEntries(new URL(silent).searchParams)),
		post("/mfa/challenge", { client_id }),
	];
}

/** @returns the identifier of a bulk edit that was just prepared */
async function newBulkEdit(address: string, actions: PreparedRequest[]): Promise<string> {
	for (const { method, path, headers, body } of actions) {
		const response = await fetch(address + path, { method, headers, body, redirect: "manual" });
		const [, id] = /bulk\/([^;?]+)/.exec(response.headers.get("x-action-redirect") ?? "") ?? [];
		if (id) return id;
	}
	throw new Error("No action prepares a bulk edit");
}

/** @returns the identifier of a call that the console has made */
async function newCall(address: string, cookie: string): Promise<string> {
	for (;;) {
		const page = await (await fetch(`${address}/api-calls`, { headers: { cookie } })).text();
		const [, id] = /"\/api-calls\/([^"]+)"/.exec(page) ?? [];
		if (id) return id;
	}
}
