import { remoteAddress } from "../../http/rate/remote-address";
import type { IdentityService } from "../../identity-service";
import { passwordSetPage, resetPage } from "../../pages/account-pages";
import type { Page } from "../../pages/page";
import { findClient } from "../../store/clients";
import type { LoginRetry } from "../login/login-retry";
import { answerLinkForm, answerLinkPage, type LinkOutcome } from "./link-page";
import { brokenPasswordRule } from "./password-rules";
import { type OpenReset, openResetOf, RESET_PATH, resetPassword } from "./reset-password";

/** The page of the link in a message to somebody who has forgotten the password. */
export function answerResetPage(service: IdentityService, request: Request): Promise<Response> {
	return answerLinkPage(service, request, (...shown) => pageOf(service, ...shown));
}

/** Takes the new password. */
export function answerResetForm(service: IdentityService, request: Request): Promise<Response> {
	return answerLinkForm(service, request, {
		path: RESET_PATH,
		show: (...shown) => pageOf(service, ...shown),
		run: async (ticket, form) => {
			const open = await openResetOf(service, ticket);
			return open ? choose(service, request, open, form.get("password") ?? "") : { page: null };
		},
	});
}

async function choose(
	service: IdentityService,
	request: Request,
	open: OpenReset,
	password: string,
): Promise<LinkOutcome> {
	const broken = await brokenPasswordRule(password, open.user.email);
	if (broken) return { problem: password === "" ? "no-password" : `password-${broken}` };
	const outcome = await resetPassword(service, open, password, remoteAddress(request));
	if (outcome === "busy") return { problem: "busy-account" };
	if (outcome === "gone") return { page: null };
	const client = await findClient(service.database, open.reset.client_id);
	return { page: passwordSetPage(client?.name ?? "the application") };
}

async function pageOf(service: IdentityService, ticket: string, problem: LoginRetry["problem"]): Promise<Page | null> {
	const open = await openResetOf(service, ticket);
	return open && resetPage({ ticket, email: open.user.email, problem });
}
