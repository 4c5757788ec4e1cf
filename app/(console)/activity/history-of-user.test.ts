import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { everything } from "@/lib/dashboard/audit/audit-entry";
import { auditEntry, insertAuditEntry } from "@/lib/dashboard/audit/audit-entry.test-data";
import { auditOfUser, listAuditEntries } from "@/lib/dashboard/audit/audit-trail";
import {
	getRefreshToken,
	listUserRefreshTokens,
	revokeRefreshToken,
	revokeRefreshTokens,
	updateRefreshTokenMetadata,
} from "@/lib/dashboard/management/refresh-tokens";
import { noteOwnedName } from "@/lib/dashboard/management/seen";
import { endUserSession, endUserSessions, getUserSession } from "@/lib/dashboard/management/sessions";
import { getUser, liftSignInBlocks, setUserBlocked } from "@/lib/dashboard/management/users";
import { clearDashboardState, forgetService, pointAtService, signInAs } from "@/lib/dashboard/testing/dashboard-state";
import { type FaultServer, json, startFaultServer } from "@/lib/dashboard/testing/fault-server";
import { historyOfUser } from "./change-lines";

const ID = "auth0|1";
const OTHER = "auth0|2";
const SCOPES = "delete:sessions delete:refresh_tokens update:users";

let service: FaultServer;
/** Both have the same address. */
let email: string;
let owners: Record<string, string>;

