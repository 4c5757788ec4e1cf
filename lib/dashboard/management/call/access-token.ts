import "server-only";
import { performance } from "node:perf_hooks";
import { z } from "zod";
import { processWide } from "@/lib/process/process-wide";
import { type DashboardConfig, dashboardConfig } from "../../config";
import { DEADLINE_MS, jsonIn } from "../../http/request";
import { clientAuthentication } from "./client-authentication";
import { type Deadline, deadlineIn, deadlineOfCall, timeLeft, waitWithin } from "./deadline";
import { ManagementError } from "./errors";
import { secondsUntilReset } from "./rate-limit";
import { messageIn } from "./response";
import { sendForSignIn } from "./send";

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
