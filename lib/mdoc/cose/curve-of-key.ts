import type { KeyObject } from "node:crypto";
import { CURVES, type Curve } from "./curves";

/** The curve of a key; null where ISO/IEC 18013-5 has no use for it. */
export function curveOfKey(key: KeyObject): Curve | null {
	const name = key.asymmetricKeyDetails?.namedCurve ?? key.asymmetricKeyType;
	return CURVES.find((curve) => curve.node === name) ?? null;
}