function guarantees(postgres?: string) {
	beforeEach(async () => {
		email = "mina@example.org";
		owners = { s_1: ID, s_2: OTHER, dcr_1: ID, dcr_2: OTHER, dcr_3: ID };
		service = await startFaultServer();
		service.respondWithToken = (_, response) =>
			json(response, 200, { access_token: "token", token_type: "Bearer", expires_in: 3600, scope: SCOPES });
		service.handle = ({ method, url }, response) => {
			const [, kind, id = ""] = /\/(users|sessions|refresh-tokens)\/([^/?]+)/.exec(decodeURIComponent(url)) ?? [];
			if (method === "DELETE" || method === "POST") return json(response, 202, {});
			if (kind === "users") return json(response, 200, { user_id: id, email });
			if (owners[id]) return json(response, 200, { id, user_id: owners[id] });
			return json(response, 404, { statusCode: 404, message: "Not found" });
		};
		await pointAtService(service.address, postgres);
		signInAs("editor");
	});
	afterEach(async () => {
		await clearDashboardState();
		await service.close();
	});

	const lines = async (id: string, owned: readonly string[] = []) =>
		(await historyOfUser(await auditOfUser(id, owned, 20))).map(({ lines }) => lines.map(({ what }) => what).join());

	test("has what was done to the user, and to sessions and tokens of the user, and nothing of another with the same address", async () => {
		for (const id of [ID, OTHER]) await getUser(id);
		noteOwnedName("s_1", "Safari on iPhone", ID);
		for (const id of ["dcr_1", "dcr_2", "dcr_3"]) {
			await getRefreshToken(id);
			noteOwnedName(id, "Storefront", owners[id] ?? "");
		}
		await setUserBlocked(ID, true);
		await endUserSessions(ID, { keepsTokens: false });
		await endUserSessions(OTHER, { keepsTokens: true });
		await endUserSession("s_1", ID);
		await endUserSession("s_2", null);
		await updateRefreshTokenMetadata("dcr_1", { ticket: "1" }, {});
		await updateRefreshTokenMetadata("dcr_2", { ticket: "1" }, {});
		for (const id of ["dcr_1", "dcr_2", "dcr_unknown"]) await revokeRefreshToken(id);
		await revokeRefreshTokens(["dcr_2", "dcr_1", "dcr_3"]);
		await liftSignInBlocks(ID);
		expect(await lines(ID)).toEqual([
			"Lifted the blocks after failed sign-ins",
			"Refresh token Storefront: requested to revoke the token",
			"Refresh token Storefront: requested to revoke the token",
			"Refresh token Storefront: requested to revoke the token",
			"Refresh token Storefront: adds ticket",
			"Session Safari on iPhone: requested to end the session",
			"Requested to end all sessions and refresh tokens",
			"Blocked",
		]);
		expect(await lines(OTHER)).toEqual([
			"Refresh token Storefront: requested to revoke the token",
			"Refresh token Storefront: requested to revoke the token",
			"Refresh token Storefront: adds ticket",
			"Session s_2: requested to end the session",
			"Requested to end all sessions but not the refresh tokens",
		]);
	});

	test("has what an instance wrote that had read neither the user nor the token, and what is read on any", async () => {
		await revokeRefreshToken("dcr_1");
		forgetService();
		await endUserSession("s_1", null);
		forgetService();
		expect(await lines(ID)).toEqual([
			"Session s_1: requested to end the session",
			"Refresh token dcr_1: requested to revoke the token",
		]);
	});

	test("costs no end the last request that the tenant's limit leaves", async () => {
		let left = 2;
		const handle = service.handle;
		service.handle = (request, response) => {
			response.setHeader("x-ratelimit-limit", "10");
			response.setHeader("x-ratelimit-reset", String(Math.ceil(Date.now() / 1000) + 30));
			response.setHeader("x-ratelimit-remaining", String(Math.max(0, left - 1)));
			left -= 1;
			return left < 0 ? json(response, 429, { statusCode: 429, message: "no" }) : handle(request, response);
		};
		await getUser(ID);
		await revokeRefreshToken("dcr_1");
		expect(service.seen.map(({ method }) => method)).toEqual(["GET", "DELETE"]);
	});

	test("keeps the address of that time when the user is called otherwise, or is gone", async () => {
		await getUser(ID);
		await getUserSession("s_1");
		noteOwnedName("s_1", "Safari on iPhone", ID);
		await endUserSession("s_1", ID);
		email = "nora@example.org";
		forgetService();
		await getUser(ID);
		await setUserBlocked(ID, true);
		const labels = (await listAuditEntries(everything, null, 5)).map(({ userId, userLabel }) => [userId, userLabel]);
		expect(labels).toEqual([
			[ID, "nora@example.org"],
			[ID, "mina@example.org"],
		]);
		owners = {};
		expect(await lines(ID)).toEqual(["Blocked", "Session Safari on iPhone: requested to end the session"]);
	});

	test("has no write to a session of which only a form says that it is the user's, unless the tenant accepts that", async () => {
		const handle = service.handle;
		service.handle = (request, response) =>
			request.method === "POST" ? json(response, 400, { statusCode: 400, message: "no" }) : handle(request, response);
		await endUserSession("s_2", ID).catch(() => {});
		owners = {};
		forgetService();
		await endUserSession("s_9", ID).catch(() => {});
		expect(await lines(ID)).toEqual([]);
		expect(await lines(OTHER)).toEqual(["Session s_2: tried to end the session"]);
		const [row] = await listAuditEntries(everything, null, 1);
		expect(row).toMatchObject({ target: "s_9", userId: null, userLabel: null });
		service.handle = handle;
		await endUserSession("s_9", ID);
		expect(await lines(ID)).toEqual([
			"Session s_9: requested to end the session",
			"Session s_9: tried to end the session",
		]);
	});

	test("has rows of older versions, which name no user, where it is known whose they are, and none by the address", async () => {
		const old = (id: string, target: string, operation = "post_session_revoke") =>
			insertAuditEntry(auditEntry({ id, target, operation, name: "Safari on iPhone of mina@example.org" }));
		await old("1", ID, "delete_user_sessions");
		await old("2", OTHER, "delete_user_sessions");
		await old("3", "s_1");
		await old("4", "s_2");
		await old("5", "dcr_1", "patch_refresh-tokens_by_id");
		expect(await lines(ID)).toHaveLength(1);
		expect(await lines(ID, ["s_1"])).toHaveLength(2);
		await revokeRefreshToken("dcr_1");
		expect(await lines(ID)).toHaveLength(3);
		expect(await lines(OTHER)).toHaveLength(1);
	});

	test("knows whose tokens are by a list of the user's, which need not name the user", async () => {
		const handle = service.handle;
		service.handle = (request, response) =>
			request.url.includes("/refresh-tokens?") || request.url.endsWith("/refresh-tokens")
				? json(response, 200, { tokens: [{ id: "dcr_7" }], next: null })
				: handle(request, response);
		await listUserRefreshTokens(ID);
		service.handle = handle;
		await revokeRefreshTokens(["dcr_7"]);
		expect(await lines(ID)).toHaveLength(1);
	});
}

describe("a user's history on SQLite", () => guarantees());

const server = process.env.TEST_DATABASE_URL;
describe.skipIf(!server)(
	`a user's history on PostgreSQL${server ? "" : ": NOT TESTED, for want of TEST_DATABASE_URL"}`,
	() => guarantees(server),
);
