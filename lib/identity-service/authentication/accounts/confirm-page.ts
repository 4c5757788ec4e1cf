import { remoteAddress } from "../../http/rate/remote-address";
import type { IdentityService } from "../../identity-service";
import { confirmedPage, confirmPage, knownPage } from "../../pages/account-pages";
import type { Page } from "../../pages/page";
import { findClient } from "../../store/clients";
import type { PendingSignUpTable } from "../../store/schema";
import { type LoginRetry, retryCookie } from "../login/login-retry";
import { authenticationOf } from "../provider/provider";
import { confirmSignUp, isFromBrowser, pendingSignUpOf } from "./confirm-sign-up";
import { answerLinkForm, answerLinkPage, type LinkOutcome } from "./link-page";
import { CONFIRM_PATH } from "./sign-up";
import { readSignUpCookie } from "./sign-up-cookie";

/** The page of the link in a sign-up's message. */
export function answerConfirmPage(service: IdentityService, request: Request): Promise<Response> {
	return answerLinkPage(service, request, (...shown) => pageOf(service, request, ...shown));
}

/** The button on it: makes the account, and leads back to the login that waits in this browser. */
export function answerConfirmForm(service: IdentityService, request: Request): Promise<Response> {
	return answerLinkForm(service, request, {
		path: CONFIRM_PATH,
		show: (...shown) => pageOf(service, request, ...shown),
		run: async (ticket, form) => {
			const pending = await pendingSignUpOf(service, ticket);
			return pending ? confirm(service, request, pending, form.get("password") ?? "") : { page: null };
		},
	});
}

async function confirm(
	service: IdentityService,
	request: Request,
	pending: PendingSignUpTable,
	password: string,
): Promise<LinkOutcome> {
	const browser = readSignUpCookie(service.config.issuer, request.headers.get("cookie"));
	const browserTicket = browser?.ticket ?? null;
	const address = remoteAddress(request);
	const outcome = await confirmSignUp(service, pending, { browserTicket, password, address });
	switch (outcome) {
		case "gone":
			return { page: null };
		case "busy":
			return { problem: "busy-account" };
		case "no-password":
		case "other-password":
			return { problem: outcome };
		case "blocked":
			return { problem: "blocked" };
		case "known":
			return { page: knownPage };
	}
	const waiting = isFromBrowser(service, pending, browserTicket) ? browser?.uid : undefined;
	if (waiting && (await isWaiting(service, waiting))) return backToLogin(service, waiting, pending);
	return { page: confirmedPage(await applicationName(service, pending.client_id)) };
}

async function isWaiting(service: IdentityService, uid: string): Promise<boolean> {
	return (await authenticationOf(service).provider.Interaction.find(uid)) !== undefined;
}

function backToLogin({ config }: IdentityService, uid: string, { email }: PendingSignUpTable): LinkOutcome {
	const path = `/login/${uid}`;
	const cookie = retryCookie(config.issuer, path, { problem: null, email, codeSent: false });
	return { returnTo: new URL(`${path}?way=confirmed`, config.issuer).href, cookie };
}

async function pageOf(
	service: IdentityService,
	request: Request,
	ticket: string,
	problem: LoginRetry["problem"],
): Promise<Page | null> {
	const pending = await pendingSignUpOf(service, ticket);
	if (!pending) return null;
	const browser = readSignUpCookie(service.config.issuer, request.headers.get("cookie"));
	const asksForPassword = !isFromBrowser(service, pending, browser?.ticket ?? null);
	const application = await applicationName(service, pending.client_id);
	return confirmPage({ ticket, application, email: pending.email, asksForPassword, problem });
}

async function applicationName({ database }: IdentityService, clientId: string): Promise<string> {
	return (await findClient(database, clientId))?.name ?? "the application";
}
