import { createHmac, randomInt, timingSafeEqual } from "node:crypto";
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
