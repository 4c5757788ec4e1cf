import { createHash } from "node:crypto";

/** ISO/IEC 18013-5, 9.1.2.5. */
const ALGORITHMS = new Map([
	["SHA-256", "sha256"],
	["SHA-384", "sha384"],
	["SHA-512", "sha512"],
]);

export function isDigestAlgorithm(name: string): boolean {
	return ALGORITHMS.has(name);
}

/** Null where the algorithm is none of the standard's. */
export function digestOf(bytes: Uint8Array, algorithm: string | null): Buffer | null {
	const name = algorithm === null ? undefined : ALGORITHMS.get(algorithm);
	return name === undefined ? null : createHash(name).update(bytes).digest();
}
