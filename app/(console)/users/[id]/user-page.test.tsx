import { renderToReadableStream } from "react-dom/server";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Queries } from "@/app/_forms/queries";
import type { AuditEntry } from "@/lib/dashboard/audit/audit-entry";
import { auditEntry, insertAuditEntry } from "@/lib/dashboard/audit/audit-entry.test-data";
import { dashboardConfig, heldConfig } from "@/lib/dashboard/config";
import { newToken } from "@/lib/dashboard/console-tokens/console-token.test-data";
import { resources } from "@/lib/dashboard/resources/resources";
import type { Role } from "@/lib/dashboard/session/permissions";
import { dashboardDatabase, fromNow, orderedId } from "@/lib/dashboard/store/dashboard-database";
import { openSessionOf } from "@/lib/dashboard/store/sessions.test-data";
import { clearDashboardState, pointAtService, signInAs } from "@/lib/dashboard/testing/dashboard-state";
import { type FaultServer, json, refusal, startFaultServer } from "@/lib/dashboard/testing/fault-server";
import { runWithin } from "@/lib/dashboard/testing/run-within";
import UserPage from "./page";

const ID = "auth0|amara";
const PATH = "/users/auth0%7Camara";
/** What each of the person's reads needs. */
const scopes: Readonly<Record<string, string>> = {
	[PATH]: "read:users",
	[`${PATH}/sessions`]: "read:sessions",
	[`${PATH}/refresh-tokens`]: "read:refresh_tokens",
};
const MAC = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 Chrome/140.0 Safari/537.36";
const WINDOWS = "Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/140.0";
const SCOPES =
	"read:users update:users read:sessions update:sessions delete:sessions read:refresh_tokens delete:refresh_tokens";

const amara = {
	user_id: ID,
	name: "Amara Okafor",
	email: "amara@example.com",
	email_verified: true,
	blocked: false,
	identities: [{ connection: "staff", provider: "auth0" }],
	logins_count: 12,
	user_metadata: { desk: "4 <b>" },
};
const sessions = [
	{
		id: "s_1",
		device: { initial_user_agent: MAC, last_user_agent: WINDOWS, initial_ip: "192.0.2.1", last_ip: "192.0.2.7" },
		clients: [{ client_id: "portal" }],
		authentication: { methods: [{ name: "pwd" }] },
		session_metadata: { ticket: "4711" },
	},
	{ id: "s_2", device: { last_user_agent: MAC } },
];
const tokens = [
	{ id: "dcr_1", client_id: "portal", session_id: "s_1" },
	{ id: "dcr_2", client_id: "field", session_id: "s_ended" },
	{ id: "dcr_3", client_id: "field", session_id: null },
];

let service: FaultServer;
/** By the end of the path: a response's body, or the status of a refusal. */
let responses: Record<string, object | number>;
let scope: string;

beforeEach(async () => {
	scope = SCOPES;
	responses = {
		[PATH]: amara,
		[`${PATH}/sessions`]: { sessions, next: null },
		[`${PATH}/refresh-tokens`]: { tokens, next: null },
		"/user-blocks/auth0%7Camara": { blocked_for: [] },
		"/clients": [
			{ client_id: "portal", name: "Partner Portal" },
			{ client_id: "field", name: "Field App" },
		],
	};
	service = await startFaultServer();
	service.respondWithToken = (_, response) =>
		json(response, 200, { access_token: "token", token_type: "Bearer", expires_in: 3600, scope });
	service.handle = ({ url }, response) => {
		const path = new URL(url, "http://x").pathname.replace("/api/v2", "");
		const body = responses[path] ?? 404;
		if (typeof body === "number") return json(response, body, refusal(body, scopes[path]));
		json(response, 200, body);
	};
	await pointAtService(service.address);
});
afterEach(async () => {
	await clearDashboardState();
	await service.close();
});

async function page({ as = "editor" as Role, query = {} } = {}): Promise<string> {
	signInAs(as);
	const searchParams = Promise.resolve({ wait: "yes", ...query });
	const element = await runWithin(10_000, () => UserPage({ params: Promise.resolve({ id: ID }), searchParams }));
	const html = await new Response(await renderToReadableStream(<Queries>{element}</Queries>)).text();
	return html.replace(/<!--.*?-->/g, "");
}
/** The texts of the page, or of what is between two of its headings. */
function textOf(html: string, from = "", to = ""): string {
	const start = from ? html.indexOf(`>${from}</h2>`) : 0;
	const end = to ? html.indexOf(`>${to}</h2>`) : html.length;
	return html
		.slice(start, end)
		.replaceAll(/<wbr\/?>/g, "")
		.replace(/<script.*?<\/script>|<[^>]+>/g, " ")
		.replaceAll("&#x27;", "'")
		.replace(/\s+/g, " ");
}

