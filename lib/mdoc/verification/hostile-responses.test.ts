import { generateKeyPairSync } from "node:crypto";
import { describe, expect, it } from "vitest";
import { CborTag, type CborValue, encodeCbor, RawCbor } from "../cbor/encode-cbor";
import { bytesOf, itemsOf } from "../cbor/fields";
import { MDL_NAMESPACE } from "../mdl";
import { GONE, Renamed, received, rewriteCbor } from "../testing/rewrite-cbor";
import { ASKED, answer, asked, detailOf, namesOf, verified } from "../testing/sample-session";
import { elementIn, ISSUER_AUTH, issuedAgain, listedAgain, provedAgain, SECURITY_OBJECT } from "../testing/sign-again";
import { isoTranscript } from "../transcript/iso-transcript";
import { openid4vpTranscript } from "../transcript/openid4vp-transcript";
import type { CheckName } from "./verification";

const DOCUMENT = ["documents", 0] as const;
const NAMESPACES = [...DOCUMENT, "issuerSigned", "nameSpaces"] as const;
const ELEMENTS = [...NAMESPACES, MDL_NAMESPACE] as const;
const DEVICE_AUTH = [...DOCUMENT, "deviceSigned", "deviceAuth"] as const;
const WHOLE = answer("whole");

function expectRejected(response: Uint8Array, failed: CheckName[], changed = {}) {
	const verification = verified(response, changed);
	expect(namesOf(verification, "failed")).toEqual(failed);
	expect(verification.verdict).toBe("rejected");
	return verification;
}

describe("nothing that was asked for", () => {
	it.each([
		["nameSpaces has another name", rewriteCbor(WHOLE, NAMESPACES, () => new Renamed("namespaces")), "all-asked"],
		["nameSpaces is empty", rewriteCbor(WHOLE, NAMESPACES, () => new Map()), "all-asked"],
		["documents has another name", rewriteCbor(WHOLE, ["documents"], () => new Renamed("document")), "document"],
		["documents is empty", rewriteCbor(WHOLE, ["documents"], () => []), "document"],
	] as const)("is rejected: %s", (_, response, failed) => {
		const verification = expectRejected(response, [failed]);
		expect(detailOf(verification, failed)).toMatch(/^Nothing was sent/);
		expect(verification.elements.every(({ value, isSent }) => value === null && !isSent)).toBe(true);
	});

	it("is rejected where other elements are sent", () => {
		expectRejected(WHOLE, ["all-asked"], { asked: asked("nationality", "resident_city") });
	});

	it("is rejected where the namespace has another name", () => {
		const response = rewriteCbor(WHOLE, ELEMENTS, () => new Renamed("org.iso.18013.5.2"));
		const { elements } = expectRejected(response, ["digests", "all-asked"]);
		expect(elements.every(({ value }) => value === null)).toBe(true);
	});
});

describe("what a wallet says of its response", () => {
	it.each([10, 11, 12, 99])("rejects status %i", (status) => {
		expectRejected(
			rewriteCbor(WHOLE, ["status"], () => status),
			["status"],
		);
	});

	it("tells why a licence is not returned", () => {
		const response = encodeCbor(
			new Map<string, CborValue>([
				["version", "1.0"],
				["documentErrors", [new Map([["org.iso.18013.5.1.mDL", 0]])]],
				["status", 0],
			]),
		);
		expect(detailOf(expectRejected(response, ["document"]), "document")).toContain("does not return");
	});

	it("rejects a response without a status, and one of another version", () => {
		expectRejected(
			rewriteCbor(WHOLE, ["status"], () => GONE),
			["format"],
		);
		expectRejected(
			rewriteCbor(WHOLE, ["version"], () => "2.0"),
			["format"],
		);
	});

	it("takes later versions that begin with 1", () => {
		expect(verified(rewriteCbor(WHOLE, ["version"], () => "1.9")).verdict).toBe("verified");
		const newer = rewriteCbor(WHOLE, [...SECURITY_OBJECT, "version"], () => "1.1");
		expect(verified(issuedAgain(newer)).verdict).toBe("verified");
	});
});

describe("documents", () => {
	it("rejects two licences, and one of another type", () => {
		const two = rewriteCbor(WHOLE, ["documents"], (item) => {
			const [one] = itemsOf(item, "documents").map(received);
			return one ? [one, one] : [];
		});
		expectRejected(two, ["document"]);
		expectRejected(
			rewriteCbor(WHOLE, [...DOCUMENT, "docType"], () => "org.example.card"),
			["document"],
		);
	});

	it("notes documents of other types beside the licence", () => {
		const more = rewriteCbor(WHOLE, ["documents"], (item) => [
			...itemsOf(item, "documents").map(received),
			new Map([["docType", "org.example.card"]]),
		]);
		const verification = verified(more);
		expect(verification.verdict).toBe("verified");
		expect(namesOf(verification, "noted")).toEqual(["document"]);
	});

	it("rejects a licence of which the issuer signed another type", () => {
		expectRejected(issuedAgain(rewriteCbor(WHOLE, [...SECURITY_OBJECT, "docType"], () => "org.example.card")), [
			"document",
		]);
	});
});

