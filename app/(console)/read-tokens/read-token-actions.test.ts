import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { consolePages, type Sample } from "@/app/_testing/console-pages";
import { renderPage } from "@/app/_testing/render-page";
import { everything } from "@/lib/dashboard/audit/audit-entry";
import { listAuditEntries } from "@/lib/dashboard/audit/audit-trail";
import { heldConfig } from "@/lib/dashboard/config";
import { newToken } from "@/lib/dashboard/console-tokens/console-token.test-data";
import { findConsoleToken, listConsoleTokens } from "@/lib/dashboard/console-tokens/console-tokens";
import { readFlash } from "@/lib/dashboard/request/flash";
import { dashboardDatabase } from "@/lib/dashboard/store/dashboard-database";
import { clearDashboardState, nextHeaders, pointAtService, signInAs } from "@/lib/dashboard/testing/dashboard-state";
import { inRequest } from "@/lib/dashboard/testing/in-request";
import { addReadTokenAction, revokeReadTokenAction } from "./read-token-actions";

const NOW = new Date("2026-03-10T12:00:00Z");

beforeEach(async () => {
	vi.useFakeTimers({ toFake: ["Date"], now: NOW });
	await pointAtService("http://127.0.0.1:9");
	signInAs("editor");
});
afterEach(async () => {
	vi.useRealTimers();
	vi.unstubAllGlobals();
	vi.restoreAllMocks();
	await clearDashboardState();
});

function formOf(fields: Record<string, string>): FormData {
	const form = new FormData();
	for (const [name, text] of Object.entries(fields)) form.set(name, text);
	return form;
}
const filled = { name: "SIEM", rights: "read", until: "2026-06-08" };
const add = (fields: Record<string, string>) => inRequest(() => addReadTokenAction({}, formOf(fields)));

async function trail() {
	return listAuditEntries(everything, null, 10);
}

/** The words of the page, with one space between them. */
async function wordsOfPage(): Promise<string> {
	const page = consolePages.find(({ route }) => route === "/read-tokens") ?? expect.fail();
	const { html } = await renderPage(page, {} as Sample);
	return html
		.replace(/<script[\s\S]*?<\/script>/g, "")
		.replace(/<[^>]*>/g, " ")
		.replace(/\s+/g, " ");
}

test.each([
	[{ name: " " }, { name: "Enter a name." }],
	[{ name: "a\u2028b" }, { name: "Enter one line of plain text." }],
	[{ name: "R".repeat(101) }, { name: "At most 100 characters fit; this has 101." }],
	[{ rights: "admin" }, { rights: "Choose one of the options." }],
	[{ until: "" }, { until: "Choose the day on which it ends." }],
	[{ until: "2026-03-09" }, { until: "Choose a day from 2026-03-10 to 2027-03-10." }],
	[{ until: "2027-03-11" }, { until: "Choose a day from 2026-03-10 to 2027-03-10." }],
	[{ until: "2026-02-32" }, { until: "Enter a day as 2027-01-31." }],
	[{ until: "2027-02-30" }, { until: "Enter a day as 2027-01-31." }],
	[{ until: "tomorrow" }, { until: "Enter a day as 2027-01-31." }],
])("a token with %j is refused at its field, with what was entered", async (fields, faults) => {
	expect(await add({ ...filled, stays: "on", ...fields })).toEqual({
		values: { ...filled, stays: true, ...fields },
		faults,
	});
	expect((await nextHeaders.cookies()).has("last-write")).toBe(false);
	expect(await listConsoleTokens()).toEqual([]);
	expect(await trail()).toEqual([]);
});

test("a token that was created is in that result alone, and works to the end of its day, never longer than a year", async () => {
	const { token = "" } = await add({ ...filled, name: " SIEM " });
	expect(token).toMatch(/^idc_[\w-]{32}$/);
	expect(await listConsoleTokens()).toMatchObject([
		{ name: "SIEM", maker: { id: "editor" }, expiresAt: "2026-06-09T00:00:00.000Z", stays: false, rights: "read" },
	]);
	const stored = await (await dashboardDatabase()).selectFrom("console_tokens").selectAll().execute();
	expect(JSON.stringify([stored, await trail()])).not.toContain(token);
	await add({ ...filled, name: "Year", until: "2027-03-10", stays: "on" });
	expect((await listConsoleTokens()).find(({ name }) => name === "Year")).toMatchObject({
		expiresAt: "2027-03-10T12:00:00.000Z",
		stays: true,
	});
});

