import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from "jose";
import { seal, unseal } from "@/lib/secrets/sealed-text";
import { anotherSecret, SIGNING_KEY_PURPOSE } from "./service-secrets";

/** A new key pair, its private part encrypted. `kid` is its thumbprint (RFC 7638). */
export async function generateEncryptedKey(alg: string, secret: string) {
	const { privateKey } = await generateKeyPair(alg, { modulusLength: 2048, extractable: true });
	const jwk = await exportJWK(privateKey);
	const kid = await calculateJwkThumbprint(jwk);
	const private_jwk = await seal(JSON.stringify({ ...jwk, kid, alg, use: "sig" }), secret, SIGNING_KEY_PURPOSE);
	return { kid, alg, private_jwk };
}

/** @throws ConfigError when the key was encrypted under a secret that is not among these */
export async function decryptKey(encrypted: string, secrets: readonly string[]): Promise<JWK> {
	const opened = await unseal(encrypted, secrets, SIGNING_KEY_PURPOSE);
	if (!opened) throw anotherSecret();
	return JSON.parse(opened.text) as JWK;
}
