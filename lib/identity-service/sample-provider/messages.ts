import { CLAIMS } from "@/lib/contract/connection/attribute-names";
import { type Markup, xml } from "@/lib/xml/markup";
import { signXml } from "@/lib/xml/sign";
import type { SamlConnection } from "../connections/saml-connection";
import type { IdentityService } from "../context/identity-service";
import type { ServiceRequest } from "../context/service-request";
import { unregisteredRefusal } from "../http/refusal";
import { newMessageId } from "../identity-provider/entity";
import { publishedCertificates } from "../identity-provider/signing-material";
import { checkedMessage, requireFirstUse } from "../saml/checked-message";
import {
	ASSERTION,
	BEARER,
	NO_PASSIVE,
	PERSISTENT_NAME,
	PROTOCOL,
	RESPONDER,
	SUCCESS,
	UNSPECIFIED_CONTEXT,
} from "../saml/names";
import { statusMarkup } from "../saml/outbound-messages";
import type { ReceivedMessage } from "../saml/saml-client";
import { transported } from "../saml/transport";
import { addressAt, sampleProviderId } from "./addresses";
import type { SamplePerson, SampleSession } from "./session";
import { sampleProviderKey } from "./signing-key";

/** Of an assertion: time for the browser to deliver it. */
const LIFETIME_MILLISECONDS = 5 * 60 * 1000;

/**
 * Checks a message that the browser delivers from the tenant: signed by a key that it publishes, from the connection,
 * and for this address.
 * @param path that it has to be sent to
 * @returns null for a request without a message
 * @throws Refusal
 */
export async function receiveFromTenant(
	service: IdentityService,
	request: ServiceRequest,
	connection: SamlConnection,
	path: string,
): Promise<ReceivedMessage | null> {
	const sent = await transported(request);
	if (sent.parameter === null) return null;
	const message = checkedMessage(sent, {
		address: addressAt(service.config, path),
		now: service.now(),
		certificates: await publishedCertificates(service),
		callbacks: [connection.callback],
	});
	const { entityId } = connection;
	if (message.issuer !== entityId) {
		const names = { came: message.issuer, registered: [entityId] };
		throw unregisteredRefusal("The message is not from the connection.", "Issuer", names);
	}
	if (message.kind !== "LogoutResponse") await requireFirstUse(service, sampleProviderId(service.config), message);
	return { ...message, relayState: sent.relayState, isSigned: true };
}

/**
 * A signed response, in it a signed assertion (SAML profiles 2.0 section 4.1.4.2).
 * @param inResponseTo null: the sign-in began at the provider
 * @param session null: no user is signed in, and the request was passive
 */
export async function signInResponse(
	service: IdentityService,
	connection: SamlConnection,
	inResponseTo: string | null,
	session: SampleSession | null,
): Promise<string> {
	const material = await sampleProviderKey(service);
	const [id, now, issuer] = [newMessageId(), service.now(), sampleProviderId(service.config)];
	const requestId = inResponseTo === null ? null : xml` InResponseTo="${inResponseTo}"`;
	const write = session && assertionOf(session, connection, { issuer, now, requestId });
	const assertion = write && signXml(write, { name: "Assertion", idAttribute: "ID" }, material);
	const status = statusMarkup(session ? [SUCCESS] : [RESPONDER, NO_PASSIVE]);
	const response = (signature: Markup | null) =>
		xml`<samlp:Response xmlns:samlp="${PROTOCOL}" ID="${id}"${requestId} Version="2.0" IssueInstant="${now.toISOString()}" Destination="${connection.callback}"><saml:Issuer xmlns:saml="${ASSERTION}">${issuer}</saml:Issuer>${signature}${status}${assertion}</samlp:Response>`;
	return signXml(response, { name: "Response", idAttribute: "ID" }, material).toString();
}

function assertionOf(
	{ person, startedAt, sessionIndex }: SampleSession,
	{ callback, entityId }: SamlConnection,
	{ issuer, now, requestId }: { issuer: string; now: Date; requestId: Markup | null },
) {
	const [id, issued] = [newMessageId(), now.toISOString()];
	const until = new Date(now.getTime() + LIFETIME_MILLISECONDS).toISOString();
	const confirmation = xml`<saml:SubjectConfirmation Method="${BEARER}"><saml:SubjectConfirmationData NotOnOrAfter="${until}" Recipient="${callback}"${requestId}/></saml:SubjectConfirmation>`;
	// A persistent identifier is specific to a pair of provider and service (SAML core 2.0 section 8.3.7).
	const subject = xml`<saml:Subject><saml:NameID Format="${PERSISTENT_NAME}" NameQualifier="${issuer}" SPNameQualifier="${entityId}">${person.id}</saml:NameID>${confirmation}</saml:Subject>`;
	const conditions = xml`<saml:Conditions NotBefore="${issued}" NotOnOrAfter="${until}"><saml:AudienceRestriction><saml:Audience>${entityId}</saml:Audience></saml:AudienceRestriction></saml:Conditions>`;
	const authentication = xml`<saml:AuthnStatement AuthnInstant="${startedAt}" SessionIndex="${sessionIndex}"><saml:AuthnContext><saml:AuthnContextClassRef>${UNSPECIFIED_CONTEXT}</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>`;
	return (signature: Markup | null) =>
		xml`<saml:Assertion xmlns:saml="${ASSERTION}" ID="${id}" Version="2.0" IssueInstant="${issued}"><saml:Issuer>${issuer}</saml:Issuer>${signature}${subject}${conditions}${authentication}${attributes(person)}</saml:Assertion>`;
}

function attributes({ name, givenName, familyName, email }: SamplePerson): Markup {
	const claims = Object.entries({ name, givenname: givenName, surname: familyName, emailaddress: email });
	const written = claims.flatMap(([claim, value]) =>
		value === null
			? []
			: xml`<saml:Attribute Name="${CLAIMS + claim}" NameFormat="urn:oasis:names:tc:SAML:2.0:attrname-format:uri"><saml:AttributeValue>${value}</saml:AttributeValue></saml:Attribute>`,
	);
	return xml`<saml:AttributeStatement>${written}</saml:AttributeStatement>`;
}
