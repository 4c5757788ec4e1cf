/** Deviations from ISO/IEC 18013-5 with which a response can be read all the same: it is refused, with its values. */
import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { describe, expect, it } from "vitest";
import { CborTag, type CborValue, embeddedCbor, encodeCbor } from "../cbor/encode-cbor";
import { field, itemsOf } from "../cbor/fields";
import { coseKey } from "../cose/cose-key";
import { ALGORITHM, toBeSigned, X5CHAIN } from "../cose/cose-message";
import { MDL_NAMESPACE } from "../mdl";
import { sampleKey } from "../sample/sample-key";
import { DEVICE_AUTH, DEVICE_NAMESPACES, DOCUMENT, ELEMENTS, ISSUER_AUTH, SECURITY_OBJECT } from "../testing/paths";
import { GONE, received, rewriteCbor } from "../testing/rewrite-cbor";
import { detailOf, namesOf, REQUESTED, respond, valuesOf, verified } from "../testing/sample-session";
import { issuedAgain, listedAgain, provedAgain } from "../testing/sign-again";
import type { CheckName } from "./verification";

const WHOLE = respond("whole");
const VALUES = valuesOf(verified(WHOLE));
const KEY = ["deviceKeyInfo", "deviceKey"];

function issued(path: readonly (string | number)[], value: CborValue | typeof GONE, response = WHOLE): Buffer {
	return issuedAgain(rewriteCbor(response, [...SECURITY_OBJECT, ...path], () => value));
}

/** Refused for these checks only, with all values, digests and, by default, the phone's proof. */
function expectRead(response: Buffer, failed: CheckName[], proof: "signature" | "mac" | null = "signature") {
	const verification = verified(response);
	expect(namesOf(verification, "failed")).toEqual(failed);
	expect(verification).toMatchObject({ verdict: "rejected", proof });
	expect(valuesOf(verification)).toEqual(VALUES);
	expect(verification.elements.map(({ digest }) => digest)).toEqual(REQUESTED.map(() => "matches"));
	return detailOf(verification, failed[0] ?? "format");
}

describe("the certificate of the signer", () => {
	/** With the certificate, or the whole chain, in the protected header, and signed so. */
	const inProtectedHeader = (alsoUnprotected: boolean) =>
		rewriteCbor(WHOLE, ISSUER_AUTH, (item) => {
			const [head, loose, payload] = itemsOf(item, "issuerAuth");
			if (head?.kind !== "bytes" || loose?.kind !== "map" || payload?.kind !== "bytes")
				throw new Error("No issuerAuth.");
			const chain = field(loose, X5CHAIN, "x5chain");
			const protectedBytes = encodeCbor(
				new Map<number, CborValue>([
					[ALGORITHM, -7],
					[X5CHAIN, received(chain)],
				]),
			);
			const signature = sign("sha256", toBeSigned("Signature1", protectedBytes, payload.value), {
				key: sampleKey("Sample State Department of Licences Signer").privateKey,
				dsaEncoding: "ieee-p1363",
			});
			const unprotected = new Map<number, CborValue>(alsoUnprotected ? [[X5CHAIN, received(chain)]] : []);
			return [protectedBytes, unprotected, received(payload), signature];
		});

	it("is read from the protected header, where it does not belong", () => {
		expect(expectRead(inProtectedHeader(false), ["conformance"])).toMatch(
			/^The signer's certificate \(x5chain\) is in the protected header of issuerAuth, and ISO 18013-5 \(9\.1\.2\.4\) allows it in the unprotected one only \(byte \d+\)\.$/,
		);
		expect(verified(inProtectedHeader(false)).chain.map(({ role }) => role)).toEqual(["signer", "root"]);
	});

	it("is read from the unprotected header where it is in both", () => {
		expect(expectRead(inProtectedHeader(true), ["conformance"])).toContain("protected header of issuerAuth as well");
	});

	it("that was changed in the protected header proves nothing", () => {
		const changed = rewriteCbor(inProtectedHeader(false), [...ISSUER_AUTH, 0, X5CHAIN], () =>
			Buffer.from("3000", "hex"),
		);
		expect(namesOf(verified(changed), "failed")).toEqual(["signer-certificate", "conformance"]);
	});
});

