import { readCredentialsFile } from "../../lib/cli/credentials/credentials-file.ts";
import { type Account, type Answer, createVisitor, expectStatus, postJson, request, type Visitor } from "./http.ts";

export const TEMPLATES = "/verifiable-credentials/verification/templates";

export type Client = { client_id: string; client_secret?: string; redirect_uris: string[] };
export type RefreshToken = { id: string; created_at: string; refresh_token_metadata: object | null };
export type Tenant = Awaited<ReturnType<typeof openTenant>>;

/** The embedded tenant of a running app, over its management interface. */
export async function openTenant(address: string, dataDir: string) {
	const { sign_ins, clients } = readCredentialsFile(dataDir) as unknown as {
		sign_ins: Record<"editor" | "viewer" | "user", Account>;
		clients: Record<string, Client>;
	};
	const base = `${address}/api/v2`;
	const authorization = `Bearer ${JSON.parse((await fetchToken()).text).access_token}`;
	let guesses = 0;

	/** What a client names itself with, where it sends its secret with the form or has none. */
	function clientOf(handle: string) {
		const client = clients[handle];
		if (!client) throw new Error(`no client ${handle}`);
		return { client_id: client.client_id, client_secret: client.client_secret };
	}

	/** A request of a client with its credentials, answered as it may be. */
	function post(path: string, handle: string, parameters: Record<string, unknown>): Promise<Answer> {
		return request(address + path, postJson({ ...clientOf(handle), ...parameters }));
	}

	/** An access token of the management client, by client credentials. */
	function fetchToken(): Promise<Answer> {
		return expectStatus(
			200,
			post("/oauth/token", "management", { grant_type: "client_credentials", audience: `${base}/` }),
		);
	}

	async function call(method: string, path: string, body?: unknown) {
		const { headers, ...options } = body === undefined ? { headers: {} } : postJson(body);
		const answer = await request(base + path, { ...options, method, headers: { authorization, ...headers } });
		if (answer.status >= 300) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`);
		return { ...answer, json: JSON.parse(answer.text || "null") };
	}

	/** A user's tokens, those that were issued last first. */
	async function tokensOf(email: string): Promise<{ userId: string; tokens: RefreshToken[] }> {
		const [{ user_id: userId }] = (await call("GET", `/users-by-email?email=${encodeURIComponent(email)}`)).json;
		const { tokens } = (await call("GET", `/users/${encodeURIComponent(userId)}/refresh-tokens`)).json;
		const byTime = (one: RefreshToken, other: RefreshToken) => (one.created_at < other.created_at ? 1 : -1);
		return { userId, tokens: tokens.sort(byTime) };
	}

	/** An admin's session of its own. */
	async function signIn(send = request): Promise<Visitor> {
		const visitor = createVisitor(address, send);
		await visitor.signIn(sign_ins.editor);
		return visitor;
	}

	return {
		...{ address, signIns: sign_ins, clients, clientOf, post, fetchToken, call, tokensOf, signIn },
		createTemplate: () => call("POST", TEMPLATES, templateRequest()),
		rename: (templateId: string) => call("PATCH", `${TEMPLATES}/${templateId}`, { name: templateRequest().name }),
		/** A login by the password grant, with a wrong password for an account that no other guess is at. */
		async guess() {
			guesses += 1;
			const account = { username: `guessed-${guesses}@example.com`, password: "wrong" };
			const { status, text } = await post("/oauth/token", "password_app", { grant_type: "password", ...account });
			if (![403, 429].includes(status)) throw new Error(`A guess was answered ${status}: ${text}`);
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
