import { WS_FEDERATION_LIFETIME_SECONDS } from "@/lib/contract/client/addon-limits";
import type { WsFederationSettings } from "@/lib/contract/client/client-addons";
import { type Markup, xml } from "@/lib/xml/markup";
import { signXml } from "@/lib/xml/sign";
import { wsFederationSettingsOf } from "../clients/addon-settings";
import type { IdentityService } from "../context/identity-service";
import { clientRealm, entityId, newMessageId } from "../identity-provider/entity";
import type { FederatedRequest } from "../identity-provider/federated-request";
import type { FederatedLogin, FederatedProtocol } from "../identity-provider/federated-response";
import { signingMaterial } from "../identity-provider/signing-material";
import { requireNameIdentifier, type UserAttribute, userAttributes } from "../identity-provider/user-attributes";
import type { ClientRow } from "../store/clients";
import * as names from "./names";

/** For a name that is no URL: SAML 1.1 requires a namespace of every attribute, and readers refuse an empty one. */
const NO_NAMESPACE = "urn:oasis:names:tc:SAML:2.0:attrname-format:unspecified";

/** WS-Federation 1.2 section 13.2.2. It has no error response: a page shows the refusal. */
export const wsFederationProtocol: FederatedProtocol = {
	async success(service, request, client, login) {
		const result = await securityTokenResponse(service, request, client, login);
		if (result === null) return null;
		return { wa: names.SIGN_IN, wresult: result, ...(request.state === null ? {} : { wctx: request.state }) };
	},
	error: async () => null,
};

/**
 * The security token of a user who has signed in: a SAML 1.1 assertion, signed, in the response of WS-Trust.
 * @returns null where the client does not use WS-Federation any more
 * @throws Refusal where the user has no name identifier
 */
async function securityTokenResponse(
	service: IdentityService,
	request: FederatedRequest,
	client: ClientRow,
	login: FederatedLogin,
): Promise<string | null> {
	const settings = wsFederationSettingsOf(client);
	if (!settings) return null;
	const attributes = userAttributes(service, login.user, client, settings);
	const nameId = requireNameIdentifier(attributes, settings.nameIdentifierProbes);
	const now = service.now();
	const lifetime = settings.lifetimeInSeconds ?? WS_FEDERATION_LIFETIME_SECONDS;
	const [from, until] = [now.toISOString(), new Date(now.getTime() + lifetime * 1000).toISOString()];
	const realm = settings.audience ?? request.requester ?? clientRealm(client);
	const context = request.state === null ? null : xml` Context="${request.state}"`;
	const subject = xml`<saml:Subject><saml:NameIdentifier Format="${settings.nameIdentifierFormat ?? names.UNSPECIFIED_NAME}">${nameId}</saml:NameIdentifier><saml:SubjectConfirmation><saml:ConfirmationMethod>${names.BEARER}</saml:ConfirmationMethod></saml:SubjectConfirmation></saml:Subject>`;
	const method = login.methods.includes("pwd") ? names.PASSWORD : names.UNSPECIFIED_METHOD;
	const id = newMessageId();
	const assertion = (signature: Markup | null) =>
		xml`<saml:Assertion xmlns:saml="${names.ASSERTION}" MajorVersion="1" MinorVersion="1" AssertionID="${id}" Issuer="${settings.issuer ?? entityId(service.config)}" IssueInstant="${from}"><saml:Conditions NotBefore="${from}" NotOnOrAfter="${until}"><saml:AudienceRestrictionCondition><saml:Audience>${realm}</saml:Audience></saml:AudienceRestrictionCondition></saml:Conditions>${attributeStatement(subject, attributes, settings)}<saml:AuthenticationStatement AuthenticationMethod="${settings.authnContextClassRef ?? method}" AuthenticationInstant="${login.authenticatedAt.toISOString()}">${subject}</saml:AuthenticationStatement>${signature}</saml:Assertion>`;
	const signed = signXml(
		(signature) =>
			xml`<t:RequestSecurityTokenResponse xmlns:t="${names.TRUST}"${context}><t:Lifetime><wsu:Created xmlns:wsu="${names.UTILITY}">${from}</wsu:Created><wsu:Expires xmlns:wsu="${names.UTILITY}">${until}</wsu:Expires></t:Lifetime><wsp:AppliesTo xmlns:wsp="${names.POLICY}"><wsa:EndpointReference xmlns:wsa="${names.ADDRESSING}"><wsa:Address>${realm}</wsa:Address></wsa:EndpointReference></wsp:AppliesTo><t:RequestedSecurityToken>${assertion(signature)}</t:RequestedSecurityToken><t:TokenType>${names.ASSERTION}</t:TokenType><t:RequestType>${names.ISSUE}</t:RequestType><t:KeyType>${names.NO_PROOF_KEY}</t:KeyType></t:RequestSecurityTokenResponse>`,
		{ name: "Assertion", idAttribute: "AssertionID" },
		await signingMaterial(service, settings),
	);
	return signed.toString();
}

/** Null without attributes: the schema requires at least one. */
function attributeStatement(
	subject: Markup,
	attributes: readonly UserAttribute[],
	{ typedAttributes = true }: WsFederationSettings,
): Markup | null {
	if (attributes.length === 0) return null;
	const written = attributes.map(({ name, value }) => {
		const { namespace, local } = splitAttributeName(name);
		const type = typedAttributes ? xml` xsi:type="xs:${typeof value === "boolean" ? "boolean" : "string"}"` : null;
		return xml`<saml:Attribute AttributeName="${local}" AttributeNamespace="${namespace}"><saml:AttributeValue${type}>${value}</saml:AttributeValue></saml:Attribute>`;
	});
	return xml`<saml:AttributeStatement xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">${subject}${written}</saml:AttributeStatement>`;
}

/**
 * A name as SAML 1.1 writes it, in two parts, which readers join with a slash:
 * `http://schemas.xmlsoap.org/ws/2005/05/identity/claims` and `emailaddress`.
 */
function splitAttributeName(name: string): { namespace: string; local: string } {
	const [, namespace, local] = /^(.*[^/])\/+([^/]+)$/s.exec(name) ?? [];
	if (namespace === undefined || local === undefined) return { namespace: NO_NAMESPACE, local: name };
	return { namespace, local };
}
