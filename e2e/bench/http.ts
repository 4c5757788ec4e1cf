import { Agent, type IncomingHttpHeaders, request as open } from "node:http";

const ANSWER_WITHIN_MILLISECONDS = 30_000;
const REDIRECTS_MAX = 12;
const agent = new Agent({ keepAlive: true, maxSockets: 256 });

export type Options = {
	method?: string;
	headers?: Record<string, string>;
	body?: string | Buffer;
	/** Breaks the request off. */
	signal?: AbortSignal;
};
export type Answer = {
	status: number;
	headers: IncomingHttpHeaders;
	text: string;
	/** From the first byte sent to the last received. */
	milliseconds: number;
};

/** One request over a connection that is kept, without following redirects. */
export function request(url: string, options: Options = {}): Promise<Answer> {
	const { method = "GET", headers = {}, body, signal } = options;
	const { hostname, port, pathname, search, host } = new URL(url);
	const begin = performance.now();
	return new Promise((resolve, reject) => {
		const outgoing = open(
			{
				...{ agent, method, port, path: pathname + search, timeout: ANSWER_WITHIN_MILLISECONDS, signal },
				// The apps listen on 127.0.0.1, and a browser's name for it is what they expect.
				host: hostname === "localhost" ? "127.0.0.1" : hostname,
				headers: { host, ...(body === undefined ? {} : { "content-length": Buffer.byteLength(body) }), ...headers },
			},
			(incoming) => {
				const chunks: Buffer[] = [];
				incoming.on("data", (chunk) => chunks.push(chunk));
				incoming.once("error", reject);
				incoming.once("end", () => {
					const text = Buffer.concat(chunks).toString("utf8");
					const milliseconds = performance.now() - begin;
					resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text, milliseconds });
				});
			},
		);
		outgoing.once("timeout", () => outgoing.destroy(new Error("no answer")));
		outgoing.once("error", (error: NodeJS.ErrnoException) => {
			// The server may close a kept connection at the moment of its next use: browsers then read once more.
			const isStale = outgoing.reusedSocket && error.code === "ECONNRESET" && method === "GET";
			if (isStale) resolve(request(url, options));
			else reject(error);
		});
		outgoing.end(body);
	});
}

/** An answer of that status. @throws Error where it is another one */
export async function expectStatus(expected: number, answer: Promise<Answer>): Promise<Answer> {
	const { status, text } = await answer;
	if (status !== expected) throw new Error(`answered ${status}: ${text.slice(0, 200)}`);
	return answer;
}

export const postJson = (value: unknown): Options => ({
	...{ method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(value) },
});

const postFields = (fields: Record<string, string>): Options => ({
	...{ method: "POST", headers: { "content-type": "application/x-www-form-urlencoded" } },
	body: new URLSearchParams(fields).toString(),
});

/** A form as a browser without scripts sends it. */
export async function postForm(entries: (readonly [string, string])[]): Promise<Options> {
	const data = new FormData();
	for (const [name, value] of entries) data.append(name, value);
	const encoded = new Response(data);
	const headers = { "content-type": encoded.headers.get("content-type") ?? "" };
	return { method: "POST", headers, body: Buffer.from(await encoded.arrayBuffer()) };
}

export type Account = { email: string; password: string };
export type Visitor = ReturnType<typeof createVisitor>;

/**
 * A browser's cookies without the browser: what somebody does with the app at an address over HTTP.
 * @param send in place of a plain request
 */
export function createVisitor(address: string, send = request) {
	const cookies = new Map<string, string>();

	/** One request, redirects not followed. */
	async function visit(path: string, options: Options = {}): Promise<Answer> {
		const cookie = [...cookies].map((pair) => pair.join("=")).join("; ");
		const headers = { origin: address, ...(cookie && { cookie }), ...options.headers };
		const answer = await send(new URL(path, address).href, { ...options, headers });
		for (const line of answer.headers["set-cookie"] ?? []) {
			const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
			if (value === "" || /max-age=0\b|expires=Thu, 01 Jan 1970/i.test(line)) cookies.delete(name);
			else cookies.set(name, value);
		}
		return answer;
	}

	/** Goes where redirects lead, as long as they stay with the app. @returns where that ends */
	async function follow(path: string, options: Options = {}): Promise<URL> {
		let at = new URL(path, address);
		let answer = await visit(at.href, options);
		for (let count = 0; answer.headers.location && count < REDIRECTS_MAX; count += 1) {
			at = new URL(answer.headers.location, at);
			if (at.origin !== address) break;
			answer = await visit(at.href);
		}
		return at;
	}

	/** What a page's form holds: hidden fields, and those of the framework that name the action. */
	async function readForm(path: string) {
		const { text } = await visit(path);
		const [form = ""] = text.match(/<form(?:(?!<\/form>)[\s\S])*\$ACTION[\s\S]*?<\/form>/) ?? [];
		const hidden = [...form.matchAll(/<input type="hidden"[^>]*>/g)].map(
			([tag]) => [attribute(tag, "name"), attribute(tag, "value")] as const,
		);
		return { path, hidden };
	}

	/** @param typed what is filled in, over what stands in the form */
	async function sendForm({ path, hidden }: Awaited<ReturnType<typeof readForm>>, typed: Record<string, string>) {
		return visit(path, await postForm([...hidden, ...Object.entries(typed)]));
	}

	/** Fills in an open login page. @returns where that leads */
	const logIn = ({ pathname }: URL, { email, password }: Account) =>
		follow(`${pathname}/continue`, postFields({ email, password }));

	return {
		...{ visit, follow, readForm, sendForm, logIn },
		submitForm: async (path: string, typed: Record<string, string>) => sendForm(await readForm(path), typed),
		cookies: () => [...cookies].map(([name, value]) => ({ name, value, url: address })),
		/** Signs in at the console. */
		async signIn(account: Account) {
			const home = await logIn(await follow("/sign-in/start", postFields({ callbackUrl: "/" })), account);
			if (home.pathname !== "/") throw new Error(`No sign-in: ${home.href}`);
		},
	};
}

function attribute(tag: string, name: string): string {
	const value = new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? "";
	return value.replaceAll("&quot;", '"').replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
}
