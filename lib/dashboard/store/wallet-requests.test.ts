import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { clearDashboardState, pointAtService } from "../testing/dashboard-state";
import { dashboardDatabase } from "./dashboard-database";
import { keepWalletRequest, takeWalletRequest } from "./wallet-requests";
import { keptRequest } from "./wallet-requests.test-data";

const LIFETIME_MS = 10 * 60_000;

function guarantees(postgres?: string) {
	beforeEach(() => pointAtService("http://127.0.0.1:9", postgres));
	afterEach(async () => {
		vi.useRealTimers();
		await clearDashboardState();
	});

	const rows = async () => (await dashboardDatabase()).selectFrom("wallet_requests").selectAll().execute();

	test("is single use, and returned unchanged", async () => {
		const request = { ...keptRequest, certificateAuthority: "-----BEGIN CERTIFICATE-----" };
		const id = await keepWalletRequest("session", request);
		const taken = await Promise.all([1, 2, 3].map(() => takeWalletRequest("session", id, "t")));
		expect(taken.filter((one) => one !== null)).toEqual([request]);
		expect(await rows()).toEqual([]);
	});

	test("stores neither its key nor its session's identifier unencrypted", async () => {
		await keepWalletRequest("planted-session", keptRequest);
		expect(await rows()).toHaveLength(1);
		expect(JSON.stringify(await rows())).not.toContain("planted");
	});

	test("is neither returned to nor consumed by another session or another template", async () => {
		const id = await keepWalletRequest("session", keptRequest);
		expect(await takeWalletRequest("other", id, "t")).toBeNull();
		expect(await takeWalletRequest("session", id, "other")).toBeNull();
		expect(await takeWalletRequest("session", id, "")).toBeNull();
		expect(await takeWalletRequest("session", id, "t")).toEqual(keptRequest);
	});

	test("is not found by unknown identifiers", async () => {
		for (const id of ["", "' or 1=1 --", "\u0000", "x".repeat(22), "x".repeat(10_000)]) {
			expect(await takeWalletRequest("session", id, "t")).toBeNull();
			expect(await takeWalletRequest("session", "x".repeat(22), id)).toBeNull();
		}
	});

	test("expires after ten minutes, and is deleted then", async () => {
		vi.useFakeTimers({ toFake: ["Date"], now: 0 });
		const [early, late] = [
			await keepWalletRequest("session", keptRequest),
			await keepWalletRequest("session", keptRequest),
		];
		vi.setSystemTime(LIFETIME_MS - 1);
		expect(await takeWalletRequest("session", early, "t")).toEqual(keptRequest);
		vi.setSystemTime(LIFETIME_MS);
		expect(await takeWalletRequest("session", late, "t")).toBe("late");
		expect(await takeWalletRequest("session", late, "t")).toBeNull();
		expect(await rows()).toEqual([]);
	});

	test("is replaced by later ones of the same session, and never by those of others", async () => {
		vi.useFakeTimers({ toFake: ["Date"], now: 0 });
		await keepWalletRequest("other", keptRequest);
		const first = await keepWalletRequest("session", keptRequest);
		for (let count = 0; count < 5; count += 1) {
			vi.setSystemTime(count + 1);
			await keepWalletRequest("session", keptRequest);
		}
		expect(await takeWalletRequest("session", first, "t")).toBeNull();
		expect(await rows()).toHaveLength(6);
	});
}

describe("a request to a wallet, in SQLite,", () => guarantees());

const server = process.env.TEST_DATABASE_URL;
describe.skipIf(!server)(
	`a request to a wallet, in PostgreSQL,${server ? "" : " NOT TESTED, for want of TEST_DATABASE_URL"}`,
	() => guarantees(server),
);
