import type { KeyObject } from "node:crypto";
import type { CborValue } from "../cbor/encode-cbor";

/** `kty` and `crv` by the name of the curve in a JWK (RFC 9053, 7.1 and 7.2). */
const CURVES = new Map([
	["P-256", { type: 2, curve: 1 }],
	["P-384", { type: 2, curve: 2 }],
	["P-521", { type: 2, curve: 3 }],
	["Ed25519", { type: 1, curve: 6 }],
]);

/** A public key as COSE_Key (RFC 9052, section 7). */
export function coseKey(key: KeyObject): ReadonlyMap<number, CborValue> {
	const { crv = "", x = "", y } = key.export({ format: "jwk" });
	const { type, curve } = CURVES.get(crv) ?? { type: 0, curve: 0 };
	const coordinates: [number, CborValue][] = [[-2, Buffer.from(x, "base64url")]];
	if (y !== undefined) coordinates.push([-3, Buffer.from(y, "base64url")]);
	return new Map<number, CborValue>([[1, type], [-1, curve], ...coordinates]);
}
