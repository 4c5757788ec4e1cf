import { createECDH, createHash, createHmac, createPrivateKey, createPublicKey } from "node:crypto";

/**
 * A P-256 key whose secret is public: `scalar`, 32 bytes, the SHA-256 of a label. So the made-up issuers and phones have the
 * same keys and certificates in every process, and nothing that they sign can be trusted.
 */
export function sampleKey(label: string) {
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

/** The order of P-256 (SP 800-186, 3.2.1.3). */
const ORDER = BigInt("0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551");
const SIZE = 32;

/**
 * Deterministic ECDSA with P-256 and SHA-256 (RFC 6979), which `node:crypto` does not offer: the certificates of the sample
 * issuers have to be the same in every process. Not in constant time: for the public secrets of samples only.
 * @param scalar the private key, 32 bytes
 * @returns r and s, 32 bytes each
 */
export function signRepeatably(content: Uint8Array, scalar: Uint8Array): Buffer {
	const hash = createHash("sha256").update(content).digest();
	const secret = number(scalar);
	for (const nonce of nonces(scalar, bytes(number(hash) % ORDER))) {
		const exchange = createECDH("prime256v1");
		exchange.setPrivateKey(nonce);
		const r = number(exchange.getPublicKey().subarray(1, 1 + SIZE)) % ORDER;
		const s = (inverse(number(nonce)) * (number(hash) + r * secret)) % ORDER;
		if (r !== 0n && s !== 0n) return Buffer.concat([bytes(r), bytes(s)]);
	}
	throw new RangeError("No signature was found.");
}

/** RFC 6979, 3.2, steps b to h. */
function* nonces(scalar: Uint8Array, hash: Uint8Array): Generator<Buffer> {
	let value: Uint8Array = Buffer.alloc(SIZE, 1);
	let key: Uint8Array = Buffer.alloc(SIZE);
	for (const mark of [0, 1]) {
		key = hmac(key, value, Buffer.from([mark]), scalar, hash);
		value = hmac(key, value);
	}
	for (;;) {
		value = hmac(key, value);
		const nonce = number(value);
		if (nonce > 0n && nonce < ORDER) yield Buffer.from(value);
		key = hmac(key, value, Buffer.from([0]));
		value = hmac(key, value);
	}
}

function hmac(key: Uint8Array, ...parts: readonly Uint8Array[]): Buffer {
	return createHmac("sha256", key).update(Buffer.concat(parts)).digest();
}

/** By Fermat: the order is a prime. */
function inverse(value: bigint): bigint {
	let result = 1n;
	let base = value % ORDER;
	for (let exponent = ORDER - 2n; exponent > 0n; exponent >>= 1n) {
		if (exponent & 1n) result = (result * base) % ORDER;
		base = (base * base) % ORDER;
	}
	return result;
}

function number(value: Uint8Array): bigint {
	return BigInt(`0x${Buffer.from(value).toString("hex")}`);
}

function bytes(value: bigint): Buffer {
	return Buffer.from(value.toString(16).padStart(SIZE * 2, "0"), "hex");
}
