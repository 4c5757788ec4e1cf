import { createECDH } from "node:crypto";
import type { JWK } from "jose";
import { deriveKey } from "@/lib/secrets/sealed-text";
import { deriveIdentifier } from "../keys/derived";

// Identifiers, passwords and keys of the sample tenant come from the installation's root secret, as it was at the first
// start: no two installations share one, and every start of the same installation finds the same ones.

/** `auth0|` and 24 hexadecimal digits. */
export function sampleUserId(identifiers: string, handle: string): string {
	return `auth0|${Buffer.from(deriveKey(identifiers, `sample-user:${handle}`))
		.toString("hex")
		.slice(0, 24)}`;
}

/** 32 letters and digits. */
export function sampleClientId(identifiers: string, handle: string): string {
	return deriveIdentifier(identifiers, `sample-client:${handle}`, 32);
}

/**
 * Four groups of five letters and digits, to be read from a terminal.
 * @param generation how often it was reset
 */
export function samplePassword(credentials: string, handle: string, generation = 0): string {
	const purpose = generation === 0 ? `sample-password:${handle}` : `sample-password:${handle}:${generation}`;
	const characters = deriveIdentifier(credentials, purpose, 20).toLowerCase();
	return characters.match(/.{5}/g)?.join("-") ?? characters;
}

/** `vct_` and 16 digits. */
export function sampleTemplateId(identifiers: string, handle: string): string {
	const bytes = deriveKey(identifiers, `sample-template:${handle}`).slice(0, 16);
	return `vct_${Array.from(bytes, (byte) => byte % 10).join("")}`;
}

/** `dcr_` and 16 letters and digits. */
export function sampleRefreshTokenId(identifiers: string, handle: string): string {
	return `dcr_${deriveIdentifier(identifiers, `sample-refresh-token:${handle}`, 16)}`;
}

/** A client's private key for signing (P-256, ES256). Any 32 bytes but a handful are one. */
export function sampleClientKey(credentials: string, handle: string): JWK {
	const secret = Buffer.from(deriveKey(credentials, `sample-client-key:${handle}`));
	const pair = createECDH("prime256v1");
	pair.setPrivateKey(secret);
	const point = pair.getPublicKey();
	const [x, y, d] = [point.subarray(1, 33), point.subarray(33), secret].map((part) => part.toString("base64url"));
	return { kty: "EC", crv: "P-256", x, y, d, kid: `${handle}-1`, alg: "ES256", use: "sig" } as JWK;
}

/** The subject that the certificate of a client with mutual TLS must have. */
export function sampleCertificateSubject(handle: string): string {
	return `CN=${handle.replaceAll("_", "-")}.example.com,O=Identity Console sample tenant`;
}