describe("elements", () => {
	it("are rejected in other bytes with the same meaning", () => {
		const written = bytesOf(
			(elementIn(WHOLE, MDL_NAMESPACE, 0) as { item: Parameters<typeof bytesOf>[0] }).item,
			"An element",
		);
		// The length of the map in two bytes in place of one.
		const longer = Buffer.concat([Buffer.from([0xb8, (written[0] ?? 0) & 0x1f]), written.subarray(1)]);
		const response = rewriteCbor(WHOLE, [...ELEMENTS, 0], () => new CborTag(24, longer));
		const { elements } = expectRejected(response, ["digests"]);
		expect(elements[0]).toMatchObject({ digest: "differs", value: null });
	});

	it("are rejected where the bytes that carry them have a longer head", () => {
		const { raw } = elementIn(WHOLE, MDL_NAMESPACE, 0);
		expect([...raw.subarray(0, 3)]).toEqual([0xd8, 24, 0x58]);
		const longer = Buffer.concat([Buffer.from([0xd8, 24, 0x59, 0]), raw.subarray(3)]);
		expectRejected(
			rewriteCbor(WHOLE, [...ELEMENTS, 0], () => new RawCbor(longer)),
			["digests"],
		);
	});

	it("are rejected where one is there twice", () => {
		const twice = rewriteCbor(WHOLE, ELEMENTS, (item) => {
			const elements = itemsOf(item, "elements").map(received);
			return [...elements, ...elements.slice(0, 1)];
		});
		const { elements } = expectRejected(twice, ["distinct-elements"]);
		expect(elements[0]?.value).toBeNull();
	});

	it("are rejected where another one stands under the number of a digest", () => {
		const same = rewriteCbor(WHOLE, [...ELEMENTS, 0, "digestID"], () => 10_000);
		const { elements } = expectRejected(same, ["digests"]);
		expect(elements[0]).toMatchObject({ digest: "unlisted", value: null });
	});

	it("are rejected where the salt is short, though the issuer signed it", () => {
		const short = rewriteCbor(WHOLE, [...ELEMENTS, 0, "random"], () => Buffer.alloc(15));
		expectRejected(listedAgain(short, MDL_NAMESPACE, 0), ["distinct-elements"]);
	});
});

describe("the proof of the phone", () => {
	const browser = (origin: string, nonce: string, jwkThumbprint: Uint8Array | null = null) =>
		openid4vpTranscript({ origin, nonce, jwkThumbprint });
	const ORIGIN = "https://console.example";
	const NONCE = "a nonce of the test";

	it.each([
		["another nonce", browser(ORIGIN, "another nonce")],
		["another origin", browser("https://elsewhere.example", NONCE)],
		["an encryption key", browser(ORIGIN, NONCE, Buffer.alloc(32, 1))],
		["the other protocol", isoTranscript({ encryptionInfo: "AAAA", origin: ORIGIN })],
		["no session at all", encodeCbor([null, null, null])],
	])("is rejected for a request with %s", (_, transcript) => {
		const verification = expectRejected(WHOLE, ["device-proof"], { transcript });
		expect(verification.proof).toBeNull();
		expectRejected(answer("mac"), ["device-proof"], { transcript });
	});

	it("is rejected by MAC with the key of another reader, or of another curve", () => {
		for (const namedCurve of ["P-256", "P-384"]) {
			const { privateKey } = generateKeyPairSync("ec", { namedCurve });
			expectRejected(answer("mac"), ["device-proof"], { readerKey: privateKey });
		}
	});

	it("is incomplete without a session to hold it against, and by MAC without the reader's key", () => {
		for (const [response, changed] of [
			[WHOLE, { transcript: null }],
			[answer("mac"), { readerKey: null }],
		] as const) {
			const verification = verified(response, changed);
			expect(verification.verdict).toBe("incomplete");
			expect(namesOf(verification, "failed")).toEqual([]);
			expect(namesOf(verification, "unchecked")).toEqual(["device-proof", "revocation"]);
			expect(verification.proof).toBeNull();
		}
	});

	it("is rejected with both a signature and a MAC, with neither, and where the document has none", () => {
		const mac = [encodeCbor(new Map([[1, 5]])), new Map(), null, Buffer.alloc(32)];
		expectRejected(
			rewriteCbor(WHOLE, [...DEVICE_AUTH, "deviceMac"], () => mac),
			["format"],
		);
		expectRejected(
			rewriteCbor(WHOLE, DEVICE_AUTH, () => new Map()),
			["format"],
		);
		expectRejected(
			rewriteCbor(WHOLE, [...DOCUMENT, "deviceSigned"], () => GONE),
			["format"],
		);
	});

	it("is rejected with a MAC of another algorithm, or one that was cut", () => {
		const response = answer("mac");
		const mac = [...DEVICE_AUTH, "deviceMac"];
		for (const algorithm of [4, 6, 7, -7]) {
			const head = encodeCbor(new Map([[1, algorithm]]));
			expectRejected(
				rewriteCbor(response, [...mac, 0], () => head),
				["device-proof"],
			);
		}
		const cut = rewriteCbor(response, [...mac, 3], (item) => bytesOf(item, "The tag").subarray(0, 8));
		expectRejected(cut, ["device-proof"]);
		expectRejected(
			rewriteCbor(response, [...mac, 3], () => Buffer.alloc(0)),
			["device-proof"],
		);
	});

	it("is rejected with what it signs attached", () => {
		const attached = rewriteCbor(WHOLE, [...DEVICE_AUTH, "deviceSignature", 2], () => Buffer.from([0xf6]));
		expectRejected(attached, ["format"]);
	});
});

