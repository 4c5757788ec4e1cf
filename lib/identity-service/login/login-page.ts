import type { IdentityService } from "../context/identity-service";
import type { ServiceRequest } from "../context/service-request";
import { answerPage, type Page } from "../pages/page";
import { forgottenPage, resetSentPage, signedUpPage, signUpPage } from "./account-pages";
import { findPendingLogin, type PendingLogin } from "./login";
import { blockedPage, codePage, consentPage, expiredPage, passwordPage } from "./login-pages";
import { type LoginRetry, readRetry } from "./login-retry";
import { type LoginWay, loginWayOf } from "./login-way";

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
	const { applicationName: application, consent, offersCode, offersSignUp, connections } = login;
	if (consent) return consentPage({ path, application, ...consent });
	// What was typed stays, though it be nothing.
	const email = attempt.problem === null ? attempt.email || login.emailHint : attempt.email;
	const problem = way === "refused" ? way : problemOf(attempt, way);
	const retry: LoginRetry = { ...attempt, email, problem };
	if (retry.problem === "blocked" && way !== "password") return blockedPage({ path, application, retry });
	const view = { path, application, retry, connections };
	if (offersCode && way === "code") return codePage(view);
	if (offersSignUp && way === "signup") return signUpPage(view);
	if (offersSignUp && way === "signed-up") return signedUpPage(view);
	if (way === "forgotten") return forgottenPage(view);
	if (way === "reset-sent") return resetSentPage(view);
	return passwordPage({ ...view, offersCode, offersSignUp, isConfirmed: way === "confirmed" });
}

/** What is wrong with one form says nothing on the page of another; who is blocked is told on each. */
function problemOf({ problem, way: sent }: LoginRetry, shown: LoginWay | null): LoginRetry["problem"] {
	const isOfTheFormShown = (sent ?? "password") === (shown ?? "password");
	return isOfTheFormShown || problem === "blocked" ? problem : null;
}
