import { createHash } from "node:crypto";
import { calculateJwkThumbprint, EmbeddedJWK, jwtVerify } from "jose";
import { epochSeconds } from "../context/clock";
import type { IdentityService } from "../context/identity-service";
import type { ServiceRequest } from "../context/service-request";
import { insertArtifact } from "../store/oidc-artifacts";
import type { Confirmation } from "./confirmation";

const PROOF_ALGORITHMS = ["ES256", "PS256", "EdDSA", "RS256"];
/** How old a proof may be, and how far the client's clock may be off. */
const PROOF_WINDOW_SECONDS = 300;

/**
 * Whether a request shows that its sender is the one that the token was issued to. A token without a binding needs no
 * more than itself, as `Bearer`.
 * @param scheme of the Authorization header, in lower case
 */
export async function isRightfulSender(
	service: IdentityService,
	request: ServiceRequest,
	{ scheme, token }: { scheme: string; token: string },
	confirmation: Confirmation | undefined,
): Promise<boolean> {
	if (!confirmation) return scheme === "bearer";
	if (confirmation.jkt !== undefined) {
		return scheme === "dpop" && (await provesKey(service, request, token, confirmation.jkt));
	}
	const thumbprint = confirmation["x5t#S256"];
	const forwarded = request.certificate;
	const presented = forwarded && createHash("sha256").update(forwarded.certificate.raw).digest("base64url");
	return scheme === "bearer" && presented !== null && presented === thumbprint;
}

/** RFC 9449 section 4.3; a proof is good for one request. */
async function provesKey(
	service: IdentityService,
	request: ServiceRequest,
	token: string,
	jkt: unknown,
): Promise<boolean> {
	const now = service.now();
	try {
		const { payload, protectedHeader } = await jwtVerify(request.headers.get("dpop") ?? "", EmbeddedJWK, {
			typ: "dpop+jwt",
			algorithms: PROOF_ALGORITHMS,
			currentDate: now,
		});
		const { pathname } = request.url;
		const age = Math.abs(now.getTime() / 1000 - Number(payload.iat));
		const isForThisRequest =
			protectedHeader.jwk !== undefined &&
			(await calculateJwkThumbprint(protectedHeader.jwk)) === jkt &&
			payload.htm === request.method &&
			payload.htu === new URL(pathname, service.config.issuer).href &&
			payload.ath === createHash("sha256").update(token).digest("base64url") &&
			age <= PROOF_WINDOW_SECONDS;
		return isForThisRequest && typeof payload.jti === "string" && (await isFirstUse(service, String(jkt), payload.jti));
	} catch (error) {
		// Anything that the library says about the proof means no; a store that fails means nothing about it.
		if (error instanceof Error && "code" in error && String(error.code).startsWith("ERR_J")) return false;
		throw error;
	}
}

async function isFirstUse(service: IdentityService, jkt: string, jti: string): Promise<boolean> {
	const id = JSON.stringify(["management", jkt, jti]);
	const expiresAt = epochSeconds(service.now()) + 2 * PROOF_WINDOW_SECONDS;
	return insertArtifact(service.database, { model: "ReplayDetection", id, payload: {}, expiresAt });
}
