import { errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from "jose";
import { INVALID_TOKEN_CODE, Refusal } from "../http/refusal";
import { ACCESS_TOKEN_ALGORITHM, CLIENTS_OWN_TOKEN, type SigningKeys } from "./signing-keys";

/** The `typ` of an access token (RFC 9068). An ID token or logout token signed by the same key has another. */
const ACCESS_TOKEN_TYPE = "at+jwt";
/** The clocks of two instances may differ by this. */
const ACCESS_TOKEN_LEEWAY_SECONDS = 5;
/** More tokens than this are not cached: the oldest one is verified again at its next use. */
const TOKENS_MAX = 1_000;
/** More bits than a digest of SHA-256. */
const KEY_LENGTH = 44;

export const INVALID_TOKEN = "Invalid token";
export const INVALID_SIGNATURE = "Invalid signature received for JSON Web Token validation";
export const EXPIRED_TOKEN = "Expired token received for JSON Web Token validation";

/** The claim `cnf`: the certificate (RFC 8705) or key (RFC 9449) that an access token is bound to. */
export type Confirmation = { "x5t#S256"?: unknown; jkt?: unknown };
/** `confirmation` is present where the token is bound; `expiresAt` is in epoch milliseconds, with leeway. */
type VerifiedToken = {
	clientId: string;
	scopes: readonly string[];
	expiresAt: number;
	confirmation?: Confirmation;
};
/** @throws Refusal 401 */
export type AccessTokenVerifier = (token: string) => Promise<VerifiedToken>;
type Expected = { issuer: string; audience: string };

/**
 * Verifies access tokens, each once, since a client sends the same one with every request. A result is cached until the
 * token expires or the keys change; refusals are not cached.
 */
export function createAccessTokenVerifier(
	keys: SigningKeys,
	{ issuer, audience }: Expected,
	now: () => Date,
): AccessTokenVerifier {
	/** By the end of the signature: a token with many scopes is 8 KB, whose hash takes as long as a statement. */
	const known = new Map<string, { token: string; verified: VerifiedToken; verifiedAt: number; keys: string }>();

	return async (token) => {
		await keys.refresh();
		const { version, verificationKey } = keys;
		const date = now();
		const time = date.getTime();
		const end = token.slice(-KEY_LENGTH);
		const before = known.get(end);
		const isKnown = before?.token === token;
		const isInTime = isKnown && before.verifiedAt <= time && time < before.verified.expiresAt;
		if (isInTime && before.keys === version) return before.verified;
		if (isKnown) known.delete(end);
		const verified = await verifyAccessToken(token, verificationKey, { issuer, audience, now: date });
		known.set(end, { token, verified, verifiedAt: time, keys: version });
		const [first] = known.keys();
		if (known.size > TOKENS_MAX && first !== undefined) known.delete(first);
		return verified;
	};
}

/**
 * Verifies that a text is an access token of this service for this audience, issued to a client in its own name. Pure
 * except for the key look-up.
 * @param token the compact serialisation, unchanged after `Bearer `
 * @param keys resolves the header's `kid` among the service's own public keys; keys in the token are ignored
 * @throws Refusal 401
 */
export async function verifyAccessToken(
	token: string,
	keys: JWTVerifyGetKey,
	{ issuer, audience, now }: Expected & { now: Date },
): Promise<VerifiedToken> {
	requireCompactForm(token);
	const verification = jwtVerify(token, keys, {
		algorithms: [ACCESS_TOKEN_ALGORITHM],
		typ: ACCESS_TOKEN_TYPE,
		issuer,
		audience,
		requiredClaims: ["exp"],
		currentDate: now,
		clockTolerance: ACCESS_TOKEN_LEEWAY_SECONDS,
	});
	const { payload } = await verification.catch((error: unknown) => {
		throw unauthorized(messageOf(error));
	});
	const verified = verifiedToken(payload, now);
	if (!verified) throw unauthorized(INVALID_TOKEN);
	return verified;
}

/** 401 for an invalid token; the challenge states the same text (RFC 6750 section 3). */
export function unauthorized(message: string): Refusal {
	const quotable = message.replace(/[^\x20-\x7e]|["\\]/g, "");
	const headers = { "WWW-Authenticate": `Bearer error="${quotable}"` };
	return new Refusal(401, INVALID_TOKEN_CODE, message, { headers });
}

/**
 * Requires three non-empty parts of base64url in its canonical form. Decoders accept white space, padding and stray bits,
 * so that several texts would be the same token.
 */
function requireCompactForm(token: string): void {
	const [header = "", payload = "", signature = "", ...rest] = token.split(".");
	const isCompact = rest.length === 0 && [header, payload, signature].every((part) => /^[A-Za-z0-9_-]+$/.test(part));
	if (!isCompact || ![header, payload].every(isCanonicalBase64Url)) throw unauthorized(INVALID_TOKEN);
	if (!isCanonicalBase64Url(signature)) throw unauthorized(INVALID_SIGNATURE);
}

function isCanonicalBase64Url(text: string): boolean {
	return Buffer.from(text, "base64url").toString("base64url") === text;
}

function verifiedToken(payload: JWTPayload, now: Date): VerifiedToken | null {
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
	// An unknown key: no signature by it can be valid here.
	if (error instanceof errors.JWSSignatureVerificationFailed || error instanceof errors.JWKSNoMatchingKey) {
		return INVALID_SIGNATURE;
	}
	if (error instanceof errors.JWTClaimValidationFailed && error.claim === "aud" && error.payload.aud) {
		return `Bad audience: ${[error.payload.aud].flat().join(",")}`;
	}
	return INVALID_TOKEN;
}
