/** Certificates are compared with @peculiar/x509: what it writes is read here as it reads it, and the other way round. */
import { generateKeyPairSync, X509Certificate } from "node:crypto";
import fc from "fast-check";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import * as x509 from "@/lib/testing/x509";
import { sampleIssuerOf } from "../sample/sample-issuers";
import { writeCertificate } from "../sample/write-certificate";
import { ROOT } from "../testing/annex-d";
import { certifyAgain } from "../testing/certify-again";
import { type CertificateFacts, knownCertificate } from "./certificate-facts";

const RUNS = process.env.LONG ? 10_000 : 300;
const FROM = new Date("2026-01-02T03:04:05.000Z");
/** After 2049 times have another encoding. */
const TO = new Date("2050-06-07T08:09:10.000Z");
const READ_OR_IGNORED = ["2.5.29.15", "2.5.29.17", "2.5.29.18", "2.5.29.19", "2.5.29.31", "2.5.29.37"];

const hex = (bytes: ArrayBuffer | Uint8Array) => Buffer.from(bytes as Uint8Array).toString("hex");

type Facts = Omit<CertificateFacts, "signatureAlgorithm">;

/** @throws Error where x509 can't read one of the extensions */
function theirFacts(bytes: Uint8Array): Facts {
	const certificate = new x509.X509Certificate(new Uint8Array(bytes));
	const { subjectName, issuerName, extensions } = certificate;
	const constraints = certificate.getExtension(x509.BasicConstraintsExtension);
	const usages = certificate.getExtension(x509.KeyUsagesExtension)?.usages;
	const purposes = certificate.getExtension(x509.ExtendedKeyUsageExtension)?.usages;
	const bits = Array.from({ length: 9 }, (_, bit) => bit);
	return {
		subject: hex(subjectName.toArrayBuffer()),
		issuer: hex(issuerName.toArrayBuffer()),
		country: subjectName.getField("C")[0] ?? null,
		state: subjectName.getField("ST")[0] ?? null,
		isAuthority: constraints?.ca ?? false,
		pathLength: constraints?.pathLength ?? null,
		keyUsage: usages === undefined ? null : new Set(bits.filter((bit) => usages & (1 << bit))),
		extendedKeyUsage: purposes ? Array.from(purposes, String) : null,
		unknownCritical: Array.from(extensions)
			.filter(({ type, critical }) => critical && !READ_OR_IGNORED.includes(type))
			.map(({ type }) => type),
	};
}

function ourFacts(bytes: Uint8Array): Facts | null {
	const known = knownCertificate(bytes);
	if (!known) return null;
	const { signatureAlgorithm, ...facts } = known.facts;
	return facts;
}

/** Certificates of x509 with the extensions that are read here. */
async function certificatesOfX509(): Promise<Uint8Array[]> {
	const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
	const keys: CryptoKeyPair = await crypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
	const { keyCertSign, cRLSign, digitalSignature, decipherOnly } = x509.KeyUsageFlags;
	const certificates = [
		[new x509.BasicConstraintsExtension(true, 3, true), new x509.KeyUsagesExtension(keyCertSign | cRLSign, true)],
		[new x509.BasicConstraintsExtension(true, undefined, true), new x509.ExtendedKeyUsageExtension(["2.999.3"])],
		[new x509.BasicConstraintsExtension(false), new x509.KeyUsagesExtension(digitalSignature | decipherOnly)],
		[
			new x509.ExtendedKeyUsageExtension(["1.0.18013.5.1.2", "1.3.6.1.5.5.7.3.1"], true),
			new x509.Extension("2.5.29.99", true, new Uint8Array([5, 0])),
		],
		[],
	].map((extensions) =>
		x509.X509CertificateGenerator.createSelfSigned({
			name: "C=UT, ST=UT-EX, O=Example, CN=Example",
			keys,
			signingAlgorithm: algorithm,
			notBefore: FROM,
			notAfter: TO,
			extensions,
		}),
	);
	return (await Promise.all(certificates)).map(({ rawData }) => new Uint8Array(rawData));
}

