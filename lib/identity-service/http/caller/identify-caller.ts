import type { IdentityService } from "../../identity-service";
import { isGlobalClient } from "../../store/clients";
import { malformedAuthorization, missingAuthentication, type Refusal, unauthorized } from "../refusal";
import { isRightfulSender } from "./sender-constraint";
import { INVALID_TOKEN } from "./verify-access-token";

/** The client that a request's token was issued to. `global` is the client's own property, not a claim. */
export type Caller = { clientId: string; scopes: readonly string[]; global: boolean };

/**
 * Reads the header `Authorization: Bearer <JWT>`, or `DPoP <JWT>` for a token that is bound to a key.
 * @returns the caller, or the refusal to answer once the request was counted
 */
export async function identifyCaller(
	service: IdentityService,
	request: Request,
): Promise<Caller | { refusal: Refusal }> {
	const authorization = request.headers.get("authorization");
	if (!authorization) return { refusal: missingAuthentication() };
	const [, scheme = "", token] = /^(Bearer|DPoP) +([^\s,]+)$/i.exec(authorization) ?? [];
	if (token?.split(".").length !== 3) return { refusal: malformedAuthorization() };
	const verified = await service.verifyAccessToken(token);
	if ("refusal" in verified) return { refusal: unauthorized(verified.refusal) };
	const { clientId, scopes, confirmation } = verified;
	const presented = { scheme: scheme.toLowerCase(), token };
	if (!(await isRightfulSender(service, request, presented, confirmation)))
		return { refusal: unauthorized(INVALID_TOKEN) };
	const global = await isGlobalClient(service.database, clientId);
	return global === null ? { refusal: unauthorized(INVALID_TOKEN) } : { clientId, scopes, global };
}
