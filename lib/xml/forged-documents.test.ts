import { createHmac, createPublicKey, createSign } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { attributeOf } from "./read-element";
import { createTestSigner, type TestSigner } from "./testing/test-signer";
import {
	DOES_NOT_FIT,
	refusalOf,
	signatureOf,
	signedRequest,
	verified,
	withoutSignature,
} from "./testing/verification";

let signer: TestSigner;
beforeAll(async () => {
	signer = await createTestSigner();
});
afterAll(() => signer.remove());

describe("a forged document is refused", () => {
	/** The signed original, and the content that an attacker would like it to have. */
	const original = () => signedRequest(signer);
	const forged = (id = "_2") => withoutSignature(signedRequest(signer, { id, address: "https://evil.example/" }));
	const into = (outer: string, content: string) =>
		outer
			.replace("<p:Extensions></p:Extensions>", `<p:Extensions>${content}</p:Extensions>`)
			.replace("<p:Extensions/>", `<p:Extensions>${content}</p:Extensions>`);

	it("without a signature, and with a changed content", () => {
		expect(refusalOf(signer, forged())).toBe("There is no signature.");
		expect(refusalOf(signer, original().replace("app.example", "evil.example"))).toBe(DOES_NOT_FIT);
		expect(refusalOf(signer, original().replace("urn:app<", "urn:evil<"))).toBe(DOES_NOT_FIT);
		expect(refusalOf(signer, original().replace("<p:Extensions/>", "<p:Extensions>x</p:Extensions>"))).toBe(
			DOES_NOT_FIT,
		);
		expect(refusalOf(signer, original().replace("<p:Extensions/>", ""))).toBe(DOES_NOT_FIT);
	});

	it("with the signature moved to an outer root and the original inside", () => {
		const signature = signatureOf(original());
		const wrapped = into(forged(), withoutSignature(original())).replace("</a:Issuer>", `</a:Issuer>${signature}`);
		expect(refusalOf(signer, wrapped)).toBe("The signature is for another element.");
		expect(refusalOf(signer, wrapped.replace('ID="_2"', 'ID="_1"'))).toBe(
			"The ID of the signed element appears twice.",
		);
		expect(refusalOf(signer, wrapped, { signed: "one element" })).toBe("The signature is for another element.");
	});

	it("with the whole signed original somewhere inside", () => {
		const wrapped = into(forged(), original());
		expect(refusalOf(signer, wrapped)).toBe("The signature is not in the element that it must sign.");
		// Where one element may be signed, only that one is returned, and nothing around it.
		expect(attributeOf(verified(signer, wrapped, { signed: "one element" }), "To")).toBe("https://app.example/acs");
		const inSignature = `<ds:Object xmlns:ds="http://www.w3.org/2000/09/xmldsig#">${withoutSignature(original())}</ds:Object></ds:Signature>`;
		const objected = forged().replace(
			"</a:Issuer>",
			`</a:Issuer>${signatureOf(original()).replace("</ds:Signature>", inSignature)}`,
		);
		expect(refusalOf(signer, objected)).toMatch(/more than a signature needs|another element/);
	});

	it("with a signature beside the element that it is for, or with the signature at the root", () => {
		const beside = `<r:R xmlns:r="urn:r" ID="_0">${withoutSignature(original())}${signatureOf(original())}</r:R>`;
		expect(refusalOf(signer, beside)).toBe("The signature is for another element.");
		expect(refusalOf(signer, beside, { signed: "one element" })).toBe("The signature is for another element.");
		expect(refusalOf(signer, signatureOf(original()))).toBe("The signature is not in the element that it must sign.");
	});

	it("with two signatures, two references, an empty reference and one to another document", () => {
		const signature = signatureOf(original());
		expect(refusalOf(signer, original().replace(signature, signature + signature))).toBe(
			"There is more than one signature.",
		);
		const reference = /<ds:Reference .*<\/ds:Reference>/s.exec(signature)?.[0] ?? "";
		expect(refusalOf(signer, original().replace(reference, reference + reference))).toBe(
			"The signature has more than one reference.",
		);
		for (const uri of [
			"",
			"#",
			"_1",
			"http://evil.example/#_1",
			"#xpointer(id('_1'))",
			"#xpointer(/)",
			"#_1'",
			"#_ 1",
		]) {
			expect(refusalOf(signer, original().replace('URI="#_1"', `URI="${uri}"`)), uri).toBe(
				"The signature's reference is not the ID of an element.",
			);
		}
		expect(refusalOf(signer, original().replace(' URI="#_1"', ""))).toMatch("not the ID of an element");
		expect(refusalOf(signer, original().replace('URI="#_1"', 'URI="#_7"'))).toBe(
			"The signature is for another element.",
		);
	});

	it.each(["ID", "Id", "id", "AssertionID", "RequestID", "ResponseID"])(
		"with the ID a second time, as %s",
		(attribute) => {
			const doubled = original().replace("<p:Extensions/>", `<p:Extensions><p:x ${attribute}="_1"/></p:Extensions>`);
			expect(refusalOf(signer, doubled)).toBe("The ID of the signed element appears twice.");
		},
	);

	it("with another attribute's ID", () => {
		const pollution = original().replace(
			'<p:Request xmlns:p="urn:p" ID="_1"',
			'<p:Request xmlns:p="urn:p" ID="_2" p:ID="_1"',
		);
		expect(refusalOf(signer, pollution)).toBe("The signature is for another element.");
	});

	it.each([
		["XSLT", "http://www.w3.org/TR/1999/REC-xslt-19991116"],
		["XPath", "http://www.w3.org/TR/1999/REC-xpath-19991116"],
		["base64", "http://www.w3.org/2000/09/xmldsig#base64"],
		["canonicalization with comments", "http://www.w3.org/2001/10/xml-exc-c14n#WithComments"],
		["inclusive canonicalization", "http://www.w3.org/TR/2001/REC-xml-c14n-20010315"],
	])("with the transform %s", (_, algorithm) => {
		const transform = `<ds:Transform Algorithm="${algorithm}"/>`;
		const list = /<ds:Transforms>(.*)<\/ds:Transforms>/s.exec(original())?.[1] ?? "";
		const [enveloped = "", exclusive = ""] = list.split(/(?<=\/>)/);
		for (const transforms of [
			`${list}${transform}`,
			`${transform}${list}`,
			`${enveloped}${transform}`,
			`${transform}${exclusive}`,
			enveloped,
			exclusive,
			`${exclusive}${enveloped}`,
		]) {
			expect(refusalOf(signer, original().replace(list, transforms)), transforms).toMatch(/^The signature('s \w+)? /);
		}
		const canonicalized = original().replace(
			/<ds:CanonicalizationMethod[^>]*>/,
			`<ds:CanonicalizationMethod Algorithm="${algorithm}"/>`,
		);
		expect(refusalOf(signer, canonicalized)).toBe(
			"The signature's CanonicalizationMethod is an algorithm that is not accepted.",
		);
	});

	it.each([
		["SignatureMethod", "http://www.w3.org/2000/09/xmldsig#rsa-sha1"],
		["SignatureMethod", "http://www.w3.org/2000/09/xmldsig#hmac-sha1"],
		["SignatureMethod", "http://www.w3.org/2001/04/xmldsig-more#hmac-sha256"],
		["SignatureMethod", "http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1"],
		["SignatureMethod", "http://www.w3.org/2000/09/xmldsig#dsa-sha1"],
		["SignatureMethod", "constructor"],
		["SignatureMethod", ""],
		["DigestMethod", "http://www.w3.org/2000/09/xmldsig#sha1"],
		["DigestMethod", "http://www.w3.org/2001/04/xmldsig-more#md5"],
		["DigestMethod", "toString"],
	])("with the %s %s", (name, algorithm) => {
		const changed = original().replace(new RegExp(`(<ds:${name} Algorithm=")[^"]*`), `$1${algorithm}`);
		expect(refusalOf(signer, changed)).toBe(`The signature's ${name} is an algorithm that is not accepted.`);
	});

	it("with SHA-1 or a shared key, though the mathematics were right", () => {
		const info = /<ds:SignedInfo>.*<\/ds:SignedInfo>/s.exec(original())?.[0] ?? "";
		for (const [algorithm, sign] of [
			[
				"http://www.w3.org/2000/09/xmldsig#rsa-sha1",
				(text: string) => createSign("RSA-SHA1").update(text).sign(signer.key, "base64"),
			],
			[
				"http://www.w3.org/2000/09/xmldsig#hmac-sha1",
				(text: string) => createHmac("sha1", signer.certificate).update(text).digest("base64"),
			],
			[
				"http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
				(text: string) =>
					createHmac("sha256", createPublicKey(signer.key).export({ type: "spki", format: "pem" }))
						.update(text)
						.digest("base64"),
			],
		] as const) {
			const changed = info.replace(/(<ds:SignatureMethod Algorithm=")[^"]*/, `$1${algorithm}`);
			const canonical = changed
				.replace("<ds:SignedInfo>", '<ds:SignedInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#">')
				.replace(/<(ds:\w+)([^<>]*)\/>/g, "<$1$2></$1>");
			const document = original()
				.replace(info, changed)
				.replace(/(<ds:SignatureValue>)[^<]*/, `$1${sign(canonical)}`);
			expect(refusalOf(signer, document)).toMatch(/not accepted|is not valid/);
		}
	});

	it("with parts of a signature missing, doubled, or with more in them", () => {
		const remove = (name: string) =>
			original().replace(new RegExp(`<ds:${name}[ >]((?!/>|<ds:).)*/>|<ds:${name}[ >].*?</ds:${name}>`, "s"), "");
		for (const name of [
			"SignedInfo",
			"SignatureValue",
			"CanonicalizationMethod",
			"SignatureMethod",
			"Reference",
			"Transforms",
			"DigestMethod",
			"DigestValue",
		]) {
			expect(refusalOf(signer, remove(name)), name).toMatch(/^(The signature|SignedInfo|Signature) /);
		}
		const value = /<ds:SignatureValue>.*<\/ds:SignatureValue>/s.exec(original())?.[0] ?? "";
		expect(refusalOf(signer, original().replace(value, value + value))).toMatch(/^The signature /);
		expect(refusalOf(signer, original().replace("<ds:DigestValue>", "<ds:DigestValue>!"))).toMatch("is not base64");
		expect(refusalOf(signer, original().replace(/(<ds:DigestValue>)/, "$1<ds:x/>"))).toMatch("holds an element");
		expect(
			refusalOf(
				signer,
				original().replace("<ds:SignatureMethod ", '<ds:SignatureMethod xmlns:q="urn:q" q:Algorithm="x" '),
			),
		).toMatch("has an attribute that is not allowed");
		const output = "<ds:HMACOutputLength>0</ds:HMACOutputLength>";
		const parameters = original().replace(/(<ds:SignatureMethod[^>]*)\/>/, `$1>${output}</ds:SignatureMethod>`);
		expect(refusalOf(signer, parameters)).toBe("The signature's SignatureMethod has parameters.");
	});
});