test("facts, sessions with the tokens that they gave rise to, and tokens apart, with one call each beside the names", async () => {
	const html = await page();
	const profile = textOf(html, "Profile", "Sessions");
	expect(profile).toMatch(
		/amara@example.com verified .*staff.*Blocked no After failed sign-ins not blocked .*Sign-ins 12/,
	);
	expect(profile).toContain("&quot;desk&quot;: &quot;4 &lt;b&gt;&quot;");
	const inSessions = textOf(html, "Sessions", "Refresh tokens");
	expect(inSessions).toMatch(/Firefox on Windows s_1 device changed .*192.0.2.7 .*Partner Portal .*password .*1 key/);
	expect(inSessions).toMatch(/It began on Chrome on macOS at 192.0.2.1/);
	expect(inSessions).toMatch(/dcr_1.*Chrome on macOS s_2.*No refresh token/);
	expect(inSessions).not.toMatch(/dcr_2|dcr_3/);
	const apart = textOf(html, "Refresh tokens", "What happened");
	expect(apart).toContain("3 refresh tokens: 1 under sessions above, 2 here.");
	expect(apart).toMatch(/Field App dcr_2 Session has ended .*Field App dcr_3 Without a session/);
	for (const href of ["/sessions/s_1", "/refresh-tokens/dcr_1", "/refresh-tokens/dcr_3"]) {
		expect(html).toContain(`href="${href}"`);
	}
	const asked = service.seen.map(({ url }) => url.replace("/api/v2", "")).filter((url) => !url.startsWith("/clients"));
	expect(asked.toSorted()).toEqual([
		// Whether a session has ended is decided by a read of it, not by a list without it.
		"/logs?page=0&per_page=1&sort=date%3A1",
		"/sessions/s_ended",
		...["/user-blocks/auth0%7Camara", PATH],
		`${PATH}/logs?page=0&per_page=100&include_totals=true&sort=date%3A-1`,
		...[`${PATH}/refresh-tokens?include_totals=true`, `${PATH}/sessions`],
	]);
});

test("the end of a session is stated, and flagged only for tokens: most sessions end within days", async () => {
	const soon = new Date(Date.now() + 3_600_000).toISOString();
	responses[`${PATH}/sessions`] = { sessions: [{ id: "s_1", idle_expires_at: soon }] };
	responses[`${PATH}/refresh-tokens`] = { tokens: [{ id: "dcr_1", session_id: "s_1", idle_expires_at: soon }] };
	const text = textOf(await page(), "Sessions", "Refresh tokens");
	expect(text).toMatch(/Expires .* if unused .*dcr_1.*expires unused within 7 days/);
	expect(text.match(/within 7 days/g)).toHaveLength(1);
});

test("the tables of tokens have names of their own, also where sessions are on the same kind of device", async () => {
	const device = { last_user_agent: MAC };
	responses[`${PATH}/sessions`] = { sessions: ["s_1", "s_2"].map((id) => ({ id, device })) };
	responses[`${PATH}/refresh-tokens`] = {
		tokens: ["s_1", "s_2"].map((session_id) => ({ id: `dcr_${session_id}`, session_id })),
	};
	const names = [...(await page()).matchAll(/<section aria-label="(Tokens [^"]+)"/g)].map(([, name]) => name);
	expect(names).toEqual(["s_1", "s_2"].map((id) => `Tokens of the session on Chrome on macOS, ${id}`));
});

