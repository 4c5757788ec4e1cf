import { countRequest } from "../../http/rate/count-request";
import { rateHeaders } from "../../http/rate/rate-headers";
import type { RateState } from "../../http/rate/rate-limiter";
import { remoteAddress } from "../../http/rate/remote-address";
import type { IdentityService } from "../../identity-service";
import { answerProblem, type Problem, tooManyRequests } from "../../pages/problem";
import type { ClientRow } from "../../store/clients";
import { clientByConfiguredMethod } from "../clients/client-authentication";
import { delegationToTokenRequest } from "../delegation/delegation-request";
import { INNER_GRANTS } from "../grants/grant-types";
import { tokenOnlyToLibrary } from "../grants/implicit";
import { passwordlessToTokenRequest } from "../grants/passwordless-endpoints";
import { authenticationOf } from "../provider/provider";
import { absoluteAudience } from "../provider/resource-servers";
import { noteCaller } from "../web-origins/across-origins";
import { failureAnswer, logFailure } from "./failures";
import { answerThrough } from "./node-bridge";
import { goOnByGet } from "./posted-request";
import { readParameters, UnreadableBody } from "./request-parameters";
import { type ErrorAnswer, missingParameter, unsupportedGrant } from "./token-errors";

/** Endpoints that programs call: they are answered in JSON whatever the caller accepts. */
const CLIENT_PATHS = ["oauth/token", "oauth/revoke", "oauth/par"];
const PROGRAM_PATHS = [...CLIENT_PATHS, "userinfo", "passwordless/start", "passwordless/verify", "delegation"];

/** Forms that are passed on as a query, whose parser takes the square of the number of parameters. */
const QUERY_PATHS = ["authorize", "oidc/logout"];
const QUERY_FIELDS_MAX = 100;

/** What a link in a message would ask for when it is opened; only codes are sent. Browser libraries send it with each. */
const LINK_PARAMETERS = "authParams";

/** Every endpoint of the authentication interface. */
export async function answerAuthentication(service: IdentityService, request: Request): Promise<Response> {
	const path = endpointPath(request);
	// Limits differ per endpoint; a sign-in's own address counts for all its logins.
	const endpoint = path.startsWith("authorize") ? "authorize" : path;
	const caller = `authentication:${endpoint}:${remoteAddress(request)}`;
	const rate = await countRequest(service, caller);
	const answer =
		rate && !rate.allowed ? refuse(request, path, tooManyRequests()) : answerSafely(service, request, path);
	return withHeaders(await answer, rate);
}

/** Without the slashes around it: the token endpoint is called with and without one at its end. */
function endpointPath(request: Request): string {
	return new URL(request.url).pathname.replace(/^\/|\/$/g, "");
}

async function answerSafely(service: IdentityService, request: Request, path: string): Promise<Response> {
	try {
		return await answerEndpoint(service, request, path);
	} catch (error) {
		if (error instanceof UnreadableBody) {
			return refuse(request, path, { status: error.status, error: "invalid_request", description: error.message });
		}
		logFailure(path, error);
		return refuse(request, path, failureAnswer(error));
	}
}

function refuse(request: Request, path: string, problem: Problem): Response {
	return answerProblem(request, problem, PROGRAM_PATHS.includes(path));
}

