import { createPrivateKey, X509Certificate } from "node:crypto";
import { describe, expect, it } from "vitest";
import { decodeCbor } from "../cbor/decode-cbor";
import { encodeCbor, RawCbor } from "../cbor/encode-cbor";
import { embeddedOf } from "../cbor/fields";
import { MDL_DOCUMENT_TYPE, MDL_NAMESPACE } from "../mdl";
import { DEVICE_SIGNED, ELEMENTS, ISSUER_AUTH, READER_KEY, ROOT, SESSION_TRANSCRIPT_BYTES } from "../testing/annex-d";
import { namesOf, requested, verified } from "../testing/sample-session";
import type { VerificationContext } from "./verification";

const NAMES = ["family_name", "issue_date", "expiry_date", "document_number", "driving_privileges"];

function respond(elements: readonly Buffer[] = ELEMENTS): Buffer {
	const nameSpaces = new Map([[MDL_NAMESPACE, elements.map((each) => new RawCbor(each))]]);
	const issuerSigned = new Map<string, RawCbor | typeof nameSpaces>([
		["nameSpaces", nameSpaces],
		["issuerAuth", new RawCbor(ISSUER_AUTH)],
	]);
	const document = new Map<string, string | RawCbor | typeof issuerSigned>([
		["docType", MDL_DOCUMENT_TYPE],
		["issuerSigned", issuerSigned],
		["deviceSigned", new RawCbor(DEVICE_SIGNED)],
	]);
	return encodeCbor(
		new Map<string, string | number | (typeof document)[]>([
			["version", "1.0"],
			["documents", [document]],
			["status", 0],
		]),
	);
}

function context(at: string, names = NAMES): Partial<VerificationContext> {
	return {
		requested: requested(...names),
		transcript: embeddedOf(decodeCbor(SESSION_TRANSCRIPT_BYTES), "SessionTranscriptBytes").raw,
		readerKey: createPrivateKey({ key: READER_KEY, format: "jwk" }),
		roots: [{ certificate: new X509Certificate(ROOT), source: "ISO/IEC 18013-5, annex D" }],
		at: new Date(at),
	};
}

describe("the example of ISO/IEC 18013-5, annex D", () => {
	it("verifies when it was valid, with its proof by MAC", () => {
		const verification = verified(respond(), context("2021-01-15T00:00:00Z"));
		expect(namesOf(verification, "failed")).toEqual([]);
		expect(verification).toMatchObject({ verdict: "verified", proof: "mac" });
		expect(verification.elements.map(({ name, digest, value }) => [name, digest, value !== null])).toEqual(
			NAMES.map((name) => [name, "matches", true]),
		);
		expect(verification.elements[0]?.value).toMatchObject({ kind: "text", value: "Doe" });
		expect(verification.chain.map(({ subject }) => subject)).toEqual(["CN=utopia ds\nC=US", "CN=utopia iaca\nC=US"]);
		expect(verification.validity?.validUntil).toEqual(new Date("2021-10-01T13:30:02Z"));
	});

	it("has expired since, which is its only fault", () => {
		const verification = verified(respond(), context("2022-01-15T00:00:00Z"));
		expect(namesOf(verification, "failed")).toEqual(["certificate-dates", "valid-until"]);
	});

	it("is rejected with any of its elements changed", () => {
		for (const [index, element] of ELEMENTS.entries()) {
			const changed = Buffer.from(element);
			changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
			const verification = verified(respond(ELEMENTS.with(index, changed)), context("2021-01-15T00:00:00Z"));
			expect(namesOf(verification, "failed")).toContain("digests");
			expect(verification.elements[index]?.value).toBeNull();
		}
	});
});