describe("moments", () => {
	const written = (signed: CborValue, validFrom: CborValue, validUntil: CborValue) => {
		const moments = { signed, validFrom, validUntil };
		return Object.entries(moments).reduce(
			(response, [name, value]) => issued(["validityInfo", name], value, response),
			WHOLE,
		);
	};

	it("are read with fractions of a second, as several issuers write them", () => {
		const [signed, from, until] = ["2027-02-03T04:05:06.123456Z", "2027-02-03T04:05:06.1Z", "2027-05-03T04:05:06.999Z"];
		const response = written(new CborTag(0, signed), new CborTag(0, from), new CborTag(0, until));
		expect(expectRead(response, ["conformance"])).toMatch(
			/^signed, validFrom, and validUntil are written with fractions of a second, and ISO 18013-5 has whole seconds only \(byte \d+\)\.$/,
		);
		expect(verified(response).validity).toMatchObject({
			signed: new Date("2027-02-03T04:05:06.123Z"),
			validUntil: new Date("2027-05-03T04:05:06.999Z"),
		});
	});

	it("are read with an offset and without their tag", () => {
		const response = written(
			"2027-02-03T05:05:06+01:00",
			"2027-02-03T04:05:06Z",
			new CborTag(0, "2027-05-03T04:05:06Z"),
		);
		const detail = expectRead(response, ["conformance"]);
		expect(detail).toContain("signed is written with an offset");
		expect(detail).toContain("signed and validFrom are written without the tag");
		expect(verified(response).validity).toMatchObject({ signed: new Date("2027-02-03T04:05:06Z") });
	});

	it("are checked like any others", () => {
		const over = issued(["validityInfo", "validUntil"], new CborTag(0, "2027-03-04T05:06:06.999Z"));
		expectRead(over, ["valid-until", "conformance"]);
	});

	it("are checked in expiry_date as well", () => {
		const index = REQUESTED.findIndex(({ name }) => name === "expiry_date");
		const expiring = (value: CborValue) =>
			verified(
				listedAgain(
					rewriteCbor(WHOLE, [...ELEMENTS, index, "elementValue"], () => value),
					MDL_NAMESPACE,
					index,
				),
			);
		const later = expiring(new CborTag(0, "2030-01-01T00:00:00.5Z"));
		expect(namesOf(later, "failed")).toEqual(["conformance"]);
		expect(detailOf(later, "conformance")).toContain("expiry_date is written with fractions of a second");
		expect(namesOf(expiring(new CborTag(0, "2020-01-01T00:00:00.5Z")), "failed")).toEqual([
			"licence-expiry",
			"conformance",
		]);
		expect(namesOf(expiring("some day"), "failed")).toEqual(["licence-expiry"]);
	});
});

describe("the phone's key", () => {
	/** A key whose x or y begins with a zero, which one in 128 does. */
	function keyWithZero(): { publicKey: KeyObject; privateKey: KeyObject } {
		for (;;) {
			const pair = generateKeyPairSync("ec", { namedCurve: "P-256" });
			const { x = "", y = "" } = pair.publicKey.export({ format: "jwk" });
			if ([x, y].some((text) => Buffer.from(text, "base64url")[0] === 0)) return pair;
		}
	}

	it.each([
		["without the leading zeros of its coordinates", (bytes: Buffer) => bytes.subarray(bytes.findIndex(Boolean))],
		["with a sign before its coordinates", (bytes: Buffer) => Buffer.concat([Buffer.from([0]), bytes])],
	])("is read %s, and so is the proof that was made with it", (_, write) => {
		const { publicKey, privateKey } = keyWithZero();
		const entries = [...coseKey(publicKey)].map(([label, value]) => {
			return [label, value instanceof Buffer ? write(value) : value] as const;
		});
		const response = provedAgain(issued(KEY, new Map(entries)), new Map(), { key: privateKey });
		expect(expectRead(response, ["conformance"])).toContain("A coordinate of the phone's key is written with");
	});

	it("proves nothing where the proof was made with another key", () => {
		const { publicKey } = keyWithZero();
		const short = [...coseKey(publicKey)].map(([label, value]) => {
			return [label, value instanceof Buffer ? value.subarray(value.findIndex(Boolean)) : value] as const;
		});
		expectRead(issued(KEY, new Map(short)), ["device-proof", "conformance"], null);
	});
});

