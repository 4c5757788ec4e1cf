import { createECDH, createHmac, randomInt, timingSafeEqual } from "node:crypto";
import type { JWK } from "jose";
import { deriveKey } from "@/lib/secrets/sealed-text";

/** 32 bytes derived from a root secret for one named purpose, as text that fits into forms, headers and shells. */
export function deriveSecret(rootSecret: string, purpose: string): string {
	return Buffer.from(deriveKey(rootSecret, purpose)).toString("base64url");
}

/** Stands for a text that must not be readable: HMAC-SHA-256 under a key for one named purpose. */
export function keyedHash(rootSecret: string, purpose: string, text: string): string {
	return createHmac("sha256", deriveKey(rootSecret, purpose)).update(text).digest("base64url");
}

/** Compares in a time that does not depend on where the texts differ. */
export function isSameText(one: string, other: string): boolean {
	const [a, b] = [Buffer.from(one), Buffer.from(other)];
	return a.length === b.length && timingSafeEqual(a, b);
}

const IDENTIFIER_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** An identifier of `length` (at most 32) letters and digits, the same for the same installation and purpose. */
export function deriveIdentifier(rootSecret: string, purpose: string, length: number): string {
	return Array.from(deriveKey(rootSecret, purpose).slice(0, length), (byte) =>
		IDENTIFIER_ALPHABET.charAt(byte % IDENTIFIER_ALPHABET.length),
	).join("");
}

/** Random letters and digits. */
export function newIdentifier(length: number): string {
	return Array.from({ length }, () => IDENTIFIER_ALPHABET.charAt(randomInt(IDENTIFIER_ALPHABET.length))).join("");
}

/**
 * The identifier of a client that comes with the service.
 * @param identifiers the root of identifiers
 * @returns 32 letters and digits
 */
export function derivedClientId(identifiers: string, handle: string): string {
	return deriveIdentifier(identifiers, `sample-client:${handle}`, 32);
}

/**
 * The private key of a client that comes with the service, for signing: P-256, ES256.
 * @param credentials the root of credentials
 */
export function derivedClientKey(credentials: string, handle: string): JWK {
	// Almost any 32 bytes are valid.
	const secret = Buffer.from(deriveKey(credentials, `sample-client-key:${handle}`));
	const pair = createECDH("prime256v1");
	pair.setPrivateKey(secret);
	const point = pair.getPublicKey();
	const [x, y, d] = [point.subarray(1, 33), point.subarray(33), secret].map((part) => part.toString("base64url"));
	return { kty: "EC", crv: "P-256", x, y, d, kid: `${handle}-1`, alg: "ES256", use: "sig" } as JWK;
}
