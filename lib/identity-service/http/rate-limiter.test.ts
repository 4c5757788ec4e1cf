import { describe, expect, it } from "vitest";
import { createRateLimiter, RATE_LIMIT_CALLERS_MAX } from "./rate-limiter";

function limiterAt(start: number, settings: { burst: number; perSecond: number }) {
	const clock = { time: start };
	return { clock, limiter: createRateLimiter(settings, () => clock.time) };
}

describe("the rate limiter", () => {
	it("allows the burst, then refuses until the second that it names", () => {
		const { clock, limiter } = limiterAt(10_000, { burst: 3, perSecond: 0.5 });
		expect([1, 2, 3].map(() => limiter.take("a").remaining)).toEqual([2, 1, 0]);
		const refused = limiter.take("a");
		expect(refused).toEqual({ allowed: false, limit: 3, remaining: 0, reset: 12 });
		clock.time = 11_999;
		expect(limiter.take("a").allowed).toBe(false);
		clock.time = refused.reset * 1000;
		expect(limiter.take("a").allowed).toBe(true);
	});

	it("never holds more than the burst", () => {
		const { clock, limiter } = limiterAt(0, { burst: 2, perSecond: 10 });
		limiter.take("a");
		clock.time = 3_600_000;
		expect([1, 2, 3].map(() => limiter.take("a").allowed)).toEqual([true, true, false]);
	});

	it("keeps callers apart", () => {
		const { limiter } = limiterAt(0, { burst: 1, perSecond: 1 });
		expect(limiter.take("a").allowed).toBe(true);
		expect(limiter.take("a").allowed).toBe(false);
		expect(limiter.take("b").allowed).toBe(true);
	});

	it("refills nothing while the clock goes backwards", () => {
		const { clock, limiter } = limiterAt(100_000, { burst: 1, perSecond: 1 });
		limiter.take("a");
		clock.time = 0;
		expect(limiter.take("a").allowed).toBe(false);
		clock.time = 1000;
		expect(limiter.take("a").allowed).toBe(true);
	});

	it("allows at least one request at a time", () => {
		const { limiter } = limiterAt(0, { burst: 0.5, perSecond: 1 });
		expect(limiter.take("a").allowed).toBe(true);
	});

	it("forgets the longest quiet caller first, and stays bounded", () => {
		const { limiter } = limiterAt(0, { burst: 1, perSecond: 0.001 });
		for (let index = 0; index < RATE_LIMIT_CALLERS_MAX; index += 1) limiter.take(`caller ${index}`);
		limiter.take("caller 0");
		limiter.take("one more");
		expect(limiter.take("caller 0").allowed).toBe(false);
		expect(limiter.take("caller 1").allowed).toBe(true);
	});
});
