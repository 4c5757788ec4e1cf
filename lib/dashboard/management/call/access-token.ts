import "server-only";
import { performance } from "node:perf_hooks";
import { z } from "zod";
import { isGranted, type OperationName, operations, type PartName, partScopes } from "@/lib/contract/operations";
import type { Scope } from "@/lib/contract/scopes";
import { processWide } from "@/lib/process/process-wide";
import { type DashboardConfig, dashboardConfig } from "../../config";
import { DEADLINE_MS, jsonIn } from "../../http/request";
import { clientAuthentication } from "./client-authentication";
import { ManagementError } from "./errors";
import { messageIn, secondsUntilReset } from "./response";
import { type Deadline, deadlineIn, deadlineOfCall, sendForSignIn, timeLeft, waitWithin } from "./send";

const LEEWAY_SECONDS = 60;
const LEEWAY_SHARE_MAX = 0.1;

export type AccessToken = Awaited<ReturnType<typeof fetchAccessToken>>;

type Held = { token: AccessToken | null; renewAt: number; pending: Promise<AccessToken> | null };

const held = processWide<Held>("access-token", () => ({ token: null, renewAt: 0, pending: null }));

/**
 * The dashboard's access token for the management interface (client credentials, RFC 6749 section 4.4). One token for
 * all callers, one request in flight, renewed before it expires by a monotonic clock.
 * @param deadline of the call; the request continues for other callers
 * @throws ManagementError
 */
export async function accessToken(deadline: Deadline = deadlineOfCall()): Promise<AccessToken> {
	const state = held.get();
	if (state.token && performance.now() < state.renewAt) return state.token;
	timeLeft(deadline);
	state.pending ??= fetchAccessToken(dashboardConfig())
		.then((token) => {
			const leeway = Math.min(LEEWAY_SECONDS, token.expiresInSeconds * LEEWAY_SHARE_MAX);
			state.renewAt = performance.now() + (token.expiresInSeconds - leeway) * 1000;
			state.token = token;
			return token;
		})
		.finally(() => {
			state.pending = null;
		});
	return waitWithin(state.pending, deadline);
}

/** The scopes of the last access token; null where there was none yet, or they are not known. */
export function grantedScopes(): readonly string[] | null {
	return held.get().token?.grantedScopes ?? null;
}

/** Drops the token, so that the next call requests one. @param refused by the service: unless it was replaced since */
export function dropAccessToken(refused = held.get().token): void {
	const state = held.get();
	if (state.token === refused) state.token = null;
}

/** @param key of a rotation, for a request that tries the next one */
export async function fetchAccessToken(config: DashboardConfig, key: "current" | "next" = "current") {
	const { authentication, management } = config;
	const form = new URLSearchParams({
		grant_type: "client_credentials",
		client_id: management.clientId,
		...(await clientAuthentication(config, key).catch(unreadable)),
		audience: management.audience,
	});
	const wire = {
		method: "POST" as const,
		url: `${authentication.baseUrl}/oauth/token`,
		headers: { "content-type": "application/x-www-form-urlencoded" },
		body: form.toString(),
	};
	const response = await sendForSignIn("access token", wire, deadlineIn(DEADLINE_MS));
	const { status } = response;
	if (status === 429) {
		throw new ManagementError("rate-limited", { status, retryAfterSeconds: secondsUntilReset(response.headers) });
	}
	if (status >= 300 && status < 400) throw new ManagementError("redirected", { status, area: "token" });
	if (status >= 400 && status < 500) {
		throw new ManagementError("credentials", { status, serviceMessage: messageIn(response), area: "token" });
	}
	if (status >= 500) throw new ManagementError("unavailable", { status, area: "token" });
	const parsed = status === 200 ? tokenResponse.safeParse(jsonIn(response)) : null;
	if (!parsed?.success) throw new ManagementError("not-understood", { status, area: "token" });
	const { access_token, expires_in, scope } = parsed.data;
	return {
		value: access_token,
		/** Null where the token endpoint does not return them. */
		grantedScopes: scope === undefined ? null : scope.split(" ").filter(Boolean),
		expiresInSeconds: expires_in,
	};
}

function unreadable(cause: unknown): never {
	throw new ManagementError("credentials", { area: "token", cause });
}

/** Successful response of the token endpoint (RFC 6749 section 5.1). `scope` lists what was granted. */
const tokenResponse = z.looseObject({
	access_token: z.string().min(1),
	token_type: z.string().regex(/^bearer$/i),
	expires_in: z.number().positive(),
	scope: z.string().optional(),
});

/**
 * The scopes of an operation, where those of the last access token are not enough for it; empty where they are, or are not
 * known.
 */
export function lackedScopes(operation: OperationName): readonly Scope[] {
	const granted = namedScopes();
	return granted === null || isGranted(operation, granted) ? [] : operations[operation].scopes;
}

/** The scopes of a part of resources, where the last access token has none of them; empty where it has, or is not known. */
export function lackedPartScopes(part: PartName): readonly Scope[] {
	const granted = namedScopes();
	const scopes: readonly Scope[] = partScopes[part];
	return granted === null || scopes.some((scope) => granted.includes(scope)) ? [] : scopes;
}

/** The scopes of the last access token; null where it names none: no token is issued without any. */
function namedScopes(): readonly string[] | null {
	const granted = grantedScopes();
	return granted && granted.length > 0 ? granted : null;
}

const learned = processWide<boolean | null>("is-global-client", () => null);

/** Whether the console's client is global, learned from the tenant's responses to writes; null before the first. */
export function isGlobalClient(): boolean | null {
	return learned.get();
}

/** Only a global client may create templates. */
export function learnFromSuccess(operation: OperationName): void {
	if (operation === "post_vc_templates") learned.set(true);
}

export function learnFromRefusal({ kind, serviceMessage = "" }: ManagementError): void {
	if (kind === "credentials" && /not global/i.test(serviceMessage)) learned.set(false);
}

const NOT_OFFERED_CODES = ["insufficient_scope", "insufficient_entitlement", "operation_not_supported"];

/**
 * Whether the tenant does not offer an operation, or not to this console, so that nothing was carried out. What a 404 is
 * about, the path or a resource, differs between tenants: where it is the resource, the other operations say so as well.
 */
function isNotOffered(error: unknown): boolean {
	if (!(error instanceof ManagementError) || error.outcomeUnknown) return false;
	const { status, errorCode } = error;
	if (errorCode !== undefined && NOT_OFFERED_CODES.includes(errorCode)) return true;
	return status === 404 || status === 405 || (status === 403 && !errorCode);
}

/**
 * Carries out a write by an operation that not every tenant offers; where this one does not, by others that do the same.
 * @throws the errors of either
 */
export async function eitherOperation<Result>(
	operation: OperationName,
	write: () => Promise<Result>,
	otherwise: () => Promise<Result>,
): Promise<Result> {
	if (lackedScopes(operation).length > 0) return otherwise();
	try {
		return await write();
	} catch (error) {
		if (!isNotOffered(error)) throw error;
		return otherwise();
	}
}
