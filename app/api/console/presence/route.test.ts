import { NextRequest } from "next/server";
import { afterEach, beforeEach, expect, it } from "vitest";
import { clearDashboardState, pointAtService, signInAs } from "@/lib/dashboard/testing/dashboard-state";
import { type FaultServer, json, startFaultServer } from "@/lib/dashboard/testing/fault-server";
import { GET } from "./route";

let service: FaultServer;
let status: number;

beforeEach(async () => {
	status = 200;
	service = await startFaultServer();
	service.handle = (_, response) => json(response, status, { id: "x", statusCode: status, message: "no" });
	await pointAtService(service.address);
	signInAs("viewer");
});

afterEach(async () => {
	await clearDashboardState();
	await service.close();
});

it.each([
	["refresh token", "/api/v2/refresh-tokens/x"],
	["session", "/api/v2/sessions/x"],
])("reports whether a %s is present, gone, or not known", async (resource, path) => {
	const response = () => GET(new NextRequest(`http://localhost:3000/?${new URLSearchParams({ resource, id: "x" })}`));
	expect(await (await response()).json()).toEqual({ state: "present" });
	status = 404;
	expect(await (await response()).json()).toEqual({ state: "gone" });
	status = 500;
	expect((await response()).status).toBe(502);
	expect(new Set(service.seen.map(({ url }) => url))).toEqual(new Set([path]));
	signInAs(null);
	expect((await response()).status).toBe(401);
});
