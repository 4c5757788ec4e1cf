import { generateKeyPairSync, type X509Certificate } from "node:crypto";
import { describe, expect, test } from "vitest";
import { HOSTILE_TEXTS, isLinear } from "@/lib/testing/linear";
import { CborTag, type CborValue, encodeCbor } from "../cbor/encode-cbor";
import { coseSign1 } from "../cose/cose-proof";
import { MdocFault } from "../mdoc-fault";
import { sampleTrustList, unlistedSampleRoot } from "../sample/sample-issuers";
import { writeCertificate } from "../sample/write-certificate";
import { readTrustList, TRUST_LIST_BYTES_MAX } from "./read-trust-list";

const MDL = "org.iso.18013.5.1.mDL";
const roots = [...sampleTrustList().map(({ certificate }) => certificate), unlistedSampleRoot()];
const name = { country: "US", state: "US-ZZ", organisation: "Association of Issuers", commonName: "Lists" };

/** The signer of a list, with a certificate for the purpose. */
function signerFor(signs: "lists" | "licences") {
	const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
	const certificate = writeCertificate({
		subject: { name, publicKey },
		issuer: { name, publicKey, privateKey },
		from: new Date("2026-01-01T00:00:00Z"),
		to: new Date("2027-01-01T00:00:00Z"),
		role: "signer",
		signs,
	});
	return { privateKey, chain: [certificate.raw] };
}

function vical(change: Record<string, CborValue> = {}, { privateKey, chain } = signerFor("lists")): Buffer {
	const list = {
		version: "1.0",
		vicalProvider: "Association of Issuers",
		date: new CborTag(0, "2026-06-01T00:00:00Z"),
		nextUpdate: new CborTag(0, "2026-06-02T00:00:00Z"),
		certificateInfos: roots.map((root, index) => infoOf(root, index === 0 ? [MDL] : ["org.iso.23220.photoid.1", MDL])),
		...change,
	};
	return encodeCbor(coseSign1(privateKey, encodeCbor(new Map(Object.entries(list))), { chain }));
}

function infoOf(root: X509Certificate, docType: string[]): CborValue {
	return new Map<string, CborValue>([
		["certificate", root.raw],
		["docType", docType],
	]);
}

const fingerprints = (certificates: readonly X509Certificate[]) =>
	certificates.map(({ fingerprint256 }) => fingerprint256);

test("a file of certificates in PEM is a list, with any text around them", () => {
	const text = roots.map((root) => `# ${root.subject}\n${root}`).join("\n");
	const list = readTrustList(Buffer.from(text));
	expect(fingerprints(list.roots)).toEqual(fingerprints(roots));
	expect(list).toMatchObject({ provider: null, issued: null, nextUpdate: null });
});

test.each(HOSTILE_TEXTS)("no file takes more than linear time: $of", ({ textOf }) => {
	const read = (text: string) => void expect(() => readTrustList(Buffer.from(text))).toThrow(MdocFault);
	expect(isLinear(read, (length) => `-----BEGIN ${textOf(length)}`, 400_000)).toBe(true);
});

test("a VICAL names its provider and its dates, tagged as COSE or not", () => {
	const bytes = vical();
	for (const each of [bytes, Buffer.concat([Buffer.from([0xd2]), bytes])]) {
		const list = readTrustList(each);
		expect(fingerprints(list.roots)).toEqual(fingerprints(roots));
		expect(list).toMatchObject({
			provider: "Association of Issuers",
			issued: new Date("2026-06-01T00:00:00Z"),
			nextUpdate: new Date("2026-06-02T00:00:00Z"),
		});
	}
});

test("of a VICAL only the issuers of mobile driving licences are read", () => {
	const [first, second] = roots.map((root, index) => infoOf(root, index === 0 ? ["org.iso.7367.1.mVRC"] : [MDL]));
	const list = readTrustList(vical({ certificateInfos: [first ?? null, second ?? null] }));
	expect(fingerprints(list.roots)).toEqual(fingerprints(roots.slice(1)));
});

describe("a list is refused, with a message,", () => {
	test.each<[string, () => Uint8Array, RegExp]>([
		["that was changed after it was signed", changed, /changed after it was signed/],
		[
			"that was signed by a signer of licences",
			() => vical({}, signerFor("licences")),
			/does not allow it to sign such lists/,
		],
		["without certificates", () => vical({ certificateInfos: "none" }), /certificates is not an array/],
		["with a certificate that is none", () => vical({ certificateInfos: [broken] }), /can't be read/],
		["without a date", () => vical({ date: "yesterday" }), /date is not a time/],
		["that is another kind of file", () => Buffer.from("%PDF-1.7"), /./],
		["that is empty", () => Buffer.alloc(0), /ends before/],
		["with a private key alone", () => Buffer.from("-----BEGIN PRIVATE KEY-----\n"), /no certificate in it/],
		["with a certificate in PEM that is cut off", cutOff, /Certificate 2 of 2/],
		["that is far too large", () => Buffer.alloc(TRUST_LIST_BYTES_MAX + 1), /too many/],
	])("%s", (_, make, words) => {
		expect(() => readTrustList(make())).toThrow(MdocFault);
		expect(() => readTrustList(make())).toThrow(words);
	});

	const broken = new Map<string, CborValue>([
		["certificate", Buffer.from("none")],
		["docType", [MDL]],
	]);

	function changed(): Uint8Array {
		const bytes = vical();
		const place = bytes.indexOf("Association of Issuers", bytes.indexOf("vicalProvider"));
		bytes[place] = "B".charCodeAt(0);
		return bytes;
	}

	function cutOff(): Uint8Array {
		const [first, second] = roots.map(String);
		return Buffer.from(`${first}\n${second?.replace(/\n[^-]{40}/, "\n")}`);
	}
});
