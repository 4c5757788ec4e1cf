import { beforeEach, expect, test } from "vitest";
import { dashboardConfig, heldConfig } from "../../config";
import { clearDashboardState, pointAtService } from "../../testing/dashboard-state";
import { createPrefetchControl } from "./prefetch";
import type { RateGauge } from "./rate-limit";

let gauge: RateGauge | null = null;
let now = 0;

beforeEach(async () => {
	gauge = gaugeOf(50);
	now = 0;
	await pointAtService("http://127.0.0.1:9");
	return clearDashboardState;
});

function gaugeOf(remaining: number, resetsAt: number | null = null): RateGauge {
	return { limit: 50, remaining, resetsAt, seenAt: 0 };
}

const control = () =>
	createPrefetchControl(
		() => gauge,
		() => now,
	);

test("pages without a call are always admitted, pages of one call one at a time and one a second, other pages never", () => {
	const admit = control();
	const end = admit("/templates");
	expect(end).not.toBeNull();
	now += 5_000;
	expect(admit("/templates/vct_1"), "the first one is running").toBeNull();
	expect(admit("/templates/new")).not.toBeNull();
	end?.();
	expect(admit("/templates/vct_1")).not.toBeNull();
	const other = control();
	other("/templates")?.();
	now += 999;
	expect(other("/templates"), "within a second").toBeNull();
	now += 1;
	expect(other("/templates")).not.toBeNull();
	for (const address of ["/templates?page=2", "/templates/new?from=vct_1", "/refresh-tokens/dcr_1", "/elsewhere"])
		expect(control()(address), address).toBeNull();
});

test("while the tenant's rate limit leaves fewer than 5 calls, only pages without a call are admitted", () => {
	for (const few of [gaugeOf(4), gaugeOf(0, now + 1)]) {
		gauge = few;
		expect(control()("/templates")).toBeNull();
		expect(control()("/templates/new")).not.toBeNull();
	}
	for (const enough of [gaugeOf(5), gaugeOf(0, now)]) {
		gauge = enough;
		expect(control()("/templates")).not.toBeNull();
	}
});

test("an unknown limit is none of the embedded tenant, and too small of another one", () => {
	gauge = null;
	expect(control()("/templates")).not.toBeNull();
	heldConfig.set({ ...dashboardConfig(), tenant: { name: "real", embedded: false } });
	expect(control()("/templates")).toBeNull();
	expect(control()("/templates/new")).not.toBeNull();
});
