import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { everything } from "@/lib/dashboard/audit/audit-entry";
import { listAuditEntries } from "@/lib/dashboard/audit/audit-trail";
import { heldConfig } from "@/lib/dashboard/config";
import { newToken } from "@/lib/dashboard/console-tokens/console-token.test-data";
import { listConsoleTokens } from "@/lib/dashboard/console-tokens/console-tokens";
import { readFlash } from "@/lib/dashboard/request/flash";
import { resources } from "@/lib/dashboard/resources/resources";
import type { Role } from "@/lib/dashboard/session/permissions";
import { dashboardDatabase } from "@/lib/dashboard/store/dashboard-database";
import * as consoleSessions from "@/lib/dashboard/store/sessions";
import { openSessionOf } from "@/lib/dashboard/store/sessions.test-data";
import { clearDashboardState, pointAtService, signInAs } from "@/lib/dashboard/testing/dashboard-state";
import { type FaultServer, json, refusal, startFaultServer } from "@/lib/dashboard/testing/fault-server";
import { inRequest } from "@/lib/dashboard/testing/in-request";
import { requestRevocationAction } from "../../_revocation/revocation-action";
import { type Act, sessionAfter, tokenAfter } from "./access-lanes";
import {
	endConsoleAccessAction,
	endSessionsAction,
	liftBlocksAction,
	revokeTokensAction,
	setBlockedAction,
} from "./user-actions";

const ID = "auth0|amara";
const PATH = "/users/auth0%7Camara";

const ACCESS = `POST ${PATH}/revoke-access`;
const SCOPES = "read:users update:users read:sessions delete:sessions read:refresh_tokens delete:refresh_tokens";

let service: FaultServer;
let scope: string;
/** By method and path: the status of a response, or an error's body, or none at all. */
let responses: Record<string, number | { statusCode: number } | "lost">;
/** As the tenant stores it; absent: as it does not report it. */
let stored: { blocked?: boolean };
let blocks: object[];

beforeEach(async () => {
	[scope, responses, stored, blocks] = [SCOPES, {}, {}, []];
	service = await startFaultServer();
	service.respondWithToken = (_, response) =>
		json(response, 200, { access_token: "token", token_type: "Bearer", expires_in: 3600, scope });
	service.handle = ({ method, url, body }, response) => {
		const given = responses[`${method} ${url.replace("/api/v2", "")}`] ?? (method === "DELETE" ? 204 : 202);
		if (given === "lost") return void response.destroy();
		if (typeof given === "object") return json(response, given.statusCode, given);
		if (given >= 400) return json(response, given, refusal(given, "delete:refresh_tokens"));
		if (method === "PATCH" && "blocked" in stored) stored = JSON.parse(body);
		json(response, given, url.includes("/user-blocks/") ? { blocked_for: blocks } : { user_id: ID, ...stored });
	};
	await pointAtService(service.address);
	signInAs("editor");
});
afterEach(async () => {
	vi.restoreAllMocks();
	await clearDashboardState();
	await service.close();
});

/** What was sent, with its body. */
const requests = () =>
	service.seen.map(({ method, url, body }) => `${method} ${url.replace("/api/v2", "")}${body ? ` ${body}` : ""}`);
const written = () => requests().filter((text) => !text.startsWith("GET"));
type Action = typeof endSessionsAction;
const send = (action: Action, fields: Record<string, string>) => {
	const form = new FormData();
	for (const [name, value] of Object.entries(fields)) form.set(name, value);
	return action({}, form);
};
/** The address that the action redirects to. */
const redirectOf = (action: Action, fields: Record<string, string>) =>
	send(action, fields).then(
		(state) => state,
		(error: { digest?: string }) => error.digest?.split(";")[2],
	);

const BLOCKED = `PATCH ${PATH} {"blocked":true}`;
const UNBLOCKED = `PATCH ${PATH} {"blocked":false}`;
const LIFTED = "DELETE /user-blocks/auth0%7Camara";

const cases: [string, Action, Record<string, string>, string[]][] = [
	["one session", requestRevocationAction, { sessionId: "s_1", on: "user" }, [`${ACCESS} {"session_id":"s_1"}`]],
	["all sessions", endSessionsAction, {}, [`${ACCESS} {"preserve_refresh_tokens":true}`]],
	["all sessions and tokens", endSessionsAction, { revoke: "yes" }, [`${ACCESS} {}`]],
	["all tokens", revokeTokensAction, {}, [`DELETE ${PATH}/refresh-tokens`]],
	["a block", setBlockedAction, { blocked: "yes", lift: "yes" }, [BLOCKED]],
	["the end of a block", setBlockedAction, { blocked: "no" }, [UNBLOCKED]],
	["the end of all blocks", setBlockedAction, { blocked: "no", lift: "yes" }, [UNBLOCKED, LIFTED]],
	["the end of blocks after failed sign-ins", liftBlocksAction, {}, [LIFTED]],
];

