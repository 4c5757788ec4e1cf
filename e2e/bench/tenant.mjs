import { readCredentialsFile } from "../../lib/cli/credentials/credentials-file.mjs";
import { request } from "./request.mjs";
import { createVisitor } from "./visitor.mjs";

export const TEMPLATES = "/verifiable-credentials/verification/templates";

/** @typedef {Awaited<ReturnType<typeof openTenant>>} Tenant */

/**
 * The embedded tenant of a running app, over its management interface.
 * @param {string} address
 * @param {string} dataDir
 */
export async function openTenant(address, dataDir) {
	const { sign_ins, clients } = readCredentialsFile(dataDir);
	const base = `${address}/api/v2`;
	const { client_id, client_secret } = clients.management ?? { redirect_uris: [] };
	const till = clients.password_app ?? { redirect_uris: [] };
	let guesses = 0;
	const json = { "content-type": "application/json" };
	const grant = { grant_type: "client_credentials", audience: `${base}/`, client_id, client_secret };
	const authorization = `Bearer ${JSON.parse((await fetchToken()).text).access_token}`;

	/** An access token of the management client, from the token endpoint. */
	async function fetchToken() {
		const body = JSON.stringify(grant);
		const answer = await request(`${address}/oauth/token`, { method: "POST", headers: json, body });
		if (answer.status !== 200) throw new Error(`The token endpoint answered ${answer.status}: ${answer.text}`);
		return answer;
	}

	/**
	 * @param {string} method
	 * @param {string} path
	 * @param {unknown} [body]
	 */
	async function call(method, path, body) {
		const headers = { authorization, ...(body === undefined ? {} : json) };
		const text = body === undefined ? undefined : JSON.stringify(body);
		const answer = await request(base + path, { method, headers, body: text });
		if (answer.status >= 300) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`);
		return { ...answer, json: JSON.parse(answer.text || "null") };
	}

	return {
		call,
		fetchToken,
		/** A login by the password grant, with a wrong password for an account that no other guess is at. */
		async guess() {
			guesses += 1;
			const body = JSON.stringify({
				...{ grant_type: "password", client_id: till.client_id, client_secret: till.client_secret },
				...{ username: `guessed-${guesses}@example.com`, password: "wrong" },
			});
			const answer = await request(`${address}/oauth/token`, { method: "POST", headers: json, body });
			if (![403, 429].includes(answer.status)) throw new Error(`A guess was answered ${answer.status}: ${answer.text}`);
			return answer;
		},
		/** An admin's session of its own. */
		async signIn() {
			const visitor = createVisitor(address);
			await visitor.signIn(/** @type {{ email: string, password: string }} */ (sign_ins.editor));
			return visitor;
		},
		/** The refresh token of a sample user, by e-mail address, that has most metadata. */
		async tokenOf(/** @type {string} */ email) {
			const [user] = (await call("GET", `/users-by-email?email=${encodeURIComponent(email)}`)).json;
			const { tokens } = (await call("GET", `/users/${encodeURIComponent(user.user_id)}/refresh-tokens`)).json;
			const keys = (/** @type {any} */ token) => Object.keys(token.refresh_token_metadata ?? {}).length;
			return tokens.sort((/** @type {any} */ one, /** @type {any} */ other) => keys(other) - keys(one))[0];
		},
	};
}

let names = 0;

/** A request of creation under a name of its own. */
export function templateRequest() {
	names += 1;
	return {
		name: `Measured ${Date.now().toString(36)} ${names}`,
		type: "mdl",
		dialect: "simplified/1.0",
		presentation: {
			"org.iso.18013.5.1.mDL": { "org.iso.18013.5.1": { portrait: true, family_name: true, given_name: true } },
		},
		well_known_trusted_issuers: "aamva",
	};
}
