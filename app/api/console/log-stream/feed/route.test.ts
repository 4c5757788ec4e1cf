import { NextRequest } from "next/server";
import { afterEach, beforeEach, expect, test } from "vitest";
import { everything } from "@/lib/dashboard/audit/audit-entry";
import { listAuditEntries } from "@/lib/dashboard/audit/audit-trail";
import { newToken } from "@/lib/dashboard/console-tokens/console-token.test-data";
import { listConsoleTokens, revokeConsoleToken } from "@/lib/dashboard/console-tokens/console-tokens";
import { addFound } from "@/lib/dashboard/log-stream/collect-events";
import { type LogEvent, NOT_DECIDED } from "@/lib/dashboard/log-stream/log-event";
import { dashboardDatabase } from "@/lib/dashboard/store/dashboard-database";
import { clearDashboardState, pointAtService, signInAs } from "@/lib/dashboard/testing/dashboard-state";
import { GET } from "./route";

const ADDRESS = "http://localhost:3000/api/console/log-stream/feed";

let token = "";
beforeEach(async () => {
	await pointAtService("http://127.0.0.1:9");
	signInAs("editor");
	token = await newToken("Reader");
});
afterEach(clearDashboardState);

const basic = (text: string) => `Basic ${Buffer.from(text).toString("base64")}`;
const read = (authorization: string | null, headers: Record<string, string> = {}, query = "") =>
	GET(new NextRequest(ADDRESS + query, { headers: { ...headers, ...(authorization && { authorization }) } }));

const event = (number: number): LogEvent => ({
	id: `evt_${number}`,
	type: "template.changed",
	at: "2026-03-10T12:00:00.000Z",
	outcome: "done",
	summary: `Change ${number}`,
	actor: null,
	target: { kind: "template", id: "vct_1", name: null },
	changes: [],
	more_changes: 0,
	values: [],
	reference: null,
	reason: null,
	...NOT_DECIDED,
});
const numbersIn = (text: string) => [...text.matchAll(/<title>Change (\d+)</g)].map(([, number]) => Number(number));

test("without a token of the console the feed is refused, the same way for each, whatever the session", async () => {
	const none = Buffer.alloc(16).toString("base64url");
	const wrong = [
		null,
		basic("x:"),
		basic(`x:${none}`),
		basic(`${token}:x`),
		basic(token),
		`Bearer ${none}`,
		`bearer`,
		"Basic =",
		"",
	];
	const responses = await Promise.all(wrong.map((authorization) => read(authorization)));
	const described = await Promise.all(
		responses.map(async (response) => [response.status, [...response.headers], await response.text()]),
	);
	expect(new Set(described.map((one) => JSON.stringify(one))).size).toBe(1);
	expect(responses[0]?.status).toBe(401);
	for (const right of [basic(`anyone:${token}`), `Bearer ${token}`]) expect((await read(right)).status).toBe(200);
});

test("a token has 192 random bits, is stored as a digest, and ends when it is revoked", async () => {
	expect(token).toMatch(/^idc_[\w-]{32}$/);
	const database = await dashboardDatabase();
	expect(JSON.stringify(await database.selectFrom("console_tokens").selectAll().execute())).not.toContain(token);
	expect(JSON.stringify(await listAuditEntries(everything, null, 10))).not.toContain(token);
	await revokeConsoleToken((await listConsoleTokens())[0]?.id ?? "");
	expect((await read(basic(`x:${token}`))).status).toBe(401);
	const rows = await listAuditEntries(everything, null, 10);
	expect(rows.map(({ operation }) => operation).toSorted()).toEqual(["add_feed_token", "revoke_feed_token"]);
});

test("pages of 50 have each event once, newest first, and what a reader has already is not sent again", async () => {
	await addFound(async () => Array.from({ length: 120 }, (_, index) => event(index + 1)));
	const first = await read(basic(`x:${token}`));
	const { etag = "", "last-modified": modified = "" } = Object.fromEntries(first.headers);
	expect(first.headers.get("content-type")).toBe("application/atom+xml; charset=utf-8");
	const pages = [await first.text()];
	for (let next = /rel="next" href="[^?]*([^"]*)"/.exec(pages[0] ?? "")?.[1]; next; ) {
		const text = await (await read(basic(`x:${token}`), {}, next)).text();
		pages.push(text);
		next = /rel="next" href="[^?]*([^"]*)"/.exec(text)?.[1];
	}
	expect(pages.map((page) => numbersIn(page).length)).toEqual([50, 50, 20]);
	expect(pages.flatMap(numbersIn)).toEqual(Array.from({ length: 120 }, (_, index) => 120 - index));
	expect((await read(basic(`x:${token}`), { "if-none-match": `W/${etag}` })).status).toBe(304);
	expect((await read(basic(`x:${token}`), { "if-modified-since": modified })).status).toBe(304);
	await addFound(async () => [event(121)]);
	expect((await read(basic(`x:${token}`), { "if-none-match": etag })).status).toBe(200);
});

