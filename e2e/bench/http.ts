import { once } from "node:events";
import { Agent, type IncomingHttpHeaders, type IncomingMessage, request as open } from "node:http";

const RESPONSE_WITHIN_MILLISECONDS = 30_000;
const REDIRECTS_MAX = 12;
const agent = new Agent({ keepAlive: true, maxSockets: 512 });

export type Options = {
	method?: string;
	headers?: Record<string, string>;
	body?: string | Buffer;
	/** Breaks the request off. */
	signal?: AbortSignal | undefined;
};
export type Result = {
	status: number;
	headers: IncomingHttpHeaders;
	text: string;
	/** From the first byte sent to the last received. */
	milliseconds: number;
};

/** One request over a connection that is kept, without following redirects. */
export async function request(url: string, options: Options = {}): Promise<Result> {
	const { method = "GET", headers = {}, body, signal } = options;
	const begin = performance.now();
	// The apps listen on 127.0.0.1, under the name localhost.
	const network = { agent, family: 4, timeout: RESPONSE_WITHIN_MILLISECONDS };
	const outgoing = open(url, { ...network, method, headers, signal });
	outgoing.once("timeout", () => outgoing.destroy(new Error("no response")));
	// What goes wrong after the response has begun is thrown where its text is read.
	outgoing.on("error", () => {});
	outgoing.end(body);
	let incoming: IncomingMessage | undefined;
	try {
		[incoming] = (await once(outgoing, "response")) as [IncomingMessage];
		let text = "";
		incoming.setEncoding("utf8").on("data", (chunk) => {
			text += chunk;
		});
		await once(incoming, "end");
		const milliseconds = performance.now() - begin;
		return { status: incoming.statusCode ?? 0, headers: incoming.headers, text, milliseconds };
	} catch (error) {
		// The server may close a kept connection at the moment of its next use: browsers then read once more.
		const isStale = !incoming && outgoing.reusedSocket && (error as NodeJS.ErrnoException).code === "ECONNRESET";
		if (isStale && method === "GET") return request(url, options);
		throw error;
	}
}

/** A response of that status. @throws Error where it is another one */
export async function expectStatus(expected: number, result: Promise<Result>): Promise<Result> {
	const { status, text } = await result;
	if (status !== expected) throw new Error(`The status is ${status}: ${text.slice(0, 200)}`);
	return result;
}

export const postJson = (value: unknown): Options => ({
	method: "POST",
	headers: { "content-type": "application/json" },
	body: JSON.stringify(value),
});

export type Account = { email: string; password: string };
export type Visitor = ReturnType<typeof createVisitor>;
type Form = { path: string; hidden: (readonly [string, string])[] };

/**
 * A browser's cookies without the browser: what an admin does with the app at an address over HTTP.
 * @param send in place of a plain request
 */
export function createVisitor(address: string, send = request) {
	const cookies = new Map<string, string>();

	/** One request, redirects not followed. */
	async function visit(path: string, options: Options = {}): Promise<Result> {
		const cookie = [...cookies].map((pair) => pair.join("=")).join("; ");
		const headers = { origin: address, ...(cookie && { cookie }), ...options.headers };
		const result = await send(new URL(path, address).href, { ...options, headers });
		for (const line of result.headers["set-cookie"] ?? []) {
			const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
			if (value === "" || /max-age=0\b|expires=Thu, 01 Jan 1970/i.test(line)) cookies.delete(name);
			else cookies.set(name, value);
		}
		return result;
	}

	/** Sends fields and follows the redirects. @returns the path where they end */
	async function submit(path: string, fields: Record<string, string>): Promise<string> {
		const headers = { "content-type": "application/x-www-form-urlencoded" };
		let at = new URL(path, address);
		let result = await visit(path, { method: "POST", headers, body: new URLSearchParams(fields).toString() });
		for (let count = 0; result.headers.location && count < REDIRECTS_MAX; count += 1) {
			at = new URL(result.headers.location, at);
			result = await visit(at.href);
		}
		return at.pathname;
	}

	return {
		visit,
		/** The form of a page with its hidden fields, of which some name the server action. */
		async readForm(path: string): Promise<Form> {
			const { text } = await visit(path);
			const [form = ""] = text.match(/<form(?:(?!<\/form>)[\s\S])*\$ACTION[\s\S]*?<\/form>/) ?? [];
			const hidden = [...form.matchAll(/<input type="hidden"[^>]*>/g)].map(
				([tag]) => [attribute(tag, "name"), attribute(tag, "value")] as const,
			);
			return { path, hidden };
		},
		/** Sends a form with these values, as a browser without scripts does. */
		async sendForm({ path, hidden }: Form, values: Record<string, string>): Promise<Result> {
			const data = new FormData();
			for (const [name, value] of [...hidden, ...Object.entries(values)]) data.append(name, value);
			const encoded = new Response(data);
			const headers = { "content-type": encoded.headers.get("content-type") ?? "" };
			return visit(path, { method: "POST", headers, body: Buffer.from(await encoded.arrayBuffer()) });
		},
		cookies: () => [...cookies].map(([name, value]) => ({ name, value, url: address })),
		/** Signs in at the console. */
		async signIn({ email, password }: Account): Promise<void> {
			const login = await submit("/sign-in/start", { callbackUrl: "/" });
			const home = await submit(`${login}/continue`, { email, password });
			if (home !== "/") throw new Error(`The sign-in ended at ${home}.`);
		},
	};
}

function attribute(tag: string, name: string): string {
	const value = new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? "";
	return value.replaceAll("&quot;", '"').replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
}
