import { spawnSync } from "node:child_process";
import { createHmac, createPublicKey, createSign } from "node:crypto";
import { writeFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BadSignature } from "./bad-signature";
import { xml } from "./markup";
import { parseXml } from "./parse";
import { writtenElement } from "./parsing/write-element";
import { attributeOf, onlyChild, textOf } from "./read-element";
import { signXml } from "./sign";
import { anyText } from "./testing/any-text";
import { createTestSigner, type TestSigner } from "./testing/test-signer";
import { UnreadableXml } from "./unreadable-xml";
import { type Verification, verifiedElement } from "./verify";

const RUNS = process.env.LONG ? 100_000 : 1000;
const TEXT_RUNS = process.env.LONG ? 2000 : 40;
/** Of one document of a few kilobytes, on a busy machine. */
const MILLISECONDS_MAX = 1000;
const hasXmlsec = spawnSync("xmlsec1", ["--version"]).status === 0;
const isOptional = !process.env.CI;

const SHA256 = { signatureAlgorithm: "rsa-sha256", digestAlgorithm: "sha256" } as const;

let signer: TestSigner;
let other: TestSigner;
let elliptic: TestSigner;
beforeAll(() => {
	signer = createTestSigner();
	other = createTestSigner();
	elliptic = createTestSigner("ec");
});
afterAll(() => {
	for (const each of [signer, other, elliptic]) each.remove();
});

/** A request as applications sign it. */
function request({ id = "_1", address = "https://app.example/acs", by = signer } = {}): string {
	return signXml(
		(signature) =>
			xml`<p:Request xmlns:p="urn:p" ID="${id}" To="${address}"><a:Issuer xmlns:a="urn:a">urn:app</a:Issuer>${signature}<p:Extensions/></p:Request>`,
		{ name: "Request", idAttribute: "ID" },
		{ ...by, ...SHA256 },
	).toString();
}

function verified(document: string, options: Partial<Verification> = {}) {
	const defaults = { certificates: [signer.certificate], idAttribute: "ID", signed: "root" } as const;
	return verifiedElement(parseXml(document), { ...defaults, ...options });
}

/** What the check says of a document that it does not take. */
function refusal(document: string, options: Partial<Verification> = {}): string {
	try {
		verified(document, options);
	} catch (error) {
		if (error instanceof BadSignature || error instanceof UnreadableXml) return error.message;
		throw error;
	}
	throw new Error("It was taken.");
}

const DOES_NOT_FIT = "The signature does not fit: the content was changed, or another key has signed it.";
const signatureOf = (document: string) => /<ds:Signature .*<\/ds:Signature>/s.exec(document)?.[0] ?? "";
const withoutSignature = (document: string) => document.replace(signatureOf(document), "");

describe("a signed document", () => {
	it("is what was signed, without its signature", () => {
		const content = verified(request());
		expect(attributeOf(content, "To")).toBe("https://app.example/acs");
		expect(textOf(onlyChild(content, "urn:a", "Issuer"))).toBe("urn:app");
		expect(writtenElement(content)).not.toContain("Signature");
	});

	it("fits the key of any certificate given, and none but those", () => {
		const both = [other.certificate, signer.certificate];
		expect(verified(request(), { certificates: both }).name).toBe("Request");
		expect(verified(request({ by: other }), { certificates: both }).name).toBe("Request");
		// It brings the certificate of its signer along, which proves nothing.
		expect(refusal(request({ by: other }))).toBe(DOES_NOT_FIT);
	});

	it("is never taken without a certificate, nor with one of another kind of key", () => {
		expect(refusal(request(), { certificates: [] })).toBe("There is no certificate to check the signature with.");
		for (const certificate of ["", "no certificate", elliptic.certificate]) {
			expect(refusal(request(), { certificates: [certificate] })).toBe(
				"The certificate to check the signature with is none of an RSA key.",
			);
		}
	});

	it("may be one element of a document, of which nothing else comes back", () => {
		const document = `<r:Response xmlns:r="urn:r" ID="_0"><r:Status>x</r:Status>${request()}</r:Response>`;
		expect(refusal(document)).toBe("The signature is not in the element that it has to sign.");
		const content = verified(document, { signed: "one element" });
		expect(content.name).toBe("Request");
	});

	it("may name its element by AssertionID", () => {
		const document = signXml(
			(signature) => xml`<Assertion xmlns="urn:a" AssertionID="_1"><Name>n</Name>${signature}</Assertion>`,
			{ name: "Assertion", idAttribute: "AssertionID" },
			{ ...signer, signatureAlgorithm: "rsa-sha512", digestAlgorithm: "sha512" },
		).toString();
		expect(verified(document, { idAttribute: "AssertionID" }).name).toBe("Assertion");
		expect(refusal(document)).toBe("The signature is for another element.");
	});

	it("is read as it was written, whatever its texts", () => {
		fc.assert(
			fc.property(anyText, anyText, (one, two) => {
				const document = signXml(
					(signature) =>
						xml`<p:Request xmlns:p="urn:p" ID="_1" Name="${one}"><p:Text>x${two}</p:Text>${signature}</p:Request>`,
					{ name: "Request", idAttribute: "ID" },
					{ ...signer, ...SHA256 },
				).toString();
				const sent = parseXml(document);
				const content = verified(document);
				expect(attributeOf(content, "Name")).toBe(attributeOf(sent, "Name"));
				expect(onlyChild(content, "urn:p", "Text")).toEqual(onlyChild(sent, "urn:p", "Text"));
			}),
			{ numRuns: TEXT_RUNS },
		);
	});
});