test("a token is for reading, or for proposing alone, and the page says which", async () => {
	for (const [name, rights] of Object.entries({ Reader: "read", Pipeline: "propose" }))
		expect(await add({ ...filled, name, rights })).toHaveProperty("token");
	await add({ name: "Unstated", until: filled.until });
	expect((await listConsoleTokens()).map(({ name, rights }) => `${name}: ${rights}`).toSorted()).toEqual([
		"Pipeline: propose",
		"Reader: read",
		"Unstated: read",
	]);
	const words = await wordsOfPage();
	expect(words).toContain("What it may do Read Propose changes of templates One that proposes opens nothing else.");
	expect(words).toMatch(/Pipeline Proposes Created/);
	expect(words).toMatch(/Reader Created/);
});

test("which token was revoked is said by its name, and it stays in the list as such", async () => {
	const token = await newToken("Reader \u202e1");
	const revoked = { readTokenId: (await listConsoleTokens())[0]?.id ?? "" };
	const revoke = () => inRequest(() => revokeReadTokenAction({}, formOf(revoked)));
	await expect(revoke()).rejects.toThrow("NEXT_REDIRECT");
	expect(await readFlash("/read-tokens")).toMatch(
		/^Revoked read token “Reader \[U\+202E\]1 .*”\. Other tokens stay\.$/,
	);
	expect(await findConsoleToken(token)).toMatchObject({ revoked_at: NOW.toISOString() });
	expect(await listConsoleTokens()).toMatchObject([{ state: "revoked", revokedAt: NOW.toISOString() }]);
	await expect(revoke()).rejects.toThrow("NEXT_REDIRECT");
	expect(await readFlash("/read-tokens")).toBe("Revoked the token. Other tokens stay.");
	expect((await trail()).map(({ operation }) => operation)).toEqual(["revoke_feed_token", "add_feed_token"]);
});

test("where a reason is required no token is revoked without one", async () => {
	heldConfig.set({ ...heldConfig.get(), reasonRequired: ["revoke"] });
	await newToken("Reader");
	const readTokenId = (await listConsoleTokens())[0]?.id ?? "";
	const refused = await inRequest(() => revokeReadTokenAction({}, formOf({ readTokenId })));
	expect(refused).toMatchObject({ problem: { about: "reason" } });
	expect(await listConsoleTokens()).toMatchObject([{ state: "works" }]);
	const stated = inRequest(() => revokeReadTokenAction({}, formOf({ readTokenId, reason: "T-1" })));
	await expect(stated).rejects.toThrow("NEXT_REDIRECT");
	expect((await trail())[0]).toMatchObject({ operation: "revoke_feed_token", reason: "T-1" });
});

test("no role but editors sees or creates one", async () => {
	for (const role of ["viewer", "support"] as const) {
		signInAs(role);
		expect(await add(filled)).toMatchObject({ problem: expect.anything() });
		expect(await wordsOfPage()).toContain("Seeing and creating read tokens needs the editor role.");
	}
});

test("the page says who created each token, what stays, and which ended and why", async () => {
	await newToken("Siem");
	await newToken("Kept", { stays: true });
	await newToken("Short");
	const database = await dashboardDatabase();
	await database
		.updateTable("console_tokens")
		.set({ made_by: "left", maker_name: "Lea" })
		.where("name", "=", "Kept")
		.execute();
	await newToken("Orphan");
	await database.updateTable("console_tokens").set({ made_by: "left" }).where("name", "=", "Orphan").execute();
	const feed = { rights: "feed", stays: 1, made_by: null, maker_name: null };
	await newToken("Older");
	await database.updateTable("console_tokens").set(feed).where("name", "=", "Older").execute();
	const end = { expires_at: NOW.toISOString() };
	await database.updateTable("console_tokens").set(end).where("name", "=", "Short").execute();
	const words = await wordsOfPage();
	const [works = "", ended = ""] = words.split("Tokens that do not work");
	expect(works).toMatch(/Siem Created .* by editor \(editor\) Ends in 3 months Last used never/);
	expect(works).toMatch(/Kept Stays without its creator Created .* by Lea \(left\)/);
	expect(works).toMatch(/Older Feed alone Stays without its creator Created .* by an unknown editor/);
	expect(ended).toMatch(/Short Expired/);
	expect(ended).toMatch(/Orphan Rests: its creator is not an editor now Created/);
});
