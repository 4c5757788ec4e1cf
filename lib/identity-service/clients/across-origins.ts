import type { Client } from "oidc-provider";
import type { IdentityService } from "../context/identity-service";
import type { ServiceRequest } from "../context/service-request";
import { Refusal } from "../http/refusal";
import { type ClientRow, clientSettings, clientsWithAddress } from "../store/clients";
import { absoluteUris } from "./addresses";

/** A browser may cache a preflight's result this long. */
const PREFLIGHT_SECONDS = 3600;
/** Headers that scripts may read: the rate limit's, and the reasons of a refusal. */
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

/**
 * Refuses a script on an origin that is not the client's before anything is done. The library refuses it at `/userinfo`,
 * where the token names the client, with the same message.
 * @throws Refusal 400
 */
export function requireOrigin(service: IdentityService, { headers }: ServiceRequest, client: ClientRow): void {
	const origin = headers.get("origin");
	if (origin === null || scriptOrigins(service, client).includes(origin)) return;
	throw new Refusal(400, "invalid_request", `origin ${origin} not allowed for client: ${client.client_id}`);
}

/**
 * Lets the scripts of applications read a response from their own origins (Fetch Standard, "CORS protocol"): on an origin
 * of the client that the request names; for a refusal before the client is known, on those of all clients. No cookie is
 * set: a script is authorised by its request alone.
 */
export async function allowScripts(
	service: IdentityService,
	request: ServiceRequest,
	{ headers, status, ok }: Response,
): Promise<void> {
	const origin = request.headers.get("origin");
	const verdict = verdictOfLibrary(headers, ok);
	for (const name of [...GIVEN_HEADERS, "set-cookie"]) headers.delete(name);
	if (verdict === "none") headers.append("vary", "Origin");
	if (origin === null || verdict === "refused") return;
	if (verdict === "allowed" || (await mayRead(service, request, origin, status))) {
		allow(headers, origin);
		headers.set("access-control-expose-headers", READABLE_HEADERS);
	}
}

function allow(headers: Headers, origin: string): void {
	headers.set("access-control-allow-origin", origin);
	headers.set("access-control-allow-credentials", "true");
}

/** The library's check of a script's origin, which it compares with the client's once it has read the client. */
function verdictOfLibrary(headers: Headers, ok: boolean): "none" | "allowed" | "refused" | "unknown client" {
	if (!headers.get("vary")?.toLowerCase().includes("origin")) return "none";
	if (!headers.has("access-control-allow-origin")) return "refused";
	return ok ? "allowed" : "unknown client";
}

async function mayRead(service: IdentityService, { client }: ServiceRequest, origin: string, status: number) {
	if (client) return scriptOrigins(service, client).includes(origin);
	// 429 has the same body for every caller and needs no look-up. Where the store fails, no script may read that.
	return status === 429 || isOriginOfAnyClient(service, origin).catch(() => false);
}

/** A preflight names no client, so the origins of all clients are allowed. @param methods that scripts may use */
export function handlePreflight(methods: readonly string[]) {
	return async (service: IdentityService, request: ServiceRequest): Promise<Response> => {
		const headers = new Headers({
			"cache-control": "private, no-store",
			vary: "Origin",
			allow: [...methods, "OPTIONS"].join(", "),
		});
		const origin = request.headers.get("origin");
		const isPreflight = origin !== null && request.headers.has("access-control-request-method");
		if (isPreflight && (await isOriginOfAnyClient(service, origin))) {
			allow(headers, origin);
			headers.set("access-control-allow-methods", methods.join(", "));
			headers.set("access-control-max-age", String(PREFLIGHT_SECONDS));
			const requested = request.headers.get("access-control-request-headers");
			if (requested) headers.set("access-control-allow-headers", requested);
		}
		return new Response(null, { status: 204, headers });
	};
}

/** `https://`, the longest host name of DNS, and a port. */
const ORIGIN_LENGTH_MAX = 8 + 253 + 6;

/** Client metadata beyond the library's own. */
export const WEB_ORIGINS_METADATA = "web_origins";
export const SCRIPT_ORIGINS_METADATA = "script_origins";

/** The origins of a client's pages, as registered. */
export function originMetadata(service: IdentityService, client: ClientRow): Record<string, string[]> {
	return {
		[WEB_ORIGINS_METADATA]: webOrigins(client),
		[SCRIPT_ORIGINS_METADATA]: scriptOrigins(service, client),
	};
}

/** The same as `webOriginsOf`, of a client's row. */
export function webOrigins(client: ClientRow): string[] {
	return origins(clientSettings(client).web_origins);
}

/** Origins that receive responses by `web_message`. A client with any signs users in from its pages' scripts. */
export function webOriginsOf(client: Client): readonly string[] {
	return (client[WEB_ORIGINS_METADATA] ?? []) as string[];
}

/** The same as `scriptOrigins`, of a client that the library holds. */
export function scriptOriginsOf(client: Client): readonly string[] {
	return (client[SCRIPT_ORIGINS_METADATA] ?? []) as string[];
}

/** Origins whose scripts may read the responses to a client: its web origins, allowed origins and callbacks. */
function scriptOrigins(service: IdentityService, client: ClientRow): string[] {
	const { web_origins, allowed_origins } = clientSettings(client);
	return [...new Set(origins([...web_origins, ...allowed_origins, ...absoluteUris(service, client.redirect_uris)]))];
}

/** Whether scripts of an origin may read the responses to any client of the tenant. */
async function isOriginOfAnyClient(service: IdentityService, origin: string): Promise<boolean> {
	if (
		origin.length > ORIGIN_LENGTH_MAX ||
		!/^https?:/.test(origin) ||
		!URL.canParse(origin) ||
		new URL(origin).origin !== origin
	)
		return false;
	const isOwn = origin === new URL(service.config.issuer).origin;
	const clients = await clientsWithAddress(service.database, isOwn ? "/" : origin);
	return clients.some((client) => scriptOrigins(service, client).includes(origin));
}

/** The origins of http and https addresses; a private-use scheme has none that a script could run on. */
function origins(addresses: readonly string[]): string[] {
	return addresses
		.filter((address) => URL.canParse(address))
		.map((address) => new URL(address).origin)
		.filter((origin) => origin !== "null");
}