describe("a forged document is refused", () => {
	/** The signed original, and what somebody else would like it to say. */
	const original = () => request();
	const forged = (id = "_2") => withoutSignature(request({ id, address: "https://evil.example/" }));
	const into = (outer: string, content: string) =>
		outer
			.replace("<p:Extensions></p:Extensions>", `<p:Extensions>${content}</p:Extensions>`)
			.replace("<p:Extensions/>", `<p:Extensions>${content}</p:Extensions>`);

	it("without a signature, and with a changed content", () => {
		expect(refusal(forged())).toBe("There is no signature.");
		expect(refusal(original().replace("app.example", "evil.example"))).toBe(DOES_NOT_FIT);
		expect(refusal(original().replace("urn:app<", "urn:evil<"))).toBe(DOES_NOT_FIT);
		expect(refusal(original().replace("<p:Extensions/>", "<p:Extensions>x</p:Extensions>"))).toBe(DOES_NOT_FIT);
		expect(refusal(original().replace("<p:Extensions/>", ""))).toBe(DOES_NOT_FIT);
	});

	it("with the signature moved to an outer root and the original inside", () => {
		const signature = signatureOf(original());
		const wrapped = into(forged(), withoutSignature(original())).replace("</a:Issuer>", `</a:Issuer>${signature}`);
		expect(refusal(wrapped)).toBe("The signature is for another element.");
		expect(refusal(wrapped.replace('ID="_2"', 'ID="_1"'))).toBe("The ID of what is signed is there twice.");
		expect(refusal(wrapped, { signed: "one element" })).toBe("The signature is for another element.");
	});

	it("with the whole signed original somewhere inside", () => {
		const wrapped = into(forged(), original());
		expect(refusal(wrapped)).toBe("The signature is not in the element that it has to sign.");
		// Where one element may be signed, that one comes back, and nothing of what is around it.
		expect(attributeOf(verified(wrapped, { signed: "one element" }), "To")).toBe("https://app.example/acs");
		const inSignature = `<ds:Object xmlns:ds="http://www.w3.org/2000/09/xmldsig#">${withoutSignature(original())}</ds:Object></ds:Signature>`;
		const objected = forged().replace(
			"</a:Issuer>",
			`</a:Issuer>${signatureOf(original()).replace("</ds:Signature>", inSignature)}`,
		);
		expect(refusal(objected)).toMatch(/more than a signature needs|another element/);
	});

	it("with a signature beside the element that it is for, or with the signature at the root", () => {
		const beside = `<r:R xmlns:r="urn:r" ID="_0">${withoutSignature(original())}${signatureOf(original())}</r:R>`;
		expect(refusal(beside)).toBe("The signature is for another element.");
		expect(refusal(beside, { signed: "one element" })).toBe("The signature is for another element.");
		expect(refusal(signatureOf(original()))).toBe("The signature is not in the element that it has to sign.");
	});

	it("with two signatures, two references, an empty reference and one into elsewhere", () => {
		const signature = signatureOf(original());
		expect(refusal(original().replace(signature, signature + signature))).toBe("There is more than one signature.");
		const reference = /<ds:Reference .*<\/ds:Reference>/s.exec(signature)?.[0] ?? "";
		expect(refusal(original().replace(reference, reference + reference))).toBe(
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
			expect(refusal(original().replace('URI="#_1"', `URI="${uri}"`)), uri).toBe(
				"The signature's reference is not the ID of an element.",
			);
		}
		expect(refusal(original().replace(' URI="#_1"', ""))).toMatch("not the ID of an element");
		expect(refusal(original().replace('URI="#_1"', 'URI="#_7"'))).toBe("The signature is for another element.");
	});

	it.each(["ID", "Id", "id", "AssertionID", "RequestID", "ResponseID"])(
		"with the ID a second time, as %s",
		(attribute) => {
			const doubled = original().replace("<p:Extensions/>", `<p:Extensions><p:x ${attribute}="_1"/></p:Extensions>`);
			expect(refusal(doubled)).toBe("The ID of what is signed is there twice.");
		},
	);

	it("with another attribute's ID", () => {
		const pollution = original().replace(
			'<p:Request xmlns:p="urn:p" ID="_1"',
			'<p:Request xmlns:p="urn:p" ID="_2" p:ID="_1"',
		);
		expect(refusal(pollution)).toBe("The signature is for another element.");
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
			expect(refusal(original().replace(list, transforms)), transforms).toMatch(/^The signature('s \w+)? /);
		}
		const canonicalized = original().replace(
			/<ds:CanonicalizationMethod[^>]*>/,
			`<ds:CanonicalizationMethod Algorithm="${algorithm}"/>`,
		);
		expect(refusal(canonicalized)).toBe(
			"The signature's CanonicalizationMethod is an algorithm that is not taken here.",
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
		expect(refusal(changed)).toBe(`The signature's ${name} is an algorithm that is not taken here.`);
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
			expect(refusal(document)).toMatch(/not taken here|does not fit/);
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
			expect(refusal(remove(name)), name).toMatch(/^(The signature|SignedInfo|Signature) /);
		}
		const value = /<ds:SignatureValue>.*<\/ds:SignatureValue>/s.exec(original())?.[0] ?? "";
		expect(refusal(original().replace(value, value + value))).toMatch(/^The signature /);
		expect(refusal(original().replace("<ds:DigestValue>", "<ds:DigestValue>!"))).toMatch("is not base64");
		expect(refusal(original().replace(/(<ds:DigestValue>)/, "$1<ds:x/>"))).toMatch("holds an element");
		expect(
			refusal(original().replace("<ds:SignatureMethod ", '<ds:SignatureMethod xmlns:q="urn:q" q:Algorithm="x" ')),
		).toMatch("has an attribute that it must not have");
		const output = "<ds:HMACOutputLength>0</ds:HMACOutputLength>";
		const parameters = original().replace(/(<ds:SignatureMethod[^>]*)\/>/, `$1>${output}</ds:SignatureMethod>`);
		expect(refusal(parameters)).toBe("The signature's SignatureMethod has parameters.");
	});

	it("with any of its bytes changed, moved, doubled or gone; what is taken says what was signed, in little time", () => {
		const document = original();
		const expected = writtenElement(verified(document));
		const cut = /(?=<)|(?<=>)/;
		const parts = document.split(cut);
		const position = fc.nat(document.length - 1);
		const part = fc.nat(parts.length - 1);
		const mutation = fc.oneof(
			fc.tuple(position, fc.integer({ min: 1, max: 0xff })).map(([at, flip]) => {
				return document.slice(0, at) + String.fromCharCode(document.charCodeAt(at) ^ flip) + document.slice(at + 1);
			}),
			position.map((at) => document.slice(0, at)),
			fc.tuple(position, fc.nat(40)).map(([at, length]) => document.slice(0, at) + document.slice(at + length)),
			fc.tuple(position, anyText).map(([at, text]) => document.slice(0, at) + text + document.slice(at)),
			fc.tuple(part, part).map(([from, to]) => parts.toSpliced(to, 0, ...parts.slice(from, from + 3)).join("")),
			fc.tuple(part, part).map(([one, two]) => {
				const moved = parts.toSpliced(one, 1);
				return moved.toSpliced(two, 0, parts[one] ?? "").join("");
			}),
		);
		let slowest = 0;
		fc.assert(
			fc.property(mutation, (mutated) => {
				const start = performance.now();
				try {
					expect(writtenElement(verified(mutated))).toBe(expected);
				} catch (error) {
					if (!(error instanceof BadSignature || error instanceof UnreadableXml)) throw error;
				}
				slowest = Math.max(slowest, performance.now() - start);
			}),
			{ numRuns: RUNS },
		);
		expect(slowest).toBeLessThan(MILLISECONDS_MAX);
	});

	it("in little time, with as much as a document may hold", () => {
		const declared = (from: number) =>
			Array.from(
				{ length: 8 },
				(_, index) => ` xmlns:p${from + index}="urn:x${from + index}" p${from + index}:a${index}="" `,
			).join("");
		const starts = Array.from({ length: 28 }, (_, index) => `<p:a${declared(8 * index)}>`).join("");
		const filling = `${starts}${"<p:a/>".repeat(1800)}${"</p:a>".repeat(28)}`;
		const document = original().replace("<p:Extensions/>", `<p:Extensions>${filling}</p:Extensions>`);
		const start = performance.now();
		expect(refusal(document)).toBe(DOES_NOT_FIT);
		expect(performance.now() - start).toBeLessThan(2 * MILLISECONDS_MAX);
	});
});

// Skipped where the program is not installed, on a developer's machine alone.
describe.skipIf(!hasXmlsec && isOptional)("a document that xmlsec1 has signed", () => {
	const template = (method: string, digest: string, prefixList = "") =>
		`<ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:SignedInfo><ds:CanonicalizationMethod Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"/><ds:SignatureMethod Algorithm="${method}"/><ds:Reference URI="#_1"><ds:Transforms><ds:Transform Algorithm="http://www.w3.org/2000/09/xmldsig#enveloped-signature"/><ds:Transform Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#">${prefixList}</ds:Transform></ds:Transforms><ds:DigestMethod Algorithm="${digest}"/><ds:DigestValue/></ds:Reference></ds:SignedInfo><ds:SignatureValue/><ds:KeyInfo><ds:X509Data/></ds:KeyInfo></ds:Signature>`;

	function signedByXmlsec(document: string): string {
		const file = path.join(signer.folder, "template.xml");
		writeFileSync(file, document);
		const key = ["--privkey-pem", `${signer.keyFile},${signer.certificateFile}`];
		const { status, stdout, stderr } = spawnSync("xmlsec1", ["--sign", ...key, "--id-attr:ID", "urn:p:Request", file], {
			encoding: "utf8",
		});
		expect(status, stderr).toBe(0);
		return stdout;
	}

	it.each([
		["http://www.w3.org/2001/04/xmldsig-more#rsa-sha256", "http://www.w3.org/2001/04/xmlenc#sha256"],
		["http://www.w3.org/2001/04/xmldsig-more#rsa-sha512", "http://www.w3.org/2001/04/xmlenc#sha512"],
	])("is taken with %s, as it was", (method, digest) => {
		const list = '<ec:InclusiveNamespaces xmlns:ec="http://www.w3.org/2001/10/xml-exc-c14n#" PrefixList="xs"/>';
		for (const prefixList of ["", list]) {
			const document = signedByXmlsec(
				`<?xml version="1.0" encoding="UTF-8"?>\n<Request xmlns="urn:p" xmlns:xs="urn:xs" ID="_1">\n\t<a:Issuer xmlns:a="urn:a" b="&#9;&#xA; &quot;">é 😀\u2028 &#13;&amp;</a:Issuer>\n\t${template(method, digest, prefixList)}\n</Request>\n`,
			);
			const content = verified(document);
			const issuer = onlyChild(content, "urn:a", "Issuer");
			expect(attributeOf(issuer, "b")).toBe('\t\n "');
			expect(issuer.children).toEqual(["é 😀\u2028 \r&"]);
			expect(refusal(document.replace("é", "e"))).toBe(DOES_NOT_FIT);
		}
	});

	it("is refused with SHA-1", () => {
		const document = signedByXmlsec(
			`<Request xmlns="urn:p" ID="_1">${template("http://www.w3.org/2000/09/xmldsig#rsa-sha1", "http://www.w3.org/2000/09/xmldsig#sha1")}</Request>`,
		);
		expect(refusal(document)).toBe("The signature's SignatureMethod is an algorithm that is not taken here.");
	});
});
