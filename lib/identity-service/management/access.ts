import { createHash } from "node:crypto";
import { calculateJwkThumbprint, EmbeddedJWK, jwtVerify } from "jose";
import { isGranted, type OperationName, operations, type PartName, partScopes } from "@/lib/contract/operations";
import { SCOPES, type Scope } from "@/lib/contract/scopes";
import { decidingGrant } from "../clients/api-grants";
import { CLIENT_CREDENTIALS_GRANT } from "../clients/grant-types";
import { epochSeconds } from "../context/clock";
import type { IdentityService } from "../context/identity-service";
import type { Caller, ServiceRequest } from "../context/service-request";
import { Refusal } from "../http/refusal";
import { type Confirmation, INVALID_TOKEN, unauthorized } from "../keys/access-token";
import { type ClientRow, findPrivileges } from "../store/clients";
import { insertArtifact } from "../store/oidc-artifacts";

const PROOF_ALGORITHMS = ["ES256", "PS256", "EdDSA", "RS256"];
/** How old a proof may be, and how far the client's clock may be off. */
const PROOF_WINDOW_SECONDS = 300;

type RequiredAccess = {
	scopesNamedInRefusal?: readonly string[] | undefined;
	globalClientsOnly?: boolean | undefined;
	currentScopesOnly?: boolean | undefined;
	part?: PartName | undefined;
};

/** The step that finds the caller by its token. A refusal is thrown once the request is counted. */
export async function findCaller(service: IdentityService, request: ServiceRequest): Promise<void> {
	request.caller = await identifyCaller(service, request).catch((refusal: unknown) => ({ refusal }));
}

/** Token → global client → scope. Sets the caller's scopes to those that count for the operation. */
export function requireAccess(name: OperationName, access: RequiredAccess) {
	const { scopes, needsEveryScope }: (typeof operations)[OperationName] & { needsEveryScope?: true } = operations[name];
	const { scopesNamedInRefusal = scopes, globalClientsOnly = false, currentScopesOnly = false, part } = access;
	return (_: IdentityService, request: ServiceRequest): void => {
		const identified = callerOf(request);
		const caller = currentScopesOnly ? { ...identified, scopes: identified.currentScopes() } : identified;
		request.caller = caller;
		if (globalClientsOnly && !caller.global) throw unauthorized("Client is not global.");
		if (!isGranted(name, caller.scopes)) {
			if (!needsEveryScope) throw insufficientScope(scopesNamedInRefusal);
			const missing = scopes.filter((scope) => !caller.scopes.includes(scope));
			throw insufficientScope(missing, "all");
		}
		if (part) requirePart(caller, part);
	};
}

/** @throws Refusal 403 for a caller without any scope of the part */
export function requirePart(caller: Caller, part: PartName): void {
	if (!hasPart(caller, part)) throw insufficientScope(partScopes[part]);
}

/** Whether a caller has a scope of the part. */
export function hasPart({ scopes }: Caller, part: PartName): boolean {
	const own: readonly Scope[] = partScopes[part];
	return own.some((scope) => scopes.includes(scope));
}

/** @throws Refusal where the caller could not be identified */
export function callerOf({ caller }: ServiceRequest): Caller {
	if (caller === null) throw new Error("The caller was not identified.");
	if ("refusal" in caller) throw caller.refusal;
	return caller;
}

/** @param quantity "all" where each of the scopes is missing and required */
export function insufficientScope(expected: readonly string[], quantity: "any" | "all" = "any"): Refusal {
	const message = `Insufficient scope, expected ${quantity} of: ${expected.join(",")}`;
	return new Refusal(403, "insufficient_scope", message);
}

/**
 * Reads the header `Authorization: Bearer <JWT>`, or `DPoP <JWT>` for a token that is bound to a key.
 * @throws Refusal
 */
export async function identifyCaller(service: IdentityService, request: ServiceRequest): Promise<Caller> {
	const authorization = request.headers.get("authorization");
	if (!authorization) throw missingAuthentication();
	const [, scheme = "", token] = /^(Bearer|DPoP) +([^\s,]+)$/i.exec(authorization) ?? [];
	if (token?.split(".").length !== 3) throw malformedAuthorization();
	const { clientId, scopes, confirmation } = await service.verifyAccessToken(token);
	const isBearer = scheme.toLowerCase() === "bearer";
	if (!(await provesPossession(service, request, { isBearer, token, confirmation }))) throw unauthorized(INVALID_TOKEN);
	const client = await findPrivileges(service.database, clientId);
	if (!client) throw unauthorized(INVALID_TOKEN);
	const currentScopes = () => {
		const granted = new Set(grantedScopes(service, client));
		return scopes.filter((scope) => granted.has(scope));
	};
	return { clientId, name: client.name, scopes, currentScopes, global: client.global === 1 };
}

/** The scopes of this interface that a client could request a token for now. */
function grantedScopes(service: IdentityService, client: Pick<ClientRow, "grants" | "api_grants">): readonly string[] {
	if (!(JSON.parse(client.grants) as string[]).includes(CLIENT_CREDENTIALS_GRANT)) return [];
	const grant = decidingGrant(service, client, service.config.audience, "client");
	return grant ? (grant.scopes ?? SCOPES) : [];
}

function missingAuthentication(): Refusal {
	return new Refusal(401, null, "Missing authentication", { headers: { "WWW-Authenticate": "Bearer" } });
}

function malformedAuthorization(): Refusal {
	return new Refusal(400, "Bearer", "Bad HTTP authentication header format");
}

type PresentedToken = { isBearer: boolean; token: string; confirmation: Confirmation | undefined };

/**
 * Whether a request proves possession of the key or certificate that its token is bound to. A token without a binding is
 * accepted as `Bearer`.
 */
async function provesPossession(
	service: IdentityService,
	request: ServiceRequest,
	{ isBearer, token, confirmation }: PresentedToken,
): Promise<boolean> {
	if (!confirmation) return isBearer;
	if (confirmation.jkt !== undefined) {
		return !isBearer && (await provesKey(service, request, token, confirmation.jkt));
	}
	const certificate = request.certificate?.certificate.raw;
	const thumbprint = confirmation["x5t#S256"];
	return isBearer && certificate !== undefined && sha256(certificate) === thumbprint;
}

/** RFC 9449 section 4.3; a proof is single use. */
async function provesKey(
	service: IdentityService,
	request: ServiceRequest,
	token: string,
	jkt: unknown,
): Promise<boolean> {
	// Whatever the libraries of keys and tokens throw, the proof is invalid: nothing is read from the store here.
	const jti = await proofIdentifier(service, request, token, jkt).catch(() => null);
	return jti !== null && (await isFirstUse(service, String(jkt), jti));
}

/** The `jti` of a request's proof; null where it is not for this request. @throws where it is no valid proof */
async function proofIdentifier(
	service: IdentityService,
	request: ServiceRequest,
	token: string,
	jkt: unknown,
): Promise<string | null> {
	const now = service.now();
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
		payload.ath === sha256(token) &&
		age <= PROOF_WINDOW_SECONDS;
	return isForThisRequest && typeof payload.jti === "string" ? payload.jti : null;
}

async function isFirstUse(service: IdentityService, jkt: string, jti: string): Promise<boolean> {
	const id = JSON.stringify(["management", jkt, jti]);
	const expiresAt = epochSeconds(service.now()) + 2 * PROOF_WINDOW_SECONDS;
	return insertArtifact(service.database, { model: "ReplayDetection", id, payload: {}, expiresAt });
}

function sha256(content: string | Buffer): string {
	return createHash("sha256").update(content).digest("base64url");
}