describe("the phone's proof", () => {
	it("is checked where it contains the signed content", () => {
		expect(expectRead(provedAgain(WHOLE, new Map(), { isDetached: false }), ["conformance"])).toMatch(
			/^deviceSignature carries what the phone has signed; its payload must be null \(byte \d+\)\.$/,
		);
	});

	it("is checked for this request, whatever content it contains", () => {
		const other = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
		expectRead(provedAgain(WHOLE, new Map(), { key: other, isDetached: false }), ["device-proof", "conformance"], null);
	});

	it.each<[string, readonly (string | number)[], CborValue | typeof GONE, CheckName[]]>([
		["deviceSigned is no map", [...DOCUMENT, "deviceSigned"], 7, ["device-proof"]],
		["deviceAuth is missing", DEVICE_AUTH, GONE, ["device-proof"]],
		["its signature is no array", [...DEVICE_AUTH, "deviceSignature"], 7, ["device-proof"]],
		[
			"it has critical headers",
			[...DEVICE_AUTH, "deviceSignature", 0],
			encodeCbor(
				new Map<number, CborValue>([
					[1, -7],
					[2, [42]],
				]),
			),
			["device-proof"],
		],
		["the phone's elements are no map", DEVICE_NAMESPACES, embeddedCbor(7), ["device-proof", "device-elements"]],
	])("is invalid where %s, and the issuer's elements are read", (_, path, value, failed) => {
		expectRead(
			rewriteCbor(WHOLE, path, () => value),
			failed,
			null,
		);
	});
});

describe("a deviation fails the check that it concerns", () => {
	it.each<[string, Buffer, CheckName]>([
		["the response's version", rewriteCbor(WHOLE, ["version"], () => 2), "conformance"],
		["the version of the mobile security object", issued(["version"], "2.0"), "conformance"],
		["a status that is none", rewriteCbor(WHOLE, ["status"], () => "fine"), "status"],
		["documentErrors that are none", rewriteCbor(WHOLE, ["documentErrors"], () => 7), "status"],
		["errors that are none", rewriteCbor(WHOLE, [...DOCUMENT, "errors"], () => 7), "status"],
		["a type of document that is no text", issued(["docType"], 7), "document"],
		["key authorizations that are no map", issued(["deviceKeyInfo", "keyAuthorizations"], 7), "device-elements"],
		["an expected update that is none", issued(["validityInfo", "expectedUpdate"], 7), "conformance"],
	])("%s", (_, response, failed) => {
		expectRead(response, [failed]);
	});

	it("a key of the phone that can't be read", () => {
		expectRead(issued(KEY, 7), ["device-proof"], null);
	});

	it("messages of COSE with their tag", () => {
		const tagged = (response: Buffer, path: readonly (string | number)[], tag: number) =>
			rewriteCbor(response, path, (item) => new CborTag(tag, received(item)));
		const all = tagged(tagged(WHOLE, ISSUER_AUTH, 18), [...DEVICE_AUTH, "deviceSignature"], 18);
		expect(expectRead(all, ["conformance"])).toContain("issuerAuth has a tag (18), and must have none");
		expectRead(tagged(respond("mac"), [...DEVICE_AUTH, "deviceMac"], 17), ["conformance"], "mac");
		expect(namesOf(verified(tagged(WHOLE, ISSUER_AUTH, 17)), "failed")).toEqual(["format"]);
	});

	it("critical headers of the issuer's signature, with which no value is trusted", () => {
		const head = encodeCbor(
			new Map<number, CborValue>([
				[1, -7],
				[2, [42]],
			]),
		);
		const verification = verified(rewriteCbor(WHOLE, [...ISSUER_AUTH, 0], () => head));
		expect(namesOf(verification, "failed")).toEqual(["issuer-signature"]);
		expect(verification.elements.every(({ value }) => value === null)).toBe(true);
		expect(verification.chain.length).toBeGreaterThan(0);
	});
});

it("a response in another form than its protocol's is refused for it", () => {
	const verification = verified(WHOLE, { deviations: ["It is a draft's."] });
	expect(verification).toMatchObject({ verdict: "rejected", proof: "signature" });
	expect(namesOf(verification, "failed")).toEqual(["conformance"]);
	expect(detailOf(verification, "conformance")).toBe("It is a draft's.");
});

it("is not read any further where too much deviates", () => {
	const elements = rewriteCbor(WHOLE, ELEMENTS, (item) => [
		...itemsOf(item, "elements").map(received),
		...Array.from({ length: 21 }, () => 7),
	]);
	const verification = verified(elements);
	expect(namesOf(verification, "failed")).toEqual(["format"]);
	expect(detailOf(verification, "format")).toContain("More than 20 things in it do not follow the standard.");
});
