import { allowsSignUp } from "../clients/grant-types";
import { findServiceClient } from "../clients/service-client";
import type { IdentityService } from "../context/identity-service";
import type { ServiceRequest } from "../context/service-request";
import { emptyFields } from "../login/empty-fields";
import { findInteraction } from "../login/login";
import { loginForm } from "../login/login-forms";
import { loginRefusal } from "../login/login-retry";
import { brokenPasswordRule } from "../passwords/password-rules";
import type { ClientRow } from "../store/clients";
import { newAddress } from "./email-address";
import { requestReset } from "./reset-password";
import { signUp } from "./sign-up";
import { signUpCookie } from "./sign-up-cookie";
import { newTicket } from "./ticket";

/** Signs somebody up for the application that waits: nobody is signed in before the address is confirmed. */
export const answerSignUpForm = loginForm({
	...{ way: "signup", emailField: "email" },
	async run(service, request, form) {
		const [typed, password] = [form.get("email") ?? "", form.get("password") ?? ""];
		const client = await waitingClient(service, request);
		if (!client || !allowsSignUp(service, client)) throw loginRefusal("expired");
		const empty = emptyFields({ email: typed, password });
		if (empty) throw loginRefusal(empty);
		const email = newAddress(typed);
		if (!email) throw loginRefusal("no-address");
		const broken = await brokenPasswordRule(password, email);
		if (broken) throw loginRefusal(`password-${broken}`);
		const browserTicket = newTicket();
		const sent = { client, email, password, profile: {}, browserTicket };
		await signUp(service, sent, request.address);
		const { uid = "" } = request.parameters;
		const cookie = signUpCookie(service.config.issuer, { uid, ticket: browserTicket });
		return { email, way: "signed-up", cookie };
	},
});

/** Sends a link to somebody who has forgotten the password. */
export const answerForgottenForm = loginForm({
	...{ way: "forgotten", emailField: "email" },
	async run(service, request, form) {
		const typed = form.get("email") ?? "";
		const client = await waitingClient(service, request);
		if (!client) throw loginRefusal("expired");
		const email = newAddress(typed);
		if (!email) throw loginRefusal(typed.trim() === "" ? "no-email" : "no-address");
		await requestReset(service, client, email, request.address);
		return { email, way: "reset-sent" };
	},
});

/** The application that waits for the login of this browser; null where there is no such login. */
async function waitingClient(service: IdentityService, request: ServiceRequest): Promise<ClientRow | null> {
	const interaction = await findInteraction(service, request);
	return interaction && findServiceClient(service, String(interaction.details.params.client_id));
}
