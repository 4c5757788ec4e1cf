import { createHmac, createPublicKey, generateKeyPairSync } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { SIGNATURE_URIS } from "@/lib/xml/signature-algorithms";
import { addAttackedClients, EVIL, refusedSaml } from "../testing/refused-saml";
import {
	authnRequestXml,
	messageId,
	partyCertificate,
	partyKey,
	postForm,
	redirectQuery,
	signedQuery,
	signedXml,
} from "../testing/saml-party";
import { startTestService } from "../testing/test-service";

const ACS = "https://sp.example/acs";

describe("an attack on the signature that an application requires", () => {
	let tenant: Awaited<ReturnType<typeof startTestService>>;
	beforeAll(async () => {
		tenant = await startTestService();
		await addAttackedClients(tenant.service);
	});
	afterAll(() => tenant.stop());
	afterEach(() => vi.restoreAllMocks());

	const { byRedirect, byPost } = refusedSaml(() => tenant.service);

	const parts = (more = {}) => ({
		clientId: "signing",
		id: messageId(),
		issueInstant: new Date().toISOString(),
		...more,
	});
	const query = (more = {}, relayState?: string) => redirectQuery(authnRequestXml(parts(more)), { relayState });
	const posted = (more = {}) => {
		const given = parts(more);
		return signedXml("AuthnRequest", (signature) => authnRequestXml(given, signature));
	};

	it("refuses a request without one", async () => {
		expect(await byRedirect(query(), "signing")).toMatch("The message is not signed");
		expect(await byPost(postForm(authnRequestXml(parts())), "signing")).toMatch("There is no signature.");
		// The signature of one binding is invalid in the other.
		expect(await byRedirect(redirectQuery(posted()), "signing")).toMatch("The message is not signed");
	});

	it("refuses one of which a part is missing or empty", async () => {
		const whole = signedQuery(query());
		for (const name of ["Signature", "SigAlg"]) {
			const without = whole.replace(new RegExp(`&${name}=[^&]*`), "");
			expect(await byRedirect(without, "signing")).toMatch("The message is not signed");
			expect(await byRedirect(whole.replace(new RegExp(`(&${name}=)[^&]*`), "$1"), "signing")).toMatch(/sign/);
		}
	});

	it("refuses one over other octets: another order, other encodings, other values, more parameters", async () => {
		const [message = "", state = ""] = query({}, "a b/é").split("&");
		const again = (order: string) => `${order}&${signedQuery(order).slice(order.length + 1)}`;
		const reordered = again(`${state}&${message}`);
		const signed = signedQuery(`${message}&${state}`);
		for (const tampered of [
			reordered,
			signed.replace("RelayState=a%20b", "RelayState=a+b"),
			signed.replace("%C3%A9", "%c3%a9"),
			signed.replace("a%20b%2F", "a%20b/"),
			signed.replace("RelayState=a", "RelayState=%61"),
			signed.replace("RelayState=a", "RelayState=b"),
			signed.replace(`&${state}`, ""),
			signedQuery(message).replace("&SigAlg", `&${state}&SigAlg`),
			signed.replace(/SAMLRequest=[^&]*/, query().split("&")[0] ?? ""),
			signed.replace("rsa-sha256", "rsa-sha512"),
		]) {
			expect(await byRedirect(tampered, "signing"), tampered).toMatch("is not valid");
		}
	});

	it.each(["SAMLRequest", "RelayState", "SigAlg", "Signature"])("refuses the parameter %s twice", async (name) => {
		const signed = signedQuery(query({}, "state"));
		const pair = new RegExp(`${name}=[^&]*`).exec(signed)?.[0] ?? "";
		const other = name === "SAMLRequest" ? (query({ acs: EVIL }).split("&")[0] ?? "") : `${name}=x`;
		for (const doubled of [
			`${signed}&${pair}`,
			`${signed}&${other}`,
			`${other}&${signed}`,
			`${signed}&%53${other.slice(1)}`,
		]) {
			if (doubled.includes("%53") && !name.startsWith("S")) continue;
			expect(await byRedirect(doubled, "signing")).toBe(`The parameter ${name} was sent twice.`);
		}
		const form = `SAMLRequest=${encodeURIComponent(Buffer.from(posted()).toString("base64"))}`;
		const twice = name === "SAMLRequest" ? `${form}&${form}` : `${form}&${name}=x&${name}=x`;
		expect(await byPost(twice, "signing")).toBe(`The parameter ${name} was sent twice.`);
	});

	it.each([
		"http://www.w3.org/2000/09/xmldsig#rsa-sha1",
		"http://www.w3.org/2000/09/xmldsig#dsa-sha1",
		"http://www.w3.org/2000/09/xmldsig#hmac-sha1",
		"http://www.w3.org/2001/04/xmldsig-more#hmac-sha256",
		"http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256",
		"http://www.w3.org/2001/04/xmldsig-more#rsa-sha256 ",
		"rsa-sha256",
		"constructor",
	])("refuses the algorithm %s, whether the signature fits or not", async (algorithm) => {
		const digest = algorithm.includes("sha1") ? "sha1" : "sha256";
		const words = "The message is signed with an algorithm that is not accepted.";
		expect(await byRedirect(signedQuery(query(), { algorithm, digest }), "signing")).toBe(words);
		const octets = `${query()}&SigAlg=${encodeURIComponent(algorithm)}`;
		for (const shared of [partyCertificate, createPublicKey(partyKey).export({ type: "spki", format: "pem" })]) {
			const value = createHmac(digest, shared).update(octets).digest("base64");
			expect(await byRedirect(`${octets}&Signature=${encodeURIComponent(value)}`, "signing")).toBe(words);
		}
		const form = postForm(posted().replace(SIGNATURE_URIS["rsa-sha256"], algorithm));
		expect(await byPost(form, "signing")).toMatch("an algorithm that is not accepted");
	});

	it("refuses another key, and a shared secret under the name of RSA", async () => {
		const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
		expect(await byRedirect(signedQuery(query(), { key: privateKey }), "signing")).toMatch("is not valid");
		const octets = `${query()}&SigAlg=${encodeURIComponent(SIGNATURE_URIS["rsa-sha256"])}`;
		const value = createHmac("sha256", partyCertificate).update(octets).digest("base64");
		expect(await byRedirect(`${octets}&Signature=${encodeURIComponent(value)}`, "signing")).toMatch("is not valid");
	});

	it("refuses every message where the certificate is invalid", async () => {
		const given = parts({ clientId: "broken" });
		const words = "The certificate to check the signature with has no RSA key.";
		expect(await byRedirect(signedQuery(redirectQuery(authnRequestXml(given))), "broken")).toMatch(words);
		const form = postForm(signedXml("AuthnRequest", (signature) => authnRequestXml(given, signature)));
		expect(await byPost(form, "broken")).toMatch(words);
		expect(await byRedirect(redirectQuery(authnRequestXml(given)), "broken")).toMatch("The message is not signed");
	});

	it("refuses a signature that was moved around a forged request", async () => {
		const original = posted();
		const [signature = ""] = /<ds:Signature .*<\/ds:Signature>/s.exec(original) ?? [];
		const bare = original.replace(signature, "");
		const [, id = ""] = /ID="([^"]*)"/.exec(original) ?? [];
		const extensions = (content: string) => `<samlp:Extensions>${content}</samlp:Extensions>`;
		const forged = (content: string, own = messageId()) => authnRequestXml(parts({ acs: EVIL, id: own, content }));
		const attempts = {
			"signature at the outer root": forged(signature + extensions(bare)),
			"signature at the outer root, with its ID": forged(signature + extensions(bare), id),
			"signed original in extensions": forged(extensions(original)),
			"signed original in extensions, with its ID": forged(extensions(original), id),
			"signed original as a sibling": `<x>${original}${forged("")}</x>`,
			"signature in extensions": forged(extensions(signature) + bare.slice(0, 0)),
			"original in the signature": forged(
				signature.replace("</ds:Signature>", `<ds:Object>${bare}</ds:Object></ds:Signature>`),
			),
			"two signatures": original.replace(signature, signature + signature),
			"two references": original.replace(/<ds:Reference.*<\/ds:Reference>/s, "$&$&"),
			"an empty reference": original.replace(/URI="[^"]*"/, 'URI=""'),
			"no reference": original.replace(/ URI="[^"]*"/, ""),
			"a reference to nothing": original.replace(/URI="[^"]*"/, 'URI="#_nothing"'),
			"another content": original.replace(ACS, EVIL),
			"a doubled ID": original.replace("</samlp:AuthnRequest>", `<x ID="${id}"/></samlp:AuthnRequest>`),
			"an XSLT transform": original.replace(
				"<ds:Transforms>",
				'<ds:Transforms><ds:Transform Algorithm="http://www.w3.org/TR/1999/REC-xslt-19991116"/>',
			),
			"an XPath transform": original.replace(
				"</ds:Transforms>",
				'<ds:Transform Algorithm="http://www.w3.org/TR/1999/REC-xpath-19991116"><ds:XPath>/*/*</ds:XPath></ds:Transform></ds:Transforms>',
			),
			"canonicalization with comments": original.replaceAll("xml-exc-c14n#", "xml-exc-c14n#WithComments"),
			"a comment in the digest": original.replace("<ds:DigestValue>", "<ds:DigestValue><!-- x -->"),
			"a comment in the issuer": original.replace("sp.example/metadata", "sp.example/meta<!---->data"),
		};
		for (const [name, attempt] of Object.entries(attempts)) {
			expect(attempt, name).not.toBe(original);
			expect(await byPost(postForm(attempt), "signing"), name).toMatch(
				/^The message('s signature is not accepted| cannot be read)/,
			);
		}
	});

	it("requires the destination in a signed message", async () => {
		const words = "The message is signed, but does not say where it was sent.";
		expect(await byRedirect(signedQuery(query({ destination: null })), "signing")).toBe(words);
		expect(await byPost(postForm(posted({ destination: null })), "signing")).toBe(words);
	});
});
