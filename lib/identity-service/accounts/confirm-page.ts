import type { IdentityService } from "../context/identity-service";
import type { ServiceRequest } from "../context/service-request";
import { confirmedPage, confirmPage, knownPage } from "../login/account-pages";
import { type LoginRetry, retryCookie } from "../login/login-retry";
import type { Page } from "../pages/page";
import { findClient } from "../store/clients";
import type { PendingSignUpTable } from "../store/schema";
import { confirmSignUp, isFromBrowser, pendingSignUpOf } from "./confirm-sign-up";
import { linkForm, linkPage } from "./link-page";
import { CONFIRM_PATH } from "./sign-up";
import { readSignUpCookie } from "./sign-up-cookie";

/** The page of the link in a sign-up's message. */
export const answerConfirmPage = linkPage(pageOf);

/** The button on it: makes the account, and leads back to the login that waits in this browser. */
export const answerConfirmForm = linkForm({
	path: CONFIRM_PATH,
	show: pageOf,
	async run(service, request, ticket, form) {
		const pending = await pendingSignUpOf(service, ticket);
		return pending ? confirm(service, request, pending, form.get("password") ?? "") : null;
	},
});

async function confirm(
	service: IdentityService,
	request: ServiceRequest,
	pending: PendingSignUpTable,
	password: string,
): Promise<Page | { returnTo: string; cookie: string } | null> {
	const browser = readSignUpCookie(service.config.issuer, request.headers.get("cookie"));
	const browserTicket = browser?.ticket ?? null;
	const address = request.address;
	const outcome = await confirmSignUp(service, pending, { browserTicket, password, address });
	switch (outcome) {
		case "gone":
			return null;
		case "known":
			return knownPage;
	}
	const waiting = isFromBrowser(service, pending, browserTicket) ? browser?.uid : undefined;
	if (waiting && (await isWaiting(service, waiting))) return backToLogin(service, waiting, pending);
	return confirmedPage(await applicationName(service, pending.client_id));
}

async function isWaiting(service: IdentityService, uid: string): Promise<boolean> {
	return (await service.oidc().provider.Interaction.find(uid)) !== undefined;
}

function backToLogin({ config }: IdentityService, uid: string, { email }: PendingSignUpTable) {
	const path = `/login/${uid}`;
	const cookie = retryCookie(config.issuer, path, { problem: null, email, codeSent: false });
	return { returnTo: new URL(`${path}?way=confirmed`, config.issuer).href, cookie };
}

async function pageOf(
	service: IdentityService,
	request: ServiceRequest,
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
