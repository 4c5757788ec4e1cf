import { generateKeyPairSync, type KeyObject, type X509Certificate } from "node:crypto";
import { describe, expect, it } from "vitest";
import { type IssuedLicence, issueLicence, presentLicence } from "../sample/issue-licence";
import { sampleHolder } from "../sample/sample-holder";
import { documentSigner, sampleIssuerOf, sampleTrustList } from "../sample/sample-issuers";
import { sampleKey } from "../sample/sample-key";
import { type Signatory, writeCertificate } from "../sample/write-certificate";
import { certifyAgain } from "../testing/certify-again";
import { AT, detailOf, namesOf, REQUESTED, requested, TRANSCRIPT, verified } from "../testing/sample-session";
import type { CheckName, VerificationContext } from "./verification";

const DAY_MS = 24 * 60 * 60 * 1000;
const PLACE = { country: "US", state: "US-ZZ", organisation: "Department of the test" };
const PHONE = sampleKey("A phone of the test");

type Keys = { privateKey: KeyObject; publicKey: KeyObject };
type CertificateOptions = Omit<Parameters<typeof writeCertificate>[0], "from" | "to"> & { from?: number; to?: number };

const days = (number: number) => new Date(AT.getTime() + number * DAY_MS);
const curve = (namedCurve: string) => generateKeyPairSync("ec", { namedCurve });

function named(commonName: string, keys: Keys = curve("P-256"), place = PLACE): Signatory {
	return { name: { ...place, commonName }, privateKey: keys.privateKey, publicKey: keys.publicKey };
}

function certified({ from = -100, to = 100, ...options }: CertificateOptions): X509Certificate {
	return writeCertificate({ ...options, from: days(from), to: days(to) });
}

const AUTHORITY = named("Root of the test");
const ROOT = certified({ subject: AUTHORITY, issuer: AUTHORITY, role: "root" });
const SIGNER = named("Signer of the test");
const SIGNED = certified({ subject: SIGNER, issuer: AUTHORITY, role: "signer" });

function respond(
	signer: Keys,
	chain: readonly X509Certificate[],
	elements = REQUESTED,
	{ digest, phone = PHONE }: { digest?: "SHA-384" | "SHA-512" | undefined; phone?: Keys } = {},
) {
	const validity = { signed: days(-10), validFrom: days(-10), validUntil: days(10) };
	const licence: IssuedLicence = issueLicence({
		elements: sampleHolder({ now: AT }),
		signer: { privateKey: signer.privateKey, chain },
		deviceKey: phone.publicKey,
		validity,
		...(digest ? { digest } : {}),
	});
	const items = licence.items.filter(({ name }) => elements.some((element) => element.name === name));
	return presentLicence({ licence, items, transcript: TRANSCRIPT, device: { privateKey: phone.privateKey } });
}

/** The checks that fail where the root of these tests is trusted. */
function failing(response: Uint8Array, roots: readonly X509Certificate[] = [ROOT]): CheckName[] {
	const verification = verified(response, trusting(...roots));
	const failed = namesOf(verification, "failed");
	expect(verification.verdict).toBe(failed.length > 0 ? "rejected" : "verified");
	return failed;
}

function trusting(...roots: X509Certificate[]): Partial<VerificationContext> {
	return { roots: roots.map((certificate) => ({ certificate, source: "The test" })) };
}

describe("an issuer may sign", () => {
	it.each([
		["P-256", curve("P-256"), undefined],
		["P-384", curve("P-384"), "SHA-384"],
		["P-521", curve("P-521"), "SHA-512"],
		["Ed25519", generateKeyPairSync("ed25519"), undefined],
	] as const)("with %s, and so may the phone and the root", (_, keys, digest) => {
		const authority = named("Root of this test", keys);
		const root = certified({ subject: authority, issuer: authority, role: "root" });
		const signer = named("Signer of this test", keys);
		const response = respond(keys, [certified({ subject: signer, issuer: authority, role: "signer" })], REQUESTED, {
			digest,
			phone: keys,
		});
		expect(failing(response, [root])).toEqual([]);
	});

	it("with its root in the response, or only on the list", () => {
		expect(failing(respond(SIGNER, [SIGNED]))).toEqual([]);
		expect(failing(respond(SIGNER, [SIGNED, ROOT]))).toEqual([]);
	});

	it("under a root that was renewed with the same name and key: the valid one is reported", () => {
		const old = certified({ subject: AUTHORITY, issuer: AUTHORITY, role: "root", from: -900, to: -50 });
		const verification = verified(respond(SIGNER, [SIGNED]), trusting(old, ROOT));
		expect(verification.verdict).toBe("verified");
		expect(verification.chain.at(-1)?.fingerprint).toBe(ROOT.fingerprint256);
	});
});

