import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { noteRateGauge } from "../management/call/response";
import { TokenReader } from "../session/token-reader";
import { clearDashboardState, pointAtService, signInAs } from "../testing/dashboard-state";
import { type FaultServer, json, startFaultServer } from "../testing/fault-server";
import { inRequest } from "../testing/in-request";
import { readStoredTemplates } from "./template-access";

/** Only the clock moves on. */
vi.mock("node:timers/promises", async (original) => ({
	...(await original<object>()),
	setTimeout: async (milliseconds: number, value?: null) => {
		// The time limit of a request, which none reaches here.
		if (value === null) await new Promise(() => {});
		onWait(milliseconds);
	},
}));

const START = Date.parse("2026-03-10T12:00:00Z");
const LIMIT = 16;
/** A quarter. */
const LEFT = 4;

let service: FaultServer;
let waits: number[];
let onWait: (milliseconds: number) => void;

beforeEach(async () => {
	vi.useFakeTimers({ toFake: ["Date"], now: START });
	waits = [];
	onWait = (milliseconds) => {
		waits.push(milliseconds / 1000);
		vi.setSystemTime(Date.now() + milliseconds);
	};
	service = await startFaultServer();
	await pointAtService(service.address);
	signInAs("editor");
});
afterEach(async () => {
	vi.useRealTimers();
	noteRateGauge({ "x-ratelimit-limit": "100", "x-ratelimit-remaining": "100" });
	await clearDashboardState();
	await service.close();
});

/**
 * A tenant with a rate limit.
 * @param requests with how many its templates are read: one for the list, and one for each
 * @param refill how many requests are added every so many seconds
 * @returns how many requests it had left after each
 */
function tenantWith(requests: number, refill: { count: number; seconds: number }, remaining: number): number[] {
	const ids = Array.from({ length: requests - 1 }, (_, index) => `vct_${index}`);
	const left: number[] = [];
	let [now, filledAt] = [remaining, START];
	const headers = () => ({
		"x-ratelimit-limit": String(LIMIT),
		"x-ratelimit-remaining": String(now),
		"x-ratelimit-reset": String(filledAt / 1000 + refill.seconds),
	});
	service.handle = ({ url }, response) => {
		for (; Date.now() >= filledAt + refill.seconds * 1000; filledAt += refill.seconds * 1000)
			now = Math.min(LIMIT, now + refill.count);
		now -= 1;
		left.push(now);
		response.setHeader("date", new Date().toUTCString());
		for (const [name, value] of Object.entries(headers())) response.setHeader(name, value);
		const id = /vct_\d+$/.exec(url)?.[0];
		json(response, 200, id ? { id } : { templates: ids.map((each) => ({ id: each })), next: null });
	};
	noteRateGauge({ ...headers(), date: new Date().toUTCString() });
	return left;
}

const program = () => new TokenReader({ id: "t", name: "CI" });
const read = (actor?: TokenReader) => inRequest(() => readStoredTemplates(actor));

test("where the limit is filled again whole, a program waits for that once, whatever is missing", async () => {
	const left = tenantWith(8, { count: LIMIT, seconds: 20 }, 0);
	expect(await read(program())).toHaveLength(7);
	expect(waits).toEqual([20]);
	expect(left).toEqual([15, 14, 13, 12, 11, 10, 9, 8]);
});

test("where it is filled again one request at a time, a program takes one to see that, and then leaves a quarter", async () => {
	const left = tenantWith(8, { count: 1, seconds: 1 }, 0);
	expect(await read(program())).toHaveLength(7);
	expect(left).toEqual([0, 4, 4, 4, 4, 4, 4, 4]);
	expect(waits).toEqual([1, LEFT + 1, 1, 1, 1, 1, 1, 1]);
});

test("what admins use while a program waits is waited for too", async () => {
	tenantWith(3, { count: 1, seconds: 1 }, 0);
	const waitOnly = onWait;
	onWait = (milliseconds) => {
		waitOnly(milliseconds);
		if (waits.length === 2)
			noteRateGauge({
				"x-ratelimit-limit": String(LIMIT),
				"x-ratelimit-remaining": "3",
				"x-ratelimit-reset": String(Date.now() / 1000 + 1),
				date: new Date().toUTCString(),
			});
	};
	expect(await read(program())).toHaveLength(2);
	expect(waits).toEqual([1, LEFT + 1, 2]);
});

test("an admin's own reading takes each request that the limit has", async () => {
	const left = tenantWith(4, { count: 1, seconds: 1 }, 2);
	expect(await read()).toHaveLength(3);
	expect(left).toEqual([1, 0, 0, 0]);
	expect(waits).toEqual([1, 1]);
});
