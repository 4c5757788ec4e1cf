import type { IdentityService } from "../context/identity-service";
import type { ServiceRequest } from "../context/service-request";
import { Refusal } from "../http/refusal";
import { PAGE_HEADERS } from "../pages/page";
import { namedBy } from "./client-of-call";
import { newAddress } from "./email-address";
import { requestReset } from "./reset-password";

/** Of this interface, whether the address has an account or not. */
const SENT = "We've just sent you an email to reset your password.";

/** `POST /dbconnections/change_password`: sends a link. No password is taken here, whatever the caller sends along. */
export async function answerChangePassword(service: IdentityService, request: ServiceRequest): Promise<Response> {
	const { client, form, address } = namedBy(request);
	const email = newAddress(form.get("email") ?? "");
	if (!email) throw new Refusal(400, "invalid_request", "email is missing or is no address.", { field: "email" });
	await requestReset(service, client, email, address);
	const headers = { ...PAGE_HEADERS, "content-type": "text/html; charset=utf-8", "cache-control": "no-store" };
	return new Response(SENT, { status: 200, headers });
}
