import type { AdapterPayload, errors, KoaContextWithOIDC } from "oidc-provider";
import { type LogType, SIGN_IN_FAILURES } from "@/lib/contract/log-entry";
import { clientByLibrary } from "../clients/client-authentication";
import { CLIENT_CREDENTIALS_GRANT, CODE_GRANT, REFRESH_GRANT } from "../clients/grant-types";
import type { IdentityService } from "../context/identity-service";
import type { NewLogEntry } from "../context/new-log-entry";
import { requestOf } from "../context/node-bridge";
import type { ServiceRequest } from "../context/service-request";
import { Refusal } from "../http/refusal";
import { accountName, clientInLog, hintedUser, nameInLog } from "../log/sign-ins";
import { presentedToken } from "../sessions/refresh-token-family";
import type { RevokedToken } from "../store/revoked-tokens";
import { findUser, isBlocked } from "../store/users";
import { isHandled } from "./extension";
import { scopesOfApi } from "./resource-servers";

// What the library refuses, and the exchanges at its token endpoint, in the log. The service's own grants are sign-ins,
// which log themselves.

const SILENT_REFUSALS = new Map([
	["login_required", "The user is not signed in, or has to sign in again."],
	["consent_required", "The user has not agreed to what the application asks for."],
]);

/**
 * Logs a request to sign a user in without a page (`prompt=none`) that is refused, and one whose user would return to an
 * address that is not the application's.
 */
export function logAuthorizationRefusal({ log }: Pick<IdentityService, "log">) {
	return (ctx: KoaContextWithOIDC, { error, error_description }: errors.OIDCProviderError): void => {
		const { params, client, session } = ctx.oidc;
		const whose = { request: requestOf(ctx), client: clientInLog(client) };
		if (client && error === "invalid_redirect_uri") {
			// The application's fault, or a link's: nothing that whoever is signed in has to do with.
			log.add({ ...whose, type: "f", description: "The redirect URI is not registered for the application." });
		}
		if (params?.prompt !== "none" || !error.endsWith("_required")) return;
		const description = SILENT_REFUSALS.get(error) ?? error_description;
		log.add({ ...whose, userId: session?.accountId, type: "fsa", description });
	};
}

export function logSignOutRefusal({ log }: Pick<IdentityService, "log">) {
	return (ctx: KoaContextWithOIDC, { error_description: description }: errors.OIDCProviderError): void => {
		const { client, session } = ctx.oidc;
		const whose = { request: requestOf(ctx), client: clientInLog(client), userId: session?.accountId };
		log.add({ ...whose, type: "flo", description });
	};
}

const TYPES = new Map([
	[CODE_GRANT, { done: "seacft", refused: "feacft" }],
	[REFRESH_GRANT, { done: "sertft", refused: "fertft" }],
	[CLIENT_CREDENTIALS_GRANT, { done: "seccft", refused: "feccft" }],
] as const);

function typesOf({ oidc: { route, params } }: KoaContextWithOIDC) {
	return route === "token" ? TYPES.get(params?.grant_type as typeof CODE_GRANT) : undefined;
}

/** What a refused request for tokens is in the log; undefined for a grant of which it has nothing. */
function refusalType({ grants }: Pick<IdentityService, "grants">, grantType: unknown): LogType | undefined {
	const isSignIn = grants.some(({ name, signsIn }) => signsIn && name === grantType);
	return isSignIn ? "f" : TYPES.get(grantType as typeof CODE_GRANT)?.refused;
}

/** The step before the token endpoint: as `clientByLibrary`, and logs what that refuses to a known application. */
export function tokenClient(service: IdentityService, request: ServiceRequest): void {
	try {
		clientByLibrary(service, request);
	} catch (error) {
		const type = refusalType(service, request.form?.get("grant_type"));
		if (request.client && type && error instanceof Refusal) {
			const description = REASONS.get(error.status === 401 ? "invalid_client" : "cors");
			service.log.add({ request, client: clientInLog(request.client), type, description });
		}
		throw error;
	}
}

/** Remembers the code that a request presents, for the entry of its refusal. */
export function noteCode(ctx: KoaContextWithOIDC, payload: AdapterPayload): void {
	ctx.state.presentedCode = payload;
}

/** Remembers whose refresh token a request presents, which was revoked; null where that is not known. */
export function noteRevoked(ctx: KoaContextWithOIDC, revoked: RevokedToken | null): void {
	ctx.state.revokedToken = revoked;
}

/** Remembers why the library refuses a request. */
export function noteRefusal(ctx: KoaContextWithOIDC, error: errors.OIDCProviderError): void {
	ctx.state.refusal = error;
}

/** Of a successful exchange; undefined for what is none. @param tokenId of a first refresh token that it issues */
export function exchangeEntry(ctx: KoaContextWithOIDC, tokenId?: string): NewLogEntry | undefined {
	const types = typesOf(ctx);
	if (!types) return undefined;
	const { scope } = ctx.body as { scope?: string };
	const { AccessToken, ClientCredentials } = ctx.oidc.entities;
	const audience = [(AccessToken ?? ClientCredentials)?.aud ?? requestedAudiences(ctx)].flat().join(" ");
	return { ...whoseExchange(ctx, tokenId), type: types.done, audience, scope };
}

