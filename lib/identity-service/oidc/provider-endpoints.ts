import { clientByConfiguredMethod } from "../clients/client-authentication";
import type { IdentityService } from "../context/identity-service";
import { runListener } from "../context/node-bridge";
import type { ServiceRequest } from "../context/service-request";
import { missingParameter, Refusal, unsupportedGrant } from "../http/refusal";
import { type Reading, readParameters } from "../http/request-parameters";
import { tokenOnlyToLibrary } from "./implicit";
import { namedApis } from "./resource-servers";
import { OPENER_HEADER, OPENER_KEPT } from "./web-message";

// The endpoints that the library handles, and the steps before it.

/** A form that is passed on as a query, whose parser takes quadratic time in the number of parameters. */
const AS_QUERY: Reading = { fieldsMax: 100 };

type Translate = (form: URLSearchParams, service: IdentityService) => URLSearchParams;

/**
 * The steps of a client's request, in their order: read → translate for the library → audience → client. The library
 * then authenticates the client; here it is checked that the client uses its configured method.
 * @param translate throws Refusal
 */
export function clientRequest(translate: Translate = (form) => form, reading?: Reading) {
	return async (service: IdentityService, request: ServiceRequest): Promise<void> => {
		const form = translate(await readParameters(request, reading), service);
		audienceToResource(service, form);
		request.client = await clientByConfiguredMethod(service, form, request);
		request.form = form;
	};
}

export function tokenRequest(form: URLSearchParams, { grants }: IdentityService): URLSearchParams {
	const grantType = form.get("grant_type");
	if (!grantType) throw missingParameter("grant_type");
	if (grants.some(({ name, isInner }) => isInner && name === grantType)) throw unsupportedGrant(grantType);
	return form;
}

/** Lets the library handle a program's request. @param path of the library, where it differs from the request's */
export function jsonByProvider(path?: string) {
	return (service: IdentityService, request: ServiceRequest): Promise<Response> =>
		throughProvider(service, request, { path, accept: "application/json" });
}

/** RFC 9126. A client that authenticates by a header or an assertion need not repeat its identifier. */
export function handlePushedRequest(service: IdentityService, request: ServiceRequest): Promise<Response> {
	const { form, client } = request;
	if (form && client && !form.get("client_id")) form.set("client_id", client.client_id);
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

export async function handleUserInfo(service: IdentityService, request: ServiceRequest): Promise<Response> {
	if (request.method === "POST") request.form = await readParameters(request);
	return throughProvider(service, request, { accept: "application/json" });
}

export function handleAuthorization(service: IdentityService, request: ServiceRequest): Promise<Response> {
	const { searchParams } = request.url;
	audienceToResource(service, searchParams);
	tokenOnlyToLibrary(searchParams);
	return throughProvider(service, request);
}

export async function handlePostedAuthorization(service: IdentityService, request: ServiceRequest): Promise<Response> {
	return redirectToGet(service.config.issuer, await readParameters(request, AS_QUERY));
}

/** Lets the library handle a browser's request. */
export function pageByProvider(service: IdentityService, request: ServiceRequest): Promise<Response> {
	return throughProvider(service, request);
}

/** A logout by POST (OpenID Connect RP-Initiated Logout 1.0 section 2) is handled as one by GET with its parameters. */
export async function handlePostedLogout(service: IdentityService, request: ServiceRequest): Promise<Response> {
	const form = await readParameters(request, AS_QUERY);
	return throughProvider(service, request, { method: "GET", path: `oidc/logout?${form}` });
}

export async function handleLogoutConfirmation(service: IdentityService, request: ServiceRequest): Promise<Response> {
	request.form = await readParameters(request);
	return throughProvider(service, request);
}

async function throughProvider(
	service: IdentityService,
	request: ServiceRequest,
	{ method = request.method, path, accept }: { method?: string; path?: string | undefined; accept?: string } = {},
): Promise<Response> {
	await service.keys.refresh();
	const { listener } = service.oidc();
	const { pathname, searchParams } = request.url;
	const query = searchParams.size > 0 ? `?${searchParams}` : "";
	const target = path ?? pathname.replace(/^\/|\/$/g, "") + query;
	return runListener(listener, service, request, { method, path: target, form: request.form, accept });
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
