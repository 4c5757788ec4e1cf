import { SAML_LIFETIME_SECONDS } from "@/lib/contract/client/addon-limits";
import type { SamlSettings } from "@/lib/contract/client/client-addons";
import { type Markup, xml } from "@/lib/xml/markup";
import { signXml } from "@/lib/xml/sign";
import { samlSettingsOf } from "../clients/addon-settings";
import type { IdentityService } from "../context/identity-service";
import { entityId, newMessageId } from "../identity-provider/entity";
import type { FederatedRequest } from "../identity-provider/federated-request";
import type { FederatedLogin, FederatedProtocol } from "../identity-provider/federated-response";
import { signingMaterial } from "../identity-provider/signing-material";
import { requireNameIdentifier, userAttributes } from "../identity-provider/user-attributes";
import { noteParticipant } from "../sessions/participants";
import { type AssertionContent, assertionMarkup, attributeStatement } from "./assertion";
import { contextClass } from "./authn-context";
import {
	ASSERTION,
	NO_AUTHN_CONTEXT,
	NO_PASSIVE,
	PROTOCOL,
	REQUEST_DENIED,
	RESPONDER,
	SUCCESS,
	UNSPECIFIED_NAME,
} from "./names";
import { formFields, type Status, statusMarkup } from "./outbound-messages";
import type { SamlClient } from "./saml-client";

const PASSIVE_ERRORS = ["login_required", "consent_required", "interaction_required", "account_selection_required"];

/** SAML 2.0's responses to what was requested through its own endpoint. */
export const samlProtocol: FederatedProtocol = {
	async success(service, request, client, login) {
		const settings = samlSettingsOf(client);
		if (!settings) return null;
		const response = await samlResponse(service, request, { client, settings }, login);
		return formFields("SAMLResponse", response, request.state);
	},
	async error(service, request, client, error) {
		const settings = samlSettingsOf(client);
		if (!settings) return null;
		const status = PASSIVE_ERRORS.includes(error) ? NO_PASSIVE : REQUEST_DENIED;
		return formFields("SAMLResponse", await errorResponse(service, request, settings, status), request.state);
	},
};

/**
 * The response to an application that a user has signed in to (SAML profiles 2.0 section 4.1.4): one assertion, or an error
 * where the user has not signed in as it was requested.
 * @throws Refusal where the user has no name identifier
 */
export async function samlResponse(
	service: IdentityService,
	request: FederatedRequest,
	{ client, settings }: SamlClient,
	login: FederatedLogin,
): Promise<string> {
	const { nameIdentifierProbes, nameIdentifierFormat = UNSPECIFIED_NAME } = settings;
	const { lifetimeInSeconds = SAML_LIFETIME_SECONDS } = settings;
	const context = contextClass(request.authnContext ?? null, login.methods, settings.authnContextClassRef);
	if (context === null) return errorResponse(service, request, settings, NO_AUTHN_CONTEXT);
	const attributes = userAttributes(service, login.user, client, settings);
	const nameId = { value: requireNameIdentifier(attributes, nameIdentifierProbes), format: nameIdentifierFormat };
	const sessionIndex = await noteParticipant(service, {
		...{ accountId: login.user.user_id, sessionUid: login.sessionUid, clientId: client.client_id },
		...{ nameId: nameId.value, nameIdFormat: nameId.format },
	});
	const issued = service.now();
	const content: AssertionContent = {
		id: newMessageId(),
		issuer: settings.issuer ?? entityId(service.config),
		issued,
		until: new Date(issued.getTime() + lifetimeInSeconds * 1000),
		nameId,
		recipient: settings.recipient ?? request.replyTo,
		inResponseTo: request.inResponseTo,
		audience: settings.audience ?? request.requester ?? client.client_id,
		authenticatedAt: login.authenticatedAt,
		sessionIndex,
		contextClass: context,
		attributes: attributeStatement(attributes, settings),
	};
	return signedResponse(service, request, settings, [SUCCESS], (signature) => assertionMarkup(content, signature));
}

/**
 * A response that says why no user is signed in.
 * @param status second-level code (SAML core 2.0 section 3.2.2.2)
 */
export function errorResponse(
	service: IdentityService,
	request: FederatedRequest,
	settings: SamlSettings,
	status: string,
): Promise<string> {
	return signedResponse(service, request, settings, [RESPONDER, status], null);
}

/** SAML core 2.0 section 3.2.2. The assertion in it is signed, or else the whole response. */
async function signedResponse(
	service: IdentityService,
	request: FederatedRequest,
	settings: SamlSettings,
	status: Status,
	assertion: ((signature: Markup | null) => Markup) | null,
): Promise<string> {
	const { destination = request.replyTo, issuer = entityId(service.config) } = settings;
	const [id, issued] = [newMessageId(), service.now().toISOString()];
	const requestId = request.inResponseTo === null ? null : xml` InResponseTo="${request.inResponseTo}"`;
	const response = (signature: Markup | null, content: Markup | null) =>
		xml`<samlp:Response xmlns:samlp="${PROTOCOL}" ID="${id}"${requestId} Version="2.0" IssueInstant="${issued}" Destination="${destination}"><saml:Issuer xmlns:saml="${ASSERTION}">${issuer}</saml:Issuer>${signature}${statusMarkup(status)}${content}</samlp:Response>`;
	const material = await signingMaterial(service, settings);
	const signed =
		assertion && !settings.signResponse
			? signXml((signature) => response(null, assertion(signature)), { name: "Assertion", idAttribute: "ID" }, material)
			: signXml(
					(signature) => response(signature, assertion?.(null) ?? null),
					{ name: "Response", idAttribute: "ID" },
					material,
				);
	return signed.toString();
}
