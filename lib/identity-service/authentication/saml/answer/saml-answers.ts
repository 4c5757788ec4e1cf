import type { FederatedAnswers } from "../../federation/federated-protocol";
import { refusalResponse } from "./refusal-response";
import { samlResponse } from "./saml-response";

/** Status codes of a refusal (SAML core 2.0 section 3.2.2.2). */
const NO_PASSIVE = "urn:oasis:names:tc:SAML:2.0:status:NoPassive";
const REQUEST_DENIED = "urn:oasis:names:tc:SAML:2.0:status:RequestDenied";
const PASSIVE_ERRORS = ["login_required", "consent_required", "interaction_required", "account_selection_required"];

/** SAML 2.0 bindings section 3.5: the response in base64, and what came along with the request. */
export const samlAnswers: FederatedAnswers = {
	async ofLogin(service, request, client, login) {
		const response = await samlResponse(service, request, client, login);
		return response === null ? null : fields(response, request.state);
	},
	async ofRefusal(service, request, client, error) {
		const status = PASSIVE_ERRORS.includes(error) ? NO_PASSIVE : REQUEST_DENIED;
		const response = await refusalResponse(service, request, client, status);
		return response === null ? null : fields(response, request.state);
	},
};

function fields(response: string, relayState: string | null): Record<string, string> {
	return {
		SAMLResponse: Buffer.from(response, "utf8").toString("base64"),
		...(relayState === null ? {} : { RelayState: relayState }),
	};
}
