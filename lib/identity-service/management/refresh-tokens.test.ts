import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { refreshTokenPage, userRefreshTokenPage } from "@/lib/contract/refresh-token";
import { sampleRefreshTokenId, sampleUserId } from "../sample-tenant/derived";
import { describeOnEachEngine, type TestTenant } from "../testing/test-tenant";

const FIELDS = [
	"id",
	"user_id",
	"created_at",
	"idle_expires_at",
	"expires_at",
	"device",
	"client_id",
	"session_id",
	"rotating",
	"resource_servers",
	"refresh_token_metadata",
	"last_exchanged_at",
];
const DEVICE_FIELDS = ["initial_ip", "initial_asn", "initial_user_agent", "last_ip", "last_asn", "last_user_agent"];
const NO_USER = {
	statusCode: 404,
	error: "Not Found",
	message: "The user does not exist.",
	errorCode: "inexistent_user",
};
const NO_TOKEN = { statusCode: 404, error: "Not Found", message: "The refresh token does not exist." };

describeOnEachEngine("refresh tokens", (open) => {
	let tenant: TestTenant;
	let user: string;
	beforeAll(async () => {
		tenant = await open();
		user = encodeURIComponent(sampleUserId(tenant.service.config.appSecret, "user"));
	});
	afterAll(() => tenant.close());

	const idOf = (handle: string) => sampleRefreshTokenId(tenant.service.config.appSecret, handle);
	const get = (id: string) => tenant.call("GET", `/refresh-tokens/${id}`);
	const patch = (id: string, body: unknown, contentType = "application/json") =>
		tenant.call("PATCH", `/refresh-tokens/${id}`, { body, contentType });

	describe("lists", () => {
		it("have a user's tokens by id, every field of the specification in each that is known", async () => {
			const byUser = userRefreshTokenPage.parse((await tenant.call("GET", `/users/${user}/refresh-tokens`)).json);
			const byQuery = refreshTokenPage.parse((await tenant.call("GET", `/refresh-tokens?user_id=${user}`)).json);
			expect(byUser.tokens).toHaveLength(4);
			expect(byQuery.refresh_tokens).toEqual(byUser.tokens);
			expect(byUser.tokens.map(({ id }) => id)).toEqual(byUser.tokens.map(({ id }) => id).sort());
			for (const token of byUser.tokens) {
				// That one was never exchanged.
				const known = token.id === idOf("user-spa") ? FIELDS.slice(0, -1) : FIELDS;
				expect(Object.keys(token)).toEqual(known);
				expect(Object.keys(token.device ?? {})).toEqual(DEVICE_FIELDS);
				expect((await get(token.id)).json).toEqual(token);
			}
		});

		it("have a total only on request, and omit next at the end", async () => {
			expect((await tenant.call("GET", `/users/${user}/refresh-tokens`)).json).not.toHaveProperty("total");
			const counted = await tenant.call("GET", `/users/${user}/refresh-tokens?take=1&include_totals=true`);
			expect(counted.json).toMatchObject({ total: 4, next: expect.any(String) });
			const newcomer = encodeURIComponent(sampleUserId(tenant.service.config.appSecret, "newcomer"));
			const none = await tenant.call("GET", `/users/${newcomer}/refresh-tokens?include_totals=true`);
			expect(none.json).toEqual({ tokens: [], total: 0 });
		});

		it("continue behind their checkpoint, in both forms", async () => {
			for (const [path, name] of [
				[`/users/${user}/refresh-tokens?take=1`, "tokens"],
				[`/refresh-tokens?user_id=${user}&take=1`, "refresh_tokens"],
			] as const) {
				const seen: string[] = [];
				for (let from = ""; ; ) {
					const page = (await tenant.call("GET", path + from)).json as Record<string, { id: string }[]> & {
						next?: string;
					};
					seen.push(...(page[name] ?? []).map(({ id }) => id));
					if (!page.next) break;
					from = `&from=${page.next}`;
				}
				expect(seen).toHaveLength(4);
				expect(new Set(seen).size).toBe(4);
			}
		});

		it("refuse a checkpoint of another user, of another filter, and an old one", async () => {
			const { next } = userRefreshTokenPage.parse(
				(await tenant.call("GET", `/users/${user}/refresh-tokens?take=1`)).json,
			);
			const other = encodeURIComponent(sampleUserId(tenant.service.config.appSecret, "amara"));
			const client = tenant.clientId("web_app");
			for (const path of [
				`/users/${other}/refresh-tokens?from=${next}`,
				`/refresh-tokens?user_id=${user}&client_id=${client}&from=${next}`,
				`/verifiable-credentials/verification/templates?from=${next}`,
				`/users/${user}/refresh-tokens?from=x${next}`,
			]) {
				expect((await tenant.call("GET", path)).json).toMatchObject({
					statusCode: 400,
					message: expect.stringContaining("The checkpoint ID provided in the 'from' parameter has expired"),
				});
			}
			tenant.passMilliseconds(24 * 3_600_000 + 1);
			expect((await tenant.call("GET", `/users/${user}/refresh-tokens?from=${next}`)).status).toBe(400);
		});

		it("can be narrowed to one client and to some fields", async () => {
			const client_id = tenant.clientId("mobile_app");
			const path = `/refresh-tokens?user_id=${user}&client_id=${client_id}`;
			expect((await tenant.call("GET", `${path}&fields=client_id,rotating`)).json).toEqual({
				refresh_tokens: [{ client_id, rotating: true }],
			});
			const { refresh_tokens } = refreshTokenPage.parse(
				(await tenant.call("GET", `${path}&fields=device&include_fields=false`)).json,
			);
			expect(Object.keys(refresh_tokens[0] ?? {})).toEqual(FIELDS.filter((name) => name !== "device"));
		});

		it("require a user that exists", async () => {
			const missing = { statusCode: 400, error: "Bad Request", message: "Missing required 'user_id' parameter." };
			expect((await tenant.call("GET", "/refresh-tokens")).json).toMatchObject(missing);
			expect((await tenant.call("GET", "/refresh-tokens?client_id=x")).json).toMatchObject(missing);
			for (const unknown of ["unknown", "auth0%7C0", "%25", "x%2Fy"]) {
				expect((await tenant.call("GET", `/users/${unknown}/refresh-tokens`)).json).toEqual(NO_USER);
				expect((await tenant.call("GET", `/refresh-tokens?user_id=${unknown}`)).json).toEqual(NO_USER);
			}
		});

		it.each(["take=0", "take=101", "take=x", "page=0", "include_totals=1", "user_id=a"])("refuse %s", async (query) => {
			expect((await tenant.call("GET", `/users/${user}/refresh-tokens?${query}`)).json).toMatchObject({
				statusCode: 400,
				errorCode: "invalid_query_string",
			});
		});
	});

	describe("one token", () => {
		it("shows null where there is none: no session, no metadata, no expiry; and nothing of an unknown device", async () => {
			expect((await get(idOf("sam-legacy"))).json).toMatchObject({
				session_id: null,
				refresh_token_metadata: null,
				idle_expires_at: null,
				expires_at: null,
				resource_servers: [],
				device: {},
			});
		});

		it("that does not exist is 404 to read and to update, and 202 to revoke", async () => {
			for (const id of ["dcr_0000000000000000", "x", "%2e%2e%2f", "a".repeat(300)]) {
				expect((await get(id)).json).toEqual(NO_TOKEN);
				for (const body of [{}, { refresh_token_metadata: null }, { refresh_token_metadata: { a: "b" } }]) {
					expect((await patch(id, body)).json).toEqual(NO_TOKEN);
				}
				expect((await tenant.call("DELETE", `/refresh-tokens/${id}`)).status).toBe(202);
			}
			expect((await get("%00")).json).toMatchObject({ statusCode: 400, errorCode: "invalid_uri" });
		});

		it("is revoked with every token value that belongs to it, and nothing else", async () => {
			const { database } = tenant.service;
			const [own, other] = [idOf("layla-web"), idOf("olena-partner")];
			const artifact = (id_hash: string, refresh_token_id: string | null) => ({
				model: "RefreshToken",
				id_hash,
				payload: "{}",
				grant_id: null,
				uid_hash: null,
				refresh_token_id,
				expires_at: null,
				consumed_at: null,
				generation: 0,
				exchanged: 0,
			});
			await database
				.insertInto("oidc_artifacts")
				.values([artifact("a", own), artifact("b", own), artifact("c", other), artifact("d", null)])
				.execute();
			const response = await tenant.call("DELETE", `/refresh-tokens/${own}`);
			expect([response.status, response.text]).toEqual([202, ""]);
			expect((await get(own)).json).toEqual(NO_TOKEN);
			expect((await get(other)).status).toBe(200);
			const values = database.selectFrom("oidc_artifacts").select("id_hash").where("model", "=", "RefreshToken");
			expect((await values.orderBy("id_hash").execute()).map(({ id_hash }) => id_hash)).toEqual(["c", "d"]);
		});
	});

	describe("revoked together", () => {
		const userId = (handle: string) => sampleUserId(tenant.service.config.appSecret, handle);
		const revoke = async (body: unknown) => {
			const { status, text } = await tenant.call("POST", "/refresh-tokens/revoke", { body });
			return [status, text];
		};
		const left = async (...handles: string[]) => {
			const found = await Promise.all(
				handles.map(async (handle) => ((await get(idOf(handle))).status === 200 ? handle : [])),
			);
			return found.flat();
		};

		it("end by their ids, of any user; unknown ones are ignored", async () => {
			const ids = ["yuki-mobile", "jose-spa"].map(idOf);
			expect(await revoke({ ids: [...ids, "dcr_0000000000000000", "a\0b", ids[0]] })).toEqual([202, ""]);
			expect(await left("yuki-mobile", "jose-spa", "amara-full")).toEqual(["amara-full"]);
			expect(await revoke({ ids })).toEqual([202, ""]);
		});

		it("end for a user with one application, for one API of that alone, and for the whole user", async () => {
			const [user_id, client_id] = [userId("maximiliana"), tenant.clientId("web_app")];
			const audience = "https://api.example.com/orders";
			expect(await revoke({ user_id, client_id: tenant.clientId("mobile_app") })).toEqual([202, ""]);
			expect(await revoke({ user_id, client_id, audience: "https://api.example.com/other" })).toEqual([202, ""]);
			expect(await left("maximiliana-web")).toEqual(["maximiliana-web"]);
			expect(await revoke({ user_id, client_id, audience })).toEqual([202, ""]);
			expect(await left("maximiliana-web")).toEqual([]);

			expect(await revoke({ user_id: userId("ines"), client_id })).toEqual([202, ""]);
			const ofInes = ["ines-web", "ines-mobile", "ines-partner"];
			expect(await left(...ofInes)).toEqual(["ines-mobile", "ines-partner"]);
			expect(await revoke({ user_id: userId("ines") })).toEqual([202, ""]);
			expect(await left(...ofInes, "priya-spa")).toEqual(["priya-spa"]);
		});

		it.each([
			["neither ids nor a user", () => ({}), "Invalid combination of parameters."],
			["both", () => ({ ids: [idOf("priya-spa")], user_id: userId("priya") }), "Invalid combination of parameters."],
			["ids of an application", () => ({ ids: [idOf("priya-spa")], client_id: "x" }), "Invalid combination"],
			["an application alone", () => ({ client_id: tenant.clientId("mobile_app") }), "Invalid combination"],
			["an API without an application", () => ({ user_id: userId("priya"), audience: "x" }), "Invalid combination"],
			["an unknown user", () => ({ user_id: "auth0|0" }), "User not found."],
			["a user with a NUL", () => ({ user_id: "a\0" }), "User not found."],
			["an unknown application", () => ({ user_id: userId("priya"), client_id: "a\0" }), "Client not found."],
			["no ids", () => ({ ids: [] }), "ids"],
			["101 ids", () => ({ ids: Array.from({ length: 101 }, (_, index) => `dcr_${index}`) }), "ids"],
			["another property", () => ({ user_id: userId("priya"), session_id: "x" }), "session_id"],
		])("are refused for %s, and nothing ends", async (_, body, words) => {
			const [status, text] = await revoke(body());
			expect([status, text]).toEqual([400, expect.stringContaining(words)]);
			expect(await left("priya-spa", "priya-mobile")).toEqual(["priya-spa", "priya-mobile"]);
		});

		it("end a hundred at once, for a caller with the scope alone", async () => {
			const ids = [idOf("priya-spa"), ...Array.from({ length: 99 }, (_, index) => `dcr_${index}`)];
			const short = await tenant.token("management", { scope: "update:refresh_tokens delete:sessions" });
			const refused = await tenant.call("POST", "/refresh-tokens/revoke", { as: short, body: { ids } });
			expect(refused.json).toMatchObject({
				statusCode: 403,
				message: expect.stringContaining("delete:refresh_tokens"),
			});
			expect(await left("priya-spa")).toEqual(["priya-spa"]);
			expect(await revoke({ ids })).toEqual([202, ""]);
			expect(await left("priya-spa")).toEqual([]);
		});
	});
});
