import type { IdentityService } from "../context/identity-service";
import type { ServiceRequest } from "../context/service-request";
import { messageRefusal } from "../http/refusal";
import { SIGN_IN, SIGN_OUT, SIGN_OUT_CLEANUP } from "./names";
import { passiveParameters } from "./passive-parameters";
import { realmClient } from "./realm";
import { signIn } from "./sign-in";
import { signOut } from "./sign-out";

/**
 * `GET /wsfed` and `GET /wsfed/{client_id}`: the passive requestor profile (WS-Federation 1.2 section 13).
 * Without a client in the path the realm alone names the application.
 */
export async function answerPassiveRequest(service: IdentityService, request: ServiceRequest): Promise<Response> {
	const { clientId } = request;
	const parameters = passiveParameters(request.url.searchParams);
	const { wa, wtrealm, wreply } = parameters;
	switch (wa ?? SIGN_IN) {
		case SIGN_IN:
			return signIn(service, await realmClient(service, clientId, wtrealm), parameters);
		case SIGN_OUT:
		case SIGN_OUT_CLEANUP: {
			const isForNobody = clientId === null && wtrealm === null;
			const client = isForNobody ? null : await realmClient(service, clientId, wtrealm);
			return signOut(service, request, client, wreply);
		}
		default:
			throw messageRefusal(`The wa is none of ${SIGN_IN}, ${SIGN_OUT} and ${SIGN_OUT_CLEANUP}.`);
	}
}
