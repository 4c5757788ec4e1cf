import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { clearDashboardState, pointAtService } from "../testing/dashboard-state";
import { dashboardDatabase } from "./dashboard-database";
import { type BegunTest, keepResponse, keepTest, newTestId, takeResponse } from "./sign-in-tests";

const begun: BegunTest = { subject: "ann", testedId: "shop", protocol: "samlp" };
const LIFETIME_MS = 10 * 60_000;

function guarantees(postgres?: string) {
	beforeEach(() => pointAtService("http://127.0.0.1:9", postgres));
	afterEach(async () => {
		vi.useRealTimers();
		await clearDashboardState();
	});

	async function begin(): Promise<string> {
		const id = newTestId();
		await keepTest(id, begun, "_request");
		return id;
	}

	test("accepts one response, which is single use, with the admin and the request that began the test", async () => {
		const id = await begin();
		const kinds = await Promise.all(["one", "two"].map((response) => keepResponse(id, "samlp", response)));
		const kept = kinds.filter((response) => response !== null);
		expect(kept).toHaveLength(1);
		expect(kept[0]?.testedId).toBe("shop");
		const pickup = kept[0]?.pickup ?? "";
		const taken = await Promise.all([takeResponse(pickup), takeResponse(pickup)]);
		expect(taken.filter((response) => response !== null)).toEqual([
			{ ...begun, requestId: "_request", response: expect.stringMatching(/^(one|two)$/) },
		]);
		expect(await (await dashboardDatabase()).selectFrom("sign_in_tests").selectAll().execute()).toEqual([]);
	});

	test("keeps the application that a test of an identity provider signs in to", async () => {
		const id = newTestId();
		await keepTest(id, { ...begun, protocol: "oidc", application: "tests" }, "verifier");
		const { pickup = "" } = (await keepResponse(id, "oidc", "?code=c")) ?? {};
		expect(await takeResponse(pickup)).toMatchObject({ protocol: "oidc", application: "tests" });
	});

	test("stores no unencrypted response", async () => {
		await keepResponse(await begin(), "samlp", "planted-answer");
		const rows = await (await dashboardDatabase()).selectFrom("sign_in_tests").selectAll().execute();
		expect(rows).toHaveLength(1);
		expect(JSON.stringify(rows)).not.toContain("planted-answer");
	});

	test("accepts no response of the other protocol, nor one that no test waits for", async () => {
		const id = await begin();
		expect(await keepResponse(id, "wsfed", "x")).toBeNull();
		for (const other of [newTestId(), "", "' or 1=1 --", "\u0000", "x".repeat(10_000)]) {
			expect(await keepResponse(other, "samlp", "x")).toBeNull();
			expect(await takeResponse(other)).toBeNull();
		}
	});

	test("expires after ten minutes, and its response another ten minutes later", async () => {
		vi.useFakeTimers({ toFake: ["Date"], now: 0 });
		const [late, early] = [await begin(), await begin()];
		const kept = await keepResponse(early, "samlp", "x");
		vi.setSystemTime(LIFETIME_MS);
		expect(await keepResponse(late, "samlp", "x")).toBeNull();
		expect(await takeResponse(kept?.pickup ?? "")).toBeNull();
	});

	test("is replaced by later ones of the same admin, and never by those of others", async () => {
		vi.useFakeTimers({ toFake: ["Date"], now: 0 });
		await keepTest(newTestId(), { ...begun, subject: "bob" }, null);
		const first = await begin();
		for (let count = 0; count < 5; count += 1) {
			vi.setSystemTime(count + 1);
			await begin();
		}
		expect(await keepResponse(first, "samlp", "x")).toBeNull();
		expect(await (await dashboardDatabase()).selectFrom("sign_in_tests").selectAll().execute()).toHaveLength(6);
	});
}

describe("a test of a sign-in, in SQLite,", () => guarantees());

const server = process.env.TEST_DATABASE_URL;
describe.skipIf(!server)(
	`a test of a sign-in, in PostgreSQL,${server ? "" : " NOT TESTED, for want of TEST_DATABASE_URL"}`,
	() => guarantees(server),
);