test("each dialog names what, whose and how many end", async () => {
	const text = textOf(await page());
	expect(text).toMatch(/End this session\? Amara Okafor has to sign in again on Firefox on Windows/);
	expect(text).toMatch(/Ends with it: Partner Portal's refresh token and 1 note\. Other sessions of this user stay/);
	expect(text).toMatch(/End all sessions\? Amara Okafor is signed out everywhere: 2 sessions\./);
	expect(text).toContain("Also revoke 3 refresh tokens. Without it, applications keep their access.");
	expect(text).toMatch(/Revoke all refresh tokens\? .*Amara Okafor any more: 3 refresh tokens/);
	expect(text).toMatch(/Block this user\? Amara Okafor can't sign in until they are unblocked/);
});

test.each<[Role, RegExp[], RegExp[]]>([
	[
		"viewer",
		[/You can view, not change: your role is viewer/, /Blocking users needs the editor role/],
		[/End session|End all|Revoke|Block user|Select /],
	],
	[
		"support",
		[/End session/, /End all sessions/, /Revoke all tokens/, /Blocking users needs the editor role/],
		[/Block user/],
	],
	["editor", [/End session/, /Block user/], [/needs the editor role/]],
])("%s is offered what the role may do, and told who could do the rest", async (as, offered, not) => {
	const text = textOf(await page({ as }));
	for (const words of offered) expect(text).toMatch(words);
	for (const words of not) expect(text).not.toMatch(words);
});

test.each([
	[PATH, [/Firefox on Windows/, /dcr_3 Without a session/]],
	[`${PATH}/sessions`, [/amara@example.com/, /dcr_1 Session not listed here/]],
	[`${PATH}/refresh-tokens`, [/amara@example.com/, /Firefox on Windows.*End session/]],
])("where the tenant refuses %s, its place names the scope and the rest goes on", async (path, rest) => {
	responses[path] = 403;
	const text = textOf(await page());
	expect(text).toContain(`The tenant has not granted this console ${scopes[path]}.`);
	for (const words of rest) expect(text).toMatch(words);
});

test("a tenant without sessions is not taken for one without the user", async () => {
	delete responses[`${PATH}/sessions`];
	const text = textOf(await page());
	expect(text).toContain("The tenant does not offer this area");
	expect(text).toMatch(/amara@example.com.*dcr_1 Session not listed here/);
});

test("what the console's scopes do not allow is not offered, and says why", async () => {
	scope = "read:users read:sessions read:refresh_tokens";
	await page();
	const text = textOf(await page());
	expect(text).not.toMatch(/End session|End all|Revoke all|Block user/);
	expect(text).toContain(
		"has not granted this console delete:sessions and delete:refresh_tokens, so it can't end sessions together with their refresh tokens.",
	);
	responses[PATH] = { ...amara, blocked: true };
	expect(textOf(await page())).toMatch(/The user is blocked\. The tenant has not granted this console update:users,/);
});

test("a user that does not exist, and a tenant that does not answer, are one message each", async () => {
	responses = {};
	const missing = await page();
	expect(textOf(missing)).toMatch(/No user with this ID .*All users/);
	expect(missing).toContain('aria-label="Copy ID"');
	responses = { [PATH]: 500, [`${PATH}/sessions`]: 500, [`${PATH}/refresh-tokens`]: 500 };
	expect(textOf(await page()).match(/answered with an error/g)).toHaveLength(1);
});

describe("access over time", () => {
	const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
	const lanes = (html: string) => [...html.matchAll(/<li class="lane">.*?<\/li>/gs)].map(([lane]) => lane);
	const wordsOf = (lane = "") =>
		textOf(lane)
			.replace(/ (?=[.,])/g, "")
			.trim();
	const IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1";

	test("each session is a lane with its device and its times, and so is a refresh token whose session has ended", async () => {
		responses[`${PATH}/sessions`] = {
			sessions: [
				{ id: "s_1", device: { last_user_agent: IPHONE }, authenticated_at: ago(72), idle_expires_at: ago(-97) },
				{ id: "s_2" },
			],
		};
		responses[`${PATH}/refresh-tokens`] = {
			tokens: [
				{ id: "dcr_1", client_id: "portal", session_id: "s_1", last_exchanged_at: ago(2), expires_at: ago(-24 * 20) },
				{ id: "dcr_2", client_id: "field", session_id: "s_ended", last_exchanged_at: null },
			],
		};
		const html = await page();
		const [phone, unknown, apart] = lanes(html);
		expect(wordsOf(phone)).toMatch(
			/^Safari on iPhone After ending it Began 3 days ago, expires in 4 days if unused\. 1 refresh token, last exchanged 2 hours ago, expires in 20 days\. 1 session and 1 refresh token stay\. \?$/,
		);
		expect(phone).toContain('href="#session-s_1"');
		expect(wordsOf(unknown)).toContain("Unknown device After ending it Began not reported, expiry not reported.");
		expect(wordsOf(apart)).toMatch(
			/^Field App Session has ended\. Began not reported, expiry not reported, never exchanged\. \? \?$/,
		);
		// The session goes on after the tokens are revoked, the token after the sessions have ended alone.
		expect([...(phone ?? "").matchAll(/data-stays="([^"]*)"/g)].map(([, acts]) => acts)).toEqual([
			"tokens",
			"sessions",
		]);
		const sentences = [...html.matchAll(/data-after="([^"]*)">(.*?)<\/p>/g)].map(([, act, words]) => [act, words]);
		const { session, "refresh token": token } = resources;
		expect(sentences).toEqual([
			["sessions-and-tokens", `Nothing listed here stays. ${session.ends.stays.all}`],
			["sessions", `2 refresh tokens stay. ${session.ends.stays.all}`],
			["tokens", `2 sessions stay. ${token.ends.stays.all}`],
		]);
	});

	test("the device of a session that someone else opened is not the user's", async () => {
		responses[`${PATH}/sessions`] = {
			sessions: [{ id: "s_1", device: { last_user_agent: MAC }, actor: { sub: "agent" } }, sessions[1]],
		};
		const [delegated, own] = lanes(await page());
		expect(wordsOf(delegated)).toMatch(
			/^Chrome on macOS not the user’s own .*Opened by agent as this user: the device is not one of the user’s\. Began/,
		);
		expect(wordsOf(own)).not.toMatch(/Opened by|not the user’s own/);
	});

	test("of two times the one that can be read is stated, also where the other is text that is no time", async () => {
		responses[`${PATH}/sessions`] = {
			sessions: [
				{
					id: "s_1",
					authenticated_at: "x",
					created_at: ago(72),
					expires_at: "soon",
					idle_expires_at: ago(-97),
				},
			],
		};
		responses[`${PATH}/refresh-tokens`] = {
			tokens: [{ id: "dcr_1", session_id: "s_1", expires_at: "soon", idle_expires_at: ago(-97) }],
		};
		const html = await page();
		expect(wordsOf(lanes(html)[0])).toMatch(
			/Began 3 days ago, expires in 4 days if unused\. 1 refresh token, latest exchange not reported, expires in 4 days if unused\./,
		);
		expect(textOf(html, "Sessions", "Refresh tokens")).toMatch(/Began 3 days ago .*Expires in 4 days if unused/);
	});

	test.each([
		["one that expired", [[72, null]], "1 refresh token, X, expired 3 days ago."],
		["one that expires if unused", [[null, -97]], "1 refresh token, X, expires in 4 days if unused."],
		[
			"two of which one is not reported",
			[
				[null, -97],
				[null, null],
			],
			"2 refresh tokens, X, last known expiry in 4 days if unused, expiry of 1 not reported.",
		],
		[
			"two that expired",
			[
				[72, null],
				[48, null],
			],
			"2 refresh tokens, X, the last one expired 2 days ago.",
		],
	])("the expiry of a session's refresh tokens is stated, of %s", async (_, ends, words) => {
		responses[`${PATH}/sessions`] = { sessions: [{ id: "s_1" }] };
		responses[`${PATH}/refresh-tokens`] = {
			tokens: ends.map(([fixed, idle], index) => ({
				id: `dcr_${index}`,
				session_id: "s_1",
				expires_at: fixed == null ? null : ago(fixed),
				idle_expires_at: idle == null ? null : ago(idle),
			})),
		};
		expect(wordsOf(lanes(await page())[0])).toContain(words.replace("X", "latest exchange not reported"));
	});

	test("of many sessions, with times that are none, some are drawn, and the others are counted", async () => {
		const odd = [null, {}, "", "soon", "9999-12-31T23:59:59Z", "-271821-04-20T00:00:00Z", "1970-01-01"];
		const many = Array.from({ length: 45 }, (_, index) => ({
			id: `s_${index}`,
			created_at: odd[index % odd.length],
			expires_at: odd[(index * 3 + 1) % odd.length],
			idle_expires_at: odd[(index * 5 + 2) % odd.length],
		}));
		responses[`${PATH}/sessions`] = { sessions: many };
		responses[`${PATH}/refresh-tokens`] = {
			tokens: many.slice(0, 8).map(({ id, ...times }) => ({ ...times, id: `dcr_${id}`, session_id: "s_0" })),
		};
		const html = await page();
		expect(lanes(html)).toHaveLength(30);
		const latest = many.filter(({ created_at }) => created_at?.toString().startsWith("9999")).map(({ id }) => id);
		expect(
			lanes(html)
				.slice(0, latest.length)
				.map((lane) => / s_\d+ /.exec(wordsOf(lane))?.[0].trim()),
		).toEqual(latest);
		const unknown = lanes(html).find((lane) => wordsOf(lane).includes(" s_0 "));
		expect(wordsOf(unknown)).toContain("8 refresh tokens");
		expect(textOf(html)).toContain("and 15 more sessions below");
		for (const [, at] of html.matchAll(/ x[12]="([^"]*)%"/g)) {
			expect(Number(at)).toBeGreaterThanOrEqual(0);
			expect(Number(at)).toBeLessThanOrEqual(100);
		}
	});

	test("offers to see what an act leaves only to those who may request it, and says what it does not know", async () => {
		scope = "read:users read:sessions read:refresh_tokens delete:refresh_tokens";
		expect(await page({ as: "viewer" })).not.toContain('type="radio"');
		responses[`${PATH}/sessions`] = { sessions: [null, ...sessions] };
		const html = await page();
		expect([...html.matchAll(/name="after"[^>]* value="([^"]*)"/g)].map(([, act]) => act)).toEqual(["", "tokens"]);
		expect(textOf(html)).toContain("Of what is loaded, 2 sessions stay.");
		responses[`${PATH}/sessions`] = 403;
		expect(textOf(await page(), "Access over time", "Sessions")).toMatch(
			/Sessions are not known\. Refresh tokens Partner/,
		);
		responses[`${PATH}/sessions`] = { sessions };
		responses[`${PATH}/refresh-tokens`] = 403;
		expect(wordsOf(lanes(await page())[0])).toContain("Refresh tokens not known.");
	});
});

/** What the admin has requested, by operation and target. */
async function requested(operation: string, target: string, given: Partial<AuditEntry> = {}): Promise<void> {
	const at = given.at ?? new Date().toISOString();
	await insertAuditEntry(auditEntry({ userId: ID, ...given, id: orderedId(at, target), at, operation, target }));
}

test("what was requested is said to be done only when the tenant no longer has it", async () => {
	await requested("post_user_revoke_access session_id", "s_1");
	await requested("delete_user_refresh-tokens", ID);
	responses["/sessions/s_1"] = { id: "s_1" };
	const before = textOf(await page());
	expect(before).toMatch(/End requested .*Until then the session may still be listed/);
	expect(before).toMatch(/Revocation requested .*Until then they may still be listed/);
	Object.assign(responses, {
		[`${PATH}/sessions`]: { sessions: sessions.slice(1) },
		[`${PATH}/refresh-tokens`]: { tokens: [] },
	});
	// On another page of the list it is there all the same.
	expect(textOf(await page())).toMatch(/End requested .*Until then the session may still be listed/);
	responses["/sessions/s_1"] = 500;
	const unknown = textOf(await page());
	expect(unknown).toMatch(/End requested .*Until then the session may still be listed/);
	expect(unknown).not.toContain("has ended");
	delete responses["/sessions/s_1"];
	responses[`${PATH}/sessions`] = { sessions };
	expect(textOf(await page())).toMatch(/End requested .*Until then the session may still be listed/);
	responses[`${PATH}/sessions`] = { sessions: sessions.slice(1) };
	const after = textOf(await page());
	expect(after).toContain("The session has ended.");
	expect(after).toContain("None of those refresh tokens is listed any more.");
	await requested("delete_user_sessions", ID);
	expect(textOf(await page())).toContain("Until then they may still be listed");
	responses[`${PATH}/sessions`] = { sessions: [] };
	expect(textOf(await page())).toMatch(/None of those sessions is listed any more\. .*Not signed in anywhere/);
});

test("a block says what becomes of the read tokens that the user has created here", async () => {
	signInAs("editor");
	await newToken("Own");
	await newToken("Kept", { stays: true });
	await (await dashboardDatabase()).updateTable("console_tokens").set({ made_by: ID }).execute();
	const dialog = async () =>
		textOf(/<dialog(?:(?!<dialog).)*?Block this user\?.*?<\/dialog>/s.exec(await page())?.[0] ?? "");
	const settings = heldConfig.get();
	heldConfig.set({ ...settings, editors: [...settings.editors, ID] });
	const text = await dialog();
	expect(text).toContain("(“Kept”) work on. End what no one else needs on the page Read tokens.");
	expect(text).toContain("If they are signed in to this console, that ends too, for good.");
	expect(text).toContain("(“Own”) end, and do not work again after unblocking.");
});

test("the access of a blocked user to this console is offered to end where there is some, to who may block", async () => {
	const offered = async (as: Role = "editor") =>
		textOf(/<dialog(?:(?!<dialog).)*?End access to this console\?.*?<\/dialog>/s.exec(await page({ as }))?.[0] ?? "");
	signInAs("editor");
	await newToken("Kept", { stays: true });
	await newToken("Own");
	await newToken("Ended");
	const tokens = (await dashboardDatabase()).updateTable("console_tokens");
	await tokens.set({ made_by: ID }).execute();
	await tokens
		.set({ expires_at: fromNow(-1) })
		.where("name", "=", "Ended")
		.execute();
	expect(await offered()).toBe("");
	responses[PATH] = { ...amara, blocked: true };
	// The token rests: its maker is no editor.
	expect(await offered()).toContain("(“Own”) end, and do not work again after unblocking.");
	expect(await offered()).not.toContain("Sessions of this console");
	expect(await offered("support")).toBe("");
	await tokens
		.set({ expires_at: fromNow(-1) })
		.where("name", "=", "Own")
		.execute();
	expect(await offered()).toBe("");
	await openSessionOf(ID);
	expect(await offered()).toContain("Sessions of this console that end: 1.");
});

test("what lives on is said before an end and after it, of sessions, refresh tokens and a block alike", async () => {
	const of = { sessions: resources.session.ends.stays, tokens: resources["refresh token"].ends.stays };
	const dialogs = [...(await page()).matchAll(/<dialog.*?<\/dialog>/g)].map(([html]) => textOf(html));
	const before = (title: string) => dialogs.find((text) => text.includes(title));
	expect(before("End this session?")).toContain(of.sessions.one);
	expect(before("End all sessions?")).toContain(of.sessions.all);
	expect(before("Revoke all refresh tokens?")).toContain(of.tokens.all);
	expect(before("Block this user?")).toContain(resources.user.stays);
	expect(before("Block this user?")).not.toContain("Read tokens");
	const notices = async () =>
		textOf((await page()).replaceAll(/<dialog.*?<\/dialog>/g, ""), "Sessions", "What happened");
	await requested("delete_user_refresh-tokens", ID);
	await requested("post_session_revoke", "s_gone");
	expect(await notices()).toMatch(new RegExp(`The session has ended\\..*${of.sessions.one}`));
	expect(await notices()).toMatch(new RegExp(`Revocation requested.*${of.tokens.all}`));
	await requested("delete_user_sessions", ID);
	expect(await notices()).toMatch(new RegExp(`End requested.*${of.sessions.all}`));
	responses[`${PATH}/sessions`] = { sessions: [] };
	responses[`${PATH}/refresh-tokens`] = { tokens: [] };
	expect(await notices()).toMatch(
		new RegExp(`None of those sessions is listed.*${of.sessions.all}.*None of those refresh tokens.*${of.tokens.all}`),
	);
});

test("nothing is claimed of what was never requested here, long ago, in vain, or by another admin", async () => {
	const claims = /requested|has ended\.|any more|may still be listed/;
	const notices = async () =>
		textOf((await page()).replaceAll(/<dialog.*?<\/dialog>/g, ""), "Sessions", "What happened");
	const long = new Date(Date.now() - 24 * 3_600_000).toISOString();
	expect(await notices()).not.toMatch(claims);
	for (const given of [{ at: long }, { outcome: "refused" as const }, { subject: "vera" }]) {
		await requested("post_session_revoke", "s_9", given);
		await requested("delete_user_refresh-tokens", ID, given);
		await requested("delete_user_sessions", ID, given);
	}
	expect(await notices()).not.toMatch(claims);
	responses[`${PATH}/sessions`] = { sessions: [] };
	responses[`${PATH}/refresh-tokens`] = { tokens: [] };
	expect(await notices()).not.toMatch(claims);
});

test("refresh tokens that can't be read may belong to any session", async () => {
	responses[`${PATH}/refresh-tokens`] = { tokens: [...tokens.slice(0, 1), null, { id: 5 }] };
	const html = await page();
	const inSessions = textOf(html, "Sessions", "Refresh tokens");
	expect(inSessions).not.toContain("No refresh token.");
	expect(inSessions).toContain("No refresh token among those loaded.");
	expect(inSessions).toContain("refresh token, any others that were issued in it");
	expect(textOf(html, "Refresh tokens", "What happened")).toMatch(
		/2 entries could not be read .*3 refresh tokens: 1 under sessions above, 0 here, 2 unreadable\./,
	);
});

test("an application of a session without a usable ID may be notified of its end", async () => {
	heldConfig.set({ ...dashboardConfig(), tenant: { name: "real", embedded: false } });
	const clients = [[{ client_id: "portal" }, null], [5], []];
	responses[`${PATH}/sessions`] = { sessions: clients.map((those, index) => ({ id: `s_${index}`, clients: those })) };
	const text = textOf(await page(), "Sessions", "Refresh tokens");
	for (const shown of ["Partner Portal, another not reported", "not reported", "none"]) {
		expect(text).toContain(`Applications ${shown} Signed in`);
	}
	expect(text).toContain("Not all applications are known here: others may be notified");
});

test("of what began after all were ended it is not said that it is still listed", async () => {
	const at = new Date(Date.now() - 5 * 60_000).toISOString();
	await requested("post_user_revoke_access", ID, { at });
	const since = { created_at: new Date().toISOString() };
	responses[`${PATH}/sessions`] = { sessions: [{ id: "s_new", ...since }] };
	responses[`${PATH}/refresh-tokens`] = { tokens: [{ id: "dcr_new", ...since }] };
	const text = textOf(await page());
	expect(text).toContain("None of those sessions is listed any more: those below are newer.");
	expect(text).toContain("None of those refresh tokens is listed any more: those below are newer.");
	responses[`${PATH}/sessions`] = { sessions: [{ id: "s_old", created_at: "2026-01-01T00:00:00Z" }] };
	expect(textOf(await page())).toContain("Until then they may still be listed. Check again");
});

test("after all sessions were ended alone, each visit says that the tokens stay, and how many, until their end may have been requested too", async () => {
	const minutesAgo = (minutes: number) => ({ at: new Date(Date.now() - minutes * 60_000).toISOString() });
	await requested("post_user_revoke_access", ID, minutesAgo(6));
	await requested("post_user_revoke_access preserve_refresh_tokens", ID, minutesAgo(5));
	await requested("delete_user_refresh-tokens", ID, { ...minutesAgo(4), outcome: "refused" });
	const stay = /The refresh tokens stay/;
	for (const _ of ["first", "reload"])
		expect(textOf(await page())).toMatch(
			/End requested .* The refresh tokens stay There are 3 refresh tokens\. Applications that hold one keep their access/,
		);
	responses[`${PATH}/refresh-tokens`] = { tokens: [] };
	expect(textOf(await page())).not.toMatch(stay);
	responses[`${PATH}/refresh-tokens`] = 403;
	expect(textOf(await page())).toMatch(/The refresh tokens stay Applications/);
	await requested("delete_user_refresh-tokens", ID, { ...minutesAgo(3), outcome: "unknown" });
	expect(textOf(await page())).not.toMatch(stay);
});

test("of the session whose end was requested last it is said that it has ended, and which of its tokens are listed still", async () => {
	await requested("delete_user_sessions", ID, { at: new Date(Date.now() - 60_000).toISOString() });
	await requested("post_session_revoke", "s_ended");
	expect(textOf(await page())).toMatch(/The session has ended\. One of its refresh tokens is still listed below/);
	await requested("post_session_revoke", "s_9");
	const ended = textOf(await page());
	expect(ended).toContain("The session has ended.");
	expect(ended).not.toContain("still listed below");
	responses[`${PATH}/refresh-tokens`] = 403;
	expect(textOf(await page())).toContain("The session has ended.");
	responses[`${PATH}/sessions`] = {
		sessions: Array.from({ length: 50 }, (_, index) => ({ id: `s_${index + 10}` })),
		next: "more",
	};
	responses["/sessions/s_far"] = { id: "s_far" };
	await requested("post_session_revoke", "s_far");
	const text = textOf(await page());
	expect(text).toContain("Until then the session may still be listed");
	expect(text).not.toContain("has ended.");
});

test("every token stands in one place: under its session, or apart with the reason; one has lost its session only where the tenant has no such session", async () => {
	const ids = ["s_1", "s_2", "s_there", "s_unread", "s_gone", null, undefined];
	responses[`${PATH}/refresh-tokens`] = {
		tokens: ids.map((session_id, index) => ({ id: `dcr_${index}`, session_id })),
	};
	responses["/sessions/s_there"] = { id: "s_there" };
	responses["/sessions/s_unread"] = 500;
	const html = await page();
	const apart = textOf(html, "Refresh tokens", "What happened");
	expect(
		[...apart.matchAll(/dcr_\d (?:Session|Without)(?: \w+)+?(?= not reported|$)/g)].map(([words]) => words),
	).toEqual([
		"dcr_2 Session not listed here",
		"dcr_3 Session not listed here",
		"dcr_4 Session has ended",
		"dcr_5 Without a session",
		"dcr_6 Session not reported",
	]);
	expect(apart).not.toMatch(/dcr_0|dcr_1/);
	for (const index of ids.keys())
		expect(html.match(new RegExp(`href="/refresh-tokens/dcr_${index}"`, "g"))).not.toBeNull();
});

describe("a session that somebody else opened as the person", () => {
	const agent = { sub: "auth0|dagny" };

	beforeEach(() => {
		responses[`${PATH}/sessions`] = { sessions: [{ ...sessions[0], actor: agent }, sessions[1]] };
		responses["/users/auth0%7Cdagny"] = { user_id: agent.sub, email: "dagny@example.com" };
	});

	test("says so by the name of who opened it, and is no device of the person's", async () => {
		const html = await page();
		const text = textOf(html, "Sessions", "Refresh tokens");
		expect(text).toMatch(/Firefox on Windows s_1 not the user’s own .*Opened by dagny@example.com as this user/);
		expect(text).not.toMatch(/device changed|It began on/);
		expect(textOf(html)).toMatch(
			/End this session\? dagny@example.com opened it as Amara Okafor and is signed out of it\. .*Other sessions of this user stay/,
		);
		expect(textOf(html)).toContain("2 sessions, of which someone else opened 1 as this user");
		expect(text).not.toContain("not signed in anywhere");
		expect(service.seen.filter(({ url }) => url.includes("dagny"))).toHaveLength(1);
	});

	test.each([
		["an identifier of no user of the tenant", { sub: "support-desk" }, "support-desk"],
		["no identifier", {}, "someone whom the tenant does not name"],
		["that of a user who can't be read", { sub: "auth0|gone" }, "auth0|gone"],
	])("with %s", async (_, actor, name) => {
		responses[`${PATH}/sessions`] = { sessions: [{ id: "s_1", actor }] };
		const text = textOf(await page(), "Sessions", "Refresh tokens");
		expect(text).toContain(`Opened by ${name} as this user`);
		expect(text).toContain("The user is not signed in anywhere");
	});

	test("names of five are looked up for one page, the others are shown by their identifiers", async () => {
		const subjects = Array.from({ length: 7 }, (_, index) => `auth0|agent${index}`);
		responses[`${PATH}/sessions`] = { sessions: subjects.map((sub, index) => ({ id: `s_${index}`, actor: { sub } })) };
		const text = textOf(await page());
		for (const subject of subjects) expect(text).toContain(`Opened by ${subject} as this user`);
		expect(service.seen.filter(({ url }) => url.includes("agent"))).toHaveLength(5);
	});
});

describe("blocks after failed sign-ins", () => {
	const BLOCKS = "/user-blocks/auth0%7Camara";
	const blocked_for = [{ identifier: "amara@example.com", ip: "192.0.2.9", connection: "staff" }];

	test("stand beside “blocked”, with whom and from where, and can be lifted alone by an editor", async () => {
		responses[BLOCKS] = { blocked_for };
		const text = textOf(await page());
		expect(text).toMatch(/Blocked no After failed sign-ins blocked amara@example.com from 192.0.2.9 , staff/);
		expect(text).toMatch(/Lift sign-in blocks .*Lift the blocks after failed sign-ins\?/);
		expect(text).not.toContain("Also lift");
		for (const as of ["viewer", "support"] as const)
			expect(textOf(await page({ as }))).not.toContain("Lift sign-in blocks");
		scope = "read:users";
		await pointAtService(service.address);
		await page();
		expect(textOf(await page())).not.toContain("Lift sign-in blocks");
	});

	test("of codes say how those are sent", async () => {
		const byCode = ["email", "sms"].map((connection) => ({ identifier: `amara-${connection}`, connection }));
		responses[BLOCKS] = { blocked_for: byCode };
		expect(textOf(await page())).toContain("amara-email , codes by e-mail amara-sms , codes by SMS");
	});

	test("of a blocked person are offered to be lifted with unblocking, by a box that is ticked", async () => {
		responses[PATH] = { ...amara, blocked: true };
		responses[BLOCKS] = { blocked_for };
		const html = await page();
		expect(textOf(html)).toMatch(
			/Unblock this user\? .*There are some now\. .*Also lift the blocks after failed sign-ins/,
		);
		expect(html).toMatch(/<input(?=[^>]*name="lift")(?=[^>]*checked)/);
		expect(textOf(html)).not.toContain("Lift sign-in blocks");
		responses[BLOCKS] = { blocked_for: [] };
		expect(textOf(await page())).not.toContain("Also lift");
	});

	test.each([
		["a missing scope", 403],
		["a tenant that has none", 404],
		["a fault of the tenant", 500],
		["a response that omits them", {}],
	])("are not known after %s, never none", async (_, response) => {
		responses[BLOCKS] = response;
		const text = textOf(await page(), "Profile", "Sessions");
		expect(text).toContain("After failed sign-ins not known");
		expect(text).not.toContain("not blocked");
		responses[PATH] = { ...amara, blocked: true };
		expect(textOf(await page())).toMatch(/Whether there are any is not known\. .*Also lift/);
	});
});

test("what a real tenant leaves out of a person, a session and a token is not reported, never no or none", async () => {
	responses[PATH] = { user_id: ID, email: "amara@example.com" };
	responses[`${PATH}/sessions`] = { sessions: [{ id: "s_1" }] };
	responses[`${PATH}/refresh-tokens`] = { tokens: [{ id: "dcr_1" }] };
	const html = await page();
	expect(textOf(html, "Profile", "Sessions")).toMatch(
		/amara@example.com verification not reported .*Blocked not reported .*Last sign-in not reported .*Sign-ins not reported/,
	);
	expect(textOf(html, "Sessions", "Refresh tokens")).toMatch(/Applications not reported .*Metadata not reported/);
	expect(textOf(html, "Refresh tokens", "What happened")).toMatch(
		/not reported dcr_1 Session not reported not reported not reported — not reported/,
	);
});

describe("what the applications learn of an end", () => {
	const notified = {
		backchannel_logout_urls: ["https://portal.example.com/logout"],
		backchannel_logout_initiators: { mode: "all" },
	};
	const clients = (...logouts: unknown[]) =>
		logouts.map((oidc_logout, index) => ({
			client_id: ["portal", "field"][index],
			name: ["Partner Portal", "Field App"][index],
			oidc_logout,
		}));
	const onRealTenant = () => {
		const config = dashboardConfig();
		heldConfig.set({ ...config, tenant: { name: "real", embedded: false } });
	};

	test("is nothing on the embedded service, which notifies none", async () => {
		responses["/clients"] = clients(notified, notified);
		const text = textOf(await page());
		expect(text.match(/No application is notified/g)).toHaveLength(3);
		expect(text).not.toContain("Online refresh tokens");
	});

	test("is told on a real tenant by the settings of each, which come with their names", async () => {
		onRealTenant();
		responses["/clients"] = clients(notified, { ...notified, backchannel_logout_urls: [] });
		responses[`${PATH}/sessions`] = {
			sessions: [
				{ id: "s_1", clients: [{ client_id: "portal" }] },
				{ id: "s_2", clients: [{ client_id: "field" }] },
				{ id: "s_3", clients: [{ client_id: "unlisted" }] },
				{ id: "s_4" },
			],
		};
		const text = textOf(await page());
		expect(text.match(/Partner Portal is notified of it \(back-channel logout\)/g)).toHaveLength(2);
		expect(text.match(/Field App is not notified, and may leave the user signed in/g)).toHaveLength(2);
		expect(text.match(/Whether unlisted is notified is not known/g)).toHaveLength(2);
		expect(text.match(/Not all applications are known here: some may be notified/g)).toHaveLength(1);
		expect(text.match(/Not all applications are known here: others may be notified/g)).toHaveLength(1);
		expect(text).not.toContain("No application is notified");
		expect(text).toContain("Online refresh tokens, where the tenant issues any, are in no list and end with them.");
		expect(service.seen.filter(({ url }) => url.includes("/clients"))).toHaveLength(1);
	});

	test("is not known to a token that reads the applications' names alone, and these are shown", async () => {
		onRealTenant();
		const { handle } = service;
		const message = "You cannot read the following fields: oidc_logout";
		service.handle = (request, response) =>
			request.url.includes("oidc_logout")
				? json(response, 403, { statusCode: 403, message, errorCode: "insufficient_scope" })
				: handle(request, response);
		expect(textOf(await page())).toContain("Whether Partner Portal is notified is not known");
	});

	test("is not known where the applications can't be read", async () => {
		onRealTenant();
		responses["/clients"] = 403;
		expect(textOf(await page())).toContain("Whether portal is notified is not known");
	});
});

test("where the refresh tokens can't be revoked, ending all sessions has no box, and says that they stay", async () => {
	scope = "read:users read:sessions delete:sessions read:refresh_tokens";
	await page();
	const text = textOf(await page());
	expect(text).toMatch(
		/End all sessions\? .*The refresh tokens stay, .*has not granted this console delete:refresh_tokens/,
	);
	expect(text).not.toContain("Also revoke");
});

test("the facts do not wait for a slow tenant's sessions, which come later, and without scripts by a link", async () => {
	let respond = () => {};
	const { handle } = service;
	service.handle = (request, response) => {
		if (!request.url.includes("/sessions")) return handle(request, response);
		respond = () => handle(request, response);
	};
	signInAs("editor");
	const element = await runWithin(10_000, () =>
		UserPage({ params: Promise.resolve({ id: ID }), searchParams: Promise.resolve({}) }),
	);
	const reader = (await renderToReadableStream(<Queries>{element}</Queries>))
		.pipeThrough(new TextDecoderStream())
		.getReader();
	let first = "";
	while (!first.includes("No changes made")) first += (await reader.read()).value ?? "";
	expect(textOf(first)).toMatch(
		/amara@example\.com.*Reading sessions and refresh tokens.*Show the page once the tenant has responded/,
	);
	expect(first).toContain(`${PATH}?wait=yes`);
	expect(first).not.toContain("s_1");
	respond();
	let rest = "";
	for (let part = await reader.read(); !part.done; part = await reader.read()) rest += part.value;
	expect(textOf(rest)).toMatch(/Firefox on Windows s_1/);
});

test("further pages are read only when asked for, and an empty page ends the list", async () => {
	const many = (from: number) => Array.from({ length: 50 }, (_, index) => ({ id: `s_${from + index}` }));
	const seen = () => service.seen.filter(({ url }) => url.includes("auth0%7Camara/sessions")).length;
	service.handle = ({ url }, response) => {
		const { pathname, searchParams } = new URL(url, "http://x");
		const from = Number(searchParams.get("from"));
		if (pathname.endsWith("/sessions")) {
			return json(response, 200, { sessions: from < 100 ? many(from) : [], next: String(from + 50) });
		}
		json(
			response,
			200,
			pathname.endsWith("/refresh-tokens")
				? { tokens, next: "more", total: 70 }
				: pathname.endsWith("/clients")
					? []
					: amara,
		);
	};
	const first = await page();
	expect(seen()).toBe(1);
	expect(first).toContain(`href="${PATH}?pages=2"`);
	expect(textOf(first)).toMatch(/signed out everywhere: 50 sessions or more/);
	expect(textOf(first)).toContain("Session not listed here");
	expect(textOf(first)).toContain("The first 51 of 70 refresh tokens: 17 under sessions above, 34 here.");
	expect(textOf(first)).toContain("Also revoke 70 refresh tokens");
	const last = await page({ query: { pages: "3" } });
	expect(seen()).toBe(4);
	expect(last).toContain('href="/sessions/s_99"');
	expect(textOf(last)).toMatch(/signed out everywhere: 100 sessions\. /);
});
