import { NextRequest } from "next/server";
import { afterEach, beforeEach, expect, it } from "vitest";
import { clearDashboardState, pointAtService, signInAs } from "@/lib/dashboard/testing/dashboard-state";
import { type FaultServer, json, startFaultServer } from "@/lib/dashboard/testing/fault-server";
import { GET } from "./route";

let service: FaultServer;
const tokens = [
	{ id: "dcr_1", refresh_token_metadata: { own: "" } },
	{ id: "dcr_2", refresh_token_metadata: { deviceName: "secret value" } },
];
const sessions = [
	{ id: "s_1", session_metadata: { own: "" } },
	{ id: "s_2", session_metadata: { ticket: "secret value" } },
];

beforeEach(async () => {
	service = await startFaultServer();
	service.handle = (_, response) => json(response, 200, { tokens, sessions });
	await pointAtService(service.address);
	signInAs("editor");
});

afterEach(async () => {
	await clearDashboardState();
	await service.close();
});

const getKeys = (query = "resource=refresh+token&user=auth0|1&except=dcr_1") =>
	GET(new NextRequest(`http://localhost:3000/keys-in-use?${query}`));

it("returns the keys of the user's other tokens, without values, with one call to the service", async () => {
	const response = await getKeys();
	expect(response.headers.get("cache-control")).toBe("private, no-store");
	expect(await response.json()).toEqual({ keys: ["deviceName"] });
	expect(service.seen.map(({ url }) => url)).toEqual(["/api/v2/users/auth0%7C1/refresh-tokens"]);
});

it("returns the keys of the user's other sessions for a session", async () => {
	const response = await getKeys("resource=session&user=auth0|1&except=s_1");
	expect(await response.json()).toEqual({ keys: ["ticket"] });
	expect(service.seen.map(({ url }) => url)).toEqual(["/api/v2/users/auth0%7C1/sessions"]);
});

it.each([403, 404, 429, 500])("returns no keys and no error where the service responds %i", async (status) => {
	const headers = { "x-ratelimit-reset": String(Math.ceil(Date.now() / 1000) + 30) };
	service.handle = (_, response) => json(response, status, { statusCode: status, message: "no" }, headers);
	const response = await getKeys();
	expect(response.status).toBe(200);
	expect(await response.json()).toEqual({ keys: [] });
});

it("calls nothing without a session or without a user", async () => {
	expect(await (await getKeys("resource=refresh+token&except=dcr_1")).json()).toEqual({ keys: [] });
	signInAs(null);
	expect((await getKeys()).status).toBe(401);
	expect(service.seen).toEqual([]);
});
