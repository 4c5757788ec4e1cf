import type { IdentityServiceConfig } from "../context/config";
import { type VerifiedToken, verifyAccessToken } from "../keys/access-token";
import type { SigningKeys } from "../keys/signing-keys";

/** More tokens than this are not remembered: the one that came first is verified again when it comes once more. */
const TOKENS_MAX = 1_000;

export type AccessTokenVerifier = (token: string) => Promise<VerifiedToken | { refusal: string }>;

/**
 * Verifies access tokens, each once: a client sends the same one with every request. What is remembered of a token holds
 * from then until it expires, and for the keys of that moment; refusals are not remembered.
 */
export function createAccessTokenVerifier(
	keys: SigningKeys,
	{ issuer, audience }: Pick<IdentityServiceConfig, "issuer" | "audience">,
	now: () => Date,
): AccessTokenVerifier {
	const known = new Map<string, { verified: VerifiedToken; verifiedAt: number; keys: string }>();

	return async (token) => {
		await keys.refresh();
		const { version, verificationKey } = keys;
		const date = now();
		const time = date.getTime();
		const before = known.get(token);
		const isStillGood = before?.keys === version && before.verifiedAt <= time && time < before.verified.expiresAt;
		if (isStillGood) return before.verified;
		known.delete(token);
		const verified = await verifyAccessToken(token, verificationKey, { issuer, audience, now: date });
		if ("refusal" in verified) return verified;
		known.set(token, { verified, verifiedAt: time, keys: version });
		const [first] = known.keys();
		if (known.size > TOKENS_MAX && first !== undefined) known.delete(first);
		return verified;
	};
}
