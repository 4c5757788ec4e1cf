import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BadSignature, UnreadableXml } from "./errors";
import { type Markup, trustedXml, xml } from "./markup";
import { parseXml } from "./parse";
import { attributeOf, onlyChild, textOf } from "./read-element";
import { signXml } from "./sign";
import { createTestSigner, type TestSigner } from "./testing/test-signer";
import { DOES_NOT_FIT, SHA256, signatureOf } from "./testing/verification";
import { verifiedElements } from "./verify";

let signer: TestSigner;
let other: TestSigner;
beforeAll(async () => {
	signer = await createTestSigner();
	other = await createTestSigner();
});
afterAll(() => {
	for (const each of [signer, other]) each.remove();
});

/** A document whose inner element is signed, and then the outer one around it. */
function signedTwice({ inner = signer, outer = signer } = {}): string {
	const signed = (name: string, by: TestSigner, write: (signature: Markup | null) => Markup) =>
		signXml(write, { name, idAttribute: "ID" }, { ...by, ...SHA256 }).toString();
	const innerXml = (signature: Markup | null) => xml`<p:Inner ID="_2"><p:Name>rita</p:Name>${signature}</p:Inner>`;
	const outerXml = (signature: Markup | null, content: Markup) =>
		xml`<p:Outer xmlns:p="urn:p" ID="_1">${signature}<p:Status>fine</p:Status>${content}</p:Outer>`;
	const once = signed("Inner", inner, (signature) => outerXml(null, innerXml(signature)));
	const content = trustedXml(/<p:Inner.*<\/p:Inner>/s.exec(once)?.[0] ?? "");
	return signed("Outer", outer, (signature) => outerXml(signature, content));
}

const verified = (document: string) =>
	verifiedElements(parseXml(document), { certificates: [signer.certificate], idAttribute: "ID" }).map(
		({ element }) => element,
	);

function refusal(document: string): string {
	try {
		verified(document);
	} catch (error) {
		if (error instanceof BadSignature || error instanceof UnreadableXml) return error.message;
		throw error;
	}
	throw new Error("It was taken.");
}

describe("a document that is signed twice", () => {
	it("is returned for each signature, the outer element first", () => {
		const [outer, inner, ...more] = verified(signedTwice());
		if (!outer || !inner) throw new Error("There are not two elements.");
		expect(more).toEqual([]);
		expect([attributeOf(outer, "ID"), attributeOf(inner, "ID")]).toEqual(["_1", "_2"]);
		for (const element of [onlyChild(outer, "urn:p", "Inner"), inner]) {
			expect(textOf(onlyChild(element, "urn:p", "Name"))).toBe("rita");
		}
	});

	it("is returned with the certificate whose key has signed each element", () => {
		const keys = { certificates: [other.certificate, signer.certificate], idAttribute: "ID" } as const;
		const elements = verifiedElements(parseXml(signedTwice({ inner: other })), keys);
		expect(elements.map(({ certificate }) => certificate)).toEqual([signer.certificate, other.certificate]);
	});

	it("is returned once where it has one signature", () => {
		const document = signedTwice();
		const onlyInner = document.replace(/<ds:Signature .*?<\/ds:Signature>/s, "");
		expect(verified(onlyInner).map(({ name }) => name)).toEqual(["Inner"]);
	});

	it("is refused where either signature doesn't fit", () => {
		const document = signedTwice();
		expect(refusal(document.replace("rita", "omar"))).toBe(DOES_NOT_FIT);
		expect(refusal(document.replace("fine", "bad"))).toBe(DOES_NOT_FIT);
		expect(refusal(signedTwice({ inner: other }))).toBe(DOES_NOT_FIT);
		expect(refusal(signedTwice({ outer: other }))).toBe(DOES_NOT_FIT);
		// Without the inner one: the outer one was over it.
		const [outer = "", inner = ""] = document.match(/<ds:Signature .*?<\/ds:Signature>/gs) ?? [];
		expect(refusal(document.replace(inner, ""))).toBe(DOES_NOT_FIT);
		expect(refusal(document.replace(outer, inner))).toMatch("another element");
		expect(
			refusal(document.replace(outer, inner).replace(/(<p:Name>.*?)<ds:Signature .*?<\/ds:Signature>/s, `$1${outer}`)),
		).toMatch("another element");
	});

	it("is refused without a signature, with two of one element, and with one as its root", () => {
		const document = signedTwice();
		expect(refusal(document.replaceAll(/<ds:Signature .*?<\/ds:Signature>/gs, ""))).toBe("There is no signature.");
		const [outer = ""] = document.match(/<ds:Signature .*?<\/ds:Signature>/s) ?? [];
		expect(refusal(document.replace(outer, outer + outer))).toBe("One element has more than one signature.");
		expect(refusal(signatureOf(`${outer}`))).toBe("The signature is not in the element that it must sign.");
	});

	it("is refused with an identifier twice", () => {
		expect(refusal(signedTwice().replace("<p:Name>", '<p:Name Id="_2">'))).toMatch(/twice|is not valid/);
		expect(refusal(signedTwice().replace("<p:Status>", '<p:Status Id="_1">'))).toMatch("twice");
	});

	it("may be signed with a value in lines that end as Java ends them", () => {
		const lines = signedTwice().replace(/(?<=<ds:SignatureValue>)[^<]*/, (value) =>
			value.replace(/.{76}/g, "$&&#13;\n"),
		);
		expect(verified(lines)).toHaveLength(2);
	});
});
