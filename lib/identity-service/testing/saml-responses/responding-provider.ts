import { generateKeyPairSync, type KeyObject } from "node:crypto";
import type { SamlOptions } from "@/lib/contract/connection/connection-request";
import { trustedXml } from "@/lib/xml/markup";
import { type SigningMaterial, signXml } from "@/lib/xml/sign";
import type { SamlConnection } from "../../connections/saml-connection";
import { selfSignedCertificate } from "../../keys/self-signed-certificate";
import { ISSUER } from "../addresses";
import { messageId } from "../saml-party";

/** Entity ID of an outside provider. */
export const PROVIDER = "https://idp.partner.example/metadata";
export const CALLBACK = `${ISSUER}login/callback?connection=partner`;
export const ENTITY_ID = "urn:auth0:localhost:3000:partner";

export type Signer = { key: KeyObject; certificate: string };

/** @param from start of the certificate's validity of twenty years */
export function createSigner(from = "2026-01-01T00:00:00Z", modulusLength = 2048): Signer {
	const { privateKey } = generateKeyPairSync("rsa", { modulusLength });
	return { key: privateKey, certificate: certificateOf(privateKey, from) };
}

export function certificateOf(key: KeyObject, from = "2026-01-01T00:00:00Z"): string {
	const jwk = key.export({ format: "jwk" }) as Parameters<typeof selfSignedCertificate>[0];
	return selfSignedCertificate(jwk, "idp.partner.example", new Date(from));
}

export const provider = createSigner();
export const attacker = createSigner();

export function partnerConnection(options: Partial<SamlOptions> = {}): SamlConnection {
	return {
		id: "con_0123456789abcdef",
		name: "partner",
		label: "Partner",
		clientIds: ["spa"],
		entityId: ENTITY_ID,
		callback: CALLBACK,
		options: { issuer: PROVIDER, signingCert: provider.certificate, ...options },
	};
}

type ResponseParts = {
	now?: Date;
	responseId?: string;
	assertionId?: string;
	/** Null: the response is unsolicited. */
	inResponseTo?: string | null;
	/** XML. */
	nameId?: string;
	/** XML of the attributes. */
	attributes?: string;
};

const RESPONSE_SIGNATURE = "{signature of Response}";
const ASSERTION_SIGNATURE = "{signature of Assertion}";

export const EMAIL_ATTRIBUTE =
	'<saml:Attribute Name="email" NameFormat="urn:oasis:names:tc:SAML:2.0:attrname-format:basic"><saml:AttributeValue xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="xs:string">rita@partner.example</saml:AttributeValue></saml:Attribute>';

/** A response as providers write one, with placeholders for its signatures. */
export function responseTemplate({ now = new Date(), ...parts }: ResponseParts = {}): string {
	const { responseId = messageId(), assertionId = messageId(), inResponseTo = "_request" } = parts;
	const { nameId = "rita", attributes = EMAIL_ATTRIBUTE } = parts;
	const at = (seconds: number) => new Date(now.getTime() + seconds * 1000).toISOString();
	const requestId = inResponseTo === null ? "" : ` InResponseTo="${inResponseTo}"`;
	return `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${responseId}" Version="2.0" IssueInstant="${at(0)}" Destination="${CALLBACK}"${requestId}><saml:Issuer>${PROVIDER}</saml:Issuer>${RESPONSE_SIGNATURE}<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status><saml:Assertion ID="${assertionId}" Version="2.0" IssueInstant="${at(0)}"><saml:Issuer>${PROVIDER}</saml:Issuer>${ASSERTION_SIGNATURE}<saml:Subject><saml:NameID Format="urn:oasis:names:tc:SAML:2.0:nameid-format:persistent">${nameId}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData NotOnOrAfter="${at(300)}" Recipient="${CALLBACK}"${requestId}/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="${at(0)}" NotOnOrAfter="${at(300)}"><saml:AudienceRestriction><saml:Audience>${ENTITY_ID}</saml:Audience></saml:AudienceRestriction></saml:Conditions><saml:AuthnStatement AuthnInstant="${at(0)}" SessionIndex="_session"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement><saml:AttributeStatement>${attributes}</saml:AttributeStatement></saml:Assertion></samlp:Response>`;
}

/** The signed parts of a response. */
export const FORMS = ["response", "assertion", "both"] as const;
export type Form = (typeof FORMS)[number];

type Signing = Partial<Signer & Pick<SigningMaterial, "signatureAlgorithm" | "digestAlgorithm">>;

/** A response with signatures that are valid for the template's content. */
export function signedResponse(form: Form, template: string, signing: Signing = {}): string {
	const material = { ...provider, signatureAlgorithm: "rsa-sha256", digestAlgorithm: "sha256", ...signing } as const;
	const inner = form === "response" ? template : signed(template, "Assertion", ASSERTION_SIGNATURE, material);
	const outer = form === "assertion" ? inner : signed(inner, "Response", RESPONSE_SIGNATURE, material);
	return unsignedResponse(outer);
}

export function unsignedResponse(template: string): string {
	return withSignatures(template, "", "");
}

/** @param ofResponse XML of the signature, as is the other one */
export function withSignatures(template: string, ofResponse: string, ofAssertion: string): string {
	return template.replace(RESPONSE_SIGNATURE, () => ofResponse).replace(ASSERTION_SIGNATURE, () => ofAssertion);
}

function signed(template: string, name: string, place: string, material: SigningMaterial): string {
	let signature = "";
	signXml(
		(made) => {
			signature = made === null ? "" : made.toString();
			return trustedXml(unsignedResponse(template.replace(place, () => signature)));
		},
		{ name, idAttribute: "ID" },
		material,
	);
	return template.replace(place, () => signature);
}

export function inBase64(document: string | Uint8Array): string {
	return Buffer.from(document).toString("base64");
}
