import { NextRequest } from "next/server";
import { afterEach, beforeEach, expect, it } from "vitest";
import { requirePermission } from "@/lib/dashboard/session/session";
import { dashboardDatabase } from "@/lib/dashboard/store/dashboard-database";
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

it("says what no later request will tell, and how long a limit lasts", async () => {
	const response = () => GET(new NextRequest("http://localhost:3000/?resource=session&id=x"));
	status = 403;
	expect((await response()).status).toBe(403);
	service.handle = (_, reply) => json(reply, 429, {}, { "x-ratelimit-reset": String(Date.now() / 1000 + 30) });
	const limited = await response();
	expect(limited.status).toBe(429);
	expect((await limited.json()).problem.retryAfterSeconds).toBeGreaterThan(20);
});

it("counts only what was there when the end of all was requested, and what can't be read", async () => {
	const query = "resource=session&allOf=u&until=2026-01-01T00:00:00.000Z";
	const state = async () => (await GET(new NextRequest(`http://localhost:3000/?${query}`))).json();
	found = { sessions: [{ id: "x", created_at: "2026-01-02T00:00:00.000Z" }] };
	expect(await state()).toEqual({ state: "gone" });
	found = { sessions: [{ id: "x", created_at: "2025-12-31T00:00:00.000Z" }] };
	expect(await state()).toEqual({ state: "present" });
	found = { sessions: [{ id: "x", created_at: "2026-01-02T00:00:00.000Z" }], next: "more" };
	expect(await state()).toEqual({ state: "present" });
	found = { sessions: [{ id: 5 }] };
	expect(await state()).toEqual({ state: "present" });
});

it("is no activity of the admin: a session that only this uses ends by its idle time", async () => {
	const database = await dashboardDatabase();
	const seen = () => database.selectFrom("sessions").select("last_seen_at").distinct().execute();
	const old = new Date(Date.now() - 3_600_000).toISOString();
	await database.updateTable("sessions").set({ last_seen_at: old }).execute();
	await GET(new NextRequest("http://localhost:3000/?resource=session&id=x"));
	expect(await seen()).toEqual([{ last_seen_at: old }]);
	await requirePermission("look");
	expect((await seen()).length).toBe(2);
});

it("sends no request where nothing is named", async () => {
	for (const query of ["", "resource=session", "resource=user&id=x"]) {
		expect((await GET(new NextRequest(`http://localhost:3000/?${query}`))).status).toBe(400);
	}
	expect(service.seen).toEqual([]);
});
