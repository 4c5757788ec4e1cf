import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { type JWTPayload, SignJWT } from "jose";
import { ISSUER } from "./addresses";

function keyPair(kid: string): { privateKey: KeyObject; publicKeySet: string } {
	const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
	const jwk = { ...publicKey.export({ format: "jwk" }), kid, use: "sig", alg: "ES256" };
	return { privateKey, publicKeySet: JSON.stringify({ keys: [jwk] }) };
}

/** The key that clients with private_key_jwt are registered with, and one that no client is. */
export const testKey = keyPair("test-key");
export const foreignKey = keyPair("test-key");

/** The parameters of a client assertion (RFC 7523 section 2.2). Undefined claims are omitted. */
export async function assertion(clientId: string, claims: JWTPayload = {}, key = testKey.privateKey) {
	const now = Math.floor(Date.now() / 1000);
	const payload = { iss: clientId, sub: clientId, aud: ISSUER, jti: crypto.randomUUID(), iat: now, exp: now + 60 };
	const signed = new SignJWT({ ...payload, ...claims }).setProtectedHeader({ alg: "ES256", kid: "test-key" });
	return {
		client_id: clientId,
		client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
		client_assertion: await signed.sign(key),
	};
}
