import type { IdentityService } from "../context/identity-service";
import type { Caller, ServiceRequest } from "../context/service-request";
import { Refusal } from "../http/refusal";
import { INVALID_TOKEN as INVALID_TOKEN_CODE } from "../http/refusal-bodies";
import { INVALID_TOKEN } from "../keys/access-token";
import { isGlobalClient } from "../store/clients";
import { isRightfulSender } from "./sender-constraint";

/**
 * Reads the header `Authorization: Bearer <JWT>`, or `DPoP <JWT>` for a token that is bound to a key.
 * @throws Refusal
 */
export async function identifyCaller(service: IdentityService, request: ServiceRequest): Promise<Caller> {
	const authorization = request.headers.get("authorization");
	if (!authorization) throw missingAuthentication();
	const [, scheme = "", token] = /^(Bearer|DPoP) +([^\s,]+)$/i.exec(authorization) ?? [];
	if (token?.split(".").length !== 3) throw malformedAuthorization();
	const verified = await service.verifyAccessToken(token);
	if ("refusal" in verified) throw unauthorized(verified.refusal);
	const { clientId, scopes, confirmation } = verified;
	const presented = { scheme: scheme.toLowerCase(), token };
	if (!(await isRightfulSender(service, request, presented, confirmation))) throw unauthorized(INVALID_TOKEN);
	const global = await isGlobalClient(service.database, clientId);
	if (global === null) throw unauthorized(INVALID_TOKEN);
	return { clientId, scopes, global };
}

/** 401 for a token that is there but not good; the challenge carries the same text (RFC 6750 section 3). */
export function unauthorized(message: string): Refusal {
	const quotable = message.replace(/[^\x20-\x7e]|["\\]/g, "");
	const headers = { "WWW-Authenticate": `Bearer error="${quotable}"` };
	return new Refusal(401, INVALID_TOKEN_CODE, message, { headers });
}

function missingAuthentication(): Refusal {
	return new Refusal(401, null, "Missing authentication", { headers: { "WWW-Authenticate": "Bearer" } });
}

function malformedAuthorization(): Refusal {
	return new Refusal(400, "Bearer", "Bad HTTP authentication header format");
}
