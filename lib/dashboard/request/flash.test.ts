import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { dashboardDatabase } from "../store/dashboard-database";
import { acceptWrites, clearDashboardState, nextHeaders, pointAtService } from "../testing/dashboard-state";
import { readFlash, setFlash } from "./flash";

const COOKIE = "console.flash.3000";
const sentence = "<b>Done</b> \u{1F600}";

function guarantees(postgres?: string) {
	beforeEach(() => pointAtService("http://127.0.0.1:9", postgres));
	afterEach(async () => {
		vi.useRealTimers();
		await clearDashboardState();
	});

	test("is read once, with any number of concurrent reads", async () => {
		await setFlash("/templates", sentence);
		const messages = await Promise.all([readFlash("/templates"), readFlash("/templates"), readFlash("/templates")]);
		expect(messages.filter((message) => message !== null)).toEqual([sentence]);
		expect(await readFlash("/templates")).toBeNull();
	});

	test("is kept for the page that it is for", async () => {
		await setFlash("/templates", sentence);
		expect(await readFlash("/connection")).toBeNull();
		expect(await readFlash("/templates")).toBe(sentence);
	});

	test("expires after a minute", async () => {
		vi.useFakeTimers({ toFake: ["Date"], now: 0 });
		await setFlash("/templates", "old");
		vi.setSystemTime(60_000);
		expect(await readFlash("/templates")).toBeNull();
	});

	test.each([
		JSON.stringify({ path: "/templates", message: "forged" }),
		"\u0000",
		"' or 1=1 --",
		"00000000-0000-4000-8000-000000000000",
	])("is not read from the cookie: %j shows no message", async (value) => {
		await setFlash("/templates", sentence);
		(await nextHeaders.cookies()).set(COOKIE, value);
		expect(await readFlash("/templates")).toBeNull();
	});

	test("is not in the cookie", async () => {
		await setFlash("/templates", "Template deleted.");
		expect((await nextHeaders.cookies()).get(COOKIE)?.value).toMatch(/^[0-9a-f-]{36}$/);
	});

	test("is read also where the store no longer accepts writes", async () => {
		await setFlash("/templates", sentence);
		await acceptWrites(false);
		expect(await readFlash("/templates")).toBe(sentence);
		await acceptWrites(true);
	});

	test("is left out, without a failure, where the store is broken", async () => {
		await (await dashboardDatabase()).schema.dropTable("flash_messages").execute();
		await setFlash("/templates", sentence);
		expect(await readFlash("/templates")).toBeNull();
		(await nextHeaders.cookies()).set(COOKIE, "00000000-0000-4000-8000-000000000000");
		expect(await readFlash("/templates")).toBeNull();
	});
}

describe("a sentence for the next page, in SQLite,", () => guarantees());

const server = process.env.TEST_DATABASE_URL;
describe.skipIf(!server)(
	`a sentence for the next page, in PostgreSQL,${server ? "" : " NOT TESTED, for want of TEST_DATABASE_URL"}`,
	() => guarantees(server),
);