test.each(cases)("%s: is requested, and the user's page is shown", async (_, action, fields, sent) => {
	expect(await redirectOf(action, { userId: ID, ...fields })).toBe(PATH);
	expect(written()).toEqual(sent);
});

const acts: [string, Act, Action, Record<string, string>][] = [
	["the end of one session", { session: "s_1" }, requestRevocationAction, { sessionId: "s_1", on: "user" }],
	["the end of all sessions", "sessions", endSessionsAction, {}],
	["the end of all sessions with tokens", "sessions-and-tokens", endSessionsAction, { revoke: "yes" }],
	["the revocation of all tokens", "tokens", revokeTokensAction, {}],
];
/** The session of a token: one that is ended, another, none, one that is not reported. */
const sessionsOfTokens = ["s_1", "s_2", null, undefined];

describe.each(["one request for all", "a request for each"])("where the tenant offers %s", (offered) => {
	test.each(acts)("what is said to stay after %s is what its requests leave", async (_, act, action, fields) => {
		if (offered === "a request for each") responses[ACCESS] = 404;
		await redirectOf(action, { userId: ID, ...fields });
		const requested = written().filter((text) => !(offered === "a request for each" && text.startsWith(ACCESS)));
		// As the interface describes them. A token whose session is not reported may belong to any.
		const endsAll = [SESSIONS, `${ACCESS} {"preserve_refresh_tokens":true}`, `${ACCESS} {}`];
		const endsOne = [SESSION, `${ACCESS} {"session_id":"s_1"}`];
		const revokesAll = [TOKENS, `${ACCESS} {}`];
		const isRequested = (some: readonly string[]) => requested.some((text) => some.includes(text));
		const sessionFate = (id: string) =>
			isRequested(endsAll) || (isRequested(endsOne) && id === "s_1") ? "ends" : "stays";
		const tokenFate = (sessionId: string | null | undefined) => {
			if (isRequested(revokesAll)) return "ends";
			if (!isRequested(endsOne)) return "stays";
			return sessionId === undefined ? "unknown" : sessionId === "s_1" ? "ends" : "stays";
		};
		expect(requested.length).toBeGreaterThan(0);
		for (const id of ["s_1", "s_2"]) expect(sessionAfter(act, { id })).toBe(sessionFate(id));
		for (const sessionId of sessionsOfTokens) expect(tokenAfter(act, { sessionId })).toBe(tokenFate(sessionId));
	});
});

const allowed: Record<Role, readonly Action[]> = {
	viewer: [],
	support: [requestRevocationAction, endSessionsAction, revokeTokensAction],
	editor: [
		...[requestRevocationAction, endSessionsAction, revokeTokensAction],
		...[setBlockedAction, liftBlocksAction, endConsoleAccessAction],
	],
};
test.each(
	cases.flatMap(([what, action, fields]) =>
		(["viewer", "support", "editor", null] as const)
			.filter((role) => role === null || !allowed[role].includes(action))
			.map((role) => [what, role, action, fields] as const),
	),
)("%s is refused to %s before any request", async (_what, role, action, fields) => {
	signInAs(role);
	const { problem } = await send(action, { userId: ID, ...fields });
	expect(problem?.title).toMatch(/^(Not allowed|Signed out)$/);
	expect(requests()).toEqual([]);
});

test.each(cases)("%s: a form of another origin, or without a user or session, sends nothing", async (_what, action) => {
	expect((await send(action, {})).problem).toBeDefined();
	signInAs("editor", "https://elsewhere.example");
	expect((await send(action, { userId: ID, sessionId: "s_1" })).problem?.title).toBe("Not allowed");
	expect(requests()).toEqual([]);
});

/** Whose it is, for the activity. */
const OWNER = "GET /sessions/s_1";
const SESSION = "POST /sessions/s_1/revoke";
const SESSIONS = `DELETE ${PATH}/sessions`;
const TOKENS = `DELETE ${PATH}/refresh-tokens`;

