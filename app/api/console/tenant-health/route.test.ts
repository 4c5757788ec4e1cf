import { afterEach, beforeEach, expect, it } from "vitest";
import { getTemplate } from "@/lib/dashboard/management/templates";
import { outcomeOf } from "@/lib/dashboard/problem/problem-of";
import { clearDashboardState, pointAtService, signInAs } from "@/lib/dashboard/testing/dashboard-state";
import { type FaultServer, json, startFaultServer } from "@/lib/dashboard/testing/fault-server";
import { GET } from "./route";

let service: FaultServer;
let status: number;

beforeEach(async () => {
	status = 200;
	service = await startFaultServer();
	service.handle = (_, response) => json(response, status, { id: "vct_1", name: "A" });
	await pointAtService(service.address);
	signInAs("viewer");
});
afterEach(async () => {
	await clearDashboardState();
	await service.close();
});

const answers = async () => (await (await GET()).json()).answers;

it("asks a tenant whose last call failed, and no other; a refusal is an answer", async () => {
	expect([await answers(), service.seen.length]).toEqual([true, 0]);
	status = 503;
	await outcomeOf(getTemplate("vct_1"), "template");
	expect(await answers()).toBe(false);
	status = 403;
	expect(await answers()).toBe(true);
	const asked = service.seen.length;
	expect([await answers(), service.seen.length]).toEqual([true, asked]);
	signInAs(null);
	expect((await GET()).status).toBe(401);
});
