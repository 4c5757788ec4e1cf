import { allowsSignUp } from "../clients/grant-types";
import { findServiceClient } from "../clients/service-client";
import { shownConnections } from "../connections/saml-connection";
import type { IdentityService } from "../context/identity-service";
import type { ServiceRequest } from "../context/service-request";
import { requestedScopes } from "../oidc/grants";
import { type Page, respondWithPage } from "../pages/page";
import { findUser } from "../store/users";
import { forgottenPage, resetSentPage, signedUpPage, signUpPage } from "./account-pages";
import { findInteraction } from "./login";
import { type LoginWay, loginPath, loginWayOf } from "./login-address";
import { blockedPage, codePage, consentPage, expiredPage, passwordPage } from "./login-pages";
import { type LoginRetry, readRetry, waitingResponse } from "./login-problems";
import { offersCode } from "./login-with-code";

/** A pending login as its page shows it. */
type PendingLogin = NonNullable<Awaited<ReturnType<typeof findPendingLogin>>>;

/**
 * Responds with the page of a login: the form for a password or a code, the consent page, or the problem that prevents
 * them. 404 where there is no such login in this browser.
 * @param refused form that this page is the response to; otherwise the page reads the retry cookie of a redirect
 */
export async function handleLoginPage(
	service: IdentityService,
	request: ServiceRequest,
	refused?: LoginRetry & { wait: number },
): Promise<Response> {
	const login = await findPendingLogin(service, request);
	if (!login) return respondWithPage(request, expiredPage, { status: 404 });
	const retry = refused ?? readRetry(service.config.issuer, request.headers.get("cookie"));
	const way = refused ? (retry.way ?? null) : loginWayOf(request.url.searchParams);
	return respondWithPage(request, pageOf(loginPath(request.parameters.uid), login, retry, way), {
		formTarget: login.returnOrigin,
		...(refused && waitingResponse(refused.wait)),
	});
}

function pageOf(path: string, login: PendingLogin, sent: LoginRetry, way: LoginWay | null): Page {
	const { applicationName: application, consent, connections } = login;
	if (consent) return consentPage({ path, application, ...consent });
	// After a problem the field shows what was typed, even if that is nothing.
	const email = sent.problem === null ? sent.email || login.emailHint : sent.email;
	const problem = way === "refused" ? way : problemOf(sent, way);
	const view = { path, application, retry: { ...sent, email, problem }, connections };
	if (sent.wait !== undefined && (problem === "blocked" || problem === "blocked-code")) {
		return blockedPage(view, { ...login, problem, wait: sent.wait });
	}
	if (login.offersCode && way === "code") return codePage(view);
	if (login.offersSignUp && way === "signup") return signUpPage(view);
	if (login.offersSignUp && way === "signed-up") return signedUpPage(view);
	if (way === "forgotten") return forgottenPage(view);
	if (way === "reset-sent") return resetSentPage(view);
	return passwordPage({ ...view, ...login, isConfirmed: way === "confirmed" });
}

/** The problem of one form is not shown on the page of another. */
function problemOf({ problem, way }: LoginRetry, shown: LoginWay | null): LoginRetry["problem"] {
	return way === (shown ?? undefined) ? problem : null;
}

/**
 * @param request for the page; its cookie must belong to this login
 * @returns null when there is no such login, it has expired, or it was begun in another browser
 */
export async function findPendingLogin(service: IdentityService, request: ServiceRequest) {
	const interaction = await findInteraction(service, request);
	if (!interaction) return null;
	const { details, clientId } = interaction;
	const { params, prompt, session } = details;
	const client = await service.oidc().provider.Client.find(clientId);
	const row = await findServiceClient(service, clientId);
	const user = prompt.name === "consent" && session ? await findUser(service.database, session.accountId) : null;
	return {
		applicationName: client?.clientName ?? clientId,
		emailHint: typeof params.login_hint === "string" ? params.login_hint : "",
		/** Whether users may sign in with a code by e-mail or SMS. */
		offersCode: offersCode(client),
		/** Whether users may make an account of their own for the application. */
		offersSignUp: row !== null && allowsSignUp(service, row),
		/** Outside connections to sign in through. */
		connections: await shownConnections(service, clientId),
		/** What another company's application requests of the user; null while no user is signed in. */
		consent: user && { scopes: requestedScopes(params), account: user.email ?? user.name },
		/** Origin (or scheme) that the browser is redirected to in the end. */
		returnOrigin: redirectOrigin(params.redirect_uri),
	};
}

/**
 * Origin of an application's address, or the scheme alone of a native application's, for a source list of a policy.
 * @returns null for an invalid address
 */
export function redirectOrigin(address: unknown): string | null {
	if (typeof address !== "string" || !URL.canParse(address)) return null;
	const { origin, protocol } = new URL(address);
	return origin === "null" ? protocol : origin;
}
