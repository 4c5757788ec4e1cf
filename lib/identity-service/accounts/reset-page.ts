import type { IdentityService } from "../context/identity-service";
import type { ServiceRequest } from "../context/service-request";
import { passwordSetPage, resetPage } from "../login/account-pages";
import { type LoginProblem, loginRefusal } from "../login/login-retry";
import type { Page } from "../pages/page";
import { brokenPasswordRule } from "../passwords/password-rules";
import { findClient } from "../store/clients";
import { linkForm, linkPage } from "./link-page";
import { openResetOf, RESET_PATH, resetPassword } from "./reset-password";

/** The page of the link in a message to somebody who has forgotten the password. */
export const answerResetPage = linkPage(pageOf);

/** Takes the new password. */
export const answerResetForm = linkForm({
	path: RESET_PATH,
	show: pageOf,
	async run(service, request, ticket, form) {
		const open = await openResetOf(service, ticket);
		if (!open) return null;
		const password = form.get("password") ?? "";
		const broken = await brokenPasswordRule(password, open.user.email);
		if (broken) throw loginRefusal(password === "" ? "no-password" : `password-${broken}`);
		if (!(await resetPassword(service, open, password, request.address))) return null;
		const client = await findClient(service.database, open.reset.client_id);
		return passwordSetPage(client?.name ?? "the application");
	},
});

async function pageOf(
	service: IdentityService,
	_: ServiceRequest,
	ticket: string,
	problem: LoginProblem | null,
): Promise<Page | null> {
	const open = await openResetOf(service, ticket);
	return open && resetPage({ ticket, email: open.user.email, problem });
}
