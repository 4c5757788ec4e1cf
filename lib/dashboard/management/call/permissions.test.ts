import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type OperationName, operations } from "@/lib/contract/operations";
import { userRefreshTokenPage } from "@/lib/contract/refresh-token";
import { sessionPage } from "@/lib/contract/session";
import { runRequest } from "@/lib/process/request-context";
import { newestAuditEntries } from "../../audit/audit-trail";
import { ownWrite } from "../../audit/audited-write";
import { roleOfEmbeddedUser } from "../../config";
import { problemOf } from "../../problem/problem-of";
import { CommandLine } from "../../session/command-line";
import { ROLES, type Role } from "../../session/permissions";
import { SessionError } from "../../session/session";
import { TokenReader } from "../../session/token-reader";
import { deleteSessionsOf } from "../../store/sessions";
import { clearDashboardState, pointAtService, signInAs } from "../../testing/dashboard-state";
import { type FaultServer, json, startFaultServer } from "../../testing/fault-server";
import { revokeRefreshToken } from "../refresh-tokens";
import { setUserBlocked } from "../users";
import { type Actor, callManagement } from "./client";

let server: FaultServer;

beforeEach(async () => {
	server = await startFaultServer();
	server.handle = (_, response) => json(response, 200, {});
	await pointAtService(server.address);
});
afterEach(async () => {
	await clearDashboardState();
	await server.close();
});

const names = Object.keys(operations) as OperationName[];
const path = { id: "x", user_id: "auth0|other" };

/** Of operations that name what they are about in their body. */
const bodies: Partial<Record<OperationName, object>> = { post_refresh_tokens_revoke: { ids: ["x"] } };

/** "sent", or why it was refused: without the permission before anything is sent. */
async function outcomeOf(
	name: OperationName,
	parameters: Record<string, string> = path,
	body: unknown = bodies[name],
): Promise<string> {
	const sent = server.seen.length;
	const reason = await callManagement(name, { path: parameters, body }).then(
		() => "sent",
		(error: unknown) => (error instanceof SessionError ? error.reason : String(error)),
	);
	if (["signed-out", "role", "oneself"].includes(reason)) expect(server.seen).toHaveLength(sent);
	return reason;
}

const writes = () => server.seen.filter(({ method }) => method !== "GET");

/** Written by hand, as is the table: of each write, who may. Reads but those of the log are for every role. */
const supportToo = [
	...(["patch_refresh-tokens_by_id", "delete_refresh-tokens_by_id", "delete_user_refresh-tokens"] as const),
	...(["patch_sessions_by_id", "post_session_revoke", "delete_user_sessions"] as const),
	...(["post_user_revoke_access", "post_refresh_tokens_revoke"] as const),
] satisfies OperationName[];
const editorsOnly = [
	...(["post_vc_templates", "patch_vc_templates_by_id", "delete_vc_templates_by_id"] as const),
	...(["post_clients", "patch_clients_by_id", "delete_clients_by_id", "post_rotate-secret"] as const),
	...(["post_client-grants", "patch_client-grants_by_id", "delete_client-grants_by_id"] as const),
	...(["post_connections", "patch_connections_by_id", "delete_connections_by_id"] as const),
	...(["patch_connection_clients", "patch_users_by_id", "delete_user-blocks_by_id"] as const),
] satisfies OperationName[];
const ofLog = ["get_logs", "get_logs_by_id", "get_user_logs"] satisfies OperationName[];
/** The console has no page for them. */
const unused = ["get_signing_keys", "post_signing_keys", "delete_sessions_by_id"] satisfies OperationName[];

function rolesFor(name: OperationName): readonly Role[] {
	const isIn = (list: readonly OperationName[]) => list.includes(name);
	if (isIn(unused)) return [];
	if (isIn(editorsOnly)) return ["editor"];
	if (isIn(supportToo)) return ["support", "editor"];
	if (isIn(ofLog)) return ["support", "editor"];
	return operations[name].method === "GET" ? ROLES : [];
}

test.each(names)("%s is sent for the roles that may, and for no one else", async (name) => {
	signInAs(null);
	expect(await outcomeOf(name)).toBe("signed-out");
	for (const role of ROLES) {
		signInAs(role);
		expect([role, await outcomeOf(name)]).toEqual([role, rolesFor(name).includes(role) ? "sent" : "role"]);
	}
});

test("an operation that is not in the contract is refused, whoever calls it", async () => {
	signInAs("editor");
	await expect(callManagement("delete_everything" as OperationName, {})).rejects.toThrow();
	expect(server.seen).toEqual([]);
});

