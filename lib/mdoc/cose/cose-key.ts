import { createPublicKey, type KeyObject } from "node:crypto";
import { der, identifier, TAG } from "@/lib/der/write-der";
import type { CborItem, CborOf } from "../cbor/decode-cbor";
import type { CborValue } from "../cbor/encode-cbor";
import { bytesOf, field, itemOf, numberOf } from "../cbor/fields";
import { MdocFault } from "../mdoc-fault";

/** A curve: names, sizes and its one algorithm. */
export type Curve = {
	/** Its common name. */
	title: string;
	/** The label `crv` of a COSE_Key (RFC 9053, 7.1; brainpool: IANA registry of COSE elliptic curves). */
	cose: number;
	/** Its name in node:crypto, as a named curve or as a type of key, where that differs. */
	node?: string;
	/** Content of its object identifier in hexadecimal digits. */
	identifier: string;
	/** Bytes of a coordinate, or of the whole public key of an Edwards curve. */
	size: number;
	/** The number of the algorithm at IANA. */
	algorithm: number;
	algorithmTitle: string;
	/** Null where the algorithm hashes by itself (EdDSA). */
	hash: "sha256" | "sha384" | "sha512" | null;
};

const ES256 = { algorithm: -7, algorithmTitle: "ES256", hash: "sha256" } as const;
const ES384 = { algorithm: -35, algorithmTitle: "ES384", hash: "sha384" } as const;
const ES512 = { algorithm: -36, algorithmTitle: "ES512", hash: "sha512" } as const;
const EDDSA = { algorithm: -8, algorithmTitle: "EdDSA", hash: null } as const;

/** ISO/IEC 18013-5, 9.1.2.4 and 9.1.3.6: these algorithms, each with these curves. */
export const CURVES: readonly Curve[] = [
	{ title: "P-256", cose: 1, node: "prime256v1", identifier: "2a8648ce3d030107", size: 32, ...ES256 },
	{ title: "P-384", cose: 2, node: "secp384r1", identifier: "2b81040022", size: 48, ...ES384 },
	{ title: "P-521", cose: 3, node: "secp521r1", identifier: "2b81040023", size: 66, ...ES512 },
	{ title: "brainpoolP256r1", cose: 256, identifier: "2b2403030208010107", size: 32, ...ES256 },
	{ title: "brainpoolP320r1", cose: 257, identifier: "2b2403030208010109", size: 40, ...ES384 },
	{ title: "brainpoolP384r1", cose: 258, identifier: "2b240303020801010b", size: 48, ...ES384 },
	{ title: "brainpoolP512r1", cose: 259, identifier: "2b240303020801010d", size: 64, ...ES512 },
	{ title: "Ed25519", cose: 6, node: "ed25519", identifier: "2b6570", size: 32, ...EDDSA },
	{ title: "Ed448", cose: 7, node: "ed448", identifier: "2b6571", size: 57, ...EDDSA },
];

/** The name of an algorithm; null for those that ISO/IEC 18013-5 does not allow for signatures. */
export function algorithmTitle(algorithm: number | null): string | null {
	return CURVES.find((curve) => curve.algorithm === algorithm)?.algorithmTitle ?? null;
}

/** The curve of a key; null where ISO/IEC 18013-5 does not allow it. */
export function curveOfKey(key: KeyObject): Curve | null {
	const name = key.asymmetricKeyDetails?.namedCurve ?? key.asymmetricKeyType;
	return CURVES.find(({ title, node = title }) => node === name) ?? null;
}

/** RFC 9053, 7. */
const LABEL = { type: 1, curve: -1, x: -2, y: -3 } as const;
/** RFC 9053, 7: octet key pairs, and keys of two coordinates. */
const TYPE = { octets: 1, coordinates: 2 } as const;
const EC_PUBLIC_KEY = "2a8648ce3d0201";
const POINT = { even: 0x02, odd: 0x03, whole: 0x04 } as const;

/**
 * The public key of a COSE_Key (RFC 9052, 7) on one of the curves of ISO/IEC 18013-5.
 * @param report is called with deviations with which the key can still be read
 * @throws MdocFault, also where the point is not on the curve
 */
