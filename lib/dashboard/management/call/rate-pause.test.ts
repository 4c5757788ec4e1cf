import { expect, it } from "vitest";
import { pauseFor } from "./rate-pause";

const NOW = 1_000_000;
const gauge = (remaining: number, resetsIn: number | null, limit = 10) => ({
	limit,
	remaining,
	seenAt: NOW,
	resetsAt: resetsIn === null ? null : NOW + resetsIn * 1000,
});

it.each([
	["two calls that fit", 2, gauge(2, 5), 0],
	["one call too many: until the reset", 2, gauge(1, 5), 5],
	["two calls too many: twice as long, since the limit may be refilled one by one", 2, gauge(0, 5), 10],
	["a reset that has passed", 2, gauge(0, -1), 0],
	["a reset that was not reported", 2, gauge(0, null), 0],
	["a reset far in the future", 2, gauge(0, 99_999), 60],
	["a limit of one: two calls can never fit, so there is no pause", 2, gauge(1, 5, 1), 0],
	["no reported limit", 2, null, 0],
])("the pause for %s", (_, calls, state, seconds) => {
	expect(pauseFor(calls, state, NOW)).toBe(seconds);
});
