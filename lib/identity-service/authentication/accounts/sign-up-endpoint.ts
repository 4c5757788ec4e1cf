import type { IdentityService } from "../../identity-service";
import { allowsSignUp } from "./allows-sign-up";
import { clientOfCall } from "./client-of-call";
import { newAddress } from "./email-address";
import { passwordStrengthError } from "./password-rules";
import { readProfile } from "./profile";
import { answerCall, type CallAnswer, refused, refusedForNow } from "./program-endpoint";
import { signUp } from "./sign-up";

/**
 * `POST /dbconnections/signup`. The answer is the same whether the address has an account or not, so there is no
 * `user_exists`; its `_id` becomes the account's once the address is confirmed.
 */
export function answerSignUp(service: IdentityService, request: Request): Promise<Response> {
	return answerCall(service, request, async ({ form, address }) => {
		const found = await clientOfCall(service, request, form);
		if ("refusal" in found) return refused(found.refusal);
		const { client } = found;
		if (!allowsSignUp(client)) return badRequest("public_signup_disabled", "Public signup is disabled");
		const email = newAddress(form.get("email") ?? "");
		if (!email) return badRequest("invalid_signup", "email is missing or is no address.");
		const read = readProfile(form);
		if ("problem" in read) return badRequest("invalid_signup", read.problem);
		const { profile } = read;
		const password = form.get("password") ?? "";
		const weak = await passwordStrengthError(password, email);
		if (weak) return { status: 400, body: weak };
		const outcome = await signUp(service, { client, email, password, profile, browserTicket: null }, address);
		if (outcome === "blocked" || outcome === "busy") return refusedForNow(outcome);
		const _id = outcome.userId.replace("auth0|", "");
		return { status: 200, body: { _id, email, email_verified: false, ...profile } };
	});
}

function badRequest(code: string, description: string): CallAnswer {
	return { status: 400, body: { name: "BadRequestError", code, description, statusCode: 400 } };
}
