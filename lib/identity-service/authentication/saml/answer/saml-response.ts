import { SAML_LIFETIME_SECONDS } from "@/lib/contract/client/addon-limits";
import { type Markup, xml } from "@/lib/xml/markup";
import { signXml } from "@/lib/xml/sign";
import type { IdentityService } from "../../../identity-service";
import type { ClientRow } from "../../../store/clients";
import { samlSettingsOf } from "../../federation/addon-settings";
import { entityId } from "../../federation/entity";
import type { FederatedLogin } from "../../federation/federated-protocol";
import type { FederatedRequest } from "../../federation/federated-request";
import { newMessageId } from "../../federation/message-id";
import { signingMaterial } from "../../federation/signing-material";
import { nameIdentifier, type UserAttribute, userAttributes } from "../../federation/user-attributes";
import { ASSERTION, BEARER, PROTOCOL, SUCCESS, UNSPECIFIED_CONTEXT, UNSPECIFIED_NAME } from "../names";

/**
 * The response to an application in which somebody has signed in (SAML profiles 2.0 section 4.1.4.2): one assertion,
 * signed itself, or in a signed response.
 * @returns null where the client does not take SAML any more
 */
export async function samlResponse(
	service: IdentityService,
	request: FederatedRequest,
	client: ClientRow,
	login: FederatedLogin,
): Promise<string | null> {
	const settings = samlSettingsOf(client);
	if (!settings) return null;
	const attributes = userAttributes(login.user, client, settings);
	const nameId = nameIdentifier(attributes, settings.nameIdentifierProbes);
	if (nameId === null) return null;
	const now = service.now();
	const issued = now.toISOString();
	const until = new Date(now.getTime() + (settings.lifetimeInSeconds ?? SAML_LIFETIME_SECONDS) * 1000).toISOString();
	const { destination = request.replyTo, recipient = request.replyTo, issuer = entityId(service.config) } = settings;
	const audience = settings.audience ?? request.requester ?? client.client_id;
	const sessionIndex = newMessageId();
	const inResponseTo = request.inResponseTo === null ? null : xml` InResponseTo="${request.inResponseTo}"`;
	const [responseId, assertionId] = [newMessageId(), newMessageId()];
	const assertion = (signature: Markup | null) =>
		xml`<saml:Assertion xmlns:saml="${ASSERTION}" Version="2.0" ID="${assertionId}" IssueInstant="${issued}"><saml:Issuer>${issuer}</saml:Issuer>${signature}<saml:Subject><saml:NameID Format="${settings.nameIdentifierFormat ?? UNSPECIFIED_NAME}">${nameId}</saml:NameID><saml:SubjectConfirmation Method="${BEARER}"><saml:SubjectConfirmationData NotOnOrAfter="${until}" Recipient="${recipient}"${inResponseTo}/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="${issued}" NotOnOrAfter="${until}"><saml:AudienceRestriction><saml:Audience>${audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions><saml:AuthnStatement AuthnInstant="${login.authenticatedAt.toISOString()}" SessionIndex="${sessionIndex}"><saml:AuthnContext><saml:AuthnContextClassRef>${settings.authnContextClassRef ?? UNSPECIFIED_CONTEXT}</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>${attributeStatement(attributes)}</saml:Assertion>`;
	const response = (signature: Markup | null, content: Markup) =>
		xml`<samlp:Response xmlns:samlp="${PROTOCOL}" ID="${responseId}"${inResponseTo} Version="2.0" IssueInstant="${issued}" Destination="${destination}"><saml:Issuer xmlns:saml="${ASSERTION}">${issuer}</saml:Issuer>${signature}<samlp:Status><samlp:StatusCode Value="${SUCCESS}"/></samlp:Status>${content}</samlp:Response>`;
	const material = await signingMaterial(service, settings);
	const signed = settings.signResponse
		? signXml((signature) => response(signature, assertion(null)), { name: "Response", idAttribute: "ID" }, material)
		: signXml((signature) => response(null, assertion(signature)), { name: "Assertion", idAttribute: "ID" }, material);
	return signed.toString();
}

function attributeStatement(attributes: readonly UserAttribute[]): Markup | null {
	if (attributes.length === 0) return null;
	return xml`<saml:AttributeStatement xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">${attributes.map(
		({ name, value }) =>
			xml`<saml:Attribute Name="${name}" NameFormat="urn:oasis:names:tc:SAML:2.0:attrname-format:uri"><saml:AttributeValue xsi:type="xs:${typeof value === "boolean" ? "boolean" : "string"}">${value}</saml:AttributeValue></saml:Attribute>`,
	)}</saml:AttributeStatement>`;
}
