import type { IdentityService } from "../../identity-service";
import { blockedPage, codePage, consentPage, expiredPage, passwordPage } from "../../pages/login-pages";
import { answerPage, type Page } from "../../pages/page";
import { findPendingLogin, type PendingLogin } from "./login";
import { type LoginRetry, readRetry } from "./login-retry";

/**
 * Answers with the page of a login: the form for a password or a code, the question of consent, or what is in the way.
 * 404 where there is no such login in this browser.
 * @param refusal of a form that this answers itself; otherwise the page tells what a redirect to it brings along
 */
export async function answerLoginPage(
	service: IdentityService,
	request: Request,
	uid: string,
	refusal?: { attempt: LoginRetry; status: number; headers: Record<string, string> },
): Promise<Response> {
	const login = await findPendingLogin(service, uid, request.headers);
	if (!login) return answerPage(request, expiredPage, { status: 404 });
	const attempt = refusal?.attempt ?? readRetry(service.config.issuer, request.headers.get("cookie"));
	const way = new URL(request.url).searchParams.get("way");
	return answerPage(request, pageOf(uid, login, attempt, way), {
		formTarget: login.returnOrigin,
		...(refusal && { status: refusal.status, headers: refusal.headers }),
	});
}

function pageOf(uid: string, login: PendingLogin, attempt: LoginRetry, way: string | null): Page {
	const path = `/login/${uid}`;
	const { applicationName: application, consent, offersCode } = login;
	if (consent) return consentPage({ path, application, ...consent });
	// What was typed stays, though it be nothing.
	const email = attempt.problem === null ? attempt.email || login.emailHint : attempt.email;
	const retry = { ...attempt, email };
	if (retry.problem === "blocked" && way !== "password") return blockedPage({ path, application, retry });
	if (offersCode && way === "code") return codePage({ path, application, retry });
	return passwordPage({ path, application, retry, offersCode });
}
