import { BadSignature, UnreadableXml } from "../errors";
import { xml } from "../markup";
import { parseXml } from "../parse";
import { signXml } from "../sign";
import { type Verification, verifiedElement } from "../verify";
import type { TestSigner } from "./test-signer";

export const SHA256 = { signatureAlgorithm: "rsa-sha256", digestAlgorithm: "sha256" } as const;
export const DOES_NOT_FIT = "The signature is not valid: the content was changed, or another key signed it.";

/** A signed request, as applications send it. */
export function signedRequest(by: TestSigner, { id = "_1", address = "https://app.example/acs" } = {}): string {
	return signXml(
		(signature) =>
			xml`<p:Request xmlns:p="urn:p" ID="${id}" To="${address}"><a:Issuer xmlns:a="urn:a">urn:app</a:Issuer>${signature}<p:Extensions/></p:Request>`,
		{ name: "Request", idAttribute: "ID" },
		{ ...by, ...SHA256 },
	).toString();
}

/** The verified element of a document. */
export function verified(by: TestSigner, document: string, options: Partial<Verification> = {}) {
	const defaults = { certificates: [by.certificate], idAttribute: "ID", signed: "root" } as const;
	return verifiedElement(parseXml(document), { ...defaults, ...options });
}

/** The message with which verification refuses a document. */
export function refusalOf(by: TestSigner, document: string, options: Partial<Verification> = {}): string {
	try {
		verified(by, document, options);
	} catch (error) {
		if (error instanceof BadSignature || error instanceof UnreadableXml) return error.message;
		throw error;
	}
	throw new Error("It was taken.");
}

export const signatureOf = (document: string) => /<ds:Signature .*<\/ds:Signature>/s.exec(document)?.[0] ?? "";
export const withoutSignature = (document: string) => document.replace(signatureOf(document), "");
