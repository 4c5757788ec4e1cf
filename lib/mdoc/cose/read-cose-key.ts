import { createPublicKey, type KeyObject } from "node:crypto";
import { der, identifier, TAG } from "@/lib/der/write-der";
import type { CborItem, CborOf } from "../cbor/decode-cbor";
import { bytesOf, field, itemOf, numberOf } from "../cbor/fields";
import { MdocFault } from "../mdoc-fault";
import { CURVES, type Curve } from "./curves";

/** RFC 9053, 7. */
export const LABEL = { type: 1, curve: -1, x: -2, y: -3 } as const;
/** RFC 9053, 7: octet key pairs, and keys of two coordinates. */
export const TYPE = { octets: 1, coordinates: 2 } as const;
const EC_PUBLIC_KEY = "2a8648ce3d0201";
const POINT = { even: 0x02, odd: 0x03, whole: 0x04 } as const;

/**
 * The public key of a COSE_Key (RFC 9052, 7) on one of the curves of ISO/IEC 18013-5.
 * @param report is called with deviations that don't keep the key from being read
 * @throws MdocFault, also where the point does not lie on the curve
 */
export function readCoseKey(item: CborItem, what: string, report: (deviation: MdocFault) => void): KeyObject {
	const map = itemOf(item, "map", `What stands for ${what}`);
	const curveNumber = numberOf(field(map, LABEL.curve, `The curve of ${what}`), `The curve of ${what}`);
	const curve = CURVES.find(({ cose }) => cose === curveNumber);
	if (!curve) throw new MdocFault(`The curve of ${what} is none of ISO/IEC 18013-5.`, item.at);
	const type = numberOf(field(map, LABEL.type, `The type of ${what}`), `The type of ${what}`);
	if (type !== (curve.hash === null ? TYPE.octets : TYPE.coordinates)) {
		throw new MdocFault(`The type of ${what} does not fit its curve.`, item.at);
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
	// RFC 9053, 7.1.1: y may be its sign alone.
	if (y.kind === "simple" && typeof y.value === "boolean") {
		return Buffer.concat([Buffer.from([y.value ? POINT.odd : POINT.even]), coordinate(x)]);
	}
	return Buffer.concat([Buffer.from([POINT.whole]), coordinate(x), coordinate(y)]);
}

function octetsOf(item: CborItem, { size }: Curve, what: string): Uint8Array {
	const bytes = bytesOf(item, `The x of ${what}`);
	if (bytes.length !== size) throw new MdocFault(`The x of ${what} has not ${size} bytes.`, item.at);
	return bytes;
}

/** RFC 9053, 7.1.1: leading zeros are kept. As a number it is the same with fewer or more of them. */
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
		throw new MdocFault(`A coordinate of ${what} has not ${size} bytes.`, item.at);
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
