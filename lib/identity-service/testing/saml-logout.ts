import { createVerify, X509Certificate } from "node:crypto";
import { inflateRawSync } from "node:zlib";
import { expect, vi } from "vitest";
import { HTTP_REDIRECT_BINDING } from "@/lib/contract/client/addon-limits";
import { parseXml } from "@/lib/xml/parse";
import type { XmlElement } from "@/lib/xml/parsing/xml-element";
import { attributeOf, childrenOf, elementsIn, onlyChild, requiredAttribute, textOf } from "@/lib/xml/read-element";
import { verifiedElement } from "@/lib/xml/verify";
import type { IdentityService } from "../context/identity-service";
import { publishedCertificates } from "../identity-provider/signing-material";
import { ASSERTION, PROTOCOL, SUCCESS } from "../saml/names";
import { followedThrough, nextAddress, postedForm } from "./federated-sign-in";
import {
	addSamlClient,
	messageId,
	messageXml,
	partyCertificate,
	postForm,
	redirectQuery,
	signedQuery,
	signedXml,
} from "./saml-party";
import { TestBrowser } from "./test-browser";
import { ISSUER, USER_ID } from "./test-service";

export const RELAY_STATE = "/back?to='a'&b";

/** Where an application accepts logout messages. */
export const logoutCallback = (clientId: string) => `https://${clientId}.example/logout`;

/** Applications that single logout notifies, and two that it doesn't. */
export async function addLogoutClients(service: IdentityService): Promise<void> {
	const add = (clientId: string, more: object = {}) =>
		addSamlClient(service, clientId, { logout: { slo_enabled: true, callback: logoutCallback(clientId) }, ...more });
	await add("signing", { signingCert: partyCertificate });
	await add("redirecting", { signingCert: partyCertificate, binding: HTTP_REDIRECT_BINDING });
	await add("plain");
	await add("mapped", { issuer: "urn:own:issuer", nameIdentifierFormat: "urn:own:format" });
	await addSamlClient(service, "switched-off", { logout: { callback: logoutCallback("switched-off") } });
	await addSamlClient(service, "nowhere", { logout: { slo_enabled: true } });
}

