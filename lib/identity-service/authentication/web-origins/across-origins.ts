import { countRequest } from "../../http/rate/count-request";
import { rateHeaders } from "../../http/rate/rate-headers";
import { remoteAddress } from "../../http/rate/remote-address";
import type { IdentityService } from "../../identity-service";
import { answerProblem, tooManyRequests } from "../../pages/problem";
import type { ClientRow } from "../../store/clients";
import type { ErrorAnswer } from "../endpoint/token-errors";
import { isOriginOfAnyClient, scriptOrigins } from "./web-origins";

type Handler = (service: IdentityService, request: Request, uid: string) => Response | Promise<Response>;

/** How long a browser may go without asking again, in seconds. */
const PREFLIGHT_SECONDS = 3600;
/** What scripts may read beside the body: what is left of the limit, and why they were refused. */
const READABLE_HEADERS = [
	...["X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset", "Retry-After"],
	...["WWW-Authenticate", "DPoP-Nonce"],
].join(", ");

/** Set here alone. */
const GIVEN_HEADERS = [
	"access-control-allow-origin",
	"access-control-allow-credentials",
	"access-control-expose-headers",
];

const callers = new WeakMap<Request, ClientRow>();

/** Says which client a request names, for `acrossOrigins`: its answer is for the scripts of that client's origins. */
export function noteCaller(request: Request, client: ClientRow): void {
	callers.set(request, client);
}

/**
 * The refusal of a script on an origin that is not the client's, before anything is done for it; null where there is
 * none to refuse. The library refuses in the same words what it answers itself.
 */
export function refuseForeign(service: IdentityService, request: Request, client: ClientRow): ErrorAnswer | null {
	const origin = request.headers.get("origin");
	if (origin === null || scriptOrigins(service, client).includes(origin)) return null;
	const description = `origin ${origin} not allowed for client: ${client.client_id}`;
	return { status: 400, error: "invalid_request", description };
}

/**
 * Lets the scripts of applications call an endpoint from their own origins (Fetch Standard, "CORS protocol"). They may
 * send cookies along, as some libraries do with every call; none is ever looked at or set: what a script may do here it
 * does with what is in its request. A preflight names no client, so it is answered to the origins of all; the answer
 * itself can be read on an origin of the client that the request names, and a refusal that comes before a client is known
 * on those of all.
 * @param methods that scripts may use
 */
export function acrossOrigins(methods: readonly string[], handle: Handler): Handler {
	return async (service, request, uid) => {
		const origin = request.headers.get("origin");
		if (request.method === "OPTIONS") return answerPreflight(service, request, methods);
		request.headers.delete("cookie");
		const response = await handle(service, request, uid);
		const verdict = verdictOfLibrary(response);
		for (const name of [...GIVEN_HEADERS, "set-cookie"]) response.headers.delete(name);
		if (verdict === "none") response.headers.append("vary", "Origin");
		if (origin === null || verdict === "refused") return response;
		if (verdict === "allowed" || (await mayRead(service, request, origin, response.status))) {
			allow(response.headers, origin);
			response.headers.set("access-control-expose-headers", READABLE_HEADERS);
		}
		return response;
	};
}

function allow(headers: Headers, origin: string): void {
	headers.set("access-control-allow-origin", origin);
	headers.set("access-control-allow-credentials", "true");
}

/** What the library has made of a script's origin: it compares with the client's, where it comes to know the client. */
function verdictOfLibrary({ headers, ok }: Response): "none" | "allowed" | "refused" | "unknown client" {
	if (!headers.get("vary")?.toLowerCase().includes("origin")) return "none";
	if (!headers.has("access-control-allow-origin")) return "refused";
	return ok ? "allowed" : "unknown client";
}

function mayRead(service: IdentityService, request: Request, origin: string, status: number) {
	const client = callers.get(request);
	if (client) return scriptOrigins(service, client).includes(origin);
	// The same words for everybody, for which nothing is looked up.
	return status === 429 || isOriginOfAnyClient(service, origin);
}

async function answerPreflight(service: IdentityService, request: Request, methods: readonly string[]) {
	const rate = await countRequest(service, `authentication:preflight:${remoteAddress(request)}`);
	if (rate && !rate.allowed) return answerProblem(request, { ...tooManyRequests(), headers: rateHeaders(rate) }, true);
	const headers = new Headers({ vary: "Origin", allow: [...methods, "OPTIONS"].join(", "), ...rateHeaders(rate) });
	const origin = request.headers.get("origin");
	const isPreflight = origin !== null && request.headers.has("access-control-request-method");
	if (isPreflight && (await isOriginOfAnyClient(service, origin))) {
		allow(headers, origin);
		headers.set("access-control-allow-methods", methods.join(", "));
		headers.set("access-control-max-age", String(PREFLIGHT_SECONDS));
		const asked = request.headers.get("access-control-request-headers");
		if (asked) headers.set("access-control-allow-headers", asked);
	}
	return new Response(null, { status: 204, headers });
}