export function readCoseKey(item: CborItem, what: string, report: (deviation: MdocFault) => void): KeyObject {
	const map = itemOf(item, "map", `What stands for ${what}`);
	const curveNumber = numberOf(field(map, LABEL.curve, `The curve of ${what}`), `The curve of ${what}`);
	const curve = CURVES.find(({ cose }) => cose === curveNumber);
	if (!curve) throw new MdocFault(`The curve of ${what} is not in ISO/IEC 18013-5.`, item.at);
	const type = numberOf(field(map, LABEL.type, `The type of ${what}`), `The type of ${what}`);
	if (type !== (curve.hash === null ? TYPE.octets : TYPE.coordinates)) {
		throw new MdocFault(`The type of ${what} does not match its curve.`, item.at);
	}
	const x = field(map, LABEL.x, `The x of ${what}`);
	const coordinate = (written: CborItem) => coordinateOf(written, curve, what, report);
	const point = curve.hash === null ? octetsOf(x, curve, what) : pointOf(x, map, what, coordinate);
	try {
		return createPublicKey({ key: subjectPublicKeyInfo(curve, point), format: "der", type: "spki" });
	} catch {
		throw new MdocFault(`The point of ${what} is not on its curve.`, item.at);
	}
}

function pointOf(x: CborItem, map: CborOf<"map">, what: string, coordinate: (item: CborItem) => Uint8Array): Buffer {
	const y = field(map, LABEL.y, `The y of ${what}`);
	// RFC 9053, 7.1.1: y may be only its sign.
	if (y.kind === "simple" && typeof y.value === "boolean") {
		return Buffer.concat([Buffer.from([y.value ? POINT.odd : POINT.even]), coordinate(x)]);
	}
	return Buffer.concat([Buffer.from([POINT.whole]), coordinate(x), coordinate(y)]);
}

function octetsOf(item: CborItem, { size }: Curve, what: string): Uint8Array {
	const bytes = bytesOf(item, `The x of ${what}`);
	if (bytes.length !== size) throw new MdocFault(`The x of ${what} must have ${size} bytes.`, item.at);
	return bytes;
}

/** RFC 9053, 7.1.1 requires leading zeros. Without some or with more of them, it is the same number. */
function coordinateOf(
	item: CborItem,
	{ size }: Curve,
	what: string,
	report: (deviation: MdocFault) => void,
): Uint8Array {
	const bytes = bytesOf(item, `A coordinate of ${what}`);
	if (bytes.length === size) return bytes;
	const digits = bytes.subarray(bytes.findIndex((byte) => byte !== 0));
	if (bytes.length === 0 || digits.length > size) {
		throw new MdocFault(`A coordinate of ${what} must have ${size} bytes.`, item.at);
	}
	const zeros = bytes.length < size ? "without its leading zeros" : "with a superfluous leading zero";
	report(new MdocFault(`A coordinate of ${what} is written ${zeros}: in ${bytes.length} bytes, not ${size}.`, item.at));
	return Buffer.concat([Buffer.alloc(size - digits.length), digits]);
}

/** RFC 5480, 2; RFC 8410, 4. */
function subjectPublicKeyInfo(curve: Curve, point: Uint8Array): Buffer {
	const algorithm =
		curve.hash === null
			? der(TAG.sequence, identifier(curve.identifier))
			: der(TAG.sequence, identifier(EC_PUBLIC_KEY), identifier(curve.identifier));
	return der(TAG.sequence, algorithm, der(TAG.bits, Buffer.from([0]), point));
}

/** A public key on one of the curves of ISO/IEC 18013-5 as COSE_Key (RFC 9052, section 7). */
export function coseKey(key: KeyObject): ReadonlyMap<number, CborValue> {
	const curve = curveOfKey(key);
	if (!curve) throw new TypeError("ISO/IEC 18013-5 does not have such keys.");
	const { x = "", y } = key.export({ format: "jwk" });
	return new Map<number, CborValue>([
		[LABEL.type, y === undefined ? TYPE.octets : TYPE.coordinates],
		[LABEL.curve, curve.cose],
		[LABEL.x, Buffer.from(x, "base64url")],
		...(y === undefined ? [] : [[LABEL.y, Buffer.from(y, "base64url")] as const]),
	]);
}
