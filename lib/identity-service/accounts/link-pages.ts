import type { IdentityService } from "../context/identity-service";
import type { ServiceRequest } from "../context/service-request";
import { seeOther } from "../http/respond";
import type { Requester } from "../log/endings";
import { CONNECTION_OF, clientInLog, nameInLog } from "../log/sign-ins";
import {
	confirmedPage,
	confirmPage,
	deadLinkPage,
	knownPage,
	passwordSetPage,
	resetPage,
} from "../login/account-pages";
import { loginPath } from "../login/login-address";
import {
	formRefusal,
	loginRefusal,
	readRetry,
	retryCookie,
	type ShownProblem,
	waitingResponse,
} from "../login/login-problems";
import { type Page, respondWithPage } from "../pages/page";
import { brokenPasswordRule, WEAK_PASSWORD } from "../passwords/password-rules";
import { findClient } from "../store/clients";
import { confirmSignUp, pendingSignUpOf } from "./confirm-sign-up";
import { openResetOf, RESET_PATH, resetPassword } from "./reset-password";
import { CONFIRM_PATH, pendingLogin } from "./sign-up";
import { DEAD_LINK, ticketLink } from "./ticket";

/** The request of a link, with the target of its ticket. */
type LinkRequest<Target> = {
	service: IdentityService;
	request: ServiceRequest;
	requester: { request: ServiceRequest; client: Requester["client"] };
	ticket: string;
	target: Target;
	application: string;
};

type LinkPage<Target> = {
	path: string;
	/** Of the entry in the log where the link is no longer valid. */
	refusal: "fv" | "fcp";
	/** The target of a ticket; null where it was used, has expired, or never existed. */
	find: (service: IdentityService, ticket: string) => Promise<Target | null | undefined>;
	show: (opened: LinkRequest<Target>, shown: ShownProblem) => Page;
	/**
	 * Handles the form on the page.
	 * @returns a page, a redirect, or null where another caller used the link first
	 * @throws Refusal with the name of a problem: the form is shown again
	 */
	run: (opened: LinkRequest<Target>, form: URLSearchParams) => Promise<Page | Response | null>;
};

/** Handles the page of a link in a message, and its form. Opening the page changes nothing. */
function linkPage<Target extends { client_id: string }>({ path, refusal, find, show, run }: LinkPage<Target>) {
	return async (service: IdentityService, request: ServiceRequest): Promise<Response> => {
		const { issuer } = service.config;
		const { form } = request;
		const ticket = (form ?? request.url.searchParams).get("ticket") ?? "";
		const target = await find(service, ticket);
		if (!target) {
			service.log.add({ request, type: refusal, description: DEAD_LINK });
			return respondWithPage(request, deadLinkPage, { status: 404 });
		}
		const client = await findClient(service.database, target.client_id);
		const requester = { request, client: clientInLog(client) };
		const opened = { service, request, requester, ticket, target, application: client?.name ?? "the application" };
		if (!form) return respondWithPage(request, show(opened, readRetry(issuer, request.headers.get("cookie"))));
		try {
			const result = await run(opened, form);
			if (result instanceof Response) return result;
			return result ? respondWithPage(request, result) : respondWithPage(request, deadLinkPage, { status: 404 });
		} catch (error) {
			const { problem, wait } = formRefusal(error);
			if (wait !== undefined) {
				return respondWithPage(request, show(opened, { problem, wait }), waitingResponse(wait));
			}
			const cookie = retryCookie(issuer, path, { problem, email: "", codeSent: false });
			return seeOther(ticketLink(service, path, ticket), [cookie]);
		}
	};
}

/** The link in a sign-up's message; its button makes the account, and returns to this browser's pending login. */
export const handleConfirmation = linkPage({
	path: CONFIRM_PATH,
	refusal: "fv",
	find: pendingSignUpOf,
	show: ({ service, request, ticket, target, application }, shown) =>
		confirmPage({
			ticket,
			application,
			email: target.email,
			shown,
			requiresPassword: pendingLogin(service, request, target) === null,
		}),
	async run({ service, request, requester, target, application }, form) {
		const uid = pendingLogin(service, request, target);
		const password = uid === null ? (form.get("password") ?? "") : null;
		const outcome = await confirmSignUp(service, target, password, { ...requester, connection: CONNECTION_OF.pwd });
		if (outcome === "gone") return null;
		if (outcome === "known") return knownPage;
		if (uid === null || !(await service.oidc().provider.Interaction.find(uid))) return confirmedPage(application);
		const { issuer } = service.config;
		const cookie = retryCookie(issuer, loginPath(uid), { problem: null, email: target.email, codeSent: false });
		return seeOther(new URL(loginPath(uid, "confirmed"), issuer), [cookie]);
	},
});

/** The link in a message to a user who has forgotten the password; its form sets a new one. */
export const handleReset = linkPage({
	path: RESET_PATH,
	refusal: "fcp",
	find: openResetOf,
	show: ({ ticket, target }, shown) => resetPage({ ticket, email: target.user.email, shown }),
	async run({ service, requester, target, application }, form) {
		const password = form.get("password") ?? "";
		const broken = await brokenPasswordRule(password, target.user.email);
		if (password === "") throw loginRefusal("no-password");
		if (broken) {
			const { user_id: userId } = target.user;
			const whose = { ...requester, connection: CONNECTION_OF.pwd, userId, userName: nameInLog(target.user) };
			service.log.add({ ...whose, type: "fcp", description: WEAK_PASSWORD });
			throw loginRefusal(`password-${broken}`);
		}
		const isSet = await resetPassword(service, target, password, requester);
		return isSet ? passwordSetPage(application) : null;
	},
});
