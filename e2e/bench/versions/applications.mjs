import { createHash, randomBytes } from "node:crypto";
import { request } from "../request.mjs";

const REDIRECTS_MAX = 12;
const SCOPE = "openid profile email offline_access";

/**
 * What the sample tenant's applications do with it.
 * @param {string} address
 * @param {Record<string, { client_id: string, client_secret?: string, redirect_uris: string[] }>} clients
 */
export function createApplications(address, clients) {
	/** @param {string} handle */
	function found(handle) {
		const client = clients[handle];
		if (!client) throw new Error(`no client ${handle}`);
		return client;
	}

	/** What a client names itself with, where it sends its secret with the form or has none. @param {string} handle */
	function clientOf(handle) {
		const { client_id, client_secret } = found(handle);
		return { client_id, client_secret };
	}

	/** @param {string} path @param {Record<string, unknown>} body */
	async function post(path, body) {
		const headers = { "content-type": "application/json" };
		const answer = await request(`${address}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
		return { status: answer.status, body: JSON.parse(answer.text) };
	}

	/** @param {string} handle @param {Record<string, unknown>} parameters */
	async function requestTokens(handle, parameters) {
		const { status, body } = await post("/oauth/token", { ...clientOf(handle), ...parameters });
		if (status !== 200) throw new Error(`${handle}: ${status} ${JSON.stringify(body)}`);
		return body;
	}

	/**
	 * Goes where redirects lead, as long as they stay with the service.
	 * @param {import("./steps.mjs").Visitor} browser
	 * @param {string} from
	 * @param {import("../request.mjs").Options} [options]
	 */
	async function follow(browser, from, options = {}) {
		let at = new URL(from, address);
		let answer = await browser.visit(at.href, options);
		for (let count = 0; answer.headers.location && count < REDIRECTS_MAX; count += 1) {
			at = new URL(answer.headers.location, at);
			if (at.origin !== address) return at;
			answer = await browser.visit(at.href);
		}
		return at;
	}

	return {
		clientOf,
		post,
		requestTokens,
		/**
		 * Sends a browser to the authorization endpoint.
		 * @param {import("./steps.mjs").Visitor} browser
		 * @param {string} handle
		 * @returns where it ended: at the login page, or back at the application
		 */
		async authorize(browser, handle) {
			const verifier = randomBytes(32).toString("base64url");
			const { client_id, redirect_uris } = found(handle);
			const query = new URLSearchParams({
				...{ client_id, redirect_uri: redirect_uris[0] ?? "", response_type: "code", scope: SCOPE },
				code_challenge: createHash("sha256").update(verifier).digest("base64url"),
				code_challenge_method: "S256",
			});
			return { at: await follow(browser, `/authorize?${query}`), verifier };
		},
		/**
		 * Fills in the login page.
		 * @param {import("./steps.mjs").Visitor} browser
		 * @param {URL} page
		 * @param {import("./steps.mjs").Account} account
		 */
		logIn(browser, page, { email, password }) {
			const headers = { "content-type": "application/x-www-form-urlencoded" };
			const body = new URLSearchParams({ email, password }).toString();
			return follow(browser, `${page.pathname}/continue`, { method: "POST", headers, body });
		},
		/** @param {string} handle @param {URL} at where the code arrived @param {string} verifier */
		redeem(handle, at, verifier) {
			const [redirect_uri] = found(handle).redirect_uris;
			const code = at.searchParams.get("code");
			return requestTokens(handle, { grant_type: "authorization_code", code, code_verifier: verifier, redirect_uri });
		},
	};
}
