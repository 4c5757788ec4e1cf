import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sweepExpired } from "../expiry";
import { keyedHash } from "../keys/derived";
import { createSharedRateLimiter } from "../store/shared-rate-limiter";
import { describeOnEachEngine, type TestTenant } from "../testing/test-tenant";
import { createRateLimiter, RATE_LIMIT_CALLERS_MAX, type RateLimiter, type RateLimitSettings } from "./rate-limiter";

type Create = (settings: RateLimitSettings, now: () => Date) => RateLimiter;

function limiterAt(create: Create, start: number, settings: RateLimitSettings) {
	const clock = { time: start };
	return { clock, limiter: create(settings, () => new Date(clock.time)) };
}

let callers = 0;
/** A caller that no other test has used. */
function newCaller() {
	callers += 1;
	return `caller ${callers}`;
}

function guarantees(create: Create) {
	it("allows the burst, then refuses until the second that it names", async () => {
		const { clock, limiter } = limiterAt(create, 10_000, { burst: 3, perSecond: 0.5 });
		const caller = newCaller();
		for (const remaining of [2, 1, 0]) expect((await limiter.take(caller)).remaining).toBe(remaining);
		const refused = await limiter.take(caller);
		expect(refused).toEqual({ allowed: false, limit: 3, remaining: 0, reset: 12 });
		clock.time = 11_999;
		expect((await limiter.take(caller)).allowed).toBe(false);
		clock.time = refused.reset * 1000;
		expect((await limiter.take(caller)).allowed).toBe(true);
	});

	it("never holds more than the burst", async () => {
		const { clock, limiter } = limiterAt(create, 0, { burst: 2, perSecond: 10 });
		const caller = newCaller();
		await limiter.take(caller);
		clock.time = 3_600_000;
		for (const allowed of [true, true, false]) expect((await limiter.take(caller)).allowed).toBe(allowed);
	});

	it("keeps callers apart", async () => {
		const { limiter } = limiterAt(create, 0, { burst: 1, perSecond: 1 });
		const [one, other] = [newCaller(), newCaller()];
		expect((await limiter.take(one)).allowed).toBe(true);
		expect((await limiter.take(one)).allowed).toBe(false);
		expect((await limiter.take(other)).allowed).toBe(true);
	});

	it("allows at least one request at a time", async () => {
		const { limiter } = limiterAt(create, 0, { burst: 0.5, perSecond: 1 });
		expect((await limiter.take(newCaller())).allowed).toBe(true);
	});

	it("holds a caller to smaller numbers of its own, and never allows more than to all", async () => {
		const { clock, limiter } = limiterAt(create, 0, { burst: 3, perSecond: 2 });
		const [caller, greedy] = [newCaller(), newCaller()];
		const own = { burst: 2, perSecond: 0.1 };
		expect(await limiter.take(caller, own)).toEqual({ allowed: true, limit: 2, remaining: 1, reset: 10 });
		expect((await limiter.take(caller, own)).allowed).toBe(true);
		clock.time = 9_999;
		expect((await limiter.take(caller, own)).allowed).toBe(false);
		clock.time = 10_000;
		expect((await limiter.take(caller, own)).allowed).toBe(true);
		expect((await limiter.take(greedy, { burst: 100, perSecond: 100 })).limit).toBe(3);
	});

	it("gives no token twice to requests at the same moment", async () => {
		const { limiter } = limiterAt(create, 0, { burst: 7, perSecond: 1 });
		const caller = newCaller();
		const states = await Promise.all(Array.from({ length: 30 }, () => limiter.take(caller)));
		expect(states.filter(({ allowed }) => allowed)).toHaveLength(7);
	});

	it("refills nothing while the clock goes backwards", async () => {
		const { clock, limiter } = limiterAt(create, 100_000, { burst: 1, perSecond: 1 });
		const caller = newCaller();
		await limiter.take(caller);
		clock.time = 0;
		expect((await limiter.take(caller)).allowed).toBe(false);
		clock.time = 101_000;
		expect((await limiter.take(caller)).allowed).toBe(true);
	});
}

