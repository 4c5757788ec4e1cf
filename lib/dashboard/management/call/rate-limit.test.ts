import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { clearDashboardState, pointAtService, signInAs } from "../../testing/dashboard-state";
import { type FaultServer, json, startFaultServer } from "../../testing/fault-server";
import { getTemplate } from "../templates";
import { callManagement } from "./client";
import type { ManagementError } from "./errors";
import { lastRateGauge, rateGaugeOf, secondsUntilReset } from "./response";

let service: FaultServer;

beforeEach(async () => {
	service = await startFaultServer();
	await pointAtService(service.address);
	signInAs("editor");
});

afterEach(async () => {
	await clearDashboardState();
	await service.close();
});

const remove = () => callManagement("delete_vc_templates_by_id", { path: { id: "vct_1" } });
const failure = (call: Promise<unknown>): Promise<ManagementError> =>
	call.then(
		() => Promise.reject(new Error("the call succeeded")),
		(error) => error,
	);
const inSeconds = (seconds: number) => String(Math.floor(Date.now() / 1000) + seconds);

test.each([
	["a reset in 12 s", { "x-ratelimit-reset": "1012" }, 12],
	["a reset that has passed", { "x-ratelimit-reset": "900" }, 1],
	["a reset far in the future", { "x-ratelimit-reset": "99999999999" }, 60],
	["milliseconds instead of seconds", { "x-ratelimit-reset": "1000012000" }, 60],
	["garbage", { "x-ratelimit-reset": "soon" }, 1],
	["a negative number", { "x-ratelimit-reset": "-5" }, 1],
	["an endless number", { "x-ratelimit-reset": "1e999" }, 1],
	["nothing", {}, 1],
	["Retry-After", { "retry-after": "7" }, 7],
	[
		"the service's clock, which differs from the local one",
		{ "x-ratelimit-reset": "2012", date: "Thu, 01 Jan 1970 00:33:20 GMT" },
		12,
	],
])("%s is a wait between 1 and 60 seconds", (_, headers, seconds) => {
	expect(secondsUntilReset(headers, 1_000_000)).toBe(seconds);
});

test("a gauge is read only where limit and rest are numbers", () => {
	const headers = { "x-ratelimit-limit": "10", "x-ratelimit-remaining": "3", "x-ratelimit-reset": "1005" };
	expect(rateGaugeOf(headers, 1_000_000)).toEqual({ limit: 10, remaining: 3, resetsAt: 1_005_000, seenAt: 1_000_000 });
	expect(rateGaugeOf({ ...headers, "x-ratelimit-limit": "0" })).toBeNull();
	expect(rateGaugeOf({ ...headers, "x-ratelimit-remaining": "many" })).toBeNull();
});

test("the gauge of the last response is kept", async () => {
	service.handle = (_, response) =>
		json(response, 200, { id: "vct_1" }, { "x-ratelimit-limit": "50", "x-ratelimit-remaining": "49" });
	await getTemplate("vct_1");
	expect(lastRateGauge()).toMatchObject({ limit: 50, remaining: 49 });
});

describe("after a 429", () => {
	test("nothing is sent until the reset: every caller gets the wait", async () => {
		service.handle = (_, response) => json(response, 429, { message: "x" }, { "x-ratelimit-reset": inSeconds(30) });
		await failure(remove());
		const errors = await Promise.all([remove(), remove(), getTemplate("vct_1")].map(failure));
		for (const error of errors) expect(error).toMatchObject({ kind: "rate-limited", outcomeUnknown: false });
		expect(errors[0]?.retryAfterSeconds).toBeGreaterThan(25);
		expect(service.seen).toHaveLength(1);
	});

	test("one caller probes at the reset, and forty others follow only when it succeeds", async () => {
		let limited = true;
		let openAtOnce = 0;
		let mostAtOnce = 0;
		service.handle = (_, response) => {
			openAtOnce += 1;
			mostAtOnce = Math.max(mostAtOnce, openAtOnce);
			setTimeout(() => {
				openAtOnce -= 1;
				if (limited) json(response, 429, { message: "x" });
				else json(response, 200, { id: "vct_1" });
			}, 30);
		};
		await failure(remove());
		expect(service.seen).toHaveLength(1);
		// Still limited at the reset: of forty reads that waited for it, one is sent.
		mostAtOnce = 0;
		const refused = await Promise.all(Array.from({ length: 40 }, () => failure(getTemplate("vct_1"))));
		expect(new Set(refused.map(({ kind }) => kind))).toEqual(new Set(["rate-limited"]));
		expect(service.seen).toHaveLength(2);
		expect(mostAtOnce).toBe(1);
		limited = false;
		await Promise.all(Array.from({ length: 40 }, () => getTemplate("vct_1")));
		expect(service.seen).toHaveLength(42);
	});

	test("a call that waits for the probe waits no longer than its own time, and sends nothing", async () => {
		service.handle = (_, response) => json(response, 429, { message: "x" });
		await failure(remove());
		service.handle = () => {};
		const start = performance.now();
		const within = (withinMs: number) => failure(callManagement("get_vc_templates", { withinMs }));
		const probe = within(4000);
		await vi.waitUntil(() => service.seen.length === 2, 30_000);
		expect(await within(200)).toMatchObject({ kind: "unavailable", outcomeUnknown: false });
		expect(performance.now() - start).toBeLessThan(3500);
		expect(service.seen).toHaveLength(2);
		await probe;
	});

	test("a read does not wait for a reset after its own time: it has the service's response", async () => {
		service.handle = (_, response) => json(response, 429, { message: "x" }, { "retry-after": "5" });
		const start = performance.now();
		const call = callManagement("get_vc_templates", { withinMs: 1000 });
		expect(await failure(call)).toMatchObject({ kind: "rate-limited", retryAfterSeconds: 5 });
		expect(performance.now() - start).toBeLessThan(4500);
	});
});
