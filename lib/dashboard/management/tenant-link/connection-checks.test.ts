import { afterEach, beforeEach, expect, it } from "vitest";
import { dashboardConfig, heldConfig } from "../../config";
import { clearDashboardState, pointAtService } from "../../testing/dashboard-state";
import { keepConnectionCheck, lastConnectionCheck } from "./check-connection";

const hour = (count: number) => new Date(Date.UTC(2026, 0, 1, count));
const works = { failedSteps: [], grantedScopes: ["read:users"] };
const fails = { failedSteps: ["Access token"], grantedScopes: null };

beforeEach(() => pointAtService("http://127.0.0.1:9"));
afterEach(clearDashboardState);

it("has the time since which all checks worked, from the first one after a failure on", async () => {
	expect(await lastConnectionCheck()).toBeNull();
	await keepConnectionCheck(works, hour(1));
	await keepConnectionCheck({ ...works, grantedScopes: [] }, hour(2));
	expect(await lastConnectionCheck()).toEqual({
		checkedAt: hour(2).toISOString(),
		worksSince: hour(1).toISOString(),
		failedSteps: [],
		grantedScopes: [],
	});
	await keepConnectionCheck(fails, hour(3));
	expect(await lastConnectionCheck()).toEqual({ checkedAt: hour(3).toISOString(), worksSince: null, ...fails });
	await keepConnectionCheck(works, hour(4));
	expect(await lastConnectionCheck()).toMatchObject({ worksSince: hour(4).toISOString() });
});

it("has no result for a tenant or a client that was not checked", async () => {
	await keepConnectionCheck(works, hour(1));
	const config = dashboardConfig();
	heldConfig.set({ ...config, management: { ...config.management, clientId: "another" } });
	expect(await lastConnectionCheck()).toBeNull();
});
