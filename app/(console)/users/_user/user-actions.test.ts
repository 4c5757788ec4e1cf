import { afterEach, beforeEach, expect, test } from "vitest";
import type { Role } from "@/lib/dashboard/session/permissions";
import { clearDashboardState, pointAtService, signInAs } from "@/lib/dashboard/testing/dashboard-state";
import { type FaultServer, json, refusal, startFaultServer } from "@/lib/dashboard/testing/fault-server";
import { endSessionAction } from "../../sessions/_session/end-session-action";
import { endSessionsAction, revokeTokensAction, setBlockedAction } from "./user-actions";

const ID = "auth0|amara";
const PATH = "/users/auth0%7Camara";

let service: FaultServer;
/** By method and path: the status of the response. */
let statuses: Record<string, number>;

beforeEach(async () => {
	statuses = {};
	service = await startFaultServer();
	service.handle = ({ method, url }, response) => {
		const status = statuses[`${method} ${url.replace("/api/v2", "")}`] ?? (method === "PATCH" ? 200 : 202);
		json(response, status, status < 300 ? { user_id: ID } : refusal(status));
	};
	await pointAtService(service.address);
	signInAs("editor");
});
afterEach(async () => {
	await clearDashboardState();
	await service.close();
});

const requests = () => service.seen.map(({ method, url }) => `${method} ${url.replace("/api/v2", "")}`);
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

const cases: [string, Action, Record<string, string>, string[], string][] = [
	["one session", endSessionAction, { sessionId: "s_1", on: "user" }, ["POST /sessions/s_1/revoke"], "?ended=s_1"],
	["all sessions", endSessionsAction, {}, [`DELETE ${PATH}/sessions`], "?ended=all"],
	[
		"all sessions and tokens",
		endSessionsAction,
		{ revoke: "yes" },
		[`DELETE ${PATH}/sessions`, `DELETE ${PATH}/refresh-tokens`],
		"?ended=all&revoked=all",
	],
	["all tokens", revokeTokensAction, {}, [`DELETE ${PATH}/refresh-tokens`], "?revoked=all"],
	["a block", setBlockedAction, { blocked: "yes" }, [`PATCH ${PATH}`], ""],
	["the end of a block", setBlockedAction, { blocked: "no" }, [`PATCH ${PATH}`], ""],
];

test.each(cases)("%s: is requested, and the user's page is shown", async (_, action, fields, sent, query) => {
	expect(await redirectOf(action, { userId: ID, ...fields })).toBe(`${PATH}${query}`);
	expect(requests()).toEqual(sent);
});

const allowed: Record<Role, readonly Action[]> = {
	viewer: [],
	support: [endSessionAction, endSessionsAction, revokeTokensAction],
	editor: [endSessionAction, endSessionsAction, revokeTokensAction, setBlockedAction],
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

test("where the tokens are refused after the sessions, both outcomes are said, and the form's tick comes back", async () => {
	statuses[`DELETE ${PATH}/refresh-tokens`] = 403;
	const { problem, isTicked } = await send(endSessionsAction, { userId: ID, revoke: "yes" });
	expect(isTicked).toBe(true);
	expect(problem).toMatchObject({
		title: "The sessions end, the refresh tokens stay",
		message: expect.stringContaining("delete:refresh_tokens"),
	});
});

test.each([
	[{ revoke: "yes" }, true],
	[{}, false],
])(
	"a refusal returns whether the tokens were to be revoked, for the page without scripts: %o",
	async (fields, isTicked) => {
		statuses[`DELETE ${PATH}/sessions`] = 400;
		expect(await send(endSessionsAction, { userId: ID, ...fields })).toMatchObject({ isTicked, problem: {} });
	},
);

test("that the tenant does not block its last editor is shown in its own words", async () => {
	statuses[`PATCH ${PATH}`] = 409;
	const { problem } = await send(setBlockedAction, { userId: ID, blocked: "yes" });
	expect(problem).toEqual({ title: "The service refused the request", message: "no" });
});

test("nobody blocks themself", async () => {
	const { problem } = await send(setBlockedAction, { userId: "editor", blocked: "yes" });
	expect(problem?.title).toBe("Not allowed");
	expect(requests()).toEqual([]);
});
