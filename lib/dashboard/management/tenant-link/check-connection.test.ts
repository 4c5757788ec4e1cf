import { afterEach, beforeEach, expect, test } from "vitest";
import { dashboardConfig } from "../../config";
import { acceptWrites, clearDashboardState, pointAtService, signInAs } from "../../testing/dashboard-state";
import { type FaultServer, type Handler, json, refusal, startFaultServer } from "../../testing/fault-server";
import { runWithin } from "../../testing/run-within";
import { isGlobalClient } from "../call/access-token";
import { callManagement } from "../call/client";
import { checkConnection, lastConnectionCheck } from "./check-connection";

let service: FaultServer;
let handlers: Record<string, Handler>;

const document = { issuer: "i", authorization_endpoint: "a", token_endpoint: "t" };
const noToken: Handler = (_, response) => json(response, 404, { message: "The refresh token does not exist." });

beforeEach(async () => {
	service = await startFaultServer();
	handlers = {
		"/.well-known/openid-configuration": (_, response) => json(response, 200, document),
		"/api/v2/verifiable-credentials/verification/templates": (_, response) => json(response, 200, { templates: [] }),
		"/api/v2/refresh-tokens/dcr_connection_check": noToken,
		"/api/v2/users": (_, response) => json(response, 200, { users: [] }),
		"/api/v2/clients": (_, response) => json(response, 200, []),
	};
	service.handle = (seen, response) => {
		const path = seen.url.split("?")[0] ?? "";
		const handler = handlers[path];
		if (handler) handler(seen, response);
		else json(response, 404, { statusCode: 404, message: "Not Found" });
	};
	await pointAtService(service.address);
	signInAs("viewer");
});

afterEach(async () => {
	await clearDashboardState();
	await service.close();
});

const refuseToken =
	(status: number, error: string, error_description: string): Handler =>
	(_, response) =>
		json(response, status, { error, error_description });

test("a correctly configured tenant passes every step, by reads only", async () => {
	expect((await checkConnection()).map(({ state }) => state)).toEqual(Array(6).fill("ok"));
	expect(new Set(service.seen.map(({ method }) => method))).toEqual(new Set(["GET"]));
	expect(service.tokensIssued()).toBe(1);
});

test("the result of a check is kept for all admins", async () => {
	await checkConnection();
	expect(await lastConnectionCheck()).toMatchObject({ failedSteps: [], grantedScopes: [] });
	handlers["/api/v2/users"] = (_, response) => json(response, 403, { message: "no" });
	await checkConnection();
	expect(await lastConnectionCheck()).toMatchObject({ failedSteps: ["Users"], worksSince: null });
	await acceptWrites(false);
	expect((await checkConnection()).map(({ state }) => state)).toContain("failed");
});

test("a hanging tenant is reported within the request's time, and steps without time are skipped", async () => {
	handlers = Object.fromEntries(Object.keys(handlers).map((path) => [path, () => {}]));
	const steps = await runWithin(700, checkConnection);
	expect(steps.map(({ state }) => state)).toEqual(["failed", ...Array(5).fill("skipped")]);
	expect(service.seen).toHaveLength(1);
});

test.each([
	[401, "access_denied", "Unauthorized", "MANAGEMENT_CLIENT_SECRET"],
	[401, "invalid_client", "Client authentication failed", "MANAGEMENT_CLIENT_SECRET"],
	[
		403,
		"access_denied",
		'Client is not authorized to access "a". It needs a client grant for this API.',
		"has no grant",
	],
	[
		403,
		"access_denied",
		'Client is not authorized to access "https://t/api/v2/". You need to create a "client-grant" associated to this API.',
		"has no grant",
	],
	[403, "access_denied", "Service not enabled within domain: x", "MANAGEMENT_AUDIENCE"],
	[
		403,
		"unauthorized_client",
		"Grant type 'client_credentials' not allowed for the client.",
		"switch that grant type on",
	],
	[404, "not_found", "Not Found", "AUTH_BASE_URL"],
])("a token refused with %i %s %s names what to change", async (status, error, description, advice) => {
	service.respondWithToken = refuseToken(status, error, description);
	const [, token, ...areas] = await checkConnection();
	expect(token).toMatchObject({ state: "failed", said: description });
	expect(token?.advice).toContain(advice);
	expect(new Set(areas.map(({ state }) => state))).toEqual(new Set(["skipped"]));
});

