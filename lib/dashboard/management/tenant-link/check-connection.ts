import "server-only";
import { z } from "zod";
import { templatePage } from "@/lib/contract/template/template";
import { dashboardConfig } from "../../config";
import { jsonIn, type ServiceResponse } from "../../http/request";
import { requirePermission } from "../../session/session";
import { bestEffort, dashboardDatabase } from "../../store/dashboard-database";
import { accessToken, dropAccessToken, grantedScopes } from "../call/access-token";
import { inCall, newCall } from "../call/call-context";
import { callManagement } from "../call/client";
import { ManagementError, oauthInWords } from "../call/errors";
import { deadlineOfCall, hasTimeFor, sendForSignIn, tenantHealth } from "../call/send";
import { setUpAdvice } from "./set-up-advice";

const CLOCK_SECONDS_MAX = 60;
/** Leaves some of the request's time for other steps. */
const inTime = { withinMs: 4_000, isCheck: true } as const;
/** With less left a step is skipped. Timers may also fire a millisecond early. */
const STEP_MS_MIN = 50;
/** No token has this identifier: a 404 in the service's format shows that the area exists. */
const NO_TOKEN = "dcr_connection_check";

/** `said`: the service's own message. */
export type CheckStep = {
	name: string;
	state: "ok" | "failed" | "skipped";
	advice?: string;
	said?: string;
	reference?: string;
};

/**
 * Checks sign-in addresses and clock, a new access token, then each area. A failed step names what to change; steps that
 * depend on it, or have no time left, are skipped. The result is stored for the overview. @throws SessionError
 */
export async function checkConnection(): Promise<CheckStep[]> {
	const { subject } = await requirePermission("look");
	const steps = await runSteps(subject);
	const failedSteps = steps.filter(({ state }) => state === "failed").map(({ name }) => name);
	await bestEffort("a check of the connection", () =>
		keepConnectionCheck({ failedSteps, grantedScopes: grantedScopes() }),
	);
	return steps;
}

/** Whether the tenant answers; where the last call failed, by one more. @throws SessionError */
export async function doesTenantAnswer(): Promise<boolean> {
	if (tenantHealth().failingSince === null) return true;
	await callManagement("get_vc_templates", { query: { take: 1 }, schema: z.json() }).catch((error: unknown) => {
		if (!(error instanceof ManagementError)) throw error;
	});
	return tenantHealth().failingSince === null;
}

async function runSteps(subject: string): Promise<CheckStep[]> {
	const context = await newCall(subject);
	const signIn = await step("Sign-in URLs and clock", () => inCall(context, checkDiscovery));
	dropAccessToken();
	const token = await step("Access token", () => inCall(context, async () => void (await accessToken(stepDeadline()))));
	if (token.state !== "ok") {
		const skipped = areas.map(({ name }): CheckStep => ({ name, state: "skipped" }));
		return [signIn, token, ...skipped];
	}
	const results: CheckStep[] = [];
	// Sequentially: a free tenant allows two requests a second.
	for (const { name, check } of areas) results.push(await step(name, check));
	return [signIn, token, ...results];
}

const areas: { name: string; check: () => Promise<unknown> }[] = [
	{
		name: "Templates",
		check: () => callManagement("get_vc_templates", { query: { take: 1 }, schema: templatePage, ...inTime }),
	},
	{
		name: "Refresh tokens",
		check: () => callManagement("get_refresh-tokens_by_id", { path: { id: NO_TOKEN }, ...inTime }).catch(acceptMissing),
	},
	{
		name: "Users",
		check: () => callManagement("get_users", { query: { per_page: 1 }, schema: z.json(), ...inTime }),
	},
	{
		name: "Applications",
		check: () =>
			callManagement("get_clients", {
				// Without this restriction the response would contain secrets, where the console may rotate them.
				query: { fields: "client_id", include_fields: true, per_page: 1 },
				schema: z.json(),
				...inTime,
			}),
	},
];

