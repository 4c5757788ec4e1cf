import { renderToReadableStream } from "react-dom/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Role } from "@/lib/dashboard/session/permissions";
import { clearDashboardState, pointAtService, signInAs } from "@/lib/dashboard/testing/dashboard-state";
import { type FaultServer, json, refusal, startFaultServer } from "@/lib/dashboard/testing/fault-server";
import { runWithin } from "@/lib/dashboard/testing/run-within";
import UserPage from "../[id]/page";

// It needs the framework's router.
vi.mock("../../_end/end-watch", () => ({ EndWatch: () => null }));

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
	const html = await new Response(await renderToReadableStream(element)).text();
	return html.replace(/<!--.*?-->/g, "");
}
/** The texts of the page, or of what is between two of its headings. */
function textOf(html: string, from = "", to = ""): string {
	const start = from ? html.indexOf(`>${from}</h2>`) : 0;
	const end = to ? html.indexOf(`>${to}</h2>`) : html.length;
	return html
		.slice(start, end)
		.replace(/<script.*?<\/script>|<[^>]+>/g, " ")
		.replaceAll("&#x27;", "'")
		.replace(/\s+/g, " ");
}

test("facts, sessions with the tokens that they gave rise to, and tokens apart, with one call each beside the names", async () => {
	const html = await page();
	const profile = textOf(html, "Profile", "Sessions");
	expect(profile).toMatch(/amara@example.com verified .*staff.*Blocked no.*Sign-ins 12/);
	expect(profile).toContain("&quot;desk&quot;: &quot;4 &lt;b&gt;&quot;");
	const inSessions = textOf(html, "Sessions", "Refresh tokens");
	expect(inSessions).toMatch(/Firefox on Windows s_1 device changed .*192.0.2.7 .*Partner Portal .*password .*1 key/);
	expect(inSessions).toMatch(/It began on Chrome on macOS at 192.0.2.1/);
	expect(inSessions).toMatch(/dcr_1.*Chrome on macOS s_2.*No refresh token/);
	expect(inSessions).not.toMatch(/dcr_2|dcr_3/);
	const apart = textOf(html, "Refresh tokens", "History");
	expect(apart).toContain("3 refresh tokens: 1 under sessions above, 2 here.");
	expect(apart).toMatch(/Field App dcr_2 Session has ended .*Field App dcr_3 Without a session/);
	for (const href of ["/sessions/s_1", "/refresh-tokens/dcr_1", "/refresh-tokens/dcr_3"]) {
		expect(html).toContain(`href="${href}"`);
	}
	const asked = service.seen.map(({ url }) => url.replace("/api/v2", "")).filter((url) => !url.startsWith("/clients"));
	expect(asked.toSorted()).toEqual([PATH, `${PATH}/refresh-tokens?include_totals=true`, `${PATH}/sessions`]);
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
	expect(text).toMatch(/ends one refresh token of Partner Portal : access/);
	expect(text).toMatch(/End all sessions\? Amara Okafor is signed out everywhere: 2 sessions\./);
	expect(text).toMatch(/keeps its access \(3 refresh tokens\).*Also revoke all refresh tokens/);
	expect(text).toMatch(/Revoke all refresh tokens\? .*Amara Okafor any more: 3 refresh tokens/);
	expect(text).toMatch(/Block this user\? Amara Okafor can't sign in any more/);
});

test.each<[Role, RegExp[], RegExp[]]>([
	[
		"viewer",
		[/You can look, not change: your role is viewer/, /Blocking users needs the editor role/],
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
	[`${PATH}/sessions`, [/amara@example.com/, /dcr_1 Session not known/]],
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
	expect(text).toMatch(/amara@example.com.*dcr_1 Session not known/);
});

test("what the console's scopes do not allow is not offered, and says why", async () => {
	scope = "read:users read:sessions read:refresh_tokens";
	await page();
	const text = textOf(await page());
	expect(text).not.toMatch(/End session|End all|Revoke all|Block user/);
	expect(text).toContain(
		"has not granted this console delete:sessions and delete:refresh_tokens, so it can't end sessions.",
	);
});

test("a user that does not exist, and a tenant that does not answer, are one message each", async () => {
	responses = {};
	expect(textOf(await page())).toMatch(/No user with this identifier .*All users/);
	responses = { [PATH]: 500, [`${PATH}/sessions`]: 500, [`${PATH}/refresh-tokens`]: 500 };
	expect(textOf(await page()).match(/answered with an error/g)).toHaveLength(1);
});

test("what was requested is said to be done only when the tenant no longer lists it", async () => {
	const query = { ended: "s_1", revoked: "all" };
	const before = textOf(await page({ query }));
	expect(before).toMatch(/End requested .*Until then the session is still listed/);
	expect(before).toMatch(/Revocation requested .*Until then they are still listed/);
	Object.assign(responses, {
		[`${PATH}/sessions`]: { sessions: sessions.slice(1) },
		[`${PATH}/refresh-tokens`]: { tokens: [] },
	});
	const after = textOf(await page({ query }));
	expect(after).toContain("The session has ended, with its refresh tokens.");
	expect(after).toContain("All refresh tokens are revoked.");
	expect(textOf(await page({ query: { ended: "all" } }))).toContain("Until then they are still listed");
	responses[`${PATH}/sessions`] = { sessions: [] };
	const none = textOf(await page({ query: { ended: "all" } }));
	expect(none).toMatch(/All sessions have ended. .*Signed in nowhere/);
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
		UserPage({ params: Promise.resolve({ id: ID }), searchParams: Promise.resolve({ ended: "s_9" }) }),
	);
	const reader = (await renderToReadableStream(element)).pipeThrough(new TextDecoderStream()).getReader();
	let first = "";
	while (!first.includes("No changes were made")) first += (await reader.read()).value ?? "";
	expect(textOf(first)).toMatch(
		/amara@example\.com.*Reading sessions and refresh tokens.*Show the page with its answer/,
	);
	expect(first).toContain(`${PATH}?sessions=1&amp;tokens=1&amp;ended=s_9&amp;wait=yes`);
	expect(first).not.toContain("s_1");
	respond();
	let rest = "";
	for (let part = await reader.read(); !part.done; part = await reader.read()) rest += part.value;
	expect(textOf(rest)).toMatch(/Firefox on Windows s_1/);
});

test("further pages are read only when asked for, and an empty page ends the list", async () => {
	const many = (from: number) => Array.from({ length: 50 }, (_, index) => ({ id: `s_${from + index}` }));
	const seen = () => service.seen.filter(({ url }) => url.includes("/sessions")).length;
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
	expect(first).toContain(`href="${PATH}?sessions=2&amp;tokens=1"`);
	expect(textOf(first)).toMatch(/signed out everywhere: 50 sessions or more/);
	expect(textOf(first)).toContain("Session not listed here");
	expect(textOf(first)).toContain("The first 51 of 70 refresh tokens: 17 under sessions above, 34 here.");
	expect(textOf(first)).toMatch(/keeps its access \(70 refresh tokens\)/);
	const last = await page({ query: { sessions: "3" } });
	expect(seen()).toBe(4);
	expect(last).toContain('href="/sessions/s_99"');
	expect(last).not.toContain("Show more sessions");
});
