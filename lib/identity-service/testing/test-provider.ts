import { generateKeyPairSync } from "node:crypto";
import { inflateRawSync } from "node:zlib";
import type { SamlOptions } from "@/lib/contract/connection/connection-request";
import { type Markup, xml } from "@/lib/xml/markup";
import { parseXml } from "@/lib/xml/parse";
import { attributeOf } from "@/lib/xml/read-element";
import { signXml } from "@/lib/xml/sign";
import type { IdentityService } from "../context/identity-service";
import { selfSignedCertificate } from "../keys/self-signed-certificate";
import { ASSERTION, BEARER, PROTOCOL, SUCCESS, UNSPECIFIED_CONTEXT } from "../saml/names";
import type { ConnectionRow } from "../store/schema";
import { ISSUER } from "./addresses";
import { postedForm } from "./federated-sign-in";
import { messageId } from "./saml-party";

const PERSISTENT = "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent";
const MINUTE_MS = 60_000;

/** An outside identity provider: its entity ID, its addresses, and the key that it signs with. */
export function testProvider(host = "idp.example") {
	const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
	const jwk = privateKey.export({ format: "jwk" }) as Parameters<typeof selfSignedCertificate>[0];
	const certificate = selfSignedCertificate(jwk, host, new Date("2026-01-01T00:00:00Z"));
	const material = {
		key: privateKey,
		certificate,
		signatureAlgorithm: "rsa-sha256",
		digestAlgorithm: "sha256",
	} as const;
	const entityId = `https://${host}/metadata`;
	const signInEndpoint = `https://${host}/sso?tenant=a`;
	return {
		entityId,
		certificate,
		signInEndpoint,
		options: { issuer: entityId, signInEndpoint, signingCert: certificate } satisfies SamlOptions,
		/** Value of `SAMLResponse` with a signed assertion. */
		response(content: ResponseContent): string {
			const document = signXml(
				(signature) => responseMarkup(entityId, content, signature),
				{ name: "Assertion", idAttribute: "ID" },
				material,
			);
			return Buffer.from(document.toString()).toString("base64");
		},
	};
}
export type TestProvider = ReturnType<typeof testProvider>;

export type ResponseContent = {
	/** Name of the connection. */
	connection: string;
	/** ID of the request; without one the response is unsolicited. */
	inResponseTo?: string | undefined;
	nameId?: string;
	assertionId?: string;
	attributes?: Record<string, string>;
	now?: Date;
	audience?: string;
	/** Null: no AuthnStatement. */
	authenticatedAt?: Date | null;
	sessionUntil?: Date;
};

function callbackOf(connection: string): string {
	return `${ISSUER}login/callback?connection=${connection}`;
}

function responseMarkup(
	entityId: string,
	content: Required<Pick<ResponseContent, "connection">> & ResponseContent,
	signature: Markup | null,
) {
	const { connection, nameId = "person-1", attributes = {} } = content;
	const { audience = `urn:auth0:localhost:3000:${connection}` } = content;
	const generated = generatedFor(content);
	const now = content.now ?? generated.now;
	const [issued, until] = [now, new Date(now.getTime() + 5 * MINUTE_MS)].map((time) => time.toISOString());
	const callback = callbackOf(connection);
	const requestId = content.inResponseTo === undefined ? null : xml` InResponseTo="${content.inResponseTo}"`;
	const values = Object.entries(attributes).map(
		([name, value]) =>
			xml`<saml:Attribute Name="${name}"><saml:AttributeValue>${value}</saml:AttributeValue></saml:Attribute>`,
	);
	const statement = values.length > 0 ? xml`<saml:AttributeStatement>${values}</saml:AttributeStatement>` : null;
	const sessionEnd = content.sessionUntil ? xml` SessionNotOnOrAfter="${content.sessionUntil.toISOString()}"` : null;
	const authentication =
		content.authenticatedAt === null
			? null
			: xml`<saml:AuthnStatement AuthnInstant="${(content.authenticatedAt ?? now).toISOString()}" SessionIndex="session-of-${nameId}"${sessionEnd}><saml:AuthnContext><saml:AuthnContextClassRef>${UNSPECIFIED_CONTEXT}</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>`;
	const assertion = xml`<saml:Assertion xmlns:saml="${ASSERTION}" Version="2.0" ID="${content.assertionId ?? generated.assertion}" IssueInstant="${issued ?? ""}"><saml:Issuer>${entityId}</saml:Issuer>${signature}<saml:Subject><saml:NameID Format="${PERSISTENT}">${nameId}</saml:NameID><saml:SubjectConfirmation Method="${BEARER}"><saml:SubjectConfirmationData NotOnOrAfter="${until ?? ""}" Recipient="${callback}"${requestId}/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="${issued ?? ""}" NotOnOrAfter="${until ?? ""}"><saml:AudienceRestriction><saml:Audience>${audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions>${authentication}${statement}</saml:Assertion>`;
	return xml`<samlp:Response xmlns:samlp="${PROTOCOL}" ID="${generated.response}"${requestId} Version="2.0" IssueInstant="${issued ?? ""}" Destination="${callback}"><saml:Issuer xmlns:saml="${ASSERTION}">${entityId}</saml:Issuer><samlp:Status><samlp:StatusCode Value="${SUCCESS}"/></samlp:Status>${assertion}</samlp:Response>`;
}

/** Generated values are the same both times that a document is written: without its signature, and with it. */
const generated = new WeakMap<ResponseContent, { response: string; assertion: string; now: Date }>();
function generatedFor(content: ResponseContent) {
	const known = generated.get(content) ?? { response: messageId(), assertion: messageId(), now: new Date() };
	generated.set(content, known);
	return known;
}

/** Stores a connection that is enabled for these applications. */
export async function addConnection(
	{ database }: IdentityService,
	name: string,
	clientIds: readonly string[],
	options: SamlOptions,
	row: Partial<ConnectionRow> = {},
): Promise<void> {
	await database
		.insertInto("connections")
		.values({
			id: `con_${name}`,
			name,
			name_key: name.toLowerCase(),
			strategy: "samlp",
			display_name: null,
			show_as_button: 1,
			enabled_clients: JSON.stringify(clientIds),
			options: JSON.stringify(options),
			metadata: "{}",
			origin: null,
			created_at: "2026-01-02T03:04:05.000Z",
			revision: 0,
			...row,
		})
		.execute();
}

/** The AuthnRequest that a provider gets, by either binding. */
export async function requestToProvider(response: Response) {
	const location = response.headers.get("location");
	const sent = location
		? new URL(location).searchParams
		: new URLSearchParams(postedForm(await response.text()).fields);
	const bytes = Buffer.from(sent.get("SAMLRequest") ?? "", "base64");
	const document = (location ? inflateRawSync(bytes) : bytes).toString();
	const root = parseXml(document);
	const attributes = Object.fromEntries(root.attributes.map((attribute) => [attribute.name, attribute.value]));
	return {
		location,
		document,
		root,
		attributes,
		id: attributeOf(root, "ID") ?? "",
		relayState: sent.get("RelayState") ?? "",
		sent,
	};
}