test("an audience without its slash at the end is reported as such", async () => {
	dashboardConfig().management.audience = "https://tenant.example/api/v2";
	service.respondWithToken = refuseToken(403, "access_denied", "Service not enabled within domain: x");
	const [, token] = await checkConnection();
	expect(token?.advice).toContain("lacks its slash at the end: set it to https://tenant.example/api/v2/.");
});

test.each([-600, 600])("a clock that is %i s wrong is reported, and the other steps are run", async (wrong) => {
	handlers["/.well-known/openid-configuration"] = (_, response) =>
		json(response, 200, document, { date: new Date(Date.now() - wrong * 1000).toUTCString() });
	const [signIn, token] = await checkConnection();
	expect(signIn?.advice).toMatch(wrong > 0 ? /clock is (599|600|601) s ahead/ : /clock is (599|600|601) s behind/);
	expect(token?.state).toBe("ok");
});

test("an address without a tenant is reported per step", async () => {
	await pointAtService("http://127.0.0.1:1");
	signInAs("viewer");
	const [signIn, token] = await checkConnection();
	expect(signIn?.advice).toContain("Nothing listens at the tenant's URL. Check AUTH_BASE_URL (http://127.0.0.1:1)");
	expect(token?.state).toBe("failed");
});

const scope: Handler = (_, response) => json(response, 403, refusal(403));
const notInPlan: Handler = (_, response) =>
	json(response, 403, { statusCode: 403, errorCode: "insufficient_entitlement", message: "Please upgrade" });
test.each<[string, string, Handler, string]>([
	["Templates", "/api/v2/verifiable-credentials/verification/templates", scope, "Grant read:vdcs_templates"],
	["Refresh tokens", "/api/v2/refresh-tokens/dcr_connection_check", scope, "Grant read:refresh_tokens"],
	["Users", "/api/v2/users", scope, "Grant read:users"],
	["Applications", "/api/v2/clients", scope, "Grant read:clients"],
	["Users", "/api/v2/users", notInPlan, "refuses this, not because of a missing scope"],
	[
		"Templates",
		"/api/v2/verifiable-credentials/verification/templates",
		(_, response) => json(response, 404, { message: "Not Found" }),
		"does not offer this area",
	],
	[
		"Templates",
		"/api/v2/verifiable-credentials/verification/templates",
		(_, response) => json(response, 401, { message: "Client is not global." }),
		"global client",
	],
	[
		"Users",
		"/api/v2/users",
		(_, response) => json(response, 401, { message: "Bad audience: https://t/api/v2" }),
		"MANAGEMENT_AUDIENCE",
	],
	["Users", "/api/v2/users", (_, response) => response.writeHead(200).end("<html>log in</html>"), "login wall"],
])("only %s fails where it is refused at %s, and names what to change", async (name, path, handler, advice) => {
	handlers[path] = handler;
	const failed = (await checkConnection()).filter(({ state }) => state !== "ok");
	expect(failed).toMatchObject([{ name, state: "failed" }]);
	expect(failed[0]?.advice).toContain(advice);
});

test("whether the client is global is learned from other calls", async () => {
	expect(isGlobalClient()).toBeNull();
	await checkConnection();
	expect(isGlobalClient()).toBeNull();
	signInAs("editor");
	const create = () => callManagement("post_vc_templates", { body: {} }).catch(() => {});
	const path = "/api/v2/verifiable-credentials/verification/templates";
	handlers[path] = (_, response) => json(response, 401, { message: "Client is not global." });
	await create();
	expect(isGlobalClient()).toBe(false);
	handlers[path] = (_, response) => json(response, 201, {});
	await create();
	expect(isGlobalClient()).toBe(true);
});

test("without a session the console does not call the tenant", async () => {
	signInAs(null);
	await expect(checkConnection()).rejects.toMatchObject({ reason: "signed-out" });
	expect([service.seen.length, service.tokensIssued()]).toEqual([0, 0]);
});
