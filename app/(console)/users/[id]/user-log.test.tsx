import { renderToReadableStream } from "react-dom/server";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Queries } from "@/app/_forms/queries";
import { auditEntry, insertAuditEntry } from "@/lib/dashboard/audit/audit-entry.test-data";
import type { Role } from "@/lib/dashboard/session/permissions";
import { clearDashboardState, pointAtService, signInAs } from "@/lib/dashboard/testing/dashboard-state";
import { type FaultServer, json, refusal, startFaultServer } from "@/lib/dashboard/testing/fault-server";
import { runWithin } from "@/lib/dashboard/testing/run-within";
import UserPage from "./page";

const ID = "auth0|amara";
const PATH = "/users/auth0%7Camara";
const LOGS = `${PATH}/logs`;
const IP = "203.0.113.9";
const FIREFOX = "Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/140.0";
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

let service: FaultServer;
/** By path: a response's body, or the status of a refusal. */
let responses: Record<string, object | number>;
let logged: object[];

beforeEach(async () => {
	logged = [];
	responses = {
		[PATH]: { user_id: ID, name: "Amara Okafor", email: "amara@example.com", blocked: false, email_verified: true },
		[`${PATH}/sessions`]: {
			sessions: [
				{ id: "s_1", created_at: minutesAgo(300), device: { initial_ip: IP, last_user_agent: FIREFOX } },
				{ id: "s_2", created_at: minutesAgo(400) },
			],
			next: null,
		},
		[`${PATH}/refresh-tokens`]: {
			tokens: [{ id: "dcr_1", client_id: "portal", session_id: "s_1", created_at: minutesAgo(300) }],
			next: null,
		},
		"/user-blocks/auth0%7Camara": { blocked_for: [] },
		"/clients": [{ client_id: "portal", name: "Partner Portal" }],
		"/logs": [{ log_id: "90", date: "2026-11-03T10:00:00.000Z", type: "s" }],
	};
	service = await startFaultServer();
	service.handle = ({ url }, response) => {
		const { pathname, searchParams } = new URL(url, "http://x");
		const path = pathname.replace("/api/v2", "");
		const [page, size] = [Number(searchParams.get("page")), Number(searchParams.get("per_page"))];
		const logs = logged.slice(page * size, (page + 1) * size);
		const body = responses[path] ?? (path === LOGS ? { logs, start: page * size, length: logs.length } : 404);
		if (typeof body === "number") return json(response, body, refusal(body, "read:logs"));
		json(response, "statusCode" in body ? Number(body.statusCode) : 200, body);
	};
	await pointAtService(service.address);
});
afterEach(async () => {
	await clearDashboardState();
	await service.close();
});

const entry = (minutes: number, type: string, others: object = {}) => ({
	...{ log_id: `9${minutes}`, date: minutesAgo(minutes), type, user_id: ID, client_id: "portal", ip: IP },
	...others,
});

async function page({ as = "editor" as Role, query = {}, id = ID } = {}): Promise<string> {
	signInAs(as);
	const searchParams = Promise.resolve({ wait: "yes", ...query });
	const element = await runWithin(10_000, () => UserPage({ params: Promise.resolve({ id }), searchParams }));
	const html = await new Response(await renderToReadableStream(<Queries>{element}</Queries>)).text();
	return html.replace(/<!--.*?-->/g, "");
}
/** The texts of a region of the page; empty where it has none of this name. */
function region(html: string, title: string): string {
	const start = html.indexOf(`>${title}</h2>`);
	if (start < 0) return "";
	return html
		.slice(start, html.indexOf("</section>", start))
		.replaceAll(/<wbr\/?>/g, "")
		.replaceAll(/<[^>]+>/g, " ")
		.replaceAll("&#x27;", "'")
		.replaceAll(/\s+/g, " ");
}
const cause = (html: string) => region(html, "Cannot sign in");
const story = (html: string) => region(html, "What happened");