test("a program with a token of this console reads what viewers may, and writes nothing, whatever the actor's shape", async () => {
	const reader = new TokenReader({ id: "ct_1", name: "SIEM" });
	const called = (name: OperationName, actor: unknown) =>
		callManagement(name, { path, body: bodies[name], actor: actor as Actor }).then(
			() => "sent",
			(error: unknown) => (error instanceof SessionError ? error.reason : "refused"),
		);
	// A session of an editor changes nothing about that.
	signInAs("editor");
	for (const name of names) {
		server.seen.length = 0;
		expect([name, await called(name, reader)]).toEqual([name, rolesFor(name).includes("viewer") ? "sent" : "role"]);
		expect(server.seen.filter(({ method, url }) => method !== "GET" && !url.endsWith("/oauth/token"))).toEqual([]);
	}
	const shapes = [
		{ ...reader },
		{ ...reader, role: "editor" },
		JSON.parse(JSON.stringify(reader)),
		Object.create(TokenReader.prototype),
		Object.create(CommandLine.prototype),
	];
	for (const shape of shapes) expect(await called("delete_vc_templates_by_id", shape)).toBe("refused");
	Object.assign(reader, { role: "editor" });
	expect(await called("delete_vc_templates_by_id", reader)).toBe("role");
	await expect(ownWrite("test_webhook", reader as never, { target: "x" }, async () => {})).rejects.toThrow();
	expect(await newestAuditEntries(9)).toEqual([]);
});

test("no one blocks or unblocks themself, and nothing of it is sent or recorded", async () => {
	signInAs("editor");
	expect(await outcomeOf("patch_users_by_id", { user_id: "editor" })).toBe("oneself");
	expect([server.seen, await newestAuditEntries(9)]).toEqual([[], []]);
	expect(await outcomeOf("patch_users_by_id", { user_id: "auth0|editor" })).toBe("sent");
});

test("where the tenant refuses to block a user, its reason is shown", async () => {
	signInAs("editor");
	const message = "The last editor can't be blocked.";
	server.handle = (_, response) => json(response, 409, { statusCode: 409, error: "Conflict", message });
	const error = await setUserBlocked("auth0|other", true).catch((thrown: unknown) => thrown);
	expect(problemOf(error, "user")).toEqual({ title: "The tenant refused the request", message });
});

test("a request whose admin is signed out elsewhere, or loses the role, sends no further write", async () => {
	signInAs("editor");
	const twice = () =>
		runRequest(async () => [await outcomeOf("patch_clients_by_id"), await outcomeOf("patch_clients_by_id")]);
	let role = "editor";
	roleOfEmbeddedUser.set(async () => role);
	server.handle = (_, response) => {
		role = "viewer";
		json(response, 200, {});
	};
	expect(await twice()).toEqual(["sent", "role"]);
	role = "editor";
	server.handle = async (_, response) => {
		await deleteSessionsOf("editor");
		json(response, 200, {});
	};
	expect(await twice()).toEqual(["sent", "signed-out"]);
});

