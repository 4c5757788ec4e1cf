import { createECDH, createHash, createPrivateKey, createPublicKey, type KeyObject } from "node:crypto";

export type SampleKey = {
	privateKey: KeyObject;
	publicKey: KeyObject;
	/** The secret itself, 32 bytes. */
	scalar: Buffer;
};

/**
 * A P-256 key that anybody can make: its secret is the SHA-256 of a label. On purpose: sample issuers and phones are made
 * up, they have the same keys and certificates in every process, and nothing that they sign may ever be believed.
 */
export function sampleKey(label: string): SampleKey {
	const scalar = createHash("sha256").update(label).digest();
	const exchange = createECDH("prime256v1");
	exchange.setPrivateKey(scalar);
	const point = exchange.getPublicKey();
	const key = {
		kty: "EC",
		crv: "P-256",
		d: scalar.toString("base64url"),
		x: point.subarray(1, 33).toString("base64url"),
		y: point.subarray(33).toString("base64url"),
	};
	const privateKey = createPrivateKey({ key, format: "jwk" });
	return { privateKey, publicKey: createPublicKey(privateKey), scalar };
}
