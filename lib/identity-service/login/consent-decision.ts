import { findServiceClient, grantedScopes } from "../clients/service-client";
import type { IdentityService } from "../context/identity-service";
import type { ServiceRequest } from "../context/service-request";
import { requestedScopes } from "../oidc/grants";
import { findInteraction } from "./login";
import { loginRefusal } from "./login-retry";

/** Scopes of OpenID Connect; all others are an API's. */
const IDENTITY_SCOPES = ["openid", "profile", "email", "offline_access"];

/**
 * Lets a waiting application of another company go on with what it asked for, or with a refusal
 * (`access_denied`, RFC 6749 section 4.1.2.1).
 * @returns where the browser goes on
 */
export async function decideConsent(
	service: IdentityService,
	request: ServiceRequest,
	isAllowed: boolean,
): Promise<string> {
	const { provider } = service.oidc();
	const interaction = await findInteraction(service, request);
	const userId = interaction?.details.session?.accountId;
	if (interaction?.details.prompt.name !== "consent" || !userId) throw loginRefusal("expired");
	const { req, res, details } = interaction;
	if (!isAllowed) {
		const refusal = { error: "access_denied", error_description: "The user did not agree." };
		return provider.interactionResult(req, res, refusal, { mergeWithLastSubmission: false });
	}
	const clientId = String(details.params.client_id);
	const grant = new provider.Grant({ accountId: userId, clientId });
	const asked = requestedScopes(details.params);
	const identity = asked.filter((scope) => IDENTITY_SCOPES.includes(scope));
	if (identity.length > 0) grant.addOIDCScope(identity.join(" "));
	const client = await findServiceClient(service, clientId);
	for (const audience of [details.params.resource ?? []].flat().map(String)) {
		const granted = (client && grantedScopes(service, client, audience)) ?? [];
		const scopes = asked.filter((scope) => granted.includes(scope));
		if (scopes.length > 0) grant.addResourceScope(audience, scopes.join(" "));
	}
	const grantId = await grant.save();
	return provider.interactionResult(req, res, { consent: { grantId } });
}