describe("the sessions and tokens of an editor of the embedded tenant", () => {
	/** The user of every session and token, as the tenant tells it. */
	let owner: unknown;

	beforeEach(() => {
		const roles: Record<string, string> = { support: "support", editor: "editor", ann: "editor", vera: "viewer" };
		roleOfEmbeddedUser.set(async (userId) => roles[userId] ?? null);
		server.handle = ({ method }, response) => json(response, 200, method === "GET" ? { id: "x", user_id: owner } : {});
	});

	const ofUser = supportToo.filter((name) => name.includes("_user_"));
	const ofResource = supportToo.filter((name) => !name.includes("_user_"));

	test.each(ofUser)("are not for support: %s names the user", async (name) => {
		signInAs("support");
		expect(await outcomeOf(name, { user_id: "ann" })).toBe("person");
		expect(server.seen).toEqual([]);
		for (const user_id of ["vera", "somebody", "support"]) expect(await outcomeOf(name, { user_id })).toBe("sent");
		signInAs("editor");
		expect(await outcomeOf(name, { user_id: "ann" })).toBe("sent");
	});

	test.each(ofResource)("are not for support: %s is looked up in the tenant for its user", async (name) => {
		signInAs("support");
		for (const unreachable of ["ann", null, undefined, ""]) {
			owner = unreachable;
			// What else a form may claim has no effect.
			expect(await outcomeOf(name, { id: "x", user_id: "vera" })).toBe("person");
		}
		expect([writes(), await newestAuditEntries(9)]).toEqual([[], []]);
		for (const within of ["vera", "somebody", "support"]) {
			owner = within;
			expect(await outcomeOf(name)).toBe("sent");
		}
		expect(writes()).toHaveLength(3);
	});

	describe("among several tokens", () => {
		/** By the token: its user as the tenant tells it. */
		const owners: Record<string, unknown> = { a: "vera", a2: "vera", a3: "vera", b: "somebody", c: "ann", d: null };
		const revoke = (body: unknown) => outcomeOf("post_refresh_tokens_revoke", { user_id: "vera" }, body);

		beforeEach(() => {
			signInAs("support");
			server.handle = ({ method, url }, response) => {
				const last = url.split("?")[0]?.split("/").at(-1) ?? "";
				if (last !== "refresh-tokens") {
					return json(response, 200, method === "GET" ? { user_id: owners[last] } : {});
				}
				const userId = url.split("/").at(-2);
				const tokens = Object.keys(owners).filter((id) => owners[id] === userId);
				json(response, 200, { tokens: tokens.map((id) => ({ id })), next: null });
			};
		});

		test.each([
			[{ ids: ["a", "b", "c"] }],
			[{ ids: ["a", "a2", "d"] }],
			[{ ids: ["c", "a"] }],
			[{ ids: [] }],
			[{}],
			[null],
			[{ ids: "a" }],
			[{ ids: ["a"], user_id: "ann" }],
			[{ user_id: "ann" }],
			[{ ids: ["a"], other: true }],
		])("are not for support: %j", async (body) => {
			expect(await revoke(body)).toBe("person");
			expect([writes(), await newestAuditEntries(9)]).toEqual([[], []]);
		});

		test("those of others are, and a user's list tells of many at once", async () => {
			expect(await revoke({ ids: ["a", "a2", "a3", "b"] })).toBe("sent");
			expect(server.seen.map(({ method, url }) => `${method} ${url.replace("/api/v2", "")}`)).toEqual([
				...["GET /refresh-tokens/a", "GET /users/vera/refresh-tokens"],
				...["GET /refresh-tokens/b", "POST /refresh-tokens/revoke"],
			]);
		});

		test("are not sent where one can't be read", async () => {
			const { handle } = server;
			server.handle = (request, response) =>
				request.url.endsWith("/b")
					? json(response, 404, { statusCode: 404, message: "no" })
					: handle(request, response);
			expect(await revoke({ ids: ["a", "b"] })).toContain("ManagementError");
			expect(writes()).toEqual([]);
		});
	});

	test("are not for support by the name of another user: the session in the request is looked up for its own", async () => {
		signInAs("support");
		owner = "ann";
		const body = { session_id: "s_1" };
		expect(await outcomeOf("post_user_revoke_access", { user_id: "vera" }, body)).toBe("person");
		expect(await outcomeOf("post_user_revoke_access", { user_id: "vera" }, { session_id: 7 })).toBe("person");
		expect(server.seen.map(({ url }) => url)).toEqual(["/api/v2/sessions/s_1"]);
		owner = "vera";
		expect(await outcomeOf("post_user_revoke_access", { user_id: "vera" }, body)).toBe("sent");
	});

	test.each(ofResource)("%s of a resource that can't be read is not sent", async (name) => {
		signInAs("support");
		for (const status of [404, 403, 500]) {
			server.handle = (_, response) => json(response, status, { statusCode: status, message: "no" });
			expect(await outcomeOf(name)).toContain("ManagementError");
		}
		server.handle = (_, response) => json(response, 200, { user_id: ["vera"] });
		expect(await outcomeOf(name)).toContain("not-understood");
		expect(writes()).toEqual([]);
	});

	test.each(ofResource)("%s of what does not say whose it is follows the tenant's list that has it", async (name) => {
		signInAs("support");
		server.handle = ({ url }, response) => {
			const list = url.endsWith("/sessions") ? "sessions" : url.includes("/users/") ? "tokens" : "";
			json(response, 200, list ? { [list]: [{ id: "x", user_id: 5 }] } : { user_id: owner });
		};
		const listOf = async (user_id: string) => {
			await callManagement("get_user_sessions", { path: { user_id }, schema: sessionPage });
			await callManagement("get_user_refresh-tokens", { path: { user_id }, schema: userRefreshTokenPage });
		};
		await listOf("ann");
		for (const odd of [5, null, undefined]) {
			owner = odd;
			expect(await outcomeOf(name)).toBe("person");
		}
		expect(writes()).toEqual([]);
		await listOf("vera");
		for (const odd of [5, null, undefined]) {
			owner = odd;
			expect(await outcomeOf(name)).toBe("sent");
		}
		// What it says itself comes first.
		owner = "ann";
		expect(await outcomeOf(name)).toBe("person");
	});

	test("are for editors, without another request", async () => {
		signInAs("editor");
		owner = "ann";
		for (const name of ofResource) expect(await outcomeOf(name)).toBe("sent");
		expect(server.seen).toHaveLength(ofResource.length);
	});

	test("are read once by those whom the guard asks, also for the activity", async () => {
		signInAs("support");
		owner = "vera";
		await revokeRefreshToken("x");
		expect(server.seen.map(({ method }) => method)).toEqual(["GET", "DELETE"]);
		expect(await newestAuditEntries(1)).toMatchObject([{ userId: "vera", outcome: "done" }]);
	});

	test("are refused with the words who could", async () => {
		signInAs("support");
		owner = "ann";
		await expect(callManagement("patch_sessions_by_id", { path: { id: "x" } })).rejects.toThrow(
			"Changing sessions and tokens of an editor needs the editor role. Your role is support.",
		);
	});
});

test("on a real tenant, where it can't be known who is an editor, support works on any user without another request", async () => {
	signInAs("support");
	for (const name of supportToo) expect(await outcomeOf(name)).toBe("sent");
	expect(server.seen).toHaveLength(supportToo.length);
});
