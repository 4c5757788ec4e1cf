import { createSign, createVerify, generateKeyPairSync, X509Certificate } from "node:crypto";
import { inflateRawSync } from "node:zlib";
import { expect, vi } from "vitest";
import { trustedXml } from "@/lib/xml/markup";
import { parseXml } from "@/lib/xml/parse";
import type { XmlElement } from "@/lib/xml/parsing/xml-element";
import { attributeOf, childrenOf, elementsIn, onlyChild, requiredAttribute, textOf } from "@/lib/xml/read-element";
import { signXml } from "@/lib/xml/sign";
import { SIGNATURE_URIS } from "@/lib/xml/signature-algorithms";
import { verifiedElement } from "@/lib/xml/verify";
import type { IdentityService } from "../context/identity-service";
import { publishedCertificates } from "../identity-provider/signing-material";
import { selfSignedCertificate } from "../keys/self-signed-certificate";
import { ASSERTION, PROTOCOL, SUCCESS } from "../saml/names";
import { browserSession } from "../sessions/browser-session";
import { type ProviderSession, saveProviderSession } from "../sessions/saml-sessions";
import { postedForm } from "./federated-sign-in";
import { messageId, messageXml, partyCertificate, partyKey, postForm, redirectQuery } from "./saml-party";
import { TestBrowser } from "./test-browser";
import { addConnection } from "./test-provider";
import { ISSUER, USER_ID } from "./test-service";

export const PROVIDER_ID = "https://idp.example/metadata";
export const SIGN_OUT_ADDRESS = "https://idp.example/slo?tenant=a";
export const PERSISTENT = "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent";
/** A connection whose provider signs with the tests' key. */
export const PROVIDER_OPTIONS = {
	issuer: PROVIDER_ID,
	signingCert: partyCertificate,
	signInEndpoint: "https://idp.example/sso",
	signOutEndpoint: SIGN_OUT_ADDRESS,
};

type Key = Pick<Parameters<typeof signXml>[2], "key" | "certificate">;
const PARTY: Key = { key: partyKey, certificate: partyCertificate };

const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const jwk = privateKey.export({ format: "jwk" }) as Parameters<typeof selfSignedCertificate>[0];
/** The key and certificate of another provider. */
export const OTHER_PARTY: Key = {
	key: privateKey,
	certificate: selfSignedCertificate(jwk, "evil.example", new Date("2026-01-01")),
};

/** Stores the connection "idp" of the application "web". */
export function addProvider(service: IdentityService): Promise<void> {
	return addConnection(service, "idp", ["web"], PROVIDER_OPTIONS, { display_name: "The provider" });
}

/** Stores the connection "other", whose provider signs with another key. */
export function addOtherProvider(service: IdentityService): Promise<void> {
	const options = { ...PROVIDER_OPTIONS, issuer: "https://other.example", signingCert: OTHER_PARTY.certificate };
	return addConnection(service, "other", ["web"], options);
}

/** Signs in to an application, and stores that the session came from a provider. */
export async function signedInThrough(
	service: IdentityService,
	connectionId: string,
	session: Partial<ProviderSession> = {},
): Promise<{ browser: TestBrowser; sessionUid: string }> {
	const browser = new TestBrowser(service);
	await browser.signIn({ client_id: "web" });
	const { uid } = await browserSession(service, browser.request(new URL(ISSUER)));
	await saveProviderSession(service, {
		accountId: USER_ID,
		sessionUid: uid,
		connectionId,
		nameId: "person-1",
		nameIdFormat: PERSISTENT,
		nameQualifier: null,
		spNameQualifier: null,
		sessionIndex: "there-1",
		...session,
	});
	return { browser, sessionUid: uid };
}

export async function isSignedIn(browser: TestBrowser): Promise<boolean> {
	return (await browser.authorize({ client_id: "web", prompt: "none" })).searchParams.has("code");
}

