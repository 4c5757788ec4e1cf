import { request } from "./request.mjs";

const REDIRECTS_MAX = 12;

/** @typedef {ReturnType<typeof createVisitor>} Visitor */

/**
 * A browser's cookies without the browser: what an admin does over HTTP.
 * @param {string} address of the app
 */
export function createVisitor(address) {
	/** @type {Map<string, string>} */
	const cookies = new Map();

	/**
	 * One request, redirects not followed.
	 * @param {string} path
	 * @param {import("./request.mjs").Options} [options]
	 */
	async function visit(path, options = {}) {
		const cookie = [...cookies].map((pair) => pair.join("=")).join("; ");
		const answer = await request(new URL(path, address).href, {
			...options,
			headers: { origin: address, ...(cookie && { cookie }), ...options.headers },
		});
		for (const line of answer.headers["set-cookie"] ?? []) keep(line);
		return answer;
	}

	/** @param {string} line */
	function keep(line) {
		const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
		if (value === "" || /max-age=0\b|expires=Thu, 01 Jan 1970/i.test(line)) cookies.delete(name);
		else cookies.set(name, value);
	}

	/**
	 * Sends a form and follows where it leads.
	 * @param {string} path
	 * @param {Record<string, string>} fields
	 */
	async function submit(path, fields) {
		const headers = { "content-type": "application/x-www-form-urlencoded" };
		const body = new URLSearchParams(fields).toString();
		let at = new URL(path, address).href;
		let answer = await visit(at, { method: "POST", headers, body });
		for (let count = 0; answer.headers.location && count < REDIRECTS_MAX; count += 1) {
			at = new URL(answer.headers.location, at).href;
			answer = await visit(at);
		}
		return { ...answer, url: at };
	}

	return {
		visit,
		cookies: () => [...cookies].map(([name, value]) => ({ name, value, url: address })),
		/** @param {{ email: string, password: string }} account */
		async signIn({ email, password }) {
			const login = await submit("/sign-in/start", { callbackUrl: "/" });
			const home = await submit(`${new URL(login.url).pathname}/continue`, { email, password });
			if (home.status !== 200 || new URL(home.url).pathname !== "/") throw new Error(`No sign-in: ${home.url}`);
		},
	};
}