describe("an issuer is not trusted", () => {
	it("that is on no list, whatever the response contains", () => {
		expect(failing(respond(SIGNER, [SIGNED]), [])).toEqual(["chain"]);
		expect(failing(respond(SIGNER, [SIGNED, ROOT]), [])).toEqual(["chain"]);
		expect(
			failing(
				respond(SIGNER, [SIGNED, ROOT]),
				sampleTrustList().map(({ certificate }) => certificate),
			),
		).toEqual(["chain"]);
	});

	it("that has the name of one on the list and another key", () => {
		const impostor = named("Root of the test");
		const root = certified({ subject: impostor, issuer: impostor, role: "root" });
		const signed = certified({ subject: SIGNER, issuer: impostor, role: "signer" });
		expect(failing(respond(SIGNER, [signed]))).toEqual(["chain"]);
		expect(failing(respond(SIGNER, [signed, root]))).toEqual(["chain"]);
		expect(failing(respond(SIGNER, [signed, ROOT]))).toEqual(["chain"]);
	});

	it("that signs with another key than that of its certificate", () => {
		expect(failing(respond(curve("P-256"), [SIGNED]))).toEqual(["issuer-signature"]);
		expect(failing(respond(curve("P-384"), [SIGNED]))).toEqual(["algorithm"]);
	});

	it("where its certificate, or the root's, has expired or is not valid yet", () => {
		const signer = (from: number, to: number) =>
			respond(SIGNER, [certified({ subject: SIGNER, issuer: AUTHORITY, role: "signer", from, to })]);
		expect(failing(signer(-50, -1))).toEqual(["certificate-dates"]);
		expect(failing(signer(1, 50))).toEqual(["certificate-dates", "signed-date"]);
		expect(failing(signer(-5, 50))).toEqual(["signed-date"]);
		const unlisted = verified(signer(-50, -1), trusting());
		expect(namesOf(unlisted, "failed")).toEqual(["chain", "certificate-dates"]);
		expect(detailOf(unlisted, "authority-dates")).toMatch(/^Not checked, because no certificate of an authority/);
		const { checks } = verified(signer(-50, -1), trusting(ROOT));
		const expired = `The signer's certificate expired on ${days(-1).toISOString().slice(0, 10)} UTC.`;
		expect(checks.find(({ name }) => name === "certificate-dates")?.detail).toBe(expired);
		for (const [from, to] of [
			[-100, -1],
			[1, 100],
		] as const) {
			const root = certified({ subject: AUTHORITY, issuer: AUTHORITY, role: "root", from, to });
			expect(failing(respond(SIGNER, [SIGNED]), [root])).toEqual(["authority-dates"]);
		}
	});

	it("that is a document signer which issued another one", () => {
		const below = named("Signer below a signer");
		const issued = certified({ subject: below, issuer: SIGNER, role: "signer" });
		expect(failing(respond(below, [issued, SIGNED]))).toEqual(["authority-role"]);
		expect(failing(respond(below, [issued, SIGNED, ROOT]))).toEqual(["authority-role"]);
		expect(failing(respond(below, [issued]))).toEqual(["chain"]);
		expect(failing(respond(below, [issued]), [SIGNED])).toEqual(["authority-role"]);
	});

	it("that signed its own certificate, even where that one is on the list", () => {
		const own = certified({ subject: SIGNER, issuer: SIGNER, role: "signer" });
		expect(failing(respond(SIGNER, [own]))).toEqual(["chain", "signer-role"]);
		expect(failing(respond(SIGNER, [own]), [own])).toEqual(["signer-role"]);
	});

	it("that signs licences with the key of its root", () => {
		expect(failing(respond(AUTHORITY, [ROOT]))).toEqual(["signer-role"]);
	});

	it.each([
		["for readers, not for signing licences", "28818c5d050102", "28818c5d050106"],
		["for keys, not for signatures", "0603551d0f0101ff040403020780", "0603551d0f0101ff040403020520"],
		["of an undeclared use", "0603551d0f0101ff", "0603551d630101ff"],
		["with an unknown critical extension", "0603551d25", "0603551d1e"],
	])("whose certificate is %s", (_, from, to) => {
		const other = certifyAgain(SIGNED, AUTHORITY.privateKey, from, to);
		expect(other.verify(AUTHORITY.publicKey)).toBe(true);
		expect(failing(respond(SIGNER, [other]))).toEqual(["signer-role"]);
	});

	it.each([
		["that of no authority", "30060101ff020100", "3006010100020100"],
		["not for signing certificates", "0603551d0f0101ff040403020106", "0603551d0f0101ff040403020780"],
	])("whose root is %s", (_, from, to) => {
		const root = certifyAgain(ROOT, AUTHORITY.privateKey, from, to);
		expect(failing(respond(SIGNER, [SIGNED]), [root])).toEqual(["authority-role"]);
	});

	it.each([
		["a BOOLEAN without content", "30060101ff020100", "3006010002020100"],
		["a BOOLEAN of 01", "30060101ff020100", "3006010101020100"],
	])("whose root, or an authority below it, has %s", (_, from, to) => {
		const root = certifyAgain(ROOT, AUTHORITY.privateKey, from, to);
		expect(failing(respond(SIGNER, [SIGNED]), [root])).toEqual(["chain"]);
		expect(failing(respond(SIGNER, [SIGNED, root]))).toEqual(["signer-certificate"]);
	});

	it("whose certificate has an object identifier that is padded or without its end", () => {
		for (const use of ["28808c5d050102", "28818c5d050182"]) {
			const other = certifyAgain(SIGNED, AUTHORITY.privateKey, "28818c5d050102", use);
			expect(failing(respond(SIGNER, [other]))).toEqual(["signer-certificate"]);
		}
	});

	it("whose certificate is signed with an algorithm that is not allowed", () => {
		// ECDSA with SHA-256, and with SHA-224.
		const weak = certifyAgain(SIGNED, AUTHORITY.privateKey, "2a8648ce3d040302", "2a8648ce3d040301", "sha224");
		expect(weak.verify(AUTHORITY.publicKey)).toBe(true);
		expect(failing(respond(SIGNER, [weak]))).toEqual(["algorithm"]);
	});

	it("under more authorities than the root allows", () => {
		const middle = named("Intermediate authority");
		const between = certified({ subject: middle, issuer: AUTHORITY, role: "root" });
		const signed = certified({ subject: SIGNER, issuer: middle, role: "signer" });
		expect(failing(respond(SIGNER, [signed, between]))).toEqual(["authority-role"]);
		expect(failing(respond(SIGNER, [signed]), [between])).toEqual([]);
	});

	it("whose certificates are not in their order, or have unrelated ones among them", () => {
		expect(failing(respond(SIGNER, [SIGNED, SIGNED]))).toEqual(["chain", "authority-role"]);
		expect(failing(respond(SIGNER, [SIGNED, ROOT, SIGNED]))).toEqual(["chain", "authority-role"]);
		const [unrelated] = documentSigner(sampleIssuerOf(true), AT).chain;
		if (unrelated) expect(failing(respond(SIGNER, [SIGNED, unrelated, ROOT]))).toContain("chain");
		expect(failing(respond(SIGNER, [SIGNED, ...Array.from({ length: 5 }, () => ROOT)]))).toEqual([
			"signer-certificate",
		]);
	});

	it("whose country or state is not that of its root, or of the licence", () => {
		const german = named("Signer of the test", SIGNER, { ...PLACE, country: "DE" });
		expect(failing(respond(german, [certified({ subject: german, issuer: AUTHORITY, role: "signer" })]))).toEqual([
			"signer-role",
			"issuing-country",
		]);
		const elsewhere = named("Signer of the test", SIGNER, { ...PLACE, state: "US-YY" });
		const signed = certified({ subject: elsewhere, issuer: AUTHORITY, role: "signer" });
		expect(failing(respond(elsewhere, [signed]))).toEqual(["signer-role"]);
		const authority = named("Root elsewhere", AUTHORITY, { ...PLACE, state: "US-YY" });
		const root = certified({ subject: authority, issuer: authority, role: "root" });
		const below = certified({ subject: elsewhere, issuer: authority, role: "signer" });
		const elements = requested("family_name", "issuing_jurisdiction");
		const verification = verified(respond(elsewhere, [below], elements), { ...trusting(root), requested: elements });
		expect(namesOf(verification, "failed")).toEqual(["issuing-country"]);
	});
});
