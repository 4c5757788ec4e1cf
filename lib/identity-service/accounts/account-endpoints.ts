import { requireOrigin } from "../clients/across-origins";
import { allowsSignUp, hasUsers } from "../clients/grant-types";
import { findServiceClient } from "../clients/service-client";
import type { IdentityService } from "../context/identity-service";
import type { ServiceRequest } from "../context/service-request";
import { clientRefusal, missingParameter, Refusal } from "../http/refusal";
import { formOf, readForm } from "../http/request-parameters";
import { respond } from "../http/respond";
import { PAGE_HEADERS } from "../pages/page";
import { passwordStrengthError } from "../passwords/password-rules";
import type { ClientRow } from "../store/clients";
import { DATABASE_CONNECTION } from "../store/users";
import { accountAddress, badRequest, hasUnseen, newAddress, readProfile } from "./profile";
import { requestReset } from "./reset-password";
import { logWeakPassword, signUp } from "./sign-up";

/** The response, whether the address has an account or not. */
const SENT = "We've just sent you an email to reset your password.";

/** The step that reads a request about accounts, and finds the client that it names. @throws Refusal 400 */
export async function readAccountRequest(service: IdentityService, request: ServiceRequest): Promise<void> {
	await readForm({ asJson: ["user_metadata"] })(service, request);
	const form = formOf(request);
	for (const name of ["client_id", "connection"]) if (!form.get(name)) throw missingParameter(name);
	request.client = await findServiceClient(service, form.get("client_id") ?? "");
}

/**
 * No client authenticates, since browsers send these requests; a script must be on an origin of the client that it names.
 * @throws Refusal
 */
export function namedClient(service: IdentityService, request: ServiceRequest): void {
	const { client } = request;
	if (!client) throw clientRefusal();
	requireOrigin(service, request, client);
	if (!hasUsers(service, client)) throw new Refusal(403, "unauthorized_client", "No one signs in to this client.");
}

/** The result of both. Accounts are those of the one database connection. @throws Refusal 400 for another one */
function accountRequest(request: ServiceRequest): { client: ClientRow; form: URLSearchParams } {
	const { client } = request;
	if (!client) throw new Error("The client was not looked up.");
	const form = formOf(request);
	if (form.get("connection") === DATABASE_CONNECTION) return { client, form };
	throw new Refusal(400, "invalid_request", "The connection does not exist.");
}

/**
 * `POST /dbconnections/signup`. The response is the same whether the address has an account or not, so there is no
 * `user_exists`; its `_id` becomes the account's once the address is confirmed.
 */
export async function handleSignUp(service: IdentityService, request: ServiceRequest): Promise<Response> {
	const { client, form } = accountRequest(request);
	if (!allowsSignUp(service, client)) throw badRequest("public_signup_disabled", "Public signup is disabled");
	const typed = form.get("email") ?? "";
	if (hasUnseen(typed))
		throw badRequest("invalid_signup", "email must not contain white space or invisible characters.");
	const email = newAddress(typed);
	if (!email) throw badRequest("invalid_signup", "email is missing or not an e-mail address.");
	const profile = readProfile(form);
	const password = form.get("password") ?? "";
	const weak = await passwordStrengthError(password, email);
	if (weak) await logWeakPassword(service, { client, email, request });
	if (weak) throw new Refusal(400, weak.code, weak.message, { body: weak });
	const sent = { client, email, password, profile, browserTicket: null, request };
	const userId = await signUp(service, sent);
	return respond(200, { _id: userId.replace("auth0|", ""), email, email_verified: false, ...profile });
}

/** `POST /dbconnections/change_password`: sends a link. A password in the request is ignored. */
export async function handleChangePassword(service: IdentityService, request: ServiceRequest): Promise<Response> {
	const { client, form } = accountRequest(request);
	const email = accountAddress(form.get("email") ?? "");
	if (!email) throw new Refusal(400, "invalid_request", "email is missing or not an e-mail address.");
	await requestReset(service, client, email, request);
	const headers = { ...PAGE_HEADERS, "content-type": "text/html; charset=utf-8", "cache-control": "no-store" };
	return new Response(SENT, { status: 200, headers });
}