test("the cause stands on top, with what lifts it, and what happened in one line of time below", async () => {
	responses["/user-blocks/auth0%7Camara"] = { blocked_for: [{ ip: IP }] };
	const connection = "staff";
	logged = [
		entry(5, "limit_wc", { connection, details: { until: "2027-01-01T12:00:00.000Z" } }),
		...[6, 7, 8, 9].map((minutes) => entry(minutes, "fp", { connection, user_agent: FIREFOX })),
		entry(300, "s", { client_name: "Partner Portal", location_info: { city_name: "Lyon", country_name: "France" } }),
	];
	const html = await page();
	expect(cause(html)).toMatch(
		/The password was wrong 4 times from 203\.0\.113\.9 , the last time 6 minutes ago , then sign-in was blocked until 2027-01-01 12:00 UTC \. Sign-in is blocked now from 203\.0\.113\.9 \. “Lift sign-in blocks” lets them try again at once\./,
	);
	expect(html.indexOf("Cannot sign in")).toBeLessThan(html.indexOf(">Profile<"));
	const text = story(html);
	expect(text).toMatch(
		/Account blocked for one IP address .*Wrong password, 4 times .*Partner Portal .*Firefox on Windows .*Signed in .*203\.0\.113\.9 \( Lyon, France \) Session .*Session began/,
	);
	expect(text).toContain("The tenant’s log reaches back to 2026-11-03 UTC.");
	for (const href of ["/log/95", "/log/9300", "/sessions/s_1", "/sessions/s_2"]) {
		expect(html).toContain(`href="${href}"`);
	}
});

test("what this console did is in it with who, once with the tenant's entry of it, and its ends are listed apart", async () => {
	const target = { operation: "post_session_revoke", target: "s_9", userId: ID, name: "Safari", personName: "Edda" };
	await insertAuditEntry(auditEntry({ at: minutesAgo(20), ...target }));
	logged = [
		entry(10, "srrt", { details: { refresh_token_id: "dcr_7" }, description: "By the application" }),
		entry(20, "sapi", {
			client_id: "m",
			details: { request: { method: "post", path: "/api/v2/sessions/s_9/revoke" } },
		}),
	];
	const text = story(await page());
	const ends = text.slice(text.indexOf("Ended sessions"), text.indexOf("Everything"));
	expect(ends).toMatch(
		/Refresh token revoked By the application .*Session Safari: requested to end .*by Edda here In the log/,
	);
	expect(text).not.toContain("Change through the management API");
	expect(cause(await page())).toBe("");
});

describe("without the log the page shows all else, and says why", () => {
	const other = () => entry(6, "fp");
	test.each<[string, Role, object | number, RegExp]>([
		["a viewer", "viewer", {}, /Looking at the tenant’s log needs the editor or support role\./],
		["a scope", "editor", 403, /has not granted this console read:logs/],
		[
			"a plan without it",
			"editor",
			{ statusCode: 403, errorCode: "insufficient_entitlement", message: "Please upgrade your subscription" },
			/This tenant’s plan has no logs\. The tenant said: Please upgrade your subscription/,
		],
		["a tenant without it", "editor", 404, /offers no logs/],
		[
			"a user who was deleted",
			"editor",
			{ statusCode: 404, errorCode: "inexistent_user", message: "The user does not exist." },
			/no longer knows this user, and shows no log of them\. .*said: The user does not exist/,
		],
		["a refusal", "editor", { statusCode: 403, message: "Not today" }, /refuses to show its log\. .*said: Not today/],
		["a failure", "support", 500, /answered with an error \(500\)/],
	])("%s", async (_, as, response, why) => {
		logged = [other()];
		if (as !== "viewer") responses[LOGS] = response;
		const html = await page({ as });
		expect(story(html)).toMatch(why);
		expect(story(html)).toMatch(/Session began .*Session began/);
		expect(story(html)).not.toContain("Wrong password");
		expect(cause(html)).toBe("");
		expect(region(html, "Access over time")).toContain("Firefox on Windows");
		const asked = service.seen.filter(({ url }) => url.includes("/logs"));
		expect(asked.length > 0).toBe(as !== "viewer");
	});

	test("a viewer reads that the user is blocked, which the profile says, and who did it here", async () => {
		const block = { operation: "patch_users_by_id", target: ID, userId: ID, changes: ["+blocked"], personName: "Edda" };
		responses[PATH] = { user_id: ID, blocked: true };
		expect(cause(await page({ as: "viewer" }))).toMatch(/The user is blocked\. Blocking users needs the editor role\./);
		await insertAuditEntry(auditEntry({ at: minutesAgo(20), ...block }));
		expect(cause(await page({ as: "viewer" }))).toMatch(/The user is blocked\. Edda blocked them 20 minutes ago \./);
	});
});