describe("a certificate", () => {
	let certificates: Uint8Array[];
	beforeAll(async () => {
		certificates = await certificatesOfX509();
	});

	afterEach(() => {
		vi.restoreAllMocks();
	});

	it("that x509 writes is read as x509 reads it", () => {
		const all = certificates.map(ourFacts);
		expect(all).toEqual(certificates.map(theirFacts));
		expect(all.map((facts) => facts?.isAuthority)).toEqual([true, true, false, false, false]);
		expect(ourFacts(ROOT)).toEqual(theirFacts(ROOT));
	});

	it("with a byte changed is read as x509 reads it, or refused", () => {
		const identifiers = (bytes: Uint8Array) =>
			hex(bytes)
				.match(/0603551d../g)
				?.join();
		const changed = fc
			.tuple(fc.nat(), fc.nat(), fc.integer({ min: 1, max: 255 }))
			.map(([which, place, by]) => {
				const original = certificates[which % certificates.length] ?? new Uint8Array();
				const bytes = Buffer.from(original);
				const at = place % bytes.length;
				bytes[at] = (bytes[at] ?? 0) ^ by;
				return { original, bytes };
			})
			// An extension that becomes another one is read by x509 alone.
			.filter(({ original, bytes }) => identifiers(original) === identifiers(bytes))
			.map(({ bytes }) => bytes);
		fc.assert(
			fc.property(changed, (bytes) => {
				const ours = ourFacts(bytes);
				if (!ours) return;
				const theirs = theirFacts(bytes);
				// Names are read in other kinds of texts as well, and by other encodings.
				for (const name of ["country", "state"] as const) {
					if (ours[name] === null || /[^ -~]/.test(ours[name])) ours[name] = theirs[name];
				}
				expect(ours).toEqual(theirs);
			}),
			{ numRuns: RUNS },
		);
	});

	it.each([
		["no SETs", "110b30090603550406130255"],
		["attributes that are no SEQUENCE", "310b10090603550406130255"],
		["a value of a reserved type", "310b300906035504060f0255"],
		["a value made of others", "310b30090603550406300255"],
	])("whose issuer has a name with %s is refused, as x509 does", (_, to) => {
		for (const certificate of certificates) {
			const changed = Buffer.from(hex(certificate).replace("310b30090603550406130255", to), "hex");
			expect(changed.equals(certificate)).toBe(false);
			expect(ourFacts(changed)).toBeNull();
			expect(() => theirFacts(changed)).toThrow();
		}
	});

	it("with a time that is none is refused, whatever node:crypto reads there", () => {
		vi.spyOn(X509Certificate.prototype, "validFromDate", "get").mockReturnValue(FROM);
		vi.spyOn(X509Certificate.prototype, "validToDate", "get").mockReturnValue(TO);
		for (const certificate of certificates) {
			const text = Buffer.from(certificate).toString("latin1");
			for (const time of ["260102030405Z", "20500607080910Z"]) {
				expect(text).toContain(time);
				for (const [index, other] of [
					[-8, "\xac"],
					[-3, "-"],
					// The 91st of a month, the ninetieth hour.
					[-9, "9"],
					[-7, "9"],
					[-1, "z"],
				] as const) {
					const changed = time.slice(0, index) + other + time.slice(time.length + index + 1);
					expect(ourFacts(Buffer.from(text.replace(time, changed), "latin1")), changed).toBeNull();
				}
			}
		}
		expect(certificates.map(ourFacts)).not.toContain(null);
	});

	it.each(["P-256", "P-384", "P-521", "Ed25519"])(
		"that is written here with %s is read and verified by x509",
		async (kind) => {
			const keys = () =>
				kind === "Ed25519" ? generateKeyPairSync("ed25519") : generateKeyPairSync("ec", { namedCurve: kind });
			const name = { country: "UT", state: "UT-EX", organisation: "Exämple", commonName: "Example" };
			const authority = { ...keys(), name };
			const signer = { ...keys(), name: { ...name, commonName: "Signer" } };
			for (const [subject, role] of [
				[authority, "root"],
				[signer, "signer"],
			] as const) {
				const { raw } = writeCertificate({ subject, issuer: authority, from: FROM, to: TO, role });
				const read = new x509.X509Certificate(new Uint8Array(raw));
				expect([read.notBefore, read.notAfter]).toEqual([FROM, TO]);
				expect(read.subjectName.getField("O")).toEqual(["Exämple"]);
				expect(theirFacts(raw)).toEqual(ourFacts(raw));
				const publicKey = await new x509.PublicKey(
					authority.publicKey.export({ type: "spki", format: "der" }),
				).export();
				expect(await read.verify({ publicKey })).toBe(true);
			}
		},
	);

	it.each([
		["usages that are no BIT STRING", "040403020106", "040404020106"],
		["nine unused bits", "040403020106", "040403020906"],
		["unused bits that are set", "040403020106", "040403020206"],
		["constraints that are no SEQUENCE", "040830060101ff", "040831060101ff"],
		["a path length of another type", "01ff020100", "01ff040100"],
		["a negative path length", "01ff020100", "01ff0201ff"],
		["an authority after its path length", "30060101ff020100", "30060201000101ff"],
	])("is refused with %s", (_, from, to) => {
		const { root, authority } = sampleIssuerOf(true);
		expect(knownCertificate(root.raw)).not.toBeNull();
		expect(knownCertificate(certifyAgain(root, authority.privateKey, from, to).raw)).toBeNull();
	});
});