/** Signs out here and at the provider. @returns the response at `/logout`, or the last one before */
export async function leaveFederated(browser: TestBrowser): Promise<Response> {
	const response = await browser.visit("v2/logout?client_id=web&federated");
	const location = response.headers.get("location");
	return location === `${ISSUER}logout` ? browser.visit(location) : response;
}

type Sent = {
	issuer?: string;
	destination?: string | null;
	issueInstant?: string;
	attributes?: Record<string, string | null>;
};

/** @param format null leaves it out */
export function logoutRequestXml({
	nameId = "person-1",
	format = PERSISTENT,
	sessionIndexes = ["there-1"],
	id = messageId(),
	issuer = PROVIDER_ID,
	destination = `${ISSUER}logout`,
	issueInstant = new Date().toISOString(),
	attributes = {},
}: { nameId?: string; format?: string | null; sessionIndexes?: string[]; id?: string } & Sent = {}) {
	const content = [
		`<saml:NameID${format === null ? "" : ` Format="${format}"`}>${nameId}</saml:NameID>`,
		...sessionIndexes.map((index) => `<samlp:SessionIndex>${index}</samlp:SessionIndex>`),
	].join("");
	const parts = { clientId: "", id, issuer, issueInstant, destination, content, attributes };
	return (signature: string | null) => messageXml("LogoutRequest", parts, signature);
}

export function logoutResponseXml(
	inResponseTo: string,
	{
		codes = [SUCCESS],
		issuer = PROVIDER_ID,
		destination = `${ISSUER}logout`,
		issueInstant = new Date().toISOString(),
		attributes = {},
	}: { codes?: string[] } & Sent = {},
) {
	const status = codes.reduceRight(
		(below, code) => `<samlp:StatusCode Value="${code}">${below}</samlp:StatusCode>`,
		"",
	);
	const parts = {
		clientId: "",
		id: messageId(),
		issuer,
		issueInstant,
		destination,
		content: `<samlp:Status>${status}</samlp:Status>`,
		attributes: { InResponseTo: inResponseTo, ...attributes },
	};
	return (signature: string | null) => messageXml("LogoutResponse", parts, signature);
}

type Write = (signature: string | null) => string;
type Parameter = "SAMLRequest" | "SAMLResponse";

/** The address that a provider redirects the browser to with a message. */
export function signedAddress(
	write: Write,
	parameter: Parameter,
	{ key = PARTY.key, relayState, at = "logout" }: Sending = {},
) {
	const algorithm = encodeURIComponent(SIGNATURE_URIS["rsa-sha256"]);
	const octets = `${redirectQuery(write(null), { parameter, relayState })}&SigAlg=${algorithm}`;
	const signature = createSign("sha256").update(octets).sign(key, "base64");
	return `${at}${at.includes("?") ? "&" : "?"}${octets}&Signature=${encodeURIComponent(signature)}`;
}

/** The form that a provider's page submits. */
export function signedForm(write: Write, parameter: Parameter, { relayState, ...by }: Sending = {}) {
	const material = { ...PARTY, ...by, signatureAlgorithm: "rsa-sha256", digestAlgorithm: "sha256" } as const;
	const name = parameter === "SAMLRequest" ? "LogoutRequest" : "LogoutResponse";
	const document = signXml(
		(signature) => trustedXml(write(signature === null ? null : signature.toString())),
		{ name, idAttribute: "ID" },
		material,
	).toString();
	return postForm(document, { parameter, relayState });
}
type Sending = { key?: Key["key"]; certificate?: string; relayState?: string; at?: string };

/** POSTs a cross-site form: it sends no cookies, and the browser stores those that the response sets. */
export async function postCrossSite(
	service: IdentityService,
	browser: TestBrowser,
	form: Record<string, string>,
	at = "logout",
): Promise<Response> {
	const bare = new TestBrowser(service);
	const response = await bare.visit(at, form);
	for (const [cookie, value] of bare.cookies) browser.cookies.set(cookie, value);
	return response;
}

