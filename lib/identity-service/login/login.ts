import { randomUUID } from "node:crypto";
import type Provider from "oidc-provider";
import type { KoaContextWithOIDC } from "oidc-provider";
import { inTransaction } from "@/lib/database/in-transaction";
import { epochSeconds, machineClock } from "../context/clock";
import type { IdentityService } from "../context/identity-service";
import { requestOf, toNode } from "../context/node-bridge";
import type { ServiceRequest } from "../context/service-request";
import { recordSignOuts } from "../log/endings";
import { clientInLog, connectionOfMethod } from "../log/sign-ins";
import { requireUnblocked } from "../oidc/account";
import { requestedScopes } from "../oidc/grants";
import { grantedScopes } from "../oidc/resource-servers";
import { checkPassword } from "../passwords/password-check";
import { browserSession, cookieOptions } from "../sessions/browser-session";
import { closeSession } from "../sessions/end-session";
import { sessionGrantId } from "../sessions/session-grant";
import { SIGN_IN_RESULT } from "../sessions/session-record";
import { loginRefusal, requireFilled } from "./login-problems";

/** Scopes of OpenID Connect; all others are an API's. */
const IDENTITY_SCOPES = ["openid", "profile", "email", "offline_access"];

/** A login that the browser of the request began; the library calls it an interaction. */
export type Interaction = NonNullable<Awaited<ReturnType<typeof findInteraction>>>;

/** The login that a request names; null where its browser did not begin it. */
export async function findInteraction(service: IdentityService, request: ServiceRequest) {
	const { uid = "" } = request.parameters;
	const { req, res } = toNode(service, request, { method: "GET", path: `login/${encodeURIComponent(uid)}` });
	try {
		const details = await service.oidc().provider.interactionDetails(req, res);
		return details.uid === uid ? { req, res, details, clientId: String(details.params.client_id) } : null;
	} catch (error) {
		if (error instanceof Error && error.name === "SessionNotFound") return null;
		throw error;
	}
}

/** @throws Refusal where the browser began no such login */
export async function requireInteraction(service: IdentityService, request: ServiceRequest): Promise<Interaction> {
	const interaction = await findInteraction(service, request);
	if (!interaction) throw loginRefusal("expired");
	return interaction;
}

/**
 * Checks an e-mail address and a password and finishes the login. An empty field does not count as an attempt.
 * @returns the address to redirect to
 * @throws Refusal
 */
export async function completeLogin(
	service: IdentityService,
	request: ServiceRequest,
	{ email, password }: { email: string; password: string },
): Promise<string> {
	const interaction = await requireInteraction(service, request);
	requireFilled({ email, password });
	const client = clientInLog(await service.oidc().provider.Client.find(interaction.clientId));
	const { user_id } = await checkPassword(service, { email, password, request, client });
	return finishLogin(service, interaction, user_id, "pwd");
}

/**
 * Finishes a login with a user.
 * @param method by which the user has signed in (RFC 8176); null where it has no value for it
 * @param more results that the library passes on with the login
 * @returns the address to redirect to
 * @throws Refusal for a blocked user
 */
export async function finishLogin(
	service: IdentityService,
	{ req, res, details, clientId }: Interaction,
	userId: string,
	method: string | null,
	more: Record<string, unknown> = {},
): Promise<string> {
	const { provider } = service.oidc();
	const request = requestOf({ req });
	const client = clientInLog(await provider.Client.find(clientId));
	await requireUnblocked(service, userId, { request, client, connection: connectionOfMethod(method) });
	const session = await browserSession(service, request);
	if (session.userId !== null && session.userId !== userId) {
		// Another user is signed in here. The library would confirm that by a page with a script, which is not needed.
		await inTransaction(service.database, async (transaction) => {
			const within = { ...service, database: transaction };
			const { sessions } = await closeSession(within, session.uid, { keepRefreshTokens: true });
			await recordSignOuts(service, transaction, sessions, { request, client });
		});
		details.session = undefined;
		await details.persist();
	}
	// The library, which compares it with the machine's clock, would set it anew at each further page of the login.
	const ts = epochSeconds(machineClock());
	const login = { accountId: userId, ts, ...(method === null ? {} : { amr: [method] }) };
	return provider.interactionResult(req, res, { ...more, login, [SIGN_IN_RESULT]: randomUUID() });
}

/**
 * Finishes the login of another company's application with the requested scopes, or with `access_denied` (RFC 6749
 * section 4.1.2.1).
 * @returns the address to redirect to
 */
export async function resolveConsent(
	service: IdentityService,
	request: ServiceRequest,
	isAllowed: boolean,
): Promise<string> {
	const { provider } = service.oidc();
	const { req, res, details, clientId } = await requireInteraction(service, request);
	const { session } = details;
	if (details.prompt.name !== "consent" || !session) throw loginRefusal("expired");
	if (!isAllowed) {
		const refusal = { error: "access_denied", error_description: "The user did not agree." };
		return provider.interactionResult(req, res, refusal, { mergeWithLastSubmission: false });
	}
	const { uid, accountId } = session;
	const grant = new provider.Grant({ accountId, clientId });
	grant.jti = sessionGrantId(uid, accountId, clientId);
	const requested = requestedScopes(details.params);
	const identity = requested.filter((scope) => IDENTITY_SCOPES.includes(scope));
	if (identity.length > 0) grant.addOIDCScope(identity.join(" "));
	for (const audience of [details.params.resource ?? []].flat().map(String)) {
		const granted = await grantedScopes(service, clientId, audience, "user");
		const scopes = requested.filter((scope) => granted.includes(scope));
		if (scopes.length > 0) grant.addResourceScope(audience, scopes.join(" "));
	}
	const grantId = await grant.save();
	return provider.interactionResult(req, res, { consent: { grantId } });
}

/** The library leaves the cookie of a finished login to expire; deleted, such cookies do not pile up in the browser. */
export function clearLoginCookie({ config }: IdentityService, provider: Provider) {
	return async (ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> => {
		await next();
		if (ctx.status !== 303) return;
		// Where the consent page follows, its cookie has the same name, and would be overwritten.
		const target = new URL(ctx.response.get("location"), config.issuer);
		if (target.pathname.startsWith("/login/") && target.origin === new URL(config.issuer).origin) return;
		ctx.cookies.set(provider.cookieName("interaction"), null, {
			...cookieOptions(config),
			path: `/login/${ctx.path.split("/").at(-1)}`,
		});
	};
}
