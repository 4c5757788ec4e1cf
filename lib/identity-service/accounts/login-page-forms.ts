import { allowsSignUp } from "../clients/grant-types";
import { findServiceClient } from "../clients/service-client";
import type { IdentityService } from "../context/identity-service";
import type { ServiceRequest } from "../context/service-request";
import { requireInteraction } from "../login/login";
import { loginForm } from "../login/login-forms";
import { loginRefusal, requireFilled } from "../login/login-problems";
import { brokenPasswordRule } from "../passwords/password-rules";
import type { ClientRow } from "../store/clients";
import { accountAddress, hasUnseen, newAddress } from "./profile";
import { requestReset } from "./reset-password";
import { logWeakPassword, signUp, signUpCookie } from "./sign-up";
import { newTicket } from "./ticket";

/** Signs a user up for the login's application: the user cannot sign in before the address is confirmed. */
export const handleSignUpForm = loginForm({
	way: "signup",
	emailField: "email",
	async run(service, request, form) {
		const [typed, password] = [form.get("email") ?? "", form.get("password") ?? ""];
		const client = await clientOfLogin(service, request);
		if (!allowsSignUp(service, client)) throw loginRefusal("expired");
		requireFilled({ email: typed, password });
		if (hasUnseen(typed)) throw loginRefusal("address-unseen");
		const email = newAddress(typed);
		if (!email) throw loginRefusal("no-address");
		const broken = await brokenPasswordRule(password, email);
		if (broken) await logWeakPassword(service, { client, email, request });
		if (broken) throw loginRefusal(`password-${broken}`);
		const browserTicket = newTicket();
		await signUp(service, { client, email, password, profile: {}, browserTicket, request });
		const cookie = signUpCookie(service.config.issuer, request.parameters.uid, browserTicket);
		return { email, way: "signed-up", cookie };
	},
});

/** Sends a link to a user who has forgotten the password. */
export const handleForgottenForm = loginForm({
	way: "forgotten",
	emailField: "email",
	async run(service, request, form) {
		const typed = form.get("email") ?? "";
		const client = await clientOfLogin(service, request);
		const email = accountAddress(typed);
		if (!email) throw loginRefusal(typed.trim() === "" ? "no-email" : "no-address");
		await requestReset(service, client, email, request);
		return { email, way: "reset-sent" };
	},
});

/** The application of this browser's login. */
async function clientOfLogin(service: IdentityService, request: ServiceRequest): Promise<ClientRow> {
	const { clientId } = await requireInteraction(service, request);
	const client = await findServiceClient(service, clientId);
	if (!client) throw loginRefusal("expired");
	return client;
}