async function answerEndpoint(service: IdentityService, request: Request, path: string): Promise<Response> {
	const { searchParams } = new URL(request.url);
	const headers = new Headers(request.headers);
	if (PROGRAM_PATHS.includes(path)) headers.set("accept", "application/json");
	const reading = {
		...(path === "passwordless/start" && { passedOver: [LINK_PARAMETERS] }),
		...(QUERY_PATHS.includes(path) && { fieldsMax: QUERY_FIELDS_MAX }),
	};
	const form = request.method === "POST" ? await readParameters(request, reading) : undefined;
	if (form && path.startsWith("passwordless/")) {
		return answerTranslated(service, request, form, passwordlessToTokenRequest(path, form), headers);
	}
	if (form && path === "delegation") {
		return answerTranslated(service, request, form, delegationToTokenRequest(form), headers);
	}
	if (form && path === "authorize") return goOnByGet(service.config.issuer, form);
	audienceToResource(service, form ?? searchParams);
	if (path === "authorize") tokenOnlyToLibrary(searchParams);
	let client: ClientRow | undefined;
	if (form && CLIENT_PATHS.includes(path)) {
		const grantType = form.get("grant_type");
		if (path === "oauth/token" && !grantType) return errorAnswer(missingParameter("grant_type"));
		if (INNER_GRANTS.includes(grantType)) return errorAnswer(unsupportedGrant(grantType));
		const named = await clientByConfiguredMethod(service, form, headers.get("authorization"));
		if ("refusal" in named) return errorAnswer(named.refusal);
		client = named.client;
		noteCaller(request, client);
		// Who authenticates by a header or an assertion is named there, and need not be named twice.
		if (path === "oauth/par" && !form.get("client_id")) form.set("client_id", client.client_id);
	}
	await service.keys.refresh();
	const { answer } = authenticationOf(service);
	// A logout by POST (OpenID Connect RP-Initiated Logout 1.0 section 2) is a logout by GET with its parameters.
	if (form && path === "oidc/logout") {
		return answerThrough(answer, service, { method: "GET", path: `${path}?${form}`, headers });
	}
	const query = searchParams.size > 0 ? `?${searchParams}` : "";
	const target = `${path}${query}`;
	const { method } = request;
	const response = await answerThrough(answer, service, { method, path: target, headers, form, client });
	return path === "oauth/revoke" && response.ok ? withEmptyObject(response) : response;
}

/** What is ignored by most (RFC 7009 section 2.2) is JSON all the same for those who parse every answer. */
function withEmptyObject({ status, headers }: Response): Response {
	const answer = new Response("{}", { status, headers });
	answer.headers.set("content-type", "application/json; charset=utf-8");
	answer.headers.delete("content-length");
	return answer;
}

/** Both halves of a passwordless login and the delegation are answered by the token endpoint, under names of their own. */
async function answerTranslated(
	service: IdentityService,
	sent: Request,
	form: URLSearchParams,
	translated: { form: URLSearchParams } | ErrorAnswer,
	headers: Headers,
): Promise<Response> {
	if ("error" in translated) return errorAnswer(translated);
	audienceToResource(service, translated.form);
	const named = await clientByConfiguredMethod(service, form, headers.get("authorization"));
	if ("refusal" in named) return errorAnswer(named.refusal);
	const { client } = named;
	noteCaller(sent, client);
	headers.set("accept", "application/json");
	await service.keys.refresh();
	const { answer } = authenticationOf(service);
	const request = { method: "POST", path: "oauth/token", headers, form: translated.form, client };
	return answerThrough(answer, service, request);
}

/** This interface says `audience` where RFC 8707 says `resource`. */
function audienceToResource(service: IdentityService, parameters: URLSearchParams): void {
	const audiences = parameters.getAll("audience").filter(Boolean);
	if (audiences.length === 0) return;
	parameters.delete("audience");
	parameters.delete("resource");
	for (const audience of audiences) parameters.append("resource", absoluteAudience(service, audience));
}

function errorAnswer({ status, error, description }: ErrorAnswer): Response {
	return Response.json({ error, error_description: description }, { status });
}

/** Every answer says how much the caller may still ask, or what a limit of its own says, and none may be stored. */
function withHeaders(response: Response, rate: RateState | null): Response {
	for (const [name, value] of Object.entries(rateHeaders(rate))) {
		if (!response.headers.has(name)) response.headers.set(name, value);
	}
	if (!response.headers.has("cache-control")) response.headers.set("cache-control", "no-store");
	return response;
}
