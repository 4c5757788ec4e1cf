import { NextRequest } from "next/server";
import { afterEach, beforeEach, expect, it } from "vitest";
import { clearDashboardState, pointAtService, signInAs } from "@/lib/dashboard/testing/dashboard-state";
import { type FaultServer, json, startFaultServer } from "@/lib/dashboard/testing/fault-server";
import { GET } from "./route";

let service: FaultServer;
let status: number;
let found: object;

beforeEach(async () => {
	[status, found] = [200, { id: "x" }];
	service = await startFaultServer();
	service.handle = (_, response) => json(response, status, { ...found, statusCode: status, message: "no" });
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

it.each([
	["refresh token", "tokens"],
	["session", "sessions"],
])("reports whether any %s of a user is present", async (resource, list) => {
	const query = new URLSearchParams({ resource, allOf: "auth0|1" });
	const state = async () => (await GET(new NextRequest(`http://localhost:3000/?${query}`))).json();
	found = { [list]: [{ id: "x" }] };
	expect(await state()).toEqual({ state: "present" });
	found = { [list]: [], next: "more" };
	expect(await state()).toEqual({ state: "gone" });
	expect(service.seen.map(({ url }) => url)).toEqual(
		Array(2).fill(`/api/v2/users/auth0%7C1/${resource.replace(" ", "-")}s`),
	);
});

it("sends no request where nothing is named", async () => {
	for (const query of ["", "resource=session", "resource=user&id=x"]) {
		expect((await GET(new NextRequest(`http://localhost:3000/?${query}`))).status).toBe(400);
	}
	expect(service.seen).toEqual([]);
});
