import { errors, type KoaContextWithOIDC, type UnknownObject } from "oidc-provider";
import type { IdentityService } from "../context/identity-service";

/** Assertions that live longer would have to be remembered longer. */
const LIFETIME_SECONDS_MAX = 3600;

/** Algorithms that a client may sign with; all asymmetric, so that the service holds no client's key. */
export const ASSERTION_ALGORITHMS = ["RS256", "PS256", "ES256", "EdDSA"] as const;
/** FAPI 2.0 Security Profile, section 5.4.1. */
const FAPI_ALGORITHMS: readonly unknown[] = ["PS256", "ES256", "EdDSA"];

/**
 * What a client assertion must hold beside what the library checks (signature, issuer, subject, audience, expiry, single
 * use: RFC 7523 section 3): an end that is near and, for FAPI 2.0 clients, the issuer as its one audience (section
 * 5.3.2.1) and an algorithm of the profile.
 * @returns a check that throws errors.InvalidClientAuth
 */
export function checkAssertion({ now }: Pick<IdentityService, "now">) {
	return (ctx: KoaContextWithOIDC, claims: UnknownObject, header: UnknownObject): void => {
		const seconds = Number(claims.exp) - now().getTime() / 1000;
		if (!(seconds <= LIFETIME_SECONDS_MAX)) throw new errors.InvalidClientAuth("the assertion lives too long");
		if (!ctx.oidc.isFapi("2.0")) return;
		if (claims.aud !== ctx.oidc.issuer) throw new errors.InvalidClientAuth("the audience must be the issuer");
		if (!FAPI_ALGORITHMS.includes(header.alg)) throw new errors.InvalidClientAuth("the algorithm is not of FAPI 2.0");
	};
}

/** The client that an assertion claims to come from; its signature is not checked here. */
export function clientOfAssertion(assertion: string): string | undefined {
	try {
		const payload: unknown = JSON.parse(Buffer.from(assertion.split(".")[1] ?? "", "base64url").toString("utf8"));
		const subject = typeof payload === "object" && payload !== null && "sub" in payload ? payload.sub : undefined;
		return typeof subject === "string" ? subject : undefined;
	} catch {
		return undefined;
	}
}
