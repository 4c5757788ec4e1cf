import type { KeyObject } from "node:crypto";

/** What is known of a curve: names, sizes and the one algorithm that goes with it. */
export type Curve = {
	/** As people know it. */
	title: string;
	/** The label `crv` of a COSE_Key (RFC 9053, 7.1; brainpool: IANA registry of COSE elliptic curves). */
	cose: number;
	/** What node:crypto calls it, as a named curve or as a type of key. */
	node: string;
	/** Content of its object identifier in hexadecimal digits. */
	identifier: string;
	/** Bytes of a coordinate, or of the whole public key of an Edwards curve. */
	size: number;
	/** The number of the algorithm at IANA. */
	algorithm: number;
	/** Null where the algorithm hashes by itself (EdDSA). */
	hash: "sha256" | "sha384" | "sha512" | null;
};

const ES256 = -7;
const ES384 = -35;
const ES512 = -36;
const EDDSA = -8;

/** ISO/IEC 18013-5, 9.1.2.4 and 9.1.3.6: these algorithms, each with these curves. */
export const CURVES: readonly Curve[] = [
	weierstrass("P-256", 1, "prime256v1", "2a8648ce3d030107", 32, ES256, "sha256"),
	weierstrass("P-384", 2, "secp384r1", "2b81040022", 48, ES384, "sha384"),
	weierstrass("P-521", 3, "secp521r1", "2b81040023", 66, ES512, "sha512"),
	weierstrass("brainpoolP256r1", 256, "brainpoolP256r1", "2b2403030208010107", 32, ES256, "sha256"),
	weierstrass("brainpoolP320r1", 257, "brainpoolP320r1", "2b2403030208010109", 40, ES384, "sha384"),
	weierstrass("brainpoolP384r1", 258, "brainpoolP384r1", "2b240303020801010b", 48, ES384, "sha384"),
	weierstrass("brainpoolP512r1", 259, "brainpoolP512r1", "2b240303020801010d", 64, ES512, "sha512"),
	{ title: "Ed25519", cose: 6, node: "ed25519", identifier: "2b6570", size: 32, algorithm: EDDSA, hash: null },
	{ title: "Ed448", cose: 7, node: "ed448", identifier: "2b6571", size: 57, algorithm: EDDSA, hash: null },
];

const TITLES = new Map([
	[ES256, "ES256"],
	[ES384, "ES384"],
	[ES512, "ES512"],
	[EDDSA, "EdDSA"],
]);

/** The name of an algorithm; null for those that ISO/IEC 18013-5 does not sign with. */
export function algorithmTitle(algorithm: number | null): string | null {
	return algorithm === null ? null : (TITLES.get(algorithm) ?? null);
}

function weierstrass(
	title: string,
	cose: number,
	node: string,
	identifier: string,
	size: number,
	algorithm: number,
	hash: "sha256" | "sha384" | "sha512",
): Curve {
	return { title, cose, node, identifier, size, algorithm, hash };
}

/** The curve of a key; null where ISO/IEC 18013-5 has no use for it. */
export function curveOfKey(key: KeyObject): Curve | null {
	const name = key.asymmetricKeyDetails?.namedCurve ?? key.asymmetricKeyType;
	return CURVES.find((curve) => curve.node === name) ?? null;
}
