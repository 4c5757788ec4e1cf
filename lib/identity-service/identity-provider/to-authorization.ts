import { FEDERATED_RESPONSE_TYPE } from "../clients/response-type";
import type { IdentityService } from "../context/identity-service";
import {
	FEDERATED_REQUEST_PARAMETER,
	FEDERATED_RESPONSE_MODE,
	type FederatedRequest,
	sealFederatedRequest,
} from "./federated-request";
import { toPushedRequest } from "./pushed-request";

/** How to sign in for it, in OpenID Connect's words (Core 1.0 section 3.1.2.1). */
export type SignInDemand = {
	prompt?: "login" | "none";
	/** Seconds since the last login. */
	max_age?: number;
	login_hint?: string;
	/** Through which outside connection. */
	connection?: string;
	/** Who has signed in there already, sealed. */
	provider_sign_in?: string;
};

/** Goes on as an authorization request, by which the application is answered in its own protocol. */
export async function toAuthorization(
	service: IdentityService,
	request: FederatedRequest,
	{ max_age, ...demand }: SignInDemand = {},
): Promise<Response> {
	return toPushedRequest(service, request.clientId, {
		redirect_uri: request.replyTo,
		response_type: FEDERATED_RESPONSE_TYPE,
		response_mode: FEDERATED_RESPONSE_MODE,
		scope: "openid profile email",
		...demand,
		...(max_age === undefined ? {} : { max_age: String(max_age) }),
		[FEDERATED_REQUEST_PARAMETER]: await sealFederatedRequest(service, request),
	});
}