const notOffered: [string, { statusCode: number; message?: string; errorCode?: string }][] = [
	["the path", { statusCode: 404, message: "Not Found" }],
	["the path, by a proxy's page", { statusCode: 404 }],
	["the user", { statusCode: 404, message: "The user does not exist.", errorCode: "inexistent_user" }],
	["the method", { statusCode: 405, message: "Method Not Allowed" }],
	["the plan", { statusCode: 403, message: "Please upgrade your subscription", errorCode: "insufficient_entitlement" }],
	["the feature", { statusCode: 400, message: "Not here", errorCode: "operation_not_supported" }],
	["a scope", { statusCode: 403, message: "Insufficient scope, expected any of: x", errorCode: "insufficient_scope" }],
];

test.each(notOffered)(
	"where the tenant lacks %s for a single request, the requests for each follow",
	async (_, body) => {
		responses[ACCESS] = body;
		expect(await redirectOf(requestRevocationAction, { userId: ID, sessionId: "s_1", on: "user" })).toBe(PATH);
		expect(await redirectOf(endSessionsAction, { userId: ID })).toBe(PATH);
		expect(await redirectOf(endSessionsAction, { userId: ID, revoke: "yes" })).toBe(PATH);
		expect(requests().filter((text) => !text.startsWith(ACCESS))).toEqual([OWNER, SESSION, SESSIONS, SESSIONS, TOKENS]);
	},
);

test("a user who does not exist is reported by the requests for each", async () => {
	for (const request of [ACCESS, SESSIONS]) responses[request] = 404;
	const { problem } = await send(endSessionsAction, { userId: ID, revoke: "yes" });
	expect(problem?.title).toBe("No user with this ID");
	expect(written().slice(1)).toEqual([SESSIONS]);
});

test("what the console's scopes are known not to allow is not tried: the requests for each are sent at once", async () => {
	scope = "read:users delete:sessions";
	await send(liftBlocksAction, { userId: ID }).catch(() => {});
	expect(await redirectOf(endSessionsAction, { userId: ID })).toBe(PATH);
	expect(written()).toEqual([LIFTED, SESSIONS]);
});

test.each([
	["it is forbidden for another reason", { statusCode: 403, message: "Not from here", errorCode: "access_denied" }],
	["the request is rejected", { statusCode: 400, message: "no", errorCode: "invalid_body" }],
	["the response is lost", "lost" as const],
	["the tenant has a fault", { statusCode: 500, message: "no" }],
])("where %s, nothing else is tried", async (_, response) => {
	responses[ACCESS] = response;
	responses["GET /sessions/s_1"] = 200;
	for (const [action, fields] of [
		[endSessionsAction, { revoke: "yes" }],
		[requestRevocationAction, { sessionId: "s_1" }],
	] as const) {
		expect((await send(action, { userId: ID, ...fields })).problem?.title).toBeDefined();
	}
	expect(written()).toEqual([`${ACCESS} {}`, `${ACCESS} {"session_id":"s_1"}`]);
});

test("a session whose user is not known is ended by its own request", async () => {
	expect(await redirectOf(requestRevocationAction, { sessionId: "s_1" })).toBe("/sessions/s_1");
	expect(requests()).toEqual([OWNER, SESSION]);
});

test("a lost response is looked up: a session that is gone has ended, one that is there may", async () => {
	responses[ACCESS] = "lost";
	responses["GET /sessions/s_1"] = { statusCode: 404 };
	expect(await redirectOf(requestRevocationAction, { userId: ID, sessionId: "s_1", on: "user" })).toBe(PATH);
	responses["GET /sessions/s_1"] = 200;
	expect((await send(requestRevocationAction, { userId: ID, sessionId: "s_1" })).problem?.title).toBe("Not confirmed");
});

test.each([
	[403, "was not", "delete:refresh_tokens"],
	["lost", "is not confirmed", "We can't tell whether the change was made"],
] as const)(
	"where the second of two requests fails (%s), both outcomes are said, and the form's tick comes back",
	async (failure, words, why) => {
		Object.assign(responses, { [ACCESS]: 405, [TOKENS]: failure });
		const { problem, isTicked } = await send(endSessionsAction, { userId: ID, revoke: "yes" });
		expect(isTicked).toBe(true);
		expect(problem).toMatchObject({
			title: `The end of all sessions was requested, the revocation of the refresh tokens ${words}`,
			message: expect.stringContaining(why),
		});
	},
);

