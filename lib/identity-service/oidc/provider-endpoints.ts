import { clientOfRequest } from "../clients/client-authentication";
import type { IdentityService } from "../context/identity-service";
import { runListener, type Target } from "../context/node-bridge";
import type { ServiceRequest, Step } from "../context/service-request";
import { missingParameter, Refusal } from "../http/refusal";
import { formOf, type Reading, readParameters } from "../http/request-parameters";
import { tokenOnlyToLibrary } from "./implicit";
import { namedApis } from "./resource-servers";
import { OPENER_HEADER, OPENER_KEPT } from "./web-message";

// The endpoints that the library handles, and how their requests are read.

/** A form that is passed on as a query, whose parser takes quadratic time in the number of parameters. */
export const AS_QUERY: Reading = { fieldsMax: 100 };

type Translate = (form: URLSearchParams) => URLSearchParams;

/**
 * The step that reads a client's request: its parameters, the audience as the library names it, and the client.
 * @param translate throws Refusal
 */
export function clientRequest(translate: Translate = (form) => form, reading?: Reading): Step {
	return async (service, request) => {
		const form = translate(await readParameters(request, reading));
		audienceToResource(service, form);
		request.form = form;
		request.client = await clientOfRequest(service, form, request);
	};
}

export function tokenRequest(form: URLSearchParams): URLSearchParams {
	if (!form.get("grant_type")) throw missingParameter("grant_type");
	return form;
}

/** Lets the library handle a program's request. @param path of the library, where it differs from the request's */
export function jsonByProvider(path?: string) {
	return (service: IdentityService, request: ServiceRequest): Promise<Response> =>
		throughProvider(service, request, { path, accept: "application/json" });
}

/** RFC 9126. A client that authenticates by a header or an assertion need not repeat its identifier. */
export function handlePushedRequest(service: IdentityService, request: ServiceRequest): Promise<Response> {
	const form = formOf(request);
	if (request.client && !form.get("client_id")) form.set("client_id", request.client.client_id);
	return throughProvider(service, request, { accept: "application/json" });
}

/** Most clients ignore the body (RFC 7009 section 2.2); it is JSON for those that parse every response. */
export async function handleRevocation(service: IdentityService, request: ServiceRequest): Promise<Response> {
	const response = await throughProvider(service, request, { accept: "application/json" });
	if (!response.ok) return response;
	const json = new Response("{}", response);
	json.headers.set("content-type", "application/json; charset=utf-8");
	json.headers.delete("content-length");
	return json;
}

export function handleAuthorization(service: IdentityService, request: ServiceRequest): Promise<Response> {
	const { searchParams } = request.url;
	audienceToResource(service, searchParams);
	tokenOnlyToLibrary(searchParams);
	return throughProvider(service, request);
}

export function handlePostedAuthorization(service: IdentityService, request: ServiceRequest): Response {
	return redirectToGet(service.config.issuer, formOf(request));
}

/** Lets the library handle a browser's request. */
export function pageByProvider(service: IdentityService, request: ServiceRequest): Promise<Response> {
	return throughProvider(service, request);
}

/** A logout by POST (OpenID Connect RP-Initiated Logout 1.0 section 2) is handled as one by GET with its parameters. */
export function handlePostedLogout(service: IdentityService, request: ServiceRequest): Promise<Response> {
	return throughProvider(service, request, { method: "GET", path: `oidc/logout?${formOf(request)}`, form: null });
}

async function throughProvider(
	service: IdentityService,
	request: ServiceRequest,
	{ method = request.method, path, form = request.form, accept }: Partial<Target> = {},
): Promise<Response> {
	await service.keys.refresh();
	const { listener } = service.oidc();
	const { pathname, searchParams } = request.url;
	const query = searchParams.size > 0 ? `?${searchParams}` : "";
	const target = path ?? pathname.replace(/^\/|\/$/g, "") + query;
	return runListener(listener, service, request, { method, path: target, form, accept });
}

/** The specification's `audience` is RFC 8707's `resource`, which is ignored beside it. */
function audienceToResource(service: IdentityService, parameters: URLSearchParams): void {
	const audiences = parameters.getAll("audience").filter(Boolean);
	const apis = namedApis(service, audiences.length > 0 ? audiences : parameters.getAll("resource"));
	parameters.delete("audience");
	parameters.delete("resource");
	for (const api of apis) parameters.append("resource", api);
}

/** Servers and browsers do not accept much longer URLs. */
const ADDRESS_LENGTH_MAX = 7500;

/**
 * An authorization request by POST (OpenID Connect Core 1.0 section 3.1.2.1) is redirected to one by GET. Otherwise the
 * session would be missed: a browser sends no SameSite=Lax cookies with a form of another site, but with the GET that
 * follows.
 * @throws Refusal for parameters that are too long for a URL
 */
function redirectToGet(issuer: string, parameters: URLSearchParams): Response {
	const location = new URL(`authorize?${parameters}`, issuer).href;
	if (location.length > ADDRESS_LENGTH_MAX) {
		const message = "The authorization request is too large: push it to /oauth/par.";
		throw new Refusal(413, "invalid_request", message);
	}
	// The redirect shows no page that an opener could reach; the response that follows sets its own policy.
	return new Response(null, { status: 303, headers: { location, [OPENER_HEADER]: OPENER_KEPT } });
}
