import { allowsSignUp } from "../clients/grant-types";
import type { IdentityService } from "../context/identity-service";
import type { ServiceRequest } from "../context/service-request";
import { Refusal } from "../http/refusal";
import { respond } from "../http/respond";
import { passwordStrengthError } from "../passwords/password-rules";
import { namedBy } from "./client-of-call";
import { newAddress } from "./email-address";
import { readProfile } from "./profile";
import { signUp } from "./sign-up";

/**
 * `POST /dbconnections/signup`. The answer is the same whether the address has an account or not, so there is no
 * `user_exists`; its `_id` becomes the account's once the address is confirmed.
 */
export async function answerSignUp(service: IdentityService, request: ServiceRequest): Promise<Response> {
	const { client, form, address } = namedBy(request);
	if (!allowsSignUp(service, client)) throw badRequest("public_signup_disabled", "Public signup is disabled");
	const email = newAddress(form.get("email") ?? "");
	if (!email) throw badRequest("invalid_signup", "email is missing or is no address.");
	const read = readProfile(form);
	if ("problem" in read) throw badRequest("invalid_signup", read.problem);
	const { profile } = read;
	const password = form.get("password") ?? "";
	const weak = await passwordStrengthError(password, email);
	if (weak) throw new Refusal(400, weak.code, weak.message, { body: weak });
	const { userId } = await signUp(service, { client, email, password, profile, browserTicket: null }, address);
	const _id = userId.replace("auth0|", "");
	return respond(200, { _id, email, email_verified: false, ...profile });
}

/** In the shape of this interface's `BadRequestError`. */
function badRequest(code: string, description: string): Refusal {
	return new Refusal(400, code, description, { body: { name: "BadRequestError", code, description, statusCode: 400 } });
}
