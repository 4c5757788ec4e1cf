import type { FederatedAnswers } from "../identity-provider/federated-protocol";
import { SIGN_IN } from "./names";
import { securityTokenResponse } from "./security-token-response";

/** WS-Federation 1.2 section 13.2.2. It has no words for a refusal: whoever is refused reads so on a page. */
export const wsFederationAnswers: FederatedAnswers = {
	async ofLogin(service, request, client, login) {
		const result = await securityTokenResponse(service, request, client, login);
		if (result === null) return null;
		return { wa: SIGN_IN, wresult: result, ...(request.state === null ? {} : { wctx: request.state }) };
	},
	ofRefusal: async () => null,
};
