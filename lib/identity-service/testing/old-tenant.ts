import { readFileSync } from "node:fs";
import path from "node:path";
import type { OldInstallation } from "@/lib/database/testing/old-versions";
import { startIdentityService } from "../start";

type Account = { email: string; password: string };
type Cookies = Record<string, string>;

/** What users and clients held when an old version was stopped, and its last responses: `held.json`. */
export type Held = {
	written_at: string;
	address: string;
	/** Of the client `management`. */
	access_token: string;
	/** `used` was exchanged for `value`. */
	rotating_token: { client: string; value: string; used: string };
	lasting_token: { client: string; value: string; id: string };
	passwords: Account[];
	/** Passwords that were valid before. */
	refused_passwords: Account[];
	login_code: { client: string; email: string; code: string };
	/** Of a browser in which a user is signed in. */
	session_cookies: Cookies;
	/** `at`: the application's address that a code was sent to, which isn't redeemed yet. */
	authorization_code: { client: string; at: string; verifier: string };
	/** A login page, and the cookies of the browser that it is open in. */
	open_login: { path: string; cookies: Cookies };
	signing_keys: { keys: { kid: string }[] };
	/** Responses of the management interface. */
	answers: { path: string; body: unknown }[];
};

export function readHeld(folder: string): Held {
	return JSON.parse(readFileSync(path.join(folder, "held.json"), "utf8"));
}

type CredentialsFile = {
	sign_ins: Record<string, Account>;
	clients: Record<string, { client_id: string; client_secret?: string; redirect_uris: string[]; scopes: string[] }>;
};

export function readCredentials(dataDir: string): CredentialsFile {
	return JSON.parse(readFileSync(path.join(dataDir, "credentials.json"), "utf8"));
}

/** Starts this version with an old one's data, at the address that it had. */
export async function startOldTenant({ dataDir, environment }: OldInstallation, { address, access_token }: Held) {
	const { parts, handleRequest, passOnConsoleGrants } = await startIdentityService({ appUrl: address, environment });
	const { clients } = readCredentials(dataDir);
	const clientOf = (handle: string) => {
		const client = clients[handle];
		if (!client) throw new Error(`no client ${handle}`);
		return client;
	};

	async function send(pathAndQuery: string, init: RequestInit = {}): Promise<Response> {
		const response = await handleRequest(new Request(new URL(pathAndQuery, address), { redirect: "manual", ...init }));
		if (!response) throw new Error(`${pathAndQuery} is no path of the service`);
		return response;
	}

	async function requestTokens(handle: string, parameters: Record<string, string>) {
		const { client_id, client_secret } = clientOf(handle);
		const form = new URLSearchParams({ client_id, ...(client_secret && { client_secret }), ...parameters });
		const response = await send("/oauth/token", { method: "POST", body: form });
		return { status: response.status, body: await response.json() };
	}

	const callWith = (token: string) => async (method: string, pathAndQuery: string, body?: object) => {
		const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
		const response = await send(`/api/v2${pathAndQuery}`, { method, headers, body: body && JSON.stringify(body) });
		const text = await response.text();
		return { status: response.status, body: text === "" ? null : JSON.parse(text) };
	};

	return {
		database: parts.database,
		passOnConsoleGrants,
		send,
		/** The management interface, with the access token that the old version issued. */
		call: callWith(access_token),
		/** The management interface, as the console calls it now. */
		async consoleCalls() {
			const grant = { grant_type: "client_credentials", audience: new URL("/api/v2/", address).href };
			return callWith((await requestTokens("console_management", grant)).body.access_token);
		},
		/** A token request of a client that sends its secret with the form, or has none. */
		requestTokens,
		/** Sends a signed-in browser to the authorization endpoint with `prompt=none`. */
		async authorize(handle: string, cookies: Cookies): Promise<URL> {
			const { client_id, redirect_uris } = clientOf(handle);
			const [redirect_uri = ""] = redirect_uris;
			const challenge = { code_challenge: "c".repeat(43), code_challenge_method: "S256" };
			const query = { client_id, redirect_uri, response_type: "code", scope: "openid", prompt: "none", ...challenge };
			return locationOf(await send(`/authorize?${new URLSearchParams(query)}`, { headers: cookieHeader(cookies) }));
		},
		/** Submits an open login page. @returns the redirect */
		async logIn({ path: page, cookies }: Held["open_login"], account: Account): Promise<URL> {
			const body = new URLSearchParams(account);
			const init = { method: "POST", headers: { origin: address, ...cookieHeader(cookies) }, body };
			return locationOf(await send(`${page}/continue`, init));
		},
	};
}

function cookieHeader(cookies: Cookies) {
	return {
		cookie: Object.entries(cookies)
			.map((pair) => pair.join("="))
			.join("; "),
	};
}

function locationOf(response: Response): URL {
	const location = response.headers.get("location");
	if (!location) throw new Error(`No redirect but ${response.status}`);
	return new URL(location, response.url || "http://localhost");
}
