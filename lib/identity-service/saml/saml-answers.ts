import { samlSettingsOf } from "../clients/addon-settings";
import type { FederatedAnswers } from "../identity-provider/federated-protocol";
import { NO_PASSIVE, REQUEST_DENIED } from "./names";
import { refusalResponse } from "./refusal-response";
import { samlResponse } from "./response";
import { responseFields } from "./response-fields";

const PASSIVE_ERRORS = ["login_required", "consent_required", "interaction_required", "account_selection_required"];

/** SAML 2.0's answers to what was asked for through its own endpoint. */
export const samlAnswers: FederatedAnswers = {
	async ofLogin(service, request, client, login) {
		const settings = samlSettingsOf(client);
		if (!settings) return null;
		return responseFields(await samlResponse(service, request, { client, settings }, login), request.state);
	},
	async ofRefusal(service, request, client, error) {
		const settings = samlSettingsOf(client);
		if (!settings) return null;
		const status = PASSIVE_ERRORS.includes(error) ? NO_PASSIVE : REQUEST_DENIED;
		return responseFields(await refusalResponse(service, request, settings, status), request.state);
	},
};
