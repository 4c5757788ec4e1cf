import { CompactEncrypt, calculateJwkThumbprint, compactDecrypt, exportJWK, generateKeyPair, type JWK } from "jose";
import { ConfigError } from "./config-error";

/** A new key pair, its private part as a compact JWE (`dir` with A256GCM). `kid` is its thumbprint (RFC 7638). */
export async function generateEncryptedKey(alg: string, encryptionKey: Uint8Array) {
	const { privateKey } = await generateKeyPair(alg, { modulusLength: 2048, extractable: true });
	const jwk = await exportJWK(privateKey);
	const kid = await calculateJwkThumbprint(jwk);
	const text = JSON.stringify({ ...jwk, kid, alg, use: "sig" });
	const private_jwk = await new CompactEncrypt(new TextEncoder().encode(text))
		.setProtectedHeader({ alg: "dir", enc: "A256GCM" })
		.encrypt(encryptionKey);
	return { kid, alg, private_jwk };
}

/** @throws ConfigError when the key was encrypted under another application secret */
export async function decryptKey(encrypted: string, encryptionKey: Uint8Array): Promise<JWK> {
	try {
		const { plaintext } = await compactDecrypt(encrypted, encryptionKey);
		return JSON.parse(new TextDecoder().decode(plaintext)) as JWK;
	} catch (cause) {
		throw new ConfigError("The stored signing keys were encrypted under another APP_SECRET (or app-secret file).", {
			cause,
		});
	}
}
