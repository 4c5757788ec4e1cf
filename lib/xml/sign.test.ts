import { execFileSync, spawnSync } from "node:child_process";
import { createPrivateKey, generateKeyPairSync, X509Certificate } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { xml, xmlCharacters } from "./markup";
import { type SigningMaterial, signXml } from "./sign";

const RUNS = process.env.LONG ? 500 : 20;
const hasXmlsec = spawnSync("xmlsec1", ["--version"]).status === 0;
/** Where the checks run for real, every program is there. */
const isOptional = !process.env.CI;

// Skipped where the program is not installed, on a developer's machine alone.
describe.skipIf(!hasXmlsec && isOptional)("a signature, checked by xmlsec1", () => {
	let folder: string;
	let certificate: string;
	let material: Pick<SigningMaterial, "key" | "certificate">;
	beforeAll(() => {
		folder = mkdtempSync(path.join(tmpdir(), "signed-xml-"));
		const key = path.join(folder, "key.pem");
		certificate = path.join(folder, "certificate.pem");
		const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
		writeFileSync(key, privateKey.export({ type: "pkcs8", format: "pem" }));
		execFileSync("openssl", ["req", "-x509", "-key", key, "-subj", "/CN=signer", "-days", "2", "-out", certificate]);
		const text = readFileSync(certificate, "utf8");
		material = { key: createPrivateKey(privateKey.export({ type: "pkcs8", format: "pem" })), certificate: text };
		expect(new X509Certificate(text).checkPrivateKey(material.key)).toBe(true);
	});
	afterAll(() => rmSync(folder, { recursive: true, force: true }));

	function verified(document: string, element: string, idAttribute: string): boolean {
		const file = path.join(folder, "signed.xml");
		writeFileSync(file, document);
		const { status } = spawnSync("xmlsec1", [
			...["--verify", "--pubkey-cert-pem", certificate, "--enabled-key-data", "rsa"],
			...[`--id-attr:${idAttribute}`, element, file],
		]);
		return status === 0;
	}

	it.each([
		["rsa-sha256", "sha256"],
		["rsa-sha512", "sha512"],
	] as const)("is good with %s, and no more when a character changes", (signatureAlgorithm, digestAlgorithm) => {
		const document = signXml(
			(signature) =>
				xml`<r:Root xmlns:r="urn:r"><i:Inner xmlns:i="urn:i" ID="_1"><i:Issuer>urn:x</i:Issuer>${signature}<i:Name>a</i:Name></i:Inner></r:Root>`,
			{ name: "Inner", idAttribute: "ID" },
			{ ...material, signatureAlgorithm, digestAlgorithm },
		).toString();
		expect(verified(document, "urn:i:Inner", "ID")).toBe(true);
		expect(verified(document.replace("<i:Name>a<", "<i:Name>b<"), "urn:i:Inner", "ID")).toBe(false);
	});

	it("is good over any text", () => {
		fc.assert(
			fc.property(fc.string({ unit: "binary", minLength: 1 }), fc.string({ unit: "binary-ascii" }), (one, other) => {
				const document = signXml(
					(signature) =>
						xml`<Assertion xmlns="urn:i" AssertionID="_1" Name="${one}">${other}\r\n\t${one}${signature}</Assertion>`,
					{ name: "Assertion", idAttribute: "AssertionID" },
					{ ...material, signatureAlgorithm: "rsa-sha256", digestAlgorithm: "sha256" },
				).toString();
				expect(verified(document, "urn:i:Assertion", "AssertionID"), JSON.stringify([one, other])).toBe(true);
				expect(xmlCharacters(document)).toBe(document);
			}),
			{ numRuns: RUNS },
		);
	});
});
