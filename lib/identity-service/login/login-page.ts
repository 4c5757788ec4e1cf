import { allowsSignUp } from "../clients/grant-types";
import { findServiceClient } from "../clients/service-client";
import { type ShownConnection, shownConnections } from "../connections/saml-connection";
import type { IdentityService } from "../context/identity-service";
import type { ServiceRequest } from "../context/service-request";
import { requestedScopes } from "../oidc/grants";
import { answerPage, type Page } from "../pages/page";
import { findUser } from "../store/users";
import { forgottenPage, resetSentPage, signedUpPage, signUpPage } from "./account-pages";
import { findInteraction } from "./login";
import { blockedPage, codePage, consentPage, expiredPage, passwordPage } from "./login-pages";
import { type LoginRetry, readRetry } from "./login-retry";
import { type LoginWay, loginWayOf } from "./login-way";
import { offersCode } from "./login-with-code";

/** A login that an application is waiting for. */
type PendingLogin = {
	applicationName: string;
	emailHint: string;
	/** Whether a code by e-mail or text message will do. */
	offersCode: boolean;
	/** Whether people may make an account of their own for the application. */
	offersSignUp: boolean;
	/** Outside connections that people may sign in through, to be shown. */
	connections: readonly ShownConnection[];
	/** What another company's application asks the user for; null while nobody is signed in. */
	consent: { scopes: string[]; account: string } | null;
	/** Origin (or scheme) that the browser is sent to in the end. */
	returnOrigin: string | null;
};

/**
 * Answers with the page of a login: the form for a password or a code, the question of consent, or what is in the way.
 * 404 where there is no such login in this browser.
 * @param refusal of a form that this answers itself; otherwise the page tells what a redirect to it brings along
 */
export async function answerLoginPage(
	service: IdentityService,
	request: ServiceRequest,
	refusal?: { attempt: LoginRetry; way: LoginWay | null; status: number; headers: Record<string, string> },
): Promise<Response> {
	const { uid = "" } = request.parameters;
	const login = await findPendingLogin(service, request);
	if (!login) return answerPage(request, expiredPage, { status: 404 });
	const attempt = refusal?.attempt ?? readRetry(service.config.issuer, request.headers.get("cookie"));
	const way = refusal ? refusal.way : loginWayOf(request.url.searchParams);
	return answerPage(request, pageOf(uid, login, attempt, way), {
		formTarget: login.returnOrigin,
		...(refusal && { status: refusal.status, headers: refusal.headers }),
	});
}

function pageOf(uid: string, login: PendingLogin, attempt: LoginRetry, way: LoginWay | null): Page {
	const path = `/login/${uid}`;
	const { applicationName: application, consent, offersSignUp, connections } = login;
	if (consent) return consentPage({ path, application, ...consent });
	// What was typed stays, though it be nothing.
	const email = attempt.problem === null ? attempt.email || login.emailHint : attempt.email;
	const problem = way === "refused" ? way : problemOf(attempt, way);
	const retry: LoginRetry = { ...attempt, email, problem };
	if (retry.problem === "blocked" && way !== "password") return blockedPage({ path, application, retry });
	const view = { path, application, retry, connections };
	if (login.offersCode && way === "code") return codePage(view);
	if (offersSignUp && way === "signup") return signUpPage(view);
	if (offersSignUp && way === "signed-up") return signedUpPage(view);
	if (way === "forgotten") return forgottenPage(view);
	if (way === "reset-sent") return resetSentPage(view);
	return passwordPage({ ...view, offersCode: login.offersCode, offersSignUp, isConfirmed: way === "confirmed" });
}

/** What is wrong with one form says nothing on the page of another; who is blocked is told on each. */
function problemOf({ problem, way: sent }: LoginRetry, shown: LoginWay | null): LoginRetry["problem"] {
	const isOfTheFormShown = (sent ?? "password") === (shown ?? "password");
	return isOfTheFormShown || problem === "blocked" ? problem : null;
}

/**
 * What the login page shows.
 * @param request for the page; its cookie must belong to this login
 * @returns null when there is no such login, it has expired, or it was begun in another browser
 */
export async function findPendingLogin(
	service: IdentityService,
	request: ServiceRequest,
): Promise<PendingLogin | null> {
	const { provider } = service.oidc();
	const interaction = await findInteraction(service, request);
	if (!interaction) return null;
	const { params, prompt, session } = interaction.details;
	const { client_id: clientId, login_hint: hint, redirect_uri: returnAddress } = params;
	const client = await provider.Client.find(String(clientId));
	const row = await findServiceClient(service, String(clientId));
	const user = prompt.name === "consent" && session ? await findUser(service.database, session.accountId) : null;
	return {
		applicationName: client?.clientName ?? String(clientId),
		emailHint: typeof hint === "string" ? hint : "",
		offersCode: offersCode(client),
		offersSignUp: row !== null && allowsSignUp(service, row),
		connections: await shownConnections(service, String(clientId)),
		consent: user && { scopes: requestedScopes(params), account: user.email ?? user.name },
		returnOrigin: redirectOrigin(returnAddress),
	};
}

/**
 * Origin of an application's address, or the scheme alone of a native application's: what a source list takes.
 * @returns null for what is no address
 */
export function redirectOrigin(address: unknown): string | null {
	if (typeof address !== "string" || !URL.canParse(address)) return null;
	const { origin, protocol } = new URL(address);
	return origin === "null" ? protocol : origin;
}
