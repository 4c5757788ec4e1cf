import type { IdentityService } from "../../identity-service";
import { answerFront, RefusedMessage } from "../federation/front-endpoint";
import { SIGN_IN, SIGN_OUT, SIGN_OUT_CLEANUP } from "./names";
import { passiveParameters } from "./passive-parameters";
import { realmClient } from "./realm";
import { signIn } from "./sign-in";
import { signOut } from "./sign-out";

/**
 * `GET /wsfed` and `GET /wsfed/{client_id}`: the passive requestor profile (WS-Federation 1.2 section 13).
 * @param clientId of the path; null where the realm alone names the application
 */
export function answerPassiveRequest(
	service: IdentityService,
	request: Request,
	clientId: string | null,
): Promise<Response> {
	return answerFront(service, request, "wsfed", async () => {
		const parameters = passiveParameters(new URL(request.url).searchParams);
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
				throw new RefusedMessage(`The wa is none of ${SIGN_IN}, ${SIGN_OUT} and ${SIGN_OUT_CLEANUP}.`);
		}
	});
}
