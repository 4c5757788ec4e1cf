import { clientByConfiguredMethod } from "../clients/client-authentication";
import type { IdentityService } from "../context/identity-service";
import { runListener } from "../context/node-bridge";
import type { ServiceRequest } from "../context/service-request";
import { missingParameter, Refusal, unsupportedGrant } from "../http/refusal";
import { type Reading, readParameters } from "../http/request-parameters";
import { tokenOnlyToLibrary } from "./implicit";
import { absoluteAudience } from "./resource-servers";

// The endpoints that the library answers, and what comes before it.

/** A form that is passed on as a query, whose parser takes the square of the number of parameters. */
const AS_QUERY: Reading = { fieldsMax: 100 };

type Translate = (form: URLSearchParams, service: IdentityService) => URLSearchParams;

/**
 * The steps of a client's request, in their order: read → translate to what the library knows → audience → client. The
 * library then authenticates the client itself; here is checked that it comes by its configured method.
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

/** Lets the library answer a program, at the path that it knows. */
export function jsonByProvider(path?: string) {
	return (service: IdentityService, request: ServiceRequest): Promise<Response> =>
		throughProvider(service, request, { path, accept: "application/json" });
}

/** RFC 9126. Who authenticates by a header or an assertion is named there, and need not be named twice. */
export function handlePushedRequest(service: IdentityService, request: ServiceRequest): Promise<Response> {
	const { form, client } = request;
	if (form && client && !form.get("client_id")) form.set("client_id", client.client_id);
	return throughProvider(service, request, { accept: "application/json" });
}

/** What is ignored by most (RFC 7009 section 2.2) is JSON all the same for those who parse every response. */
export async function handleRevocation(service: IdentityService, request: ServiceRequest): Promise<Response> {
	const response = await throughProvider(service, request, { accept: "application/json" });
	if (!response.ok) return response;
	const answer = new Response("{}", response);
	answer.headers.set("content-type", "application/json; charset=utf-8");
	answer.headers.delete("content-length");
	return answer;
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
	return goOnByGet(service.config.issuer, await readParameters(request, AS_QUERY));
}

/** Lets the library answer a browser. */
export function pageByProvider(service: IdentityService, request: ServiceRequest): Promise<Response> {
	return throughProvider(service, request);
}

/** A logout by POST (OpenID Connect RP-Initiated Logout 1.0 section 2) is a logout by GET with its parameters. */
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

/** This interface says `audience` where RFC 8707 says `resource`. */
function audienceToResource(service: IdentityService, parameters: URLSearchParams): void {
	const audiences = parameters.getAll("audience").filter(Boolean);
	if (audiences.length === 0) return;
	parameters.delete("audience");
	parameters.delete("resource");
	for (const audience of audiences) parameters.append("resource", absoluteAudience(service, audience));
}

/** Servers and browsers take no much longer addresses. */
const ADDRESS_LENGTH_MAX = 7500;

/**
 * An authorization request by POST (OpenID Connect Core 1.0 section 3.1.2.1) goes on as one by GET. Answered at once it
 * would meet a browser that is signed in as a stranger: a form of another site brings no SameSite=Lax cookies, the GET
 * that follows it does.
 * @throws Refusal for parameters that no address holds
 */
function goOnByGet(issuer: string, parameters: URLSearchParams): Response {
	const location = new URL(`authorize?${parameters}`, issuer).href;
	if (location.length > ADDRESS_LENGTH_MAX) {
		const message = "The authorization request is too large: push it to /oauth/par.";
		throw new Refusal(413, "invalid_request", message);
	}
	// The redirect shows no page that an opener could reach; what follows decides about that itself.
	return new Response(null, { status: 303, headers: { location, "cross-origin-opener-policy": "unsafe-none" } });
}
