import { errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from "jose";
import type { Confirmation } from "../management/confirmation";
import { ACCESS_TOKEN_ALGORITHM } from "./signing-keys";

/** The `typ` of an access token (RFC 9068): an ID token or a logout token signed by the same key is none. */
const ACCESS_TOKEN_TYPE = "at+jwt";
/** The claim `gty` of a token that a client was issued in its own name; users' tokens have no such claim. */
export const CLIENTS_OWN_TOKEN = "client-credentials";
/** How far the clocks of two instances may differ. */
const ACCESS_TOKEN_LEEWAY_SECONDS = 5;

export const INVALID_TOKEN = "Invalid token";
export const INVALID_SIGNATURE = "Invalid signature received for JSON Web Token validation";
export const EXPIRED_TOKEN = "Expired token received for JSON Web Token validation";

export type TokenExpectations = { issuer: string; audience: string; now: Date };
/** `confirmation` says what the token is bound to, where it is bound; `expiresAt` is a time in milliseconds, with leeway. */
export type VerifiedToken = {
	clientId: string;
	scopes: readonly string[];
	expiresAt: number;
	confirmation?: Confirmation;
};

/**
 * Decides whether a text is an access token of this service for this audience, issued to a client in its own name, and to
 * which. Pure but for the key look-up: time and expectations come in.
 * @param token the compact serialisation, as it came after `Bearer `
 * @param keys resolves the header's `kid` among the service's own public keys; keys in the token are never looked at
 * @returns the client and its scopes, or the message of the 401
 */
export async function verifyAccessToken(
	token: string,
	keys: JWTVerifyGetKey,
	expectations: TokenExpectations,
): Promise<VerifiedToken | { refusal: string }> {
	const malformed = compactFormFault(token);
	if (malformed) return { refusal: malformed };
	try {
		const { payload } = await jwtVerify(token, keys, {
			algorithms: [ACCESS_TOKEN_ALGORITHM],
			typ: ACCESS_TOKEN_TYPE,
			issuer: expectations.issuer,
			audience: expectations.audience,
			requiredClaims: ["exp"],
			currentDate: expectations.now,
			clockTolerance: ACCESS_TOKEN_LEEWAY_SECONDS,
		});
		return callerOf(payload, expectations.now) ?? { refusal: INVALID_TOKEN };
	} catch (error) {
		return { refusal: messageOf(error) };
	}
}

/**
 * Demands three non-empty parts of base64url in its one canonical form. Decoders forgive white space, padding and stray
 * bits, which would make several texts pass for one token.
 */
function compactFormFault(token: string): string | null {
	const [header = "", payload = "", signature = "", ...rest] = token.split(".");
	if (rest.length > 0 || ![header, payload, signature].every((part) => /^[A-Za-z0-9_-]+$/.test(part))) {
		return INVALID_TOKEN;
	}
	if (![header, payload].every(isCanonicalBase64Url)) return INVALID_TOKEN;
	return isCanonicalBase64Url(signature) ? null : INVALID_SIGNATURE;
}

function isCanonicalBase64Url(text: string): boolean {
	return Buffer.from(text, "base64url").toString("base64url") === text;
}

function callerOf(payload: JWTPayload, now: Date): VerifiedToken | null {
	const { exp, iat } = payload;
	const latest = Math.floor(now.getTime() / 1000) + ACCESS_TOKEN_LEEWAY_SECONDS;
	if (exp === undefined || !Number.isFinite(exp) || (iat !== undefined && !(iat <= latest))) return null;
	const clientId = payload.client_id ?? payload.azp;
	const scope = payload.scope ?? "";
	if (typeof clientId !== "string" || clientId === "" || typeof scope !== "string") return null;
	if (payload.gty !== CLIENTS_OWN_TOKEN) return null;
	const expiresAt = (exp + ACCESS_TOKEN_LEEWAY_SECONDS) * 1000;
	const verified = { clientId, scopes: scope.split(" ").filter(Boolean), expiresAt };
	if (payload.cnf === undefined) return verified;
	return typeof payload.cnf === "object" && payload.cnf !== null ? { ...verified, confirmation: payload.cnf } : null;
}

function messageOf(error: unknown): string {
	if (error instanceof errors.JWTExpired) return EXPIRED_TOKEN;
	// A key that is not ours: no signature by it can be valid here.
	if (error instanceof errors.JWSSignatureVerificationFailed || error instanceof errors.JWKSNoMatchingKey) {
		return INVALID_SIGNATURE;
	}
	if (error instanceof errors.JWTClaimValidationFailed && error.claim === "aud" && error.payload.aud) {
		return `Bad audience: ${[error.payload.aud].flat().join(",")}`;
	}
	return INVALID_TOKEN;
}
