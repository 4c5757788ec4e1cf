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

beforeEach(async () => {
	service = await startFaultServer();
	service.handle = (_, response) => json(response, 200, { tokens });
	await pointAtService(service.address);
	signInAs("editor");
});

afterEach(async () => {
	await clearDashboardState();
	await service.close();
});

const ask = (query = "user=auth0|1&token=dcr_1") => GET(new NextRequest(`http://localhost:3000/keys-in-use?${query}`));

it("answers the keys of the user's other tokens, without values, for one call of the service", async () => {
	const answer = await ask();
	expect(answer.headers.get("cache-control")).toBe("private, no-store");
	expect(await answer.json()).toEqual({ keys: ["deviceName"] });
	expect(service.seen.map(({ url }) => url)).toEqual(["/api/v2/users/auth0%7C1/refresh-tokens"]);
});

it.each([403, 404, 429, 500])("answers no keys and no error where the service answers %i", async (status) => {
	const headers = { "x-ratelimit-reset": String(Math.ceil(Date.now() / 1000) + 30) };
	service.handle = (_, response) => json(response, status, { statusCode: status, message: "no" }, headers);
	const answer = await ask();
	expect(answer.status).toBe(200);
	expect(await answer.json()).toEqual({ keys: [] });
});

it("asks nothing of the service for somebody who is not signed in, and nothing about nobody", async () => {
	expect(await (await ask("token=dcr_1")).json()).toEqual({ keys: [] });
	signInAs(null);
	expect((await ask()).status).toBe(401);
	expect(service.seen).toEqual([]);
});