/** Messages of applications in a single logout, and the browser that delivers them. */
export function samlLogout(service: () => IdentityService) {
	/** Signs in to applications one after another. @returns the name identifier and session index that each got */
	async function signedIn(browser: TestBrowser, ...clientIds: string[]) {
		const identifiers: Record<string, { nameId: string; sessionIndex: string }> = {};
		for (const clientId of clientIds) {
			const response = await followedThrough(browser, `samlp/${clientId}`);
			const { fields } = postedForm(await response.text());
			const document = parseXml(Buffer.from(fields.SAMLResponse ?? "", "base64"));
			const assertion = onlyChild(document, ASSERTION, "Assertion");
			identifiers[clientId] = {
				nameId: textOf(onlyChild(onlyChild(assertion, ASSERTION, "Subject"), ASSERTION, "NameID")),
				sessionIndex: requiredAttribute(onlyChild(assertion, ASSERTION, "AuthnStatement"), "SessionIndex"),
			};
		}
		return identifiers;
	}

	const isSignedIn = async (browser: TestBrowser) =>
		(await browser.authorize({ client_id: "web", prompt: "none" })).searchParams.has("code");

	type Sent = { nameId?: string | undefined; sessionIndexes?: string[]; id?: string; by?: "GET" | "POST"; at?: string };

	function requestOf(
		clientId: string,
		{ nameId = USER_ID, sessionIndexes = [], id = messageId(), at = "/logout" }: Sent,
	) {
		const parts = {
			clientId,
			id,
			issueInstant: new Date().toISOString(),
			destination: `${ISSUER}samlp/${clientId}${at}`,
			content: [
				`<saml:NameID>${nameId}</saml:NameID>`,
				...sessionIndexes.map((index) => `<samlp:SessionIndex>${index}</samlp:SessionIndex>`),
			].join(""),
		};
		return (signature: string | null) => messageXml("LogoutRequest", parts, signature);
	}

	/** An application's page sends the browser here, by a form without cookies. Follows the redirects. */
	async function send(
		browser: TestBrowser,
		clientId: string,
		write: (signature: string | null) => string,
		{ by = "POST", at = "/logout", response = false }: { by?: "GET" | "POST"; at?: string; response?: boolean } = {},
	): Promise<Response> {
		const isSigned = ["signing", "redirecting"].includes(clientId);
		const parameter = response ? "SAMLResponse" : "SAMLRequest";
		const sending = { relayState: RELAY_STATE, parameter } as const;
		const address = `samlp/${clientId}${at}`;
		if (by === "GET") {
			const query = redirectQuery(write(null), sending);
			return followed(browser, await browser.visit(`${address}?${isSigned ? signedQuery(query) : query}`));
		}
		const name = response ? "LogoutResponse" : "LogoutRequest";
		const bare = new TestBrowser(service());
		const first = await bare.visit(address, postForm(isSigned ? signedXml(name, write) : write(null), sending));
		for (const [cookie, value] of bare.cookies) browser.cookies.set(cookie, value);
		return followed(browser, first);
	}

	/** Follows redirects within the service. */
	async function followed(browser: TestBrowser, first: Response): Promise<Response> {
		let response = first;
		for (;;) {
			const location = response.headers.get("location");
			if (!location?.startsWith(ISSUER)) return response;
			response = await browser.visit(location);
		}
	}

	/** The message that the browser delivers to an application, with its signature verified. */
	async function delivered(response: Response, parameter: "SAMLRequest" | "SAMLResponse", name: string) {
		const certificates = await publishedCertificates(service());
		const location = await nextAddress(response);
		let element: XmlElement;
		let target: string;
		let relayState: string | null;
		if (location !== null) {
			const address = new URL(location);
			const [octets = "", signature = ""] = address.search.slice(1).split("&Signature=");
			const key = new X509Certificate(certificates[0] ?? "").publicKey;
			const value = Buffer.from(decodeURIComponent(signature), "base64");
			expect(createVerify("sha256").update(octets).verify(key, value)).toBe(true);
			element = parseXml(inflateRawSync(Buffer.from(address.searchParams.get(parameter) ?? "", "base64")));
			relayState = address.searchParams.get("RelayState");
			target = address.origin + address.pathname;
		} else {
			const markup = await response.text();
			expect(response.status, markup).toBe(200);
			const { action, fields } = postedForm(markup);
			const document = parseXml(Buffer.from(fields[parameter] ?? "", "base64"));
			element = verifiedElement(document, { certificates, idAttribute: "ID", signed: "root" });
			relayState = fields.RelayState ?? null;
			target = action;
			const policy = response.headers.get("content-security-policy") ?? "";
			const targets = parameter === "SAMLRequest" ? `'self' ${action}` : action;
			expect(policy.split("; ")).toContain(`form-action ${targets}`);
		}
		expect([element.name, attributeOf(element, "Destination")]).toEqual([name, target]);
		return { element, target, relayState };
	}

	async function responseTo(response: Response) {
		const { element, target, relayState } = await delivered(response, "SAMLResponse", "LogoutResponse");
		const status = onlyChild(onlyChild(element, PROTOCOL, "Status"), PROTOCOL, "StatusCode");
		const codes = [status, ...elementsIn(status)].map((code) => attributeOf(code, "Value"));
		return { codes, target, relayState, inResponseTo: attributeOf(element, "InResponseTo") };
	}

	async function logoutRequestOf(response: Response) {
		const { element, target } = await delivered(response, "SAMLRequest", "LogoutRequest");
		const name = onlyChild(element, ASSERTION, "NameID");
		return {
			target,
			id: requiredAttribute(element, "ID"),
			nameId: textOf(name),
			format: attributeOf(name, "Format"),
			issuer: textOf(onlyChild(element, ASSERTION, "Issuer")),
			sessionIndexes: childrenOf(element, PROTOCOL, "SessionIndex").map((index) => textOf(index)),
		};
	}

	function responseOf(clientId: string, inResponseTo: string, status: string = SUCCESS) {
		const parts = {
			clientId,
			id: messageId(),
			issueInstant: new Date().toISOString(),
			destination: `${ISSUER}samlp/${clientId}/logout`,
			attributes: { InResponseTo: inResponseTo },
			content: `<samlp:Status><samlp:StatusCode Value="${status}"/></samlp:Status>`,
		};
		return (signature: string | null) => messageXml("LogoutResponse", parts, signature);
	}

	/** Expects an error page, and one line in the log. */
	async function refused(sent: () => Promise<Response>, words: string | RegExp): Promise<void> {
		const log = vi.spyOn(process.stderr, "write").mockReturnValue(true);
		const response = await sent();
		expect(response.status).toBe(400);
		expect((await response.text()).replaceAll("&#39;", "'")).toMatch(words);
		expect(log.mock.calls.map(([line]) => String(line))).toEqual([
			expect.stringMatching(/^identity-service: samlp\S* refused: .*\n$/),
		]);
		log.mockRestore();
	}

	return { signedIn, isSignedIn, requestOf, responseOf, send, followed, responseTo, logoutRequestOf, refused };
}
