import type { IdentityService } from "../../identity-service";
import { PAGE_HEADERS } from "../../pages/page";
import { clientOfCall } from "./client-of-call";
import { newAddress } from "./email-address";
import { answerCall, refused, refusedForNow } from "./program-endpoint";
import { requestReset } from "./reset-password";

/** Of this interface, whether the address has an account or not. */
const SENT = "We've just sent you an email to reset your password.";

/** `POST /dbconnections/change_password`: sends a link. No password is taken here, whatever the caller sends along. */
export function answerChangePassword(service: IdentityService, request: Request): Promise<Response> {
	return answerCall(service, request, async ({ form, address }) => {
		const found = await clientOfCall(service, request, form);
		if ("refusal" in found) return refused(found.refusal);
		const email = newAddress(form.get("email") ?? "");
		if (!email) {
			const description = "email is missing or is no address.";
			return refused({ status: 400, error: "invalid_request", description });
		}
		const outcome = await requestReset(service, found.client, email, address);
		if (outcome === "blocked") return refusedForNow(outcome);
		const headers = { ...PAGE_HEADERS, "content-type": "text/html; charset=utf-8", "cache-control": "no-store" };
		return new Response(SENT, { status: 200, headers });
	});
}
