// Within its leeway a client may present a rotated token again, as after a lost response, or in several tabs at once.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { IdentityService } from "../context/identity-service";
import { delegationCalls } from "../testing/delegation-calls";
import { ENGINES, startTestService } from "../testing/test-service";
import { exchange, signInForTokens } from "../testing/token-request";

const SCOPE = "openid profile offline_access";
const LEEWAY_SECONDS = 60;
const SIBLINGS = 6;
const ROUNDS = process.env.LONG ? 30 : 2;

describe.each(ENGINES)("a rotated refresh token on %s", (engine) => {
	let tenant: Awaited<ReturnType<typeof startTestService>>;
	/** On PostgreSQL two instances, which requests reach in turn. */
	let instances: IdentityService[];
	beforeAll(async () => {
		tenant = await startTestService(engine);
		instances = [tenant.service, ...(engine === "PostgreSQL" ? [await tenant.startAnother()] : [])];
	});
	afterAll(() => tenant.stop());
	beforeEach(() => setLeeway(LEEWAY_SECONDS));

	const { delegate, refusalOf, set } = delegationCalls(() => tenant);
	const setLeeway = (leeway: number) =>
		set("web", { refresh_token: { rotation_type: "rotating", expiration_type: "expiring", leeway } });

	let requests = 0;
	function nextInstance(): IdentityService {
		requests += 1;
		return instances[requests % instances.length] ?? tenant.service;
	}
	const swap = async (token: string) => {
		const { status, body } = await exchange(nextInstance(), "web", token);
		return { status, next: body.refresh_token, accessToken: body.access_token };
	};
	const issue = async () => (await signInForTokens(nextInstance(), "web", { scope: SCOPE })).refresh_token;
	const statusesOf = (exchanges: readonly { status: number }[]) => exchanges.map(({ status }) => status);
	const families = () => tenant.service.database.selectFrom("refresh_tokens").select("id").execute();
	const SUCCESS = Array.from({ length: SIBLINGS }, () => 200);

	/** Exchanges a token, which has to succeed. */
	async function successorOf(token: string): Promise<string> {
		const { status, next } = await swap(token);
		expect(status).toBe(200);
		return next;
	}
	/** After a reuse no token of the family works, and it is listed no more. */
	async function expectReuse(token: string, others: readonly string[]) {
		const before = (await families()).length;
		expect((await swap(token)).status).toBe(403);
		expect(await families()).toHaveLength(before - 1);
		for (const other of others) expect((await swap(other)).status).toBe(403);
	}

	it("is exchanged six times at once, and each of the six that come of it once, one after another or at once", async () => {
		for (let round = 0; round < ROUNDS; round += 1) {
			const first = await issue();
			const siblings = await Promise.all(Array.from({ length: SIBLINGS }, () => swap(first)));
			expect(statusesOf(siblings)).toEqual(SUCCESS);
			expect(new Set(siblings.map(({ next }) => next)).size).toBe(SIBLINGS);
			const inTurn: string[] = [];
			for (const { next } of siblings) inTurn.push(await successorOf(next));
			const atOnce = await Promise.all(inTurn.map(swap));
			expect(statusesOf(atOnce)).toEqual(SUCCESS);
			tenant.passSeconds(LEEWAY_SECONDS);
			const [last] = atOnce;
			if (last) await successorOf(last.next);
		}
	});

	it("is accepted again until one of its successors is exchanged, and then ends the family", async () => {
		const first = await issue();
		const [second, sibling] = [await successorOf(first), await successorOf(first)];
		tenant.passSeconds(LEEWAY_SECONDS / 2);
		const again = await successorOf(first);
		const third = await successorOf(second);
		await expectReuse(first, [second, sibling, again, third]);
	});

	it("is exchanged within the leeway of a sibling, whatever came of that one, and what comes of it as long", async () => {
		const first = await issue();
		const [one, other] = [await successorOf(first), await successorOf(first)];
		await successorOf(await successorOf(one));
		// The time that the requests take counts as well.
		tenant.passSeconds(LEEWAY_SECONDS / 2);
		const late = await successorOf(await successorOf(other));
		tenant.passSeconds(LEEWAY_SECONDS / 2);
		const newest = await successorOf(late);
		await expectReuse(other, [late, newest]);
	});

	it("that is the one before the last ends the family", async () => {
		const first = await issue();
		const second = await successorOf(first);
		const third = await successorOf(second);
		await expectReuse(first, [second, third]);
	});

	it("ends the family after the leeway", async () => {
		const first = await issue();
		const second = await successorOf(first);
		tenant.passSeconds(LEEWAY_SECONDS);
		await expectReuse(first, [second]);
	});

	it("ends the family after the leeway of the first exchange, however often it was exchanged since", async () => {
		const first = await issue();
		await successorOf(first);
		tenant.passSeconds(LEEWAY_SECONDS / 2);
		const sibling = await successorOf(first);
		tenant.passSeconds(LEEWAY_SECONDS / 2);
		await expectReuse(first, [sibling]);
	});

	it("leaves a sibling good for as long as none is exchanged, and then for the leeway, used or not", async () => {
		const [first, other] = [await issue(), await issue()];
		const siblings = [await successorOf(first), await successorOf(first), await successorOf(first)];
		const others = [await successorOf(other), await successorOf(other)];
		tenant.passSeconds(LEEWAY_SECONDS * 100);
		const [one = "", two = "", unused = ""] = siblings;
		const third = await successorOf(one);
		tenant.passSeconds(LEEWAY_SECONDS / 2);
		await successorOf(two);
		tenant.passSeconds(LEEWAY_SECONDS / 2);
		await expectReuse(unused, [third]);
		// A family of its own.
		for (const each of others) await successorOf(each);
	});

	it("is not accepted again where the leeway is off, whichever instance's clock is ahead", async () => {
		await setLeeway(0);
		const first = await issue();
		const second = await successorOf(first);
		tenant.passSeconds(-5);
		await expectReuse(first, [second]);
		tenant.passSeconds(5);
		const contested = await issue();
		const all = await Promise.all(Array.from({ length: 20 }, () => swap(contested)));
		expect(statusesOf(all).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 403)]);
		for (const { next } of all) if (next) expect((await swap(next)).status).toBe(403);
	});

	it("is refused at once when the leeway is taken away, and its family ends", async () => {
		const first = await issue();
		const second = await successorOf(first);
		await setLeeway(0);
		await expectReuse(first, [second]);
	});

	it("obeys the same rules at the delegation endpoint", async () => {
		await set("web-basic", { allowed_clients: ["web"] });
		const first = await issue();
		const second = await successorOf(first);
		expect((await delegate({ refresh_token: first })).status).toBe(200);
		const third = await successorOf(second);
		expect(await refusalOf({ refresh_token: first })).toEqual([400, "invalid_grant"]);
		expect((await swap(third)).status).toBe(403);
	});

	it("gives access tokens that end with the family", async () => {
		const first = await issue();
		const { next, accessToken } = await swap(first);
		const third = await successorOf(next);
		await expectReuse(first, [third]);
		const stored = await tenant.service.oidc().provider.AccessToken.find(accessToken);
		expect(stored).toBeUndefined();
	});
});