test.each(["before=abc", "before=-1", "before=", "befor=5", "before=1&before=2", "cursor=1", "constructor=1"])(
	"?%s is refused in JSON, and not ignored",
	async (query) => {
		const response = await read(basic(`x:${token}`), {}, `?${query}`);
		expect([response.status, await response.json()]).toEqual([400, { error: expect.stringMatching(/\.$/) }]);
	},
);

const at = (time: string) => new Date(`2026-03-10T${time}Z`);
const add = (number: number, time: string) => addFound(async () => [event(number)], at(time));
const statusWith = async (headers: Record<string, string>) => (await read(basic(`x:${token}`), headers)).status;
const modified = async () => (await read(basic(`x:${token}`))).headers.get("last-modified");

test.each([
	["goes back", "09:00:00.000"],
	["goes back to the second of the newest event", "12:00:00.900"],
	["has moved on within the second", "12:00:00.950"],
])("an event that is recorded after the clock %s is sent to a reader that knows the date alone", async (_, time) => {
	await add(1, "12:00:00.925");
	const since = (await modified()) ?? "";
	expect(since).toBe("Tue, 10 Mar 2026 12:00:00 GMT");
	expect(await statusWith({ "if-modified-since": since })).toBe(304);
	await add(2, time);
	expect(await statusWith({ "if-modified-since": since })).toBe(200);
	await add(3, "12:00:01.000");
	expect(await statusWith({ "if-modified-since": since })).toBe(200);
	await add(4, "11:00:00.000");
	expect(await modified()).toBeNull();
	expect(await statusWith({ "if-modified-since": new Date().toUTCString() })).toBe(200);
	await add(5, "12:00:02.000");
	expect(await statusWith({ "if-modified-since": (await modified()) ?? "" })).toBe(304);
});

test("a page has no date where that of its newest event is still to come", async () => {
	await addFound(async () => [event(1)], new Date(Date.now() + 3_600_000));
	expect(await modified()).toBeNull();
	expect(await statusWith({ "if-modified-since": new Date(Date.now() + 7_200_000).toUTCString() })).toBe(200);
});

test("the date is understood in the three forms of HTTP, and in no other", async () => {
	await addFound(async () => [event(1)], new Date("2026-03-08T08:49:37.500Z"));
	const forms = ["Sun, 08 Mar 2026 08:49:37 GMT", "Sunday, 08-Mar-26 08:49:37 GMT", "Sun Mar  8 08:49:37 2026"];
	const later = ["Mon, 09 Mar 2026 00:00:00 GMT", "Tue Mar 10 00:00:00 2026", new Date().toUTCString()];
	for (const form of [...forms, ...later]) expect(await statusWith({ "if-modified-since": form }), form).toBe(304);
	const earlier = ["Sun, 08 Mar 2026 08:49:36 GMT", "Sunday, 08-Mar-20 08:49:37 GMT", "Fri, 08-Mar-96 08:49:37 GMT"];
	const others = ["2026-03-08T08:49:37Z", "2026-03-09T00:00:00.000Z", "2026-03-09", "1893456000000", "", "soon"];
	const broken = [
		"Mon, 9 Mar 2026 00:00:00 GMT",
		"Mon, 09 Mar 2026 00:00:00 +0000",
		"Tue, 31 Mar 2026 24:00:00 GMT",
		"Sun, 09 Mar 2026 00:00:00 GMT",
		"Monnday, 09-Mar-26 00:00:00 GMT",
		"mon, 09 mar 2026 00:00:00 gmt",
		"Tue, 31 Feb 2026 00:00:00 GMT",
	];
	for (const form of [...earlier, ...others, ...broken]) {
		expect(await statusWith({ "if-modified-since": form }), form).toBe(200);
	}
});

test("tags count before dates: any page matches an asterisk, one of a list is enough, weak or strong", async () => {
	await add(1, "12:00:00.000");
	const { headers } = await read(basic(`x:${token}`));
	const [etag = "", since = ""] = [headers.get("etag"), headers.get("last-modified")].map((value) => value ?? "");
	for (const tags of ["*", " * ", `"a", W/${etag}`, `${etag}, "b"`]) {
		expect(await statusWith({ "if-none-match": tags }), tags).toBe(304);
	}
	for (const tags of ['"a"', '"*"', '*, "a"', "", etag.slice(1, -1)]) {
		expect(await statusWith({ "if-none-match": tags, "if-modified-since": since }), tags).toBe(200);
	}
	expect((await read(null, { "if-none-match": "*" })).status).toBe(401);
});
