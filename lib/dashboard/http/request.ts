import "server-only";
import http from "node:http";
import https from "node:https";
import { outsideRequests, processWide } from "@/lib/process/process-wide";

export const DEADLINE_MS = 10_000;
export const RESPONSE_BYTES_MAX = 1024 * 1024;

export type ServiceRequest = {
	method: "GET" | "POST" | "PATCH" | "DELETE";
	url: string;
	headers?: Record<string, string>;
	body?: string;
	/** Total time; at most `DEADLINE_MS`. */
	deadlineMs?: number;
};

/** `isDamaged`: the body was not valid UTF-8, and has U+FFFD in place of invalid bytes. */
export type ServiceResponse = { status: number; headers: http.IncomingHttpHeaders; text: string; isDamaged: boolean };

/** No usable response. `sent`: the request may have reached the service, so a write may have been carried out. */
export class TransportError extends Error {
	override name = "TransportError";
	readonly kind: ("unreachable" | "time-out" | "broken") | ("too-large" | "headers-too-large" | "encoded" | "not-http");
	readonly sent: boolean;
	/** Of the system or the library, such as `ENOTFOUND`. */
	readonly code: string | undefined;
	constructor(kind: TransportError["kind"], sent: boolean, options?: ErrorOptions) {
		super(`no usable response: ${kind}`, options);
		this.kind = kind;
		this.sent = sent;
		this.code = codeOf(options?.cause);
	}
}

function codeOf(cause: unknown): string | undefined {
	const code = typeof cause === "object" && cause !== null && "code" in cause ? cause.code : undefined;
	return typeof code === "string" ? code : undefined;
}

// As many connections as calls: the server bounds the requests in progress, and a call that waited for the connection of
// another would fail with it where the tenant hangs.
const agentOptions = { keepAlive: true, timeout: 60_000 };
const agents = {
	"http:": new http.Agent(agentOptions),
	"https:": new https.Agent({ ...agentOptions, rejectUnauthorized: true }),
};

/** Where the process serves the embedded tenant to itself: requests to its origin go there. */
export const ownTenant = processWide<{ origin: string; servedAt: string } | null>("own-tenant", () => null);

function connectedAddress(url: URL): URL {
	const own = ownTenant.get();
	return own && url.origin === own.origin ? new URL(url.pathname + url.search, own.servedAt) : url;
}

/**
 * The only HTTP client of the dashboard beside that of the sign-in library. Certificates are verified whatever
 * `NODE_TLS_REJECT_UNAUTHORIZED` says. A total deadline covers everything from the first byte sent to the last received;
 * redirects are not followed; only a body without content encoding of at most 1 MB is read.
 * @throws TransportError
 */
export function request(options: ServiceRequest): Promise<ServiceResponse> {
	// A keep-alive connection belongs to the asynchronous context it was last used in, and would retain its page.
	return outsideRequests(send, options);
}

function send({ method, url, headers, body, deadlineMs = DEADLINE_MS }: ServiceRequest): Promise<ServiceResponse> {
	const target = connectedAddress(new URL(url));
	const module = target.protocol === "https:" ? https : http;
	const agent = target.protocol === "https:" ? agents["https:"] : agents["http:"];
	const length = body === undefined ? {} : { "content-length": Buffer.byteLength(body) };
	return new Promise((resolve, reject) => {
		let sent = false;
		const outgoing = module.request(target, {
			method,
			agent,
			headers: { accept: "application/json", "accept-encoding": "identity", ...headers, ...length },
		});
		const fail = (kind: TransportError["kind"], cause?: unknown) => {
			clearTimeout(deadline);
			reject(new TransportError(kind, sent, { cause }));
			outgoing.destroy();
		};
		const deadline = setTimeout(() => fail("time-out"), Math.min(deadlineMs, DEADLINE_MS));
		outgoing.on("socket", (socket) => {
			const connected = () => {
				sent = true;
			};
			if (socket.connecting) socket.once(target.protocol === "https:" ? "secureConnect" : "connect", connected);
			else connected();
		});
		outgoing.on("error", (error) => fail(kindOfFailure(error, sent), error));
		outgoing.on("response", (incoming) => {
			if ((incoming.headers["content-encoding"] ?? "identity") !== "identity") return fail("encoded");
			if (Number(incoming.headers["content-length"]) > RESPONSE_BYTES_MAX) return fail("too-large");
			const chunks: Buffer[] = [];
			let bytes = 0;
			incoming.on("data", (chunk: Buffer) => {
				bytes += chunk.length;
				if (bytes > RESPONSE_BYTES_MAX) fail("too-large");
				else chunks.push(chunk);
			});
			incoming.on("error", (error) => fail("broken", error));
			incoming.on("aborted", () => fail("broken"));
			incoming.on("end", () => {
				clearTimeout(deadline);
				resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, ...decode(Buffer.concat(chunks)) });
			});
		});
		outgoing.end(body);
	});
}

/** Invalid HTTP and headers beyond the parser's limit are errors of an established connection. */
function kindOfFailure(error: Error, sent: boolean): TransportError["kind"] {
	const code = codeOf(error) ?? "";
	if (code === "HPE_HEADER_OVERFLOW") return "headers-too-large";
	if (code.startsWith("HPE_")) return "not-http";
	return sent ? "broken" : "unreachable";
}

function decode(bytes: Buffer): Pick<ServiceResponse, "text" | "isDamaged"> {
	try {
		return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes), isDamaged: false };
	} catch {
		return { text: new TextDecoder("utf-8").decode(bytes), isDamaged: true };
	}
}

/** The JSON of a response; undefined where it is none. */
export function jsonIn({ text }: Pick<ServiceResponse, "text">): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