function requestedAudiences({ oidc: { params } }: KoaContextWithOIDC): string[] {
	return [params?.resource ?? []].flat().map(String);
}

/** Of a refused one. */
export async function refusalEntry(
	service: IdentityService,
	ctx: KoaContextWithOIDC,
): Promise<NewLogEntry | undefined> {
	const { route, params } = ctx.oidc;
	const type = route === "token" && !isHandled(ctx) ? refusalType(service, params?.grant_type) : undefined;
	if (!type) return undefined;
	const whose = { ...whoseExchange(ctx), ...(type === "f" && (await hintedUser(service, params?.username, null))) };
	const user = whose.userId ? await findUser(service.database, whose.userId) : null;
	const { error_description: message } = ctx.body as { error_description?: string };
	const description = user && isBlocked(user) ? SIGN_IN_FAILURES.blocked : (reasonOf(ctx) ?? message);
	const userName = user ? nameInLog(user) : whose.userName;
	return { ...whose, userName, type, audience: await knownAudience(service, ctx), description };
}

/** Undefined where the request names an API that is not registered here: what was sent may be anything. */
async function knownAudience(service: IdentityService, ctx: KoaContextWithOIDC): Promise<string | undefined> {
	const [audience, ...others] = requestedAudiences(ctx);
	const isKnown = audience !== undefined && others.length === 0 && (await scopesOfApi(service, audience)) !== null;
	return isKnown ? audience : undefined;
}

function whoseExchange(ctx: KoaContextWithOIDC, newTokenId?: string) {
	const { client, account } = ctx.oidc;
	const request = requestOf(ctx);
	const token = presentedToken(ctx);
	const code: AdapterPayload | undefined = ctx.state.presentedCode;
	const revoked: RevokedToken | null | undefined = ctx.state.revokedToken;
	const tokenId = token?.id ?? revoked?.refreshTokenId ?? newTokenId;
	const sessionId = token?.session_id ?? revoked?.sessionId ?? code?.sessionUid;
	const details = {
		...(tokenId && { refresh_token_id: tokenId }),
		...(sessionId && { session_id: sessionId }),
	};
	return {
		request,
		client: clientInLog(client ?? request.client),
		userId: token?.user_id ?? revoked?.accountId ?? code?.accountId,
		userName: accountName(account),
		...(Object.keys(details).length > 0 && { details }),
	};
}

/** Undefined where the response says it as well. */
function reasonOf(ctx: KoaContextWithOIDC): string | undefined {
	const refusal: (errors.OIDCProviderError & { inLog?: string }) | undefined = ctx.state.refusal;
	const ended = presentedToken(ctx)?.ended;
	if (ended)
		return ended === "expired"
			? REASONS.get(DETAILS.expiredToken)
			: "This value of the refresh token was replaced long ago.";
	const revoked: RevokedToken | null | undefined = ctx.state.revokedToken;
	if (revoked) {
		const isOfOther = revoked.clientId !== ctx.oidc.client?.clientId;
		return isOfOther ? REASONS.get(DETAILS.otherClient) : "The refresh token was revoked.";
	}
	return refusal?.inLog ?? REASONS.get(refusal?.error_detail ?? "") ?? REASONS.get(refusal?.error ?? "");
}

/** The library's words for programmers (`error_detail`); for these, and for some of its codes, the log has a sentence. */
export const DETAILS = {
	noToken: "refresh token not found",
	usedToken: "refresh token already used",
	expiredToken: "refresh token is expired",
	noCode: "authorization code not found",
	usedCode: "authorization code already consumed",
	expiredCode: "authorization code is expired",
	otherClient: "client mismatch",
	noGrant: "grant not found",
	expiredGrant: "grant is expired",
};
const GRANT_ENDED = "The session or the consent that it was issued in has ended.";
const REASONS = new Map<string, string>([
	[DETAILS.noToken, "The refresh token is unknown: it was revoked, has expired, or never existed."],
	[DETAILS.usedToken, "The refresh token was used before, so it was revoked with all of its successors."],
	[DETAILS.expiredToken, "The refresh token has expired."],
	[DETAILS.noCode, "The authorization code is unknown: it has expired, or never existed."],
	[DETAILS.usedCode, "The authorization code was used before, so all that was issued for it was revoked."],
	[DETAILS.expiredCode, "The authorization code has expired."],
	[DETAILS.otherClient, "It was issued to another application."],
	[DETAILS.noGrant, GRANT_ENDED],
	[DETAILS.expiredGrant, GRANT_ENDED],
	["cors", "The script is on an origin that is not the application's."],
	["invalid_client", "The credentials of the application were refused."],
	["invalid_target", "The audience is not an API of this tenant."],
]);
