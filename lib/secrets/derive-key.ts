import { hkdfSync } from "node:crypto";

/** 32 bytes derived from a root secret (HKDF-SHA-256) for one named purpose. */
export function deriveKey(secret: string, purpose: string): Uint8Array {
	return new Uint8Array(hkdfSync("sha256", secret, "identity-console", purpose, 32));
}
