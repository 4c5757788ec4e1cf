import { type Markup, xml } from "@/lib/xml/markup";
import { type SigningMaterial, signXml } from "@/lib/xml/sign";
import type { SamlConnection } from "../connections/saml-connection";
import type { IdentityService } from "../context/identity-service";
import { newMessageId } from "../identity-provider/entity";
import { CLAIMS } from "../identity-provider/user-attributes";
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
import type { SamplePerson } from "./people";
import { sampleMaterial } from "./sample-material";
import { sampleProviderId } from "./sample-provider";
import type { SampleSession } from "./session";

/** Of an assertion: time for a browser to bring it. */
const LIFETIME_MILLISECONDS = 5 * 60 * 1000;
const RESPONSE = { name: "Response", idAttribute: "ID" } as const;
const SIGNED_ASSERTION = { name: "Assertion", idAttribute: "ID" } as const;

type Answered = {
	connection: SamlConnection;
	/** Null: nobody asked. */
	inResponseTo: string | null;
};

/** Who is signed in, in an assertion that is signed, in a response that is signed (SAML profiles 2.0 section 4.1.4.2). */
export async function signInResponse(
	service: IdentityService,
	answered: Answered,
	session: SampleSession,
): Promise<string> {
	const material = await sampleMaterial(service);
	const content = { issuer: sampleProviderId(service.config), now: service.now(), id: newMessageId() };
	const assertion = signXml(
		(signature) => assertionOf(content, answered, session, signature),
		SIGNED_ASSERTION,
		material,
	);
	return responseOf(service, answered, material, { status: statusMarkup([SUCCESS]), assertion });
}

/** Nobody is signed in, and nobody was to be asked. */
export async function noPassiveResponse(service: IdentityService, answered: Answered): Promise<string> {
	const status = statusMarkup([RESPONDER, NO_PASSIVE]);
	return responseOf(service, answered, await sampleMaterial(service), { status, assertion: null });
}

function responseOf(
	service: IdentityService,
	{ connection, inResponseTo }: Answered,
	material: SigningMaterial,
	{ status, assertion }: { status: Markup; assertion: Markup | null },
): string {
	const [id, now, issuer] = [newMessageId(), service.now().toISOString(), sampleProviderId(service.config)];
	const answers = inResponseTo === null ? null : xml` InResponseTo="${inResponseTo}"`;
	const write = (signature: Markup | null) =>
		xml`<samlp:Response xmlns:samlp="${PROTOCOL}" ID="${id}"${answers} Version="2.0" IssueInstant="${now}" Destination="${connection.callback}"><saml:Issuer xmlns:saml="${ASSERTION}">${issuer}</saml:Issuer>${signature}${status}${assertion}</samlp:Response>`;
	return signXml(write, RESPONSE, material).toString();
}

type AssertionContent = { issuer: string; now: Date; id: string };

function assertionOf(
	{ issuer, now, id }: AssertionContent,
	{ connection, inResponseTo }: Answered,
	{ person, startedAt, sessionIndex }: SampleSession,
	signature: Markup | null,
): Markup {
	const issued = now.toISOString();
	const until = new Date(now.getTime() + LIFETIME_MILLISECONDS).toISOString();
	const answers = inResponseTo === null ? null : xml` InResponseTo="${inResponseTo}"`;
	const confirmation = xml`<saml:SubjectConfirmation Method="${BEARER}"><saml:SubjectConfirmationData NotOnOrAfter="${until}" Recipient="${connection.callback}"${answers}/></saml:SubjectConfirmation>`;
	const subject = xml`<saml:Subject>${nameId(issuer, connection, person)}${confirmation}</saml:Subject>`;
	const conditions = xml`<saml:Conditions NotBefore="${issued}" NotOnOrAfter="${until}"><saml:AudienceRestriction><saml:Audience>${connection.entityId}</saml:Audience></saml:AudienceRestriction></saml:Conditions>`;
	const authentication = xml`<saml:AuthnStatement AuthnInstant="${startedAt}" SessionIndex="${sessionIndex}"><saml:AuthnContext><saml:AuthnContextClassRef>${UNSPECIFIED_CONTEXT}</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>`;
	return xml`<saml:Assertion xmlns:saml="${ASSERTION}" ID="${id}" Version="2.0" IssueInstant="${issued}"><saml:Issuer>${issuer}</saml:Issuer>${signature}${subject}${conditions}${authentication}${attributes(person)}</saml:Assertion>`;
}

/** What a person is called towards the service, and towards nobody else (SAML core 2.0 section 8.3.7). */
function nameId(issuer: string, { entityId }: SamlConnection, { id }: SamplePerson): Markup {
	return xml`<saml:NameID Format="${PERSISTENT_NAME}" NameQualifier="${issuer}" SPNameQualifier="${entityId}">${id}</saml:NameID>`;
}

function attributes({ name, givenName, familyName, email }: SamplePerson): Markup {
	const said = Object.entries({ name, givenname: givenName, surname: familyName, emailaddress: email });
	const written = said
		.filter((entry): entry is [string, string] => entry[1] !== null)
		.map(
			([claim, value]) =>
				xml`<saml:Attribute Name="${CLAIMS + claim}" NameFormat="urn:oasis:names:tc:SAML:2.0:attrname-format:uri"><saml:AttributeValue>${value}</saml:AttributeValue></saml:Attribute>`,
		);
	return xml`<saml:AttributeStatement>${written}</saml:AttributeStatement>`;
}