/** Sends LogoutRequests of a provider through a browser. */
export function providerRequests(service: () => IdentityService) {
	return {
		byGet: (browser: TestBrowser, write: Write, by: Sending = {}) =>
			browser.visit(signedAddress(write, "SAMLRequest", by)),
		byPost: (browser: TestBrowser, write: Write, by: Sending = {}) =>
			postCrossSite(service(), browser, signedForm(write, "SAMLRequest", by)),
	};
}

/** The message that the browser delivers to a provider, with its signature verified. */
async function messageToProvider(service: IdentityService, response: Response, parameter: Parameter) {
	const certificates = await publishedCertificates(service);
	const location = response.headers.get("location");
	let element: XmlElement;
	let target: string;
	let relayState: string | null;
	if (location !== null) {
		const at = location.indexOf(`${parameter}=`);
		const [octets = "", signature = ""] = location.slice(at).split("&Signature=");
		const key = new X509Certificate(certificates[0] ?? "").publicKey;
		const value = Buffer.from(decodeURIComponent(signature), "base64");
		expect(createVerify("sha256").update(octets).verify(key, value)).toBe(true);
		const { searchParams } = new URL(location);
		element = parseXml(inflateRawSync(Buffer.from(searchParams.get(parameter) ?? "", "base64")));
		relayState = searchParams.get("RelayState");
		target = location.slice(0, at - 1);
	} else {
		const { action, fields } = postedForm(await response.text());
		element = verifiedElement(parseXml(Buffer.from(fields[parameter] ?? "", "base64")), {
			certificates,
			idAttribute: "ID",
			signed: "root",
		});
		relayState = fields.RelayState ?? null;
		target = action;
	}
	expect(attributeOf(element, "Destination")).toBe(target);
	return { element, target, relayState, issuer: textOf(onlyChild(element, ASSERTION, "Issuer")) };
}

export async function logoutRequestToProvider(service: IdentityService, response: Response) {
	const { element, ...message } = await messageToProvider(service, response, "SAMLRequest");
	expect(element.name).toBe("LogoutRequest");
	const name = onlyChild(element, ASSERTION, "NameID");
	const attributes = Object.fromEntries(name.attributes.map((attribute) => [attribute.name, attribute.value]));
	return {
		...message,
		id: requiredAttribute(element, "ID"),
		until: attributeOf(element, "NotOnOrAfter"),
		name: { value: textOf(name), ...attributes },
		sessionIndexes: childrenOf(element, PROTOCOL, "SessionIndex").map((index) => textOf(index)),
	};
}

export async function logoutResponseToProvider(service: IdentityService, response: Response) {
	const { element, ...message } = await messageToProvider(service, response, "SAMLResponse");
	expect(element.name).toBe("LogoutResponse");
	const status = onlyChild(onlyChild(element, PROTOCOL, "Status"), PROTOCOL, "StatusCode");
	const codes = [status, ...elementsIn(status)].map((code) => attributeOf(code, "Value"));
	return { ...message, codes, inResponseTo: attributeOf(element, "InResponseTo") };
}

export async function markupOf(response: Response): Promise<string> {
	return (await response.text()).replaceAll("&#39;", "'");
}

/** Expects an error page, and one line in the log. @returns the page */
export async function refusedLogout(
	send: () => Promise<Response>,
	why: string | RegExp,
	status = 400,
): Promise<string> {
	const log = vi.spyOn(process.stderr, "write").mockReturnValue(true);
	const response = await send();
	const markup = await markupOf(response);
	expect([response.status, response.headers.get("location")], markup).toEqual([status, null]);
	expect(markup).toMatch(why);
	expect(log.mock.calls.map(([line]) => String(line))).toEqual([
		expect.stringMatching(/^identity-service: logout refused: .*\n$/),
	]);
	log.mockRestore();
	return markup;
}
