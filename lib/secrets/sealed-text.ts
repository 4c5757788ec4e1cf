import { hkdfSync } from "node:crypto";
import { CompactEncrypt, compactDecrypt } from "jose";

/** Encrypts a text for the store: compact JWE, `dir` with A256GCM, under a key derived from a root secret. */
export async function seal(text: string, secret: string, purpose: string): Promise<string> {
	return new CompactEncrypt(new TextEncoder().encode(text))
		.setProtectedHeader({ alg: "dir", enc: "A256GCM" })
		.encrypt(deriveKey(secret, purpose));
}

/**
 * Decrypts a text that `seal` encrypted for the same purpose.
 * @param secrets that it may have been encrypted under
 * @returns the text and the secret that decrypted it; null where none does
 */
export async function unseal(
	sealed: string,
	secrets: readonly string[],
	purpose: string,
): Promise<{ text: string; secret: string } | null> {
	for (const secret of secrets) {
		const opened = await compactDecrypt(sealed, deriveKey(secret, purpose)).catch(() => null);
		if (opened) return { text: new TextDecoder().decode(opened.plaintext), secret };
	}
	return null;
}

/** 32 bytes derived from a root secret (HKDF-SHA-256) for one named purpose. */
export function deriveKey(secret: string, purpose: string): Uint8Array {
	return new Uint8Array(hkdfSync("sha256", secret, "identity-console", purpose, 32));
}
