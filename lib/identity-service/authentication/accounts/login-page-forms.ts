import { remoteAddress } from "../../http/rate/remote-address";
import type { IdentityService } from "../../identity-service";
import type { ClientRow } from "../../store/clients";
import { findServiceClient } from "../clients/service-client";
import { emptyFields } from "../login/empty-fields";
import { findInteraction } from "../login/login";
import { answerForm, type FormHandler } from "../login/login-forms";
import { authenticationOf } from "../provider/provider";
import { allowsSignUp } from "./allows-sign-up";
import { newAddress } from "./email-address";
import { brokenPasswordRule } from "./password-rules";
import { requestReset } from "./reset-password";
import { signUp } from "./sign-up";
import { signUpCookie } from "./sign-up-cookie";
import { newTicket } from "./ticket";

/** Signs somebody up for the application that waits: nobody is signed in before the address is confirmed. */
export const answerSignUpForm: FormHandler = (...sent) =>
	answerForm(...sent, async ({ service, uid, headers, form }) => {
		const [typed, password] = [form.get("email") ?? "", form.get("password") ?? ""];
		const client = await waitingClient(service, uid, headers);
		if (!client || !allowsSignUp(client)) return { problem: "expired" };
		const back = { email: typed, way: "signup" } as const;
		const empty = emptyFields({ email: typed, password });
		if (empty) return { ...back, problem: empty };
		const email = newAddress(typed);
		if (!email) return { ...back, problem: "no-address" };
		const broken = await brokenPasswordRule(password, email);
		if (broken) return { ...back, problem: `password-${broken}` };
		const browserTicket = newTicket();
		const address = remoteAddress({ headers });
		const outcome = await signUp(service, { client, email, password, profile: {}, browserTicket }, address);
		if (outcome === "blocked") return { ...back, problem: "messages" };
		if (outcome === "busy") return { ...back, problem: "busy-account" };
		const cookie = signUpCookie(service.config.issuer, { uid, ticket: browserTicket });
		return { problem: null, email, way: "signed-up", cookie };
	});

/** Sends a link to somebody who has forgotten the password. */
export const answerForgottenForm: FormHandler = (...sent) =>
	answerForm(...sent, async ({ service, uid, headers, form }) => {
		const typed = form.get("email") ?? "";
		const client = await waitingClient(service, uid, headers);
		if (!client) return { problem: "expired" };
		const back = { email: typed, way: "forgotten" } as const;
		const email = newAddress(typed);
		if (!email) return { ...back, problem: typed.trim() === "" ? "no-email" : "no-address" };
		const outcome = await requestReset(service, client, email, remoteAddress({ headers }));
		if (outcome === "blocked") return { ...back, problem: "messages" };
		return { problem: null, email, way: "reset-sent" };
	});

/** The application that waits for the login of this browser; null where there is no such login. */
async function waitingClient(service: IdentityService, uid: string, headers: Headers): Promise<ClientRow | null> {
	const { provider } = authenticationOf(service);
	const interaction = await findInteraction(service, provider, uid, headers);
	return interaction && findServiceClient(service, String(interaction.details.params.client_id));
}
