import { readCredentialsFile } from "../../lib/cli/credentials/credentials-file.ts";
import { type Account, createVisitor, expectStatus, postJson, type Result, request, type Visitor } from "./http.ts";

export const TEMPLATES = "/verifiable-credentials/verification/templates";

export type RefreshToken = { id: string; refresh_token_metadata: object | null };
export type Tenant = Awaited<ReturnType<typeof openTenant>>;

/** The embedded tenant of a running app, over its management interface. */
export async function openTenant(address: string, dataDir: string) {
	const { sign_ins, clients } = readCredentialsFile(dataDir);
	const base = `${address}/api/v2`;
	const authorization = `Bearer ${JSON.parse((await fetchToken()).text).access_token}`;
	let guesses = 0;

	/** A token request of a client with its credentials. */
	function requestToken(handle: string, parameters: Record<string, string>): Promise<Result> {
		const client = { client_id: clients[handle]?.client_id, client_secret: clients[handle]?.client_secret };
		return request(`${address}/oauth/token`, postJson({ ...client, ...parameters }));
	}

	/** An access token of the management client, by client credentials. */
	function fetchToken(): Promise<Result> {
		const parameters = { grant_type: "client_credentials", audience: `${base}/` };
		return expectStatus(200, requestToken("management", parameters));
	}

	async function call(method: string, path: string, body?: unknown) {
		const { headers, ...options } = body === undefined ? { headers: {} } : postJson(body);
		const result = await request(base + path, { ...options, method, headers: { authorization, ...headers } });
		if (result.status >= 300) throw new Error(`${method} ${path}: ${result.status} ${result.text}`);
		return { ...result, json: JSON.parse(result.text || "null") };
	}

	return {
		call,
		createTemplate: () => call("POST", TEMPLATES, templateRequest()),
		rename: (templateId: string) => call("PATCH", `${TEMPLATES}/${templateId}`, { name: templateRequest().name }),
		async tokensOf(email: string): Promise<{ userId: string; tokens: RefreshToken[] }> {
			const [{ user_id: userId }] = (await call("GET", `/users-by-email?email=${encodeURIComponent(email)}`)).json;
			const { tokens } = (await call("GET", `/users/${encodeURIComponent(userId)}/refresh-tokens`)).json;
			return { userId, tokens };
		},
		/** A login by the password grant, with a wrong password for an account that no other guess is at. */
		async guess() {
			guesses += 1;
			const account = { username: `guessed-${guesses}@example.com`, password: "wrong" };
			const { status, text } = await requestToken("password_app", { grant_type: "password", ...account });
			if (![403, 429].includes(status)) throw new Error(`A wrong password: ${status} ${text}`);
		},
		/** An admin's session of its own. */
		async signIn(send = request): Promise<Visitor> {
			const visitor = createVisitor(address, send);
			await visitor.signIn(sign_ins.editor as Account);
			return visitor;
		},
	};
}

let names = 0;

/** A request of creation under a name of its own. */
export function templateRequest() {
	names += 1;
	const elements = { portrait: true, family_name: true, given_name: true };
	return {
		name: `Measured ${Date.now().toString(36)} ${names}`,
		type: "mdl",
		dialect: "simplified/1.0",
		presentation: { "org.iso.18013.5.1.mDL": { "org.iso.18013.5.1": elements } },
		well_known_trusted_issuers: "aamva",
	};
}

/** What an admin fills in to create a template, under a name of its own. */
export function newTemplate() {
	return { name: templateRequest().name, type: "mdl", attribute: "portrait" };
}
