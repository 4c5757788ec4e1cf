import { errors, interactionPolicy, type KoaContextWithOIDC, type Session } from "oidc-provider";
import { SAML_STRATEGY } from "@/lib/contract/connection/connection-limits";
import type { IdentityService } from "../context/identity-service";
import { requestOf } from "../context/node-bridge";
import { clientInLog, logOtherConnection } from "../log/sign-ins";
import { type Extension, RESUME_PATH } from "../oidc/extension";
import { type ProviderSession, providerSessionOf, saveProviderSession } from "../sessions/saml-sessions";
import { storeWithSession } from "../sessions/session-record";
import { connectionUserId } from "../store/connections";
import { findUser } from "../store/users";
import { providerSignIns } from "./provider-sign-in";
import { maySignIn, OWN_CONNECTIONS, usableConnection } from "./saml-connection";

// What connections add to the OpenID Connect provider.

/** An application names the connection that its users sign in through by this parameter. */
const CONNECTION_PARAMETER = "connection";
/** Names a user's sign-in at a provider in an authorization request. Only this service can write a valid value. */
export const PROVIDER_SIGN_IN_PARAMETER = "provider_sign_in";
/** In the result of a login: the provider's session that it came from. */
export const PROVIDER_SESSION_RESULT = "providerSession";

export type SessionAtProvider = Omit<ProviderSession, "sessionUid">;

export const connectionExtension: Extension = {
	parameters: (service) => ({
		[CONNECTION_PARAMETER]: requireUsableConnection(service),
		[PROVIDER_SIGN_IN_PARAMETER]: requireOwnProviderSignIn(service),
	}),
	loginChecks: (service) => [
		loginCheck("connection_not_enabled", "the session's connection is not enabled for the client", (ctx) =>
			isNotEnabled(service, ctx),
		),
		loginCheck("other_connection", "the session is not of the connection that was asked for", ({ oidc }) => {
			const name = outsideConnection(oidc.params);
			// A user who has signed in for this request has seen the connection that it names, and chose another one.
			if (name === null || oidc.result?.login) return false;
			return !oidc.session?.accountId?.startsWith(connectionUserId(name, ""));
		}),
		loginCheck("provider_session_over", "the session at the provider is over", (ctx) => isOver(service, ctx)),
	],
	middleware: [{ path: RESUME_PATH, around: storeProviderSession }],
};

function loginCheck(
	reason: string,
	description: string,
	needsLogin: (ctx: KoaContextWithOIDC) => boolean | Promise<boolean>,
): interactionPolicy.Check {
	return new interactionPolicy.Check(reason, description, "login_required", needsLogin);
}

/** The outside connection that a request names; null where it names none, or one of the service's own. */
export function outsideConnection(params: Record<string, unknown> | undefined): string | null {
	const name = params?.[CONNECTION_PARAMETER];
	return typeof name === "string" && !OWN_CONNECTIONS.includes(name) ? name : null;
}

/** @throws InvalidRequest for a connection that the application may not use, which is logged */
function requireUsableConnection(service: IdentityService) {
	return async (ctx: KoaContextWithOIDC): Promise<void> => {
		const { params, client, session } = ctx.oidc;
		const name = outsideConnection(params);
		if (name === null) return;
		const connection = await usableConnection(service, name);
		if (client && connection?.clientIds.includes(client.clientId)) return;
		const whose = { client: clientInLog(client), hint: params?.login_hint, userId: session?.accountId };
		await logOtherConnection(service, { request: requestOf(ctx), ...whose }, name);
		throw new errors.InvalidRequest("the connection does not exist, or is not enabled for the client");
	};
}

/** @throws InvalidRequest, on a page, where this service has not written it: the value identifies the user */
function requireOwnProviderSignIn(service: IdentityService) {
	return async ({ oidc: { params, client } }: KoaContextWithOIDC): Promise<void> => {
		const sealed = params?.[PROVIDER_SIGN_IN_PARAMETER];
		if (sealed === undefined) return;
		const signIn = await providerSignIns.unseal(service, sealed);
		if (signIn !== null && signIn.clientId === client?.clientId) return;
		const refusal = new errors.InvalidRequest(`${PROVIDER_SIGN_IN_PARAMETER} is not for applications`);
		throw Object.assign(refusal, { allow_redirect: false });
	};
}

async function isNotEnabled(service: IdentityService, { oidc }: KoaContextWithOIDC): Promise<boolean> {
	const { session, client } = oidc;
	// Most accounts are the tenant's own: they need no second lookup.
	if (!client || !isOfProvider(session)) return false;
	const user = await findUser(service.database, session.accountId);
	return user !== null && !(await maySignIn(service, user, client.clientId));
}

/** SAML profiles 2.0 section 4.1.4.3. */
async function isOver(service: IdentityService, { oidc: { session, result } }: KoaContextWithOIDC): Promise<boolean> {
	if (result?.login || !isOfProvider(session)) return false;
	const there = await providerSessionOf(service, session.uid);
	return there?.until !== undefined && Date.parse(there.until) <= service.now().getTime();
}

function isOfProvider(session: Session | undefined): session is Session & { accountId: string } {
	return session?.accountId?.startsWith(`${SAML_STRATEGY}|`) ?? false;
}

/** Stores with a session, after a login, which provider's session it came from: both are to end together. */
function storeProviderSession() {
	return (ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> => {
		storeWithSession(ctx, async (within, { uid, accountId }) => {
			const there = ctx.oidc.result?.[PROVIDER_SESSION_RESULT] as SessionAtProvider | undefined;
			if (there?.accountId === accountId) await saveProviderSession(within, { ...there, sessionUid: uid });
		});
		return next();
	};
}
