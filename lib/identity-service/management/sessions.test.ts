import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sessionPage, session as sessionSchema } from "@/lib/contract/session";
import { sampleSessionId, sampleUserId } from "../sample-tenant/derived";
import { describeOnEachEngine, FORM, type TestTenant } from "../testing/test-tenant";

const FIELDS = [
	...["id", "user_id", "created_at", "updated_at", "authenticated_at", "last_interacted_at", "idle_expires_at"],
	...["expires_at", "device", "clients", "authentication", "cookie", "session_metadata"],
];
const NO_SESSION = { statusCode: 404, error: "Not Found", message: "The session does not exist." };
const NO_USER = { statusCode: 404, message: "The user does not exist.", errorCode: "inexistent_user" };
const DAY_MS = 86_400_000;

describeOnEachEngine("sessions", (open) => {
	let tenant: TestTenant;
	beforeAll(async () => {
		tenant = await open();
	});
	afterAll(() => tenant.close());

	const idOf = (handle: string) => sampleSessionId(tenant.service.config.appSecret, handle);
	const userOf = (handle: string) => encodeURIComponent(sampleUserId(tenant.service.config.appSecret, handle));
	const get = (id: string) => tenant.call("GET", `/sessions/${id}`);
	const patch = (id: string, body: unknown, contentType = "application/json") =>
		tenant.call("PATCH", `/sessions/${id}`, { body, contentType });
	const listOf = async (handle: string, query = "") =>
		sessionPage.parse((await tenant.call("GET", `/users/${userOf(handle)}/sessions${query}`)).json);
	const tokensOf = async (handle: string) => {
		const { json } = await tenant.call("GET", `/users/${userOf(handle)}/refresh-tokens`);
		return (json as { tokens: { session_id: string | null }[] }).tokens;
	};

	describe("of a user", () => {
		it("are listed by id with every field that is known, and one by one", async () => {
			const { sessions, next } = await listOf("user");
			expect(sessions.map(({ id }) => id)).toEqual(["user-web", "user-mobile", "user-spa"].map(idOf).sort());
			expect(next).toBeUndefined();
			expect((await tenant.call("GET", `/users/${userOf("newcomer")}/sessions?include_totals=true`)).json).toEqual({
				sessions: [],
				total: 0,
			});
			for (const session of sessions) {
				// Without metadata there is no such field.
				const known = session.id === idOf("user-web") ? FIELDS : FIELDS.slice(0, -1);
				expect(Object.keys(session)).toEqual(known);
				expect((await get(session.id)).json).toEqual(session);
			}
			expect((await get(idOf("user-web"))).json).toMatchObject({
				device: { initial_ip: "203.0.113.24", last_asn: "64496" },
				clients: ["web_app", "partner_portal"].map((handle) => ({ client_id: tenant.clientId(handle) })),
				authentication: { methods: [{ name: "pwd", timestamp: expect.any(String) }] },
				cookie: { mode: "persistent" },
				session_metadata: { ticket: "HD-20417", device_label: "Work laptop" },
			});
		});

		it("name the support agent who opened one as the user, and nobody for the user's own", async () => {
			const { sessions } = await listOf("olena");
			const actor = { sub: sampleUserId(tenant.service.config.appSecret, "support") };
			expect(sessions).toMatchObject([{ id: idOf("olena-support"), actor }]);
			expect((await get(idOf("olena-support"))).json).toEqual(sessions[0]);
			expect((await tenant.call("GET", `/sessions/${idOf("olena-support")}?fields=actor`)).json).toEqual({ actor });
			expect((await patch(idOf("olena-support"), { session_metadata: { a: "1" } })).json).toMatchObject({ actor });
			expect((await get(idOf("user-web"))).json).not.toHaveProperty("actor");
		});

		it("of a support agent last two hours, have no refresh tokens and are no sign-in of the user", async () => {
			const session = sessionSchema.parse((await get(idOf("olena-support"))).json);
			const hours = (Date.parse(String(session.expires_at)) - Date.parse(String(session.created_at))) / 3_600_000;
			expect([hours, session.idle_expires_at]).toEqual([2, session.expires_at]);
			expect((await tokensOf("olena")).map(({ session_id }) => session_id)).not.toContain(session.id);
			const { last_login = null } = (await tenant.call("GET", `/users/${userOf("olena")}`)).json as {
				last_login?: unknown;
			};
			expect(last_login).toBeNull();
		});

		it("continue behind their checkpoint, which is good for no other list", async () => {
			const first = await listOf("user", "?take=2&include_totals=true");
			expect(first).toMatchObject({ total: 3, next: expect.any(String) });
			const rest = await listOf("user", `?take=2&from=${first.next}`);
			expect(rest.next).toBeUndefined();
			const all = await listOf("user");
			expect([...first.sessions, ...rest.sessions]).toEqual(all.sessions);
			for (const path of [`/users/${userOf("amara")}/sessions`, `/users/${userOf("user")}/refresh-tokens`]) {
				expect((await tenant.call("GET", `${path}?from=${first.next}`)).status).toBe(400);
			}
		});

		it.each(["take=0", "take=101", "take=x", "page=0", "include_totals=1"])("are refused with %s", async (query) => {
			const { json } = await tenant.call("GET", `/users/${userOf("user")}/sessions?${query}`);
			expect(json).toMatchObject({ statusCode: 400, errorCode: "invalid_query_string" });
		});

		it("are 404 to list and to end for an unknown user", async () => {
			for (const method of ["GET", "DELETE"]) {
				expect((await tenant.call(method, "/users/auth0%7C0/sessions")).json).toMatchObject(NO_USER);
			}
			expect((await tenant.call("DELETE", "/users/auth0%7C0/refresh-tokens")).json).toMatchObject(NO_USER);
		});
	});

	it("show chosen fields only", async () => {
		const { json } = await tenant.call("GET", `/sessions/${idOf("user-web")}?fields=id,cookie`);
		expect(json).toEqual({ id: idOf("user-web"), cookie: { mode: "persistent" } });
	});

	it("that do not exist are 404 to read, to update and to revoke, and 202 to delete", async () => {
		for (const id of ["x", "%2e%2e%2f", "a".repeat(300)]) {
			expect((await get(id)).json).toEqual(NO_SESSION);
			for (const body of [{}, { session_metadata: null }, { session_metadata: { a: "b" } }]) {
				expect((await patch(id, body)).json).toEqual(NO_SESSION);
			}
			expect((await tenant.call("DELETE", `/sessions/${id}`)).status).toBe(202);
			expect((await tenant.call("POST", `/sessions/${id}/revoke`)).json).toEqual(NO_SESSION);
		}
		expect((await get("%00")).json).toMatchObject({ statusCode: 400, errorCode: "invalid_uri" });
	});

	describe("metadata", () => {
		it("is replaced whole, kept by {} and cleared by null and by {}", async () => {
			const id = idOf("layla-web");
			const before = sessionSchema.parse((await get(id)).json);
			for (const session_metadata of [
				{ a: "1", b: "2" },
				{ b: "3", "": "" },
			]) {
				const response = await patch(id, { session_metadata });
				const { updated_at } = sessionSchema.parse(response.json);
				expect([response.status, response.json]).toEqual([200, { ...before, session_metadata, updated_at }]);
				expect((await get(id)).json).toEqual(response.json);
				expect((await patch(id, {})).json).toEqual(response.json);
			}
			for (const session_metadata of [null, {}]) {
				expect((await patch(id, { session_metadata: { a: "1" } })).status).toBe(200);
				expect((await patch(id, { session_metadata })).json).not.toHaveProperty("session_metadata");
			}
		});

		it("has 25 entries of 255 characters, and nothing beyond, text for text as a refresh token's", async () => {
			const id = idOf("user-spa");
			const entries = (count: number) =>
				Object.fromEntries(Array.from({ length: count }, (_, index) => [`__proto__${index}`, "😀".repeat(255)]));
			const full = await patch(id, { session_metadata: entries(25) });
			expect([full.status, full.json]).toMatchObject([200, { session_metadata: entries(25) }]);
			const { tokens } = (await tenant.call("GET", `/users/${userOf("user")}/refresh-tokens`)).json as {
				tokens: { id: string }[];
			};
			for (const metadata of [entries(26), { k: "x".repeat(256) }, { k: 1 }, { k: null }, [], "x"]) {
				const refused = await patch(id, { session_metadata: metadata });
				const body = { refresh_token_metadata: metadata };
				const asToken = await tenant.call("PATCH", `/refresh-tokens/${tokens[0]?.id}`, { body });
				expect([refused.status, asToken.status]).toEqual([400, 400]);
				expect(refused.text).toBe(asToken.text.replaceAll("refresh_token_metadata", "session_metadata"));
			}
			expect((await get(id)).json).toMatchObject({ session_metadata: entries(25) });
			for (const body of [{ metadata: {} }, { session_metadata: {}, user_id: "x" }, { refresh_token_metadata: {} }]) {
				expect((await patch(id, body)).json).toMatchObject({ statusCode: 400, errorCode: "invalid_body" });
			}
		});

		it("is read from a form, cleared by an empty field", async () => {
			const id = idOf("user-mobile");
			const form = await patch(id, "session_metadata[a]=1&session_metadata[x[y]]=%F0%9F%99%82", FORM);
			expect(form.json).toMatchObject({ session_metadata: { a: "1", "x[y]": "🙂" } });
			expect((await patch(id, "session_metadata=", FORM)).json).not.toHaveProperty("session_metadata");
		});
	});

	describe("end", () => {
		it("with their refresh tokens when they are revoked, and with nothing else", async () => {
			const before = await tokensOf("ines");
			expect(before.map(({ session_id }) => session_id).sort()).toEqual(
				[idOf("ines-web"), idOf("ines-web"), null].sort(),
			);
			const response = await tenant.call("POST", `/sessions/${idOf("ines-web")}/revoke`);
			expect([response.status, response.text]).toEqual([202, ""]);
			expect((await get(idOf("ines-web"))).json).toEqual(NO_SESSION);
			expect(await tokensOf("ines")).toEqual(before.filter(({ session_id }) => session_id === null));
			expect((await listOf("user")).sessions).toHaveLength(3);
		});

		it("without their refresh tokens when they are deleted", async () => {
			const before = await tokensOf("yuki");
			const response = await tenant.call("DELETE", `/sessions/${idOf("yuki-mobile")}`);
			expect([response.status, response.text]).toEqual([202, ""]);
			expect((await get(idOf("yuki-mobile"))).json).toEqual(NO_SESSION);
			expect(await tokensOf("yuki")).toEqual(before);
			// The tokens that it leaves can be revoked by its identifier, once.
			const revoke = () => tenant.call("POST", `/sessions/${idOf("yuki-mobile")}/revoke`);
			expect([(await revoke()).status, await tokensOf("yuki"), (await revoke()).json]).toEqual([202, [], NO_SESSION]);
		});

		it("together, of one user, and so do all tokens of one user", async () => {
			expect((await listOf("priya")).sessions).toHaveLength(3);
			expect(await tokensOf("priya")).toHaveLength(2);
			expect((await tenant.call("DELETE", `/users/${userOf("priya")}/sessions`)).status).toBe(202);
			expect((await listOf("priya")).sessions).toEqual([]);
			expect(await tokensOf("priya")).toHaveLength(2);
			expect((await tenant.call("DELETE", `/users/${userOf("priya")}/refresh-tokens`)).status).toBe(202);
			expect(await tokensOf("priya")).toEqual([]);
			expect((await listOf("user")).sessions).toHaveLength(3);
		});
	});

	describe("revoked", () => {
		it.each([
			["delete:sessions", "delete:refresh_tokens"],
			["delete:refresh_tokens", "delete:sessions"],
			["read:sessions", "delete:sessions,delete:refresh_tokens"],
		])("by a caller with %s alone are refused, naming %s", async (scope, missing) => {
			const as = await tenant.token("management", { scope });
			for (const [path, body] of [
				[`/sessions/${idOf("amara-mobile")}/revoke`],
				[`/users/${userOf("amara")}/revoke-access`, {}],
			] as const) {
				expect((await tenant.call("POST", path, { as, body })).json).toEqual({
					statusCode: 403,
					error: "Forbidden",
					errorCode: "insufficient_scope",
					message: `Insufficient scope, expected all of: ${missing}`,
				});
			}
			expect((await get(idOf("amara-mobile"))).status).toBe(200);
		});
	});

	describe("with the user's access", () => {
		const revoke = async (handle: string, body: object) => {
			const { status, text } = await tenant.call("POST", `/users/${userOf(handle)}/revoke-access`, { body });
			return [status, text];
		};
		const sessionsOf = async (handle: string) => (await listOf(handle)).sessions.map(({ id }) => id);
		const tokenSessions = async (handle: string) => (await tokensOf(handle)).map(({ session_id }) => session_id);

		it("end one by one, with their refresh tokens or without", async () => {
			const [full, mobile] = ["amara-full", "amara-mobile"].map(idOf);
			expect(await revoke("amara", { session_id: full, preserve_refresh_tokens: true })).toEqual([202, ""]);
			expect([await sessionsOf("amara"), (await tokenSessions("amara")).sort()]).toEqual([
				[mobile],
				[full, mobile].sort(),
			]);
			expect(await revoke("amara", { session_id: mobile, preserve_refresh_tokens: false })).toEqual([202, ""]);
			expect([await sessionsOf("amara"), await tokenSessions("amara")]).toEqual([[], [full]]);
			// The session has ended, and its tokens have not.
			expect(await revoke("amara", { session_id: full })).toEqual([202, ""]);
			expect(await tokenSessions("amara")).toEqual([]);
		});

		it("end together, with all refresh tokens of the user or none", async () => {
			const before = await tokensOf("maximiliana");
			expect(await revoke("maximiliana", { preserve_refresh_tokens: true })).toEqual([202, ""]);
			expect([await sessionsOf("maximiliana"), await tokensOf("maximiliana")]).toEqual([[], before]);
			expect(await revoke("maximiliana", {})).toEqual([202, ""]);
			expect(await tokensOf("maximiliana")).toEqual([]);
			expect(await tokenSessions("olena")).toEqual([null]);
			expect(await revoke("olena", {})).toEqual([202, ""]);
			expect([await sessionsOf("olena"), await tokensOf("olena")]).toEqual([[], []]);
		});

		it("do not end where they are another user's, are unknown, or the user is", async () => {
			const before = [await listOf("user"), await tokensOf("user"), await listOf("layla"), await tokensOf("layla")];
			for (const session_id of [idOf("user-web"), "x", "a\0"]) {
				expect(await revoke("layla", { session_id })).toEqual([202, ""]);
			}
			const unknown = await tenant.call("POST", "/users/auth0%7C0/revoke-access", { body: {} });
			expect(unknown.json).toMatchObject(NO_USER);
			for (const body of [
				{ session_id: "" },
				{ session_id: null },
				{ user_id: "x" },
				{ preserve_refresh_tokens: "no" },
			]) {
				expect((await revoke("layla", body))[0]).toBe(400);
			}
			expect([await listOf("user"), await tokensOf("user"), await listOf("layla"), await tokensOf("layla")]).toEqual(
				before,
			);
		});
	});

	it("that have expired are neither listed, read nor changed", async () => {
		const [, session] = (await listOf("user")).sessions;
		const id = session?.id ?? "";
		await tenant.service.database
			.updateTable("sessions")
			.set({ idle_expires_at: new Date(tenant.service.now().getTime() + DAY_MS).toISOString() })
			.where("id", "=", id)
			.execute();
		expect((await get(id)).status).toBe(200);
		tenant.passMilliseconds(DAY_MS);
		expect((await get(id)).json).toEqual(NO_SESSION);
		expect((await patch(id, { session_metadata: { a: "b" } })).json).toEqual(NO_SESSION);
		expect((await listOf("user")).sessions.map(({ id }) => id)).not.toContain(id);
	});
});