describe("the rate limiter of one machine", () => {
	guarantees(createRateLimiter);

	it("forgets the longest quiet caller first, and stays bounded", async () => {
		const { limiter } = limiterAt(createRateLimiter, 0, { burst: 1, perSecond: 0.001 });
		for (let index = 0; index < RATE_LIMIT_CALLERS_MAX; index += 1) await limiter.take(`crowd ${index}`);
		await limiter.take("crowd 0");
		await limiter.take("one more");
		expect((await limiter.take("crowd 0")).allowed).toBe(false);
		expect((await limiter.take("crowd 1")).allowed).toBe(true);
	});
});

describeOnEachEngine("the rate limiter of several machines", (open) => {
	let tenant: TestTenant;
	beforeAll(async () => {
		tenant = await open();
	});
	afterAll(() => tenant.close());
	const create: Create = (settings, now) =>
		createSharedRateLimiter(
			tenant.service.database,
			settings,
			(caller) => keyedHash(tenant.service.secrets.current, "rate-limit-caller", caller),
			now,
		);

	guarantees(create);

	it("counts for all of them, and their clocks may differ", async () => {
		const settings = { burst: 4, perSecond: 1 };
		const [behind, ahead] = [create(settings, () => new Date(50_000)), create(settings, () => new Date(52_000))];
		const caller = newCaller();
		for (const remaining of [3, 2]) expect((await behind.take(caller)).remaining).toBe(remaining);
		// The clock that is two seconds ahead refills two tokens, once.
		for (const remaining of [3, 2]) expect((await ahead.take(caller)).remaining).toBe(remaining);
		for (const remaining of [1, 0]) expect((await behind.take(caller)).remaining).toBe(remaining);
		expect((await ahead.take(caller)).allowed).toBe(false);
		expect((await behind.take(caller)).allowed).toBe(false);
	});

	it("has the same results as the limiter of one machine", async () => {
		const settings = { burst: 5, perSecond: 3 };
		const [shared, alone] = [limiterAt(create, 0, settings), limiterAt(createRateLimiter, 0, settings)];
		const caller = newCaller();
		// Steps of uneven length, some of none: bursts, refusals and refills in turn.
		for (let step = 0; step < 60; step += 1) {
			shared.clock.time += (step * 37) % 211;
			alone.clock.time = shared.clock.time;
			expect(await shared.limiter.take(caller)).toEqual(await alone.limiter.take(caller));
		}
	});

	/** What the service does every minute, at the time of a limiter. */
	const sweep = (rateLimit: RateLimitSettings, time: number) =>
		sweepExpired({
			config: { ...tenant.service.config, rateLimit },
			database: tenant.service.database,
			now: () => new Date(time),
		});

	it("forgets callers whose buckets are full again, and stores no caller's name", async () => {
		const settings = { burst: 10, perSecond: 1000 };
		const { clock, limiter } = limiterAt(create, 0, settings);
		for (let index = 0; index < 30; index += 1) await limiter.take(`address:192.0.2.${index}`);
		const stored = JSON.stringify(await tenant.service.database.selectFrom("rate_buckets").selectAll().execute());
		expect(stored).not.toContain("192.0.2");
		clock.time = 10_000_000;
		await limiter.take("another caller");
		await sweep(settings, clock.time);
		const left = await tenant.service.database.selectFrom("rate_buckets").selectAll().execute();
		expect(left).toHaveLength(1);
	});

	it("remembers a caller with numbers of its own until its bucket is full again", async () => {
		const settings = { burst: 10, perSecond: 1000 };
		const { clock, limiter } = limiterAt(create, 20_000_000, settings);
		const [caller, own] = [newCaller(), { burst: 1, perSecond: 1 / 60 }];
		await limiter.take(caller, own);
		clock.time += 59_000;
		await sweep(settings, clock.time);
		expect((await limiter.take(caller, own)).allowed).toBe(false);
	});
});