/** An area that works has a message of its own; a path that does not exist has a bare "Not Found". */
function acceptMissing(error: unknown): void {
	const isMissing = error instanceof ManagementError && error.kind === "not-found" && error.serviceMessage;
	if (!isMissing || error.serviceMessage === "Not Found") throw error;
}

class Misfit extends Error {
	override name = "Misfit";
}

const discovery = z.looseObject({ issuer: z.string(), authorization_endpoint: z.string(), token_endpoint: z.string() });

async function checkDiscovery(): Promise<void> {
	const { authentication } = dashboardConfig();
	const url = `${authentication.baseUrl}/.well-known/openid-configuration`;
	const response = await sendForSignIn("discovery", { method: "GET", url }, stepDeadline());
	if (response.status !== 200 || !discovery.safeParse(jsonIn(response)).success) {
		throw new Misfit(
			`${url} answers ${response.status} and is not the tenant's discovery document: check AUTH_BASE_URL.`,
		);
	}
	const seconds = clockDifference(response);
	if (Math.abs(seconds) > CLOCK_SECONDS_MAX) {
		const direction = seconds > 0 ? "ahead of" : "behind";
		throw new Misfit(
			`This machine's clock is ${Math.abs(seconds)} s ${direction} the tenant's: sign-ins will be refused. Set it, or switch time synchronisation on.`,
		);
	}
}

function clockDifference({ headers }: ServiceResponse): number {
	const theirs = Date.parse(headers.date ?? "");
	return Number.isNaN(theirs) ? 0 : Math.round((Date.now() - theirs) / 1000);
}

function stepDeadline() {
	return deadlineOfCall(inTime.withinMs);
}

async function step(name: string, check: () => Promise<unknown>): Promise<CheckStep> {
	if (!hasTimeFor(STEP_MS_MIN, stepDeadline())) return { name, state: "skipped" };
	try {
		await check();
		return { name, state: "ok" };
	} catch (error) {
		if (error instanceof Misfit) return { name, state: "failed", advice: error.message };
		if (!(error instanceof ManagementError)) throw error;
		const { serviceMessage, reference } = error;
		const advice = setUpAdvice(error, dashboardConfig());
		return {
			name,
			state: "failed",
			advice,
			reference,
			...(serviceMessage ? { said: oauthInWords(serviceMessage) ?? serviceMessage } : {}),
		};
	}
}

/** `grantedScopes`: of the access token; null where they are not known. */
type CheckResult = { failedSteps: readonly string[]; grantedScopes: readonly string[] | null };

/** Times are ISO 8601 UTC; `worksSince` is null where the last check failed. */
export type ConnectionCheck = CheckResult & { checkedAt: string; worksSince: string | null };

/** The last check of the connection to this tenant, by any admin; null where there was none. */
export async function lastConnectionCheck(): Promise<ConnectionCheck | null> {
	const database = await dashboardDatabase();
	const row = await database
		.selectFrom("connection_checks")
		.selectAll()
		.where("tenant", "=", tenantKey())
		.executeTakeFirst();
	return row
		? {
				checkedAt: row.checked_at,
				worksSince: row.works_since,
				failedSteps: JSON.parse(row.failed_steps),
				grantedScopes: row.granted_scopes === null ? null : JSON.parse(row.granted_scopes),
			}
		: null;
}

/** Replaces the last check. */
export async function keepConnectionCheck(
	{ failedSteps, grantedScopes }: CheckResult,
	now: Date = new Date(),
): Promise<void> {
	const before = await lastConnectionCheck();
	const at = now.toISOString();
	const found = {
		checked_at: at,
		works_since: failedSteps.length === 0 ? (before?.worksSince ?? at) : null,
		failed_steps: JSON.stringify(failedSteps),
		granted_scopes: grantedScopes && JSON.stringify(grantedScopes),
	};
	const database = await dashboardDatabase();
	await database
		.insertInto("connection_checks")
		.values({ tenant: tenantKey(), ...found })
		.onConflict((conflict) => conflict.column("tenant").doUpdateSet(found))
		.execute();
}

function tenantKey(): string {
	const { baseUrl, clientId } = dashboardConfig().management;
	return `${baseUrl} ${clientId}`;
}
