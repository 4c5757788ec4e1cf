import { createPublicKey, type KeyObject } from "node:crypto";
import { der, identifier, TAG } from "@/lib/der/write-der";
import type { CborItem, CborOf } from "../cbor/cbor-item";
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
 * @throws MdocFault, also where the point does not lie on the curve
 */
export function readCoseKey(item: CborItem, what: string): KeyObject {
	const map = itemOf(item, "map", what);
	const curveNumber = numberOf(field(map, LABEL.curve, `The curve of ${what}`), `The curve of ${what}`);
	const curve = CURVES.find(({ cose }) => cose === curveNumber);
	if (!curve) throw new MdocFault(`${what} is on a curve that ISO/IEC 18013-5 does not have.`, item.at);
	const type = numberOf(field(map, LABEL.type, `The type of ${what}`), `The type of ${what}`);
	if (type !== (curve.hash === null ? TYPE.octets : TYPE.coordinates)) {
		throw new MdocFault(`${what} is of a type that does not fit its curve.`, item.at);
	}
	const x = coordinate(field(map, LABEL.x, `The x of ${what}`), curve, what);
	const point = curve.hash === null ? x : pointOf(x, map, curve, what);
	try {
		return createPublicKey({ key: subjectPublicKeyInfo(curve, point), format: "der", type: "spki" });
	} catch {
		throw new MdocFault(`${what} is no point of its curve.`, item.at);
	}
}

function pointOf(x: Uint8Array, map: CborOf<"map">, curve: Curve, what: string): Buffer {
	const y = field(map, LABEL.y, `The y of ${what}`);
	// RFC 9053, 7.1.1: y may be its sign alone.
	if (y.kind === "simple" && typeof y.value === "boolean") {
		return Buffer.concat([Buffer.from([y.value ? POINT.odd : POINT.even]), x]);
	}
	return Buffer.concat([Buffer.from([POINT.whole]), x, coordinate(y, curve, what)]);
}

/** RFC 9053, 7.1.1: leading zeros are kept. */
function coordinate(item: CborItem, curve: Curve, what: string): Uint8Array {
	const bytes = bytesOf(item, `A coordinate of ${what}`);
	if (bytes.length !== curve.size) throw new MdocFault(`A coordinate of ${what} has not ${curve.size} bytes.`, item.at);
	return bytes;
}

/** RFC 5480, 2; RFC 8410, 4. */
function subjectPublicKeyInfo(curve: Curve, point: Uint8Array): Buffer {
	const algorithm =
		curve.hash === null
			? der(TAG.sequence, identifier(curve.identifier))
			: der(TAG.sequence, identifier(EC_PUBLIC_KEY), identifier(curve.identifier));
	return der(TAG.sequence, algorithm, der(TAG.bits, Buffer.from([0]), point));
}
