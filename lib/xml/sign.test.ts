import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { anyCharacter } from "@/lib/testing/any-character";
import { lacks, programPath } from "@/lib/testing/programs.mjs";
import { trustedXml, xml, xmlCharacters } from "./markup";
import { type SigningMaterial, signXml } from "./sign";
import { createTestSigner, type TestSigner } from "./testing/test-signer";

const RUNS = process.env.LONG ? 500 : 6;

describe.skipIf(lacks("xmlsec1"))("a signature, checked by xmlsec1", () => {
	let signer: TestSigner;
	let material: Pick<SigningMaterial, "key" | "certificate">;
	beforeAll(async () => {
		signer = await createTestSigner();
		material = signer;
	});
	afterAll(() => signer.remove());

	function verified(document: string, element: string, idAttribute: string): boolean {
		const file = path.join(signer.folder, "signed.xml");
		writeFileSync(file, document);
		const { status } = spawnSync(programPath("xmlsec1"), [
			...["--verify", "--pubkey-cert-pem", signer.certificateFile, "--enabled-key-data", "rsa"],
			...[`--id-attr:${idAttribute}`, element, file],
		]);
		return status === 0;
	}

	it.each([
		["rsa-sha256", "sha256"],
		["rsa-sha512", "sha512"],
	] as const)("is valid with %s, and no longer when a character changes", (signatureAlgorithm, digestAlgorithm) => {
		const document = signXml(
			(signature) =>
				xml`<r:Root xmlns:r="urn:r"><i:Inner xmlns:i="urn:i" ID="_1"><i:Issuer>urn:x</i:Issuer>${signature}<i:Name>a</i:Name></i:Inner></r:Root>`,
			{ name: "Inner", idAttribute: "ID" },
			{ ...material, signatureAlgorithm, digestAlgorithm },
		).toString();
		expect(verified(document, "urn:i:Inner", "ID")).toBe(true);
		expect(verified(document.replace("<i:Name>a<", "<i:Name>b<"), "urn:i:Inner", "ID")).toBe(false);
	});

	it("is valid over a document that declares the prefix xml", () => {
		const declared = trustedXml('xmlns:xml="http://www.w3.org/XML/1998/namespace"');
		const document = signXml(
			(signature) =>
				xml`<r:Root xmlns:r="urn:r" ${declared}><r:Inner ${declared} ID="_1" xml:lang="en">a${signature}</r:Inner></r:Root>`,
			{ name: "Inner", idAttribute: "ID" },
			{ ...material, signatureAlgorithm: "rsa-sha256", digestAlgorithm: "sha256" },
		).toString();
		expect(verified(document, "urn:r:Inner", "ID")).toBe(true);
	});

	it("is valid over any text", () => {
		fc.assert(
			fc.property(
				fc.string({ unit: anyCharacter, minLength: 1 }),
				fc.string({ unit: "binary-ascii" }),
				(one, other) => {
					const document = signXml(
						(signature) =>
							xml`<Assertion xmlns="urn:i" AssertionID="_1" Name="${one}">${other}\r\n\t${one}${signature}</Assertion>`,
						{ name: "Assertion", idAttribute: "AssertionID" },
						{ ...material, signatureAlgorithm: "rsa-sha256", digestAlgorithm: "sha256" },
					).toString();
					expect(verified(document, "urn:i:Assertion", "AssertionID"), JSON.stringify([one, other])).toBe(true);
					expect(xmlCharacters(document)).toBe(document);
				},
			),
			{ numRuns: RUNS },
		);
	});
});
