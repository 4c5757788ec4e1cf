import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { describe, expect, it } from "vitest";
import { decodeCbor } from "../cbor/decode-cbor";
import { type CborValue, encodeCbor } from "../cbor/encode-cbor";
import type { MdocFault } from "../mdoc-fault";
import { CURVES, type Curve, curveOfKey, readCoseKey } from "./cose-key";
import { type CoseMessage, readCoseMessage } from "./cose-message";
import { verifySignature } from "./cose-proof";

const PAYLOAD = Buffer.from("what is signed");

function generate(curve: Curve): { privateKey: KeyObject; publicKey: KeyObject } {
	if (curve.title === "Ed25519") return generateKeyPairSync("ed25519");
	return curve.title === "Ed448"
		? generateKeyPairSync("ed448")
		: generateKeyPairSync("ec", { namedCurve: curve.node ?? curve.title });
}

/** The end of an SPKI is the point, or the key itself. */
function pointOf(key: KeyObject, curve: Curve): Buffer {
	const spki = key.export({ type: "spki", format: "der" });
	return spki.subarray(spki.length - (curve.hash === null ? curve.size : 2 * curve.size));
}

function coseKeyOf(key: KeyObject, curve: Curve, y: "whole" | "sign" = "whole"): Map<number, CborValue> {
	const point = pointOf(key, curve);
	if (curve.hash === null)
		return new Map<number, CborValue>([
			[1, 1],
			[-1, curve.cose],
			[-2, point],
		]);
	const second = y === "whole" ? point.subarray(curve.size) : ((point.at(-1) ?? 0) & 1) === 1;
	return new Map<number, CborValue>([
		[1, 2],
		[-1, curve.cose],
		[-2, point.subarray(0, curve.size)],
		[-3, second],
	]);
}

function signed(key: KeyObject, curve: Curve, algorithm = curve.algorithm): CoseMessage {
	const head = encodeCbor(new Map([[1, algorithm]]));
	const toSign = encodeCbor(["Signature1", head, Buffer.alloc(0), PAYLOAD]);
	const signature = sign(curve.hash, toSign, { key, dsaEncoding: "ieee-p1363" });
	return readCoseMessage(decodeCbor(encodeCbor([head, new Map(), PAYLOAD, signature])), "The message", refuse);
}

const refuse = (fault: MdocFault) => {
	throw fault;
};
const read = (key: CborValue) => readCoseKey(decodeCbor(encodeCbor(key)), "the key", refuse);

describe.each(CURVES)("$title", (curve) => {
	const { privateKey, publicKey } = generate(curve);

	it("reads a COSE_Key as the key that it is, also where y is only a sign", () => {
		expect(curveOfKey(publicKey)).toBe(curve);
		expect(read(coseKeyOf(publicKey, curve)).equals(publicKey)).toBe(true);
		if (curve.hash === null) return;
		const half = read(coseKeyOf(publicKey, curve, "sign"));
		expect(verifySignature(signed(privateKey, curve), PAYLOAD, half)).toBe(true);
	});

	it("verifies a signature over just these bytes, by just this key, with just this algorithm", () => {
		const message = signed(privateKey, curve);
		expect(verifySignature(message, PAYLOAD, publicKey)).toBe(true);
		expect(verifySignature(message, Buffer.concat([PAYLOAD, Buffer.from([0])]), publicKey)).toBe(false);
		expect(verifySignature(message, PAYLOAD, generate(curve).publicKey)).toBe(false);
		for (const other of CURVES) {
			if (other.algorithm === curve.algorithm) continue;
			expect(verifySignature(signed(privateKey, curve, other.algorithm), PAYLOAD, publicKey)).toBe(false);
		}
	});

	it("refuses coordinates that are cut or too long, and points that are not on the curve", () => {
		const key = coseKeyOf(publicKey, curve);
		const x = pointOf(publicKey, curve).subarray(0, curve.size);
		const withX = (bytes: Buffer) => () => read(new Map(key).set(-2, bytes));
		expect(withX(Buffer.concat([Buffer.from([1]), x]))).toThrow(`must have ${curve.size} bytes`);
		expect(withX(Buffer.alloc(0))).toThrow(`must have ${curve.size} bytes`);
		expect(withX(x.subarray(1))).toThrow(
			curve.hash === null ? `must have ${curve.size} bytes` : `in ${curve.size - 1} bytes, not ${curve.size}`,
		);
		if (curve.hash === null) return;
		const beside = Buffer.alloc(curve.size, 1);
		expect(() => read(new Map(key).set(-3, beside))).toThrow("is not on its curve");
	});
});

it("refuses a key on a curve that is not for signing, and one of another type", () => {
	const { publicKey } = generateKeyPairSync("x25519");
	const x = publicKey.export({ type: "spki", format: "der" }).subarray(-32);
	expect(() =>
		read(
			new Map<number, CborValue>([
				[1, 1],
				[-1, 4],
				[-2, x],
			]),
		),
	).toThrow("is not in ISO/IEC 18013-5");
	expect(() =>
		read(
			new Map<number, CborValue>([
				[1, 2],
				[-1, 6],
				[-2, x],
			]),
		),
	).toThrow("does not match");
	expect(curveOfKey(publicKey)).toBeNull();
	expect(curveOfKey(generateKeyPairSync("rsa", { modulusLength: 2048 }).publicKey)).toBeNull();
});
