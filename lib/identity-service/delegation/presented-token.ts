import { type JWTPayload, jwtVerify } from "jose";
import type { IdentityService } from "../context/identity-service";
import { ACCESS_TOKEN_ALGORITHM, FAPI_SIGNING_ALGORITHM } from "../keys/signing-keys";
import { findSession } from "../store/sessions";

/** The user of a token, with the method and time of the sign-in. */
export type PresentedUser = { userId: string; signedIn: Record<string, unknown> };

/** The clocks of two instances may differ by this. */
const LEEWAY_SECONDS = 5;

/**
 * Reads an ID token that was issued here to this client, in a session that has not ended or without one. One that was
 * itself delegated is not accepted: tokens could be renewed for ever.
 * @returns null for every other text
 */
export async function userOfIdToken(
	{ keys, config, database, now }: IdentityService,
	token: string,
	clientId: string,
): Promise<PresentedUser | null> {
	const currentDate = now();
	const payload = await jwtVerify(token, keys.verificationKey, {
		algorithms: [ACCESS_TOKEN_ALGORITHM, FAPI_SIGNING_ALGORITHM],
		issuer: config.issuer,
		audience: clientId,
		requiredClaims: ["exp", "iat", "sub"],
		currentDate,
		clockTolerance: LEEWAY_SECONDS,
	}).then(
		({ payload, protectedHeader: { typ } }) => (typ === undefined || typ === "JWT" ? payload : null),
		() => null,
	);
	if (!payload?.sub || payload.aud !== clientId || payload.azp !== undefined) return null;
	if (!((payload.iat ?? 0) <= currentDate.getTime() / 1000 + LEEWAY_SECONDS)) return null;
	const { sid } = payload;
	if (sid !== undefined && !(await findSession(database, String(sid), currentDate.toISOString()))) return null;
	return { userId: payload.sub, signedIn: authenticationOf(payload) };
}

function authenticationOf({ auth_time, amr }: JWTPayload): Record<string, unknown> {
	return { ...(auth_time === undefined ? {} : { auth_time }), ...(amr === undefined ? {} : { amr }) };
}

/**
 * Reads a refresh token of this client without changing it; one that was exchanged already, and is not accepted
 * again, ends its family, as at the token endpoint (RFC 9700 section 4.14.2).
 * @returns null where it is not valid, or another client's, or bound to its sender
 */
export async function userOfRefreshToken(
	service: IdentityService,
	value: string,
	clientId: string,
): Promise<PresentedUser | null> {
	const { provider } = service.oidc();
	const token = await provider.RefreshToken.find(value, { ignoreExpiration: true });
	if (!token?.accountId || token.clientId !== clientId || token.isExpired) return null;
	if (token.jkt !== undefined || token["x5t#S256"] !== undefined) return null;
	const grant = token.grantId ? await provider.Grant.find(token.grantId) : undefined;
	if (grant?.clientId !== clientId || grant.accountId !== token.accountId) return null;
	if (token.consumed) {
		await token.destroy();
		return null;
	}
	return { userId: token.accountId, signedIn: authenticationOf({ auth_time: token.authTime, amr: token.amr }) };
}