describe("elements that the phone states itself", () => {
	const stated = new Map([["org.example", new Map([["mood", "fine"]])]]);

	it("are rejected without the issuer's leave", () => {
		expectRejected(provedAgain(WHOLE, stated), ["device-elements"]);
	});

	it.each([
		["their namespace", new Map([["nameSpaces", ["org.example"]]])],
		["just them", new Map([["dataElements", new Map([["org.example", ["mood"]]])]])],
	])("are noted and not used where the issuer allows %s", (_, authorizations) => {
		const path = [...SECURITY_OBJECT, "deviceKeyInfo", "keyAuthorizations"];
		const allowed = issuedAgain(rewriteCbor(WHOLE, path, () => authorizations));
		const verification = verified(provedAgain(allowed, stated));
		expect(verification.verdict).toBe("verified");
		expect(namesOf(verification, "noted")).toEqual(["device-elements"]);
		expect(verification.elements).toHaveLength(ASKED.length);
	});

	it("are rejected in place of an element that the issuer signed", () => {
		const path = [...SECURITY_OBJECT, "deviceKeyInfo", "keyAuthorizations"];
		const allowed = issuedAgain(rewriteCbor(WHOLE, path, () => new Map([["nameSpaces", [MDL_NAMESPACE]]])));
		const response = provedAgain(allowed, new Map([[MDL_NAMESPACE, new Map([["family_name", "Other"]])]]));
		expectRejected(response, ["device-elements"]);
	});

	it("are rejected where they were put in after the phone had signed", () => {
		const path = [...DOCUMENT, "deviceSigned", "nameSpaces"];
		const response = rewriteCbor(WHOLE, path, () => new CborTag(24, encodeCbor(stated)));
		expectRejected(response, ["device-proof", "device-elements"]);
	});
});

