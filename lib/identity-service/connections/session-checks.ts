import { interactionPolicy, type KoaContextWithOIDC, type Session } from "oidc-provider";
import { SAML_STRATEGY } from "@/lib/contract/connection/connection-limits";
import type { IdentityService } from "../context/identity-service";
import { providerSessionOf } from "../sessions/provider-session";
import { connectionUserId } from "../store/connection-users";
import { findUser } from "../store/users";
import { outsideConnection } from "./connection-parameters";
import { maySignIn } from "./may-sign-in";

/**
 * When a session is not enough to go on to an application: its person comes through a connection that the application is
 * not enabled for, or the application asks for people of another connection, or the provider has said that its session
 * ends by now (SAML profiles 2.0 section 4.1.4.3).
 */
export function connectionChecks(service: IdentityService) {
	return [
		new interactionPolicy.Check(
			"connection_not_enabled",
			"the session's connection is not enabled for the client",
			"login_required",
			(ctx) => comesUninvited(service, ctx),
		),
		new interactionPolicy.Check(
			"other_connection",
			"the session is not of the connection that was asked for",
			"login_required",
			({ oidc }) => {
				const name = outsideConnection(oidc.params);
				const { accountId } = oidc.session ?? {};
				// Who has signed in for this very request has seen what it asks for, and chose another way.
				return name !== null && !oidc.result?.login && !accountId?.startsWith(connectionUserId(name, ""));
			},
		),
		new interactionPolicy.Check(
			"provider_session_over",
			"the session at the provider is over",
			"login_required",
			(ctx) => isOver(service, ctx),
		),
	];
}

async function comesUninvited(service: IdentityService, { oidc }: KoaContextWithOIDC): Promise<boolean> {
	const { session, client } = oidc;
	// Accounts of the tenant's own are the many: they are not looked up once more.
	if (!client || !isOfProvider(session)) return false;
	const user = await findUser(service.database, session.accountId);
	return user !== null && !(await maySignIn(service, user, client.clientId));
}

async function isOver(service: IdentityService, { oidc: { session, result } }: KoaContextWithOIDC): Promise<boolean> {
	if (result?.login || !isOfProvider(session)) return false;
	const there = await providerSessionOf(service, session.uid);
	return there?.until !== undefined && Date.parse(there.until) <= service.now().getTime();
}

function isOfProvider(session: Session | undefined): session is Session & { accountId: string } {
	return session?.accountId?.startsWith(`${SAML_STRATEGY}|`) ?? false;
}