test("a user of whom the log has nothing has nothing in it", async () => {
	responses[`${PATH}/sessions`] = { sessions: [], next: null };
	const html = await page();
	expect(story(html)).toContain("The log has nothing of this user, and no changes were made here.");
	expect(cause(html)).toBe("");
});

test("a log that can't be searched for its oldest entry does not say how far back it reaches", async () => {
	responses["/logs"] = 500;
	logged = [entry(6, "fp")];
	expect(story(await page())).toMatch(/What this console did is kept .*Wrong password/);
	expect(story(await page())).not.toContain("reaches back");
});

test("older entries are a page of their own, with what happened between them, and the cause is that of the newest", async () => {
	logged = Array.from({ length: 150 }, (_, index) => entry(index + 1, index === 0 ? "fp" : "cs"));
	const newest = await page();
	expect(region(newest, "Access over time")).not.toContain("a tick");
	const requests = () =>
		service.seen.filter(({ url }) => new URL(url, "http://x").pathname === `/api/v2${LOGS}`).length;
	const before = requests();
	expect(newest).toMatch(/href="\/users\/auth0%7Camara\?log=2&amp;before=[^"]*#what-happened"[^>]*>Older</);
	expect(story(newest)).not.toContain("Session began");
	const older = await page({ query: { log: "2", before: minutesAgo(100) } });
	expect(story(older)).toMatch(/Code sent .*Session began/);
	expect(story(older)).not.toContain("Wrong password");
	expect(cause(older)).toContain("The password was wrong");
	expect(older).toMatch(/href="\/users\/auth0%7Camara#what-happened"[^>]*>Newest</);
	expect(older).not.toContain(">Older<");
	expect(requests() - before).toBe(2);
	const wide = await page({ query: { pages: "2" } });
	expect(wide).toMatch(/href="\/users\/auth0%7Camara\?pages=2&amp;log=2&amp;before=/);
});

test("a log without times has older pages as well, and one that can't be read does not say that nothing was done", async () => {
	logged = Array.from({ length: 150 }, (_, index) => entry(index, "cs", { date: null, log_id: "" }));
	expect(await page()).toMatch(/href="\/users\/auth0%7Camara\?log=2#what-happened"[^>]*>Older</);
	expect(await page({ query: { log: "2" } })).toMatch(/href="\/users\/auth0%7Camara#what-happened"[^>]*>Newest</);
	responses[LOGS] = 500;
	expect(story(await page({ query: { log: "2", before: minutesAgo(500) } }))).not.toContain("No changes");
});

test("a sign-in that only the profile or a session of the user's own has leaves no cause of before", async () => {
	const session = { id: "s_3", authenticated_at: minutesAgo(2), created_at: minutesAgo(2) };
	logged = [entry(10, "fp")];
	responses[`${PATH}/sessions`] = { sessions: [session], next: null };
	expect(cause(await page())).toBe("");
	responses[`${PATH}/sessions`] = { sessions: [{ ...session, actor: { sub: "auth0|edda" } }], next: null };
	const html = await page();
	expect(cause(html)).toContain("The password was wrong");
	expect(story(html)).toMatch(/Session began .*opened by auth0\|edda as this user/);
});

test("what the admin can do about a block is what the console and the page offer", async () => {
	const blocked = { user_id: ID, blocked: true };
	responses[PATH] = blocked;
	responses["/user-blocks/auth0%7Camara"] = { blocked_for: [{}] };
	expect(cause(await page())).toMatch(
		/“Unblock user” lets them sign in again\..*“Unblock user” can lift these blocks too\./,
	);
	responses["/users/editor"] = { ...blocked, user_id: "editor" };
	responses["/user-blocks/editor"] = { blocked_for: [{}] };
	expect(cause(await page({ id: "editor" }))).toMatch(/You can’t unblock yourself\.(?!.*“Unblock user”)/);
});

test("what failed though the user has signed in since stands under a title that says no more", async () => {
	logged = [entry(5, "s", { connection: "email" }), entry(6, "fp", { connection: "staff" })];
	const html = await page();
	expect(cause(html)).toBe("");
	expect(region(html, "Failed attempts")).toContain("The password was wrong");
});

test("of many ends the newest are listed, which is said", async () => {
	logged = [1, 2, 3, 4, 5, 6].map((minutes) => entry(minutes, "slo"));
	expect(story(await page())).toContain("Ended sessions and revoked tokens: the newest 5");
	logged.pop();
	expect(story(await page())).not.toContain("the newest");
});

/** Lets no response with the user's log through. @returns lets the one go that was asked for */
function holdLog(): () => void {
	let respond = () => {};
	const { handle } = service;
	service.handle = (request, response) => {
		if (!request.url.includes(LOGS)) return handle(request, response);
		respond = () => handle(request, response);
	};
	return () => respond();
}

test("the log of a user whom the tenant no longer has is shown, however late it comes", async () => {
	responses[PATH] = 404;
	logged = [entry(6, "fp")];
	const respond = holdLog();
	signInAs("editor");
	const props = { params: Promise.resolve({ id: ID }), searchParams: Promise.resolve({}) };
	const element = await runWithin(10_000, () => UserPage(props));
	respond();
	const html = await new Response(await renderToReadableStream(<Queries>{element}</Queries>)).text();
	expect(html).toContain("Wrong password");
});

test("the exchanges that the log has of a token are in its lane, each with a tick, and none of another token", async () => {
	const exchange = (minutes: number, token: string | null) =>
		entry(minutes, "sertft", token ? { details: { refresh_token_id: token } } : {});
	logged = [exchange(10, "dcr_1"), exchange(100, "dcr_1"), exchange(200, "dcr_2"), exchange(250, null)];
	const html = await page();
	const lanes = html.slice(html.indexOf(">Access over time<"), html.indexOf(">Sessions<"));
	expect(region(html, "Access over time")).toMatch(/last exchanged 10 minutes ago , 2 times since 2 hours ago/);
	expect(lanes.match(/stroke-width="1"[^>]*class="lane-mark"/g)).toHaveLength(2);
	expect(lanes).toContain("a tick at each in the log");
	logged.push([]);
	expect(await page()).toContain("a tick at each of the latest in the log");
});

test("the page does not wait for a slow log: the cause comes later in its frame, and the story without it is there", async () => {
	logged = [entry(6, "fp")];
	const respond = holdLog();
	signInAs("editor");
	const element = await runWithin(10_000, () =>
		UserPage({ params: Promise.resolve({ id: ID }), searchParams: Promise.resolve({}) }),
	);
	const reader = (await renderToReadableStream(<Queries>{element}</Queries>))
		.pipeThrough(new TextDecoderStream())
		.getReader();
	let first = "";
	while (!story(first).includes("Show the page once")) first += (await reader.read()).value ?? "";
	expect(story(first)).toMatch(/Reading the tenant’s log… Show the page once the tenant has responded/);
	expect(first.match(/<noscript><a href="\/users\/auth0%7Camara\?wait=yes"/g)).toHaveLength(2);
	expect(first).not.toContain("The password was wrong");
	respond();
	let rest = "";
	for (let part = await reader.read(); !part.done; part = await reader.read()) rest += part.value;
	expect(cause(rest)).toContain("The password was wrong");
	expect(rest).toMatch(/min-h-40[^>]*>.*Cannot sign in/);
	expect(story(rest)).toContain("Wrong password");
});
