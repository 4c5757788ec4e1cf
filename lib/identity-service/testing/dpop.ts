import { createHash, generateKeyPairSync } from "node:crypto";
import { type JWTPayload, SignJWT } from "jose";

/** A client's DPoP key, and the proofs that it sends with requests (RFC 9449 section 4.2). */
export function dpopKey() {
	const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
	const jwk = publicKey.export({ format: "jwk" });
	return {
		jwk,
		/** @param accessToken for a request to an API */
		proof(method: string, address: string, accessToken?: string, claims: JWTPayload = {}): Promise<string> {
			const ath = accessToken && createHash("sha256").update(accessToken).digest("base64url");
			const payload = { htm: method, htu: address, jti: crypto.randomUUID(), ...(ath ? { ath } : {}), ...claims };
			const header = { alg: "ES256", typ: "dpop+jwt", jwk } as const;
			return new SignJWT(payload).setIssuedAt().setProtectedHeader(header).sign(privateKey);
		},
	};
}
