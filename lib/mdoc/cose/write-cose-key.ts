import type { KeyObject } from "node:crypto";
import type { CborValue } from "../cbor/encode-cbor";
import { curveOfKey } from "./curve-of-key";
import { LABEL, TYPE } from "./read-cose-key";

/** A public key on one of the curves of ISO/IEC 18013-5 as COSE_Key (RFC 9052, section 7). */
export function coseKey(key: KeyObject): ReadonlyMap<number, CborValue> {
	const curve = curveOfKey(key);
	if (!curve) throw new TypeError("ISO/IEC 18013-5 has no such keys.");
	const { x = "", y } = key.export({ format: "jwk" });
	return new Map<number, CborValue>([
		[LABEL.type, y === undefined ? TYPE.octets : TYPE.coordinates],
		[LABEL.curve, curve.cose],
		[LABEL.x, Buffer.from(x, "base64url")],
		...(y === undefined ? [] : [[LABEL.y, Buffer.from(y, "base64url")] as const]),
	]);
}
