import { expect, test } from "vitest";
import { noPurpose } from "@/lib/dashboard/templates/purpose";
import { type Listing, startListing } from "./listing";
import { type PageResponse, searchAll, waitSeconds } from "./search-all";
import { templateRow } from "./template-row";

const page = (id: string, next: string | null, isLimitNear = false) => ({
	rows: [templateRow({ id, presentation: null }, noPurpose, { now: new Date(0), timeZone: "UTC" })],
	unreadable: 0,
	next,
	isLimitNear,
});
const problem = (retryAfterSeconds?: number): PageResponse => ({
	problem: { title: "No", message: "not now", ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) },
});

/** A run over these responses, one for each request, and its steps in order. */
async function run(
	responses: PageResponse[],
	{ abortAt, isAutomatic = false }: { abortAt?: string; isAutomatic?: boolean } = {},
) {
	const abort = new AbortController();
	const done: string[] = [];
	const note = (what: string) => {
		done.push(what);
		if (what === abortAt) abort.abort();
	};
	const outcome = await searchAll(startListing(page("a", "1"), null), {
		isAutomatic,
		signal: abort.signal,
		async load(checkpoint) {
			note(`load ${checkpoint}`);
			return responses.shift() ?? problem();
		},
		wait: async (seconds) => note(`wait ${seconds}`),
		onPage: ({ rows }: Listing) => done.push(`${rows.length} loaded`),
		onWait: (seconds) => done.push(`shows ${seconds}`),
	});
	return { outcome, done };
}

test("requests one page after the other until the last", async () => {
	const { outcome, done } = await run([page("b", "2"), page("c", null)]);
	expect(outcome).toBeNull();
	expect(done).toEqual(["load 1", "2 loaded", "load 2", "3 loaded"]);
});

test("waits as long as the tenant requires, within 1 to 60 seconds, and continues with the same page", async () => {
	const { outcome, done } = await run([problem(7), problem(0), problem(9_999), page("b", null)]);
	expect(outcome).toBeNull();
	expect(done.filter((what) => what.startsWith("wait"))).toEqual(["wait 7", "wait 1", "wait 60"]);
	expect(done.slice(0, 4)).toEqual(["load 1", "shows 7", "wait 7", "load 1"]);
	expect(done.at(-1)).toBe("2 loaded");
});

test("an automatic search stops near the rate limit, and never waits for it", async () => {
	const responses = () => [page("b", "2"), page("c", "3", true), page("d", null)];
	expect(await run(responses(), { isAutomatic: true })).toEqual({
		outcome: "limit-near",
		done: ["load 1", "2 loaded", "load 2", "3 loaded"],
	});
	expect((await run(responses())).outcome).toBeNull();
	expect(await run([problem(7)], { isAutomatic: true })).toEqual({ outcome: "limit-near", done: ["load 1"] });
	expect((await run([page("b", null, true)], { isAutomatic: true })).outcome).toBeNull();
});

test("ends with the problem, and keeps what is loaded", async () => {
	const { outcome, done } = await run([page("b", "2"), problem()]);
	expect(outcome).toMatchObject({ title: "No" });
	expect(done).toEqual(["load 1", "2 loaded", "load 2"]);
});

test("once stopped, it sends no further request and ignores the pending response", async () => {
	expect(await run([page("b", "2")], { abortAt: "load 1" })).toEqual({ outcome: null, done: ["load 1"] });
	const waited = await run([problem(5), page("b", null)], { abortAt: "wait 5" });
	expect(waited).toEqual({ outcome: null, done: ["load 1", "shows 5", "wait 5"] });
});

test("a wait ends at once when it is stopped", async () => {
	const abort = new AbortController();
	const wait = waitSeconds(60, abort.signal);
	abort.abort();
	await expect(wait).resolves.toBeUndefined();
});