describe("what the issuer signed", () => {
	const changed = (path: readonly (string | number)[], value: CborValue | typeof GONE) =>
		issuedAgain(rewriteCbor(WHOLE, [...SECURITY_OBJECT, ...path], () => value));
	const date = (text: string, tag = 0) => new CborTag(tag, text);

	it("is rejected where it was changed after signing", () => {
		const response = rewriteCbor(WHOLE, [...SECURITY_OBJECT, "validityInfo", "validUntil"], () =>
			date("2099-01-01T00:00:00Z"),
		);
		const verification = expectRejected(response, ["issuer-signature"]);
		expect(verification.elements.every(({ value }) => value === null)).toBe(true);
		expect(detailOf(verification, "digests")).toMatch(/^Not checked, because/);
	});

	it.each([
		["a fraction of a second", date("2027-03-01T00:00:00.5Z")],
		["another zone", date("2027-03-01T00:00:00+01:00")],
		["no such day", date("2027-02-30T00:00:00Z")],
		["no such hour", date("2027-03-01T24:00:00Z")],
		["a date alone", date("2027-03-01", 1004)],
		["no tag", "2027-03-01T00:00:00Z"],
		["another tag", date("2027-03-01T00:00:00Z", 1)],
		["a number", 1_800_000_000],
	])("is rejected with a validity in %s", (_, value) => {
		for (const name of ["signed", "validFrom", "validUntil", "expectedUpdate"]) {
			expectRejected(changed(["validityInfo", name], value), ["format"]);
		}
	});

	it("needs no expected update", () => {
		const verification = verified(changed(["validityInfo", "expectedUpdate"], GONE));
		expect(verification.verdict).toBe("verified");
		expect(verification.validity?.expectedUpdate).toBeNull();
	});

	it("is rejected where it was signed in the future, or when the signer's certificate was not valid", () => {
		expectRejected(changed(["validityInfo", "signed"], date("2027-03-04T05:06:08Z")), ["signed-date"]);
		expectRejected(changed(["validityInfo", "signed"], date("2001-01-01T00:00:00Z")), ["signed-date"]);
	});

	it.each(["MD5", "SHA-1", "sha-256", "SHA-224"])("is rejected with digests of %s", (name) => {
		const { elements } = expectRejected(changed(["digestAlgorithm"], name), ["algorithm"]);
		expect(elements.every(({ value, digest }) => value === null && digest === null)).toBe(true);
	});

	it.each(["docType", "digestAlgorithm", "valueDigests", "deviceKeyInfo", "validityInfo", "version"])(
		"is rejected without %s",
		(name) => {
			expectRejected(changed([name], GONE), ["format"]);
		},
	);

	it("is rejected with a phone's key that is none", () => {
		const key = (entries: [number, CborValue][]) => changed(["deviceKeyInfo", "deviceKey"], new Map(entries));
		const point = Buffer.alloc(32, 1);
		const keys: [number, CborValue][][] = [
			[],
			[
				[1, 2],
				[-1, 1],
				[-2, point],
				[-3, point],
			],
			[
				[1, 2],
				[-1, 1],
				[-2, point.subarray(1)],
				[-3, point],
			],
			[
				[1, 1],
				[-1, 1],
				[-2, point],
			],
			[
				[1, 2],
				[-1, 8],
				[-2, point],
				[-3, point],
			],
			[
				[1, 2],
				[-1, 1],
				[-2, point],
			],
		];
		for (const entries of keys) expectRejected(key(entries), ["format"]);
	});

	it("says that a list of revoked licences is named, and not asked", () => {
		const verification = verified(changed(["status"], new Map()));
		expect(detailOf(verification, "revocation")).toContain("names a list");
	});
});

describe("the issuer's signature", () => {
	const head = (entries: [number, CborValue][]) =>
		rewriteCbor(WHOLE, [...ISSUER_AUTH, 0], () => encodeCbor(new Map(entries)));

	it("is rejected with an algorithm that does not go with the key, or that is none", () => {
		for (const algorithm of [-35, -36, -8, -37, -257, 5]) expectRejected(head([[1, algorithm]]), ["algorithm"]);
		expectRejected(
			rewriteCbor(WHOLE, [...ISSUER_AUTH, 0], () => Buffer.alloc(0)),
			["algorithm"],
		);
	});

	it("is rejected with headers that have to be understood and are not, or that are there twice", () => {
		expectRejected(
			head([
				[1, -7],
				[2, [42]],
			]),
			["format"],
		);
		expectRejected(
			rewriteCbor(WHOLE, [...ISSUER_AUTH, 1, 1], () => -7),
			["format"],
		);
	});

	it("is rejected with other protected bytes of the same meaning", () => {
		const response = rewriteCbor(WHOLE, [...ISSUER_AUTH, 0], () => Buffer.from("b8010126", "hex"));
		expectRejected(response, ["issuer-signature"]);
	});

	it("is rejected where it was cut, lengthened, or is of zeros", () => {
		const signature = [...ISSUER_AUTH, 3];
		for (const bytes of [Buffer.alloc(0), Buffer.alloc(64), Buffer.alloc(63, 1), Buffer.alloc(65, 1)]) {
			expectRejected(
				rewriteCbor(WHOLE, signature, () => bytes),
				["issuer-signature"],
			);
		}
	});

	it("is rejected without what it signs, and without its certificate", () => {
		expectRejected(
			rewriteCbor(WHOLE, [...ISSUER_AUTH, 2], () => null),
			["format"],
		);
		expectRejected(
			rewriteCbor(WHOLE, [...ISSUER_AUTH, 1], () => new Map()),
			["signer-certificate"],
		);
		expectRejected(
			rewriteCbor(WHOLE, [...ISSUER_AUTH, 1, 33], () => []),
			["signer-certificate"],
		);
		expectRejected(
			rewriteCbor(WHOLE, [...ISSUER_AUTH, 1, 33], () => Buffer.alloc(300)),
			["signer-certificate"],
		);
	});
});