test("the requests for each keep to the rate limit: a refused one is repeated after the wait", async () => {
	responses[ACCESS] = 404;
	const { handle } = service;
	const at: number[] = [];
	responses[ACCESS] = { statusCode: 404 };
	service.handle = (request, response) => {
		if (!request.url.endsWith("/refresh-tokens")) return handle(request, response);
		at.push(performance.now());
		if (at.length === 1) return json(response, 429, { statusCode: 429, message: "no" }, { "retry-after": "1" });
		json(response, 202, {});
	};
	expect(await redirectOf(endSessionsAction, { userId: ID, revoke: "yes" })).toBe(PATH);
	const [first = 0, second = 0] = at;
	expect(second - first).toBeGreaterThan(990);
});

test.each([
	[{ revoke: "yes" }, true],
	[{}, false],
])(
	"a refusal returns whether the tokens were to be revoked, for the page without scripts: %o",
	async (fields, isTicked) => {
		responses[ACCESS] = 400;
		expect(await send(endSessionsAction, { userId: ID, ...fields })).toMatchObject({ isTicked, problem: {} });
	},
);

describe("what is said of a block", () => {
	const press = async (fields: Record<string, string>) => {
		const state = await redirectOf(setBlockedAction, { userId: ID, ...fields });
		return typeof state === "string" ? readFlash(PATH) : state?.problem?.title;
	};

	test("is what the response says, or a read of the user", async () => {
		stored = { blocked: false };
		expect(await press({ blocked: "yes" })).toMatch(/^Blocked\./);
		expect(await press({ blocked: "no" })).toMatch(/^Unblocked\./);
		expect(requests().filter((text) => text.startsWith("GET"))).toEqual([]);
	});

	test("is what stays: sessions, tokens, and after unblocking the blocks after failed sign-ins that are not lifted", async () => {
		stored = { blocked: true };
		expect(await press({ blocked: "yes" })).toContain(resources.user.stays);
		stored = { blocked: false };
		expect(await press({ blocked: "no", mayHaveSignInBlocks: "yes" })).toContain("Blocks after failed sign-ins stay");
		expect(await press({ blocked: "no" })).not.toContain("failed sign-ins");
	});

	test("is that it is not known, where neither reports it", async () => {
		expect(await press({ blocked: "yes" })).toContain("does not report whether the user is blocked now");
		responses[`PATCH ${PATH}`] = "lost";
		expect(await press({ blocked: "yes" })).toBe("Not confirmed");
	});

	test("is that it was not stored, where the tenant reports the user as before", async () => {
		service.handle = (_, response) => json(response, 200, { user_id: ID, blocked: false });
		expect(await press({ blocked: "yes" })).toBe("The tenant did not store it");
	});

	test.each([
		[204, "The blocks after failed sign-ins were lifted."],
		[404, "The blocks after failed sign-ins were not lifted: No user with this ID."],
		["lost", "Whether the blocks after failed sign-ins were lifted is not confirmed."],
	] as const)("tells of the blocks after failed sign-ins apart, after %s", async (response, words) => {
		stored = { blocked: true };
		Object.assign(responses, { [LIFTED]: response, "GET /user-blocks/auth0%7Camara": 500 });
		const said = await press({ blocked: "no", lift: "yes" });
		expect(said).toMatch(/^Unblocked\./);
		expect(said).toContain(words);
	});
});

test("lifting blocks whose response is lost is done where none are left, and not carried out where they are", async () => {
	responses[LIFTED] = "lost";
	responses["GET /user-blocks/auth0%7Camara"] = 200;
	expect(await redirectOf(liftBlocksAction, { userId: ID })).toBe(PATH);
	blocks = [{ identifier: "amara@example.com", ip: "192.0.2.1" }];
	expect((await send(liftBlocksAction, { userId: ID })).problem?.title).toBe("Not carried out");
});

test("that the tenant does not block its last editor is shown in its own words", async () => {
	responses[`PATCH ${PATH}`] = 409;
	const { problem } = await send(setBlockedAction, { userId: ID, blocked: "yes" });
	expect(problem).toEqual({ title: "The tenant refused the request", message: "no" });
});

describe("what a user has of this console itself", () => {
	/** Of the tenant's users. */
	const sessionsLeft = async () => {
		const sessions = (await dashboardDatabase()).selectFrom("sessions").select("subject");
		return (await sessions.where("subject", "like", "auth0|%").execute()).map(({ subject }) => subject);
	};
	const states = async () => Object.fromEntries((await listConsoleTokens()).map(({ name, state }) => [name, state]));
	const press = (action: Action, fields: Record<string, string> = {}) =>
		inRequest(() => redirectOf(action, { userId: ID, reason: "T-1", ...fields }));
	const block = () => press(setBlockedAction, { blocked: "yes" });
	const trail = async () =>
		(await listAuditEntries(everything, null, 20))
			.filter(({ operation }) => ["end_console_access", "revoke_feed_token"].includes(operation))
			.map(({ subject, operation, target, name, outcome, reason }) =>
				[subject, operation, name ?? target, outcome, reason].join(" "),
			);
	const ENDED = ["editor revoke_feed_token Own done T-1", `editor end_console_access ${ID} done T-1`];

	beforeEach(async () => {
		await newToken("Kept", { stays: true });
		await newToken("Own");
		const database = await dashboardDatabase();
		await database.updateTable("console_tokens").set({ made_by: ID }).execute();
		await newToken("Other");
		for (const subject of [ID, "auth0|other"]) await openSessionOf(subject);
		// The settings name the user, blocked or not.
		heldConfig.set({ ...heldConfig.get(), editors: ["editor", ID] });
	});

	test.each([
		["confirmed", { blocked: false }],
		["accepted, and not reported", {}],
	])("ends with a block that is %s: sessions, and read tokens that are not kept", async (_, reported) => {
		stored = reported;
		expect(await block()).toBe(PATH);
		expect(await readFlash(PATH)).toContain("Access to this console ended, and unblocking does not restore it.");
		expect(await states()).toEqual({ Kept: "works", Own: "revoked", Other: "works" });
		expect(await sessionsLeft()).toEqual(["auth0|other"]);
		expect(await trail()).toEqual(ENDED);
		await block();
		expect(await trail()).toEqual(ENDED);
	});

	test("stays where the tenant refuses the block, or does not store it", async () => {
		responses[`PATCH ${PATH}`] = 400;
		await block();
		service.handle = (_, response) => json(response, 200, { user_id: ID, blocked: false });
		await block();
		expect(await states()).toEqual({ Kept: "works", Own: "works", Other: "works" });
		expect(await sessionsLeft()).toEqual([ID, "auth0|other"]);
		expect(await trail()).toEqual([]);
	});

	test("ends later where the store fails at the block, which is said", async () => {
		stored = { blocked: false };
		vi.spyOn(consoleSessions, "deleteSessionsOf").mockRejectedValueOnce(new Error("disk full"));
		expect(await block()).toBe(PATH);
		expect(await readFlash(PATH)).toMatch(/^Blocked\..* Whether their access to this console ended is not known/);
		expect([stored, await sessionsLeft()]).toEqual([{ blocked: true }, [ID, "auth0|other"]]);
		expect(await press(endConsoleAccessAction)).toBe(PATH);
		expect(await sessionsLeft()).toEqual(["auth0|other"]);
		expect((await trail()).slice(0, 2)).toEqual(ENDED);
		expect(await press(endConsoleAccessAction)).toBe(PATH);
		expect(await readFlash(PATH)).toBe("There was no access to this console left to end.");
	});

	test.each([{ blocked: false }, {}])("does not end alone where the tenant reports %o", async (reported) => {
		stored = reported;
		expect(await press(endConsoleAccessAction)).toMatchObject({ problem: { title: "Nothing was ended" } });
		expect(await sessionsLeft()).toEqual([ID, "auth0|other"]);
		expect(await trail()).toEqual([]);
	});
});

test("nobody blocks themself", async () => {
	const { problem } = await send(setBlockedAction, { userId: "editor", blocked: "yes" });
	expect(problem?.title).toBe("Not allowed");
	expect(requests()).toEqual([]);
});

test("what holds something odd is ended and revoked like any other", async () => {
	const odd = { user_id: 5, device: "x", clients: {}, created_at: 7 };
	const { handle } = service;
	service.handle = (request, response) =>
		request.method === "GET"
			? json(response, 200, { id: "x", ...odd, session_metadata: { n: 1 }, refresh_token_metadata: [] })
			: handle(request, response);
	const end = { userId: ID, sessionId: "s_1" };
	expect(await redirectOf(requestRevocationAction, { ...end, on: "user" })).toBe(PATH);
	expect(await redirectOf(requestRevocationAction, { ...end, userId: "" })).toBe("/sessions/s_1");
	expect(await redirectOf(requestRevocationAction, { tokenId: "dcr_1", userId: ID })).toBe("/refresh-tokens/dcr_1");
	expect(written()).toEqual([
		...[`${ACCESS} {"session_id":"s_1"}`, "POST /sessions/s_1/revoke", "DELETE /refresh-tokens/dcr_1"],
	]);
});
