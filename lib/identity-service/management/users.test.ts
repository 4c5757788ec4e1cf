import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type UserPage, userPage, user as userSchema } from "@/lib/contract/user";
import { recordQueries } from "@/lib/database/testing/record-queries";
import { sampleUserId } from "../sample-tenant/derived";
import { sampleUsers } from "../sample-tenant/users";
import { describeOnEachEngine, FORM, type TestTenant } from "../testing/test-tenant";

describeOnEachEngine("users", (open) => {
	let tenant: TestTenant;
	beforeAll(async () => {
		tenant = await open();
	});
	afterAll(() => tenant.close());

	const userId = (handle: string) => sampleUserId(tenant.service.config.appSecret, handle);
	async function search(q: string, rest = ""): Promise<string[]> {
		const response = await tenant.call("GET", `/users?q=${encodeURIComponent(q)}${rest}`);
		expect(response.status).toBe(200);
		return (response.json as { email: string }[]).map(({ email }) => email);
	}

	describe("searching users", () => {
		it.each([
			['email:"mina.park@example.org"', ["mina.park@example.org"]],
			['email:"MINA.PARK@EXAMPLE.ORG"', ["mina.park@example.org"]],
			["email:ma*", ["maximiliana.hohenberg@example.org"]],
			['name:"mina park"', ["mina.park@example.org"]],
			["name:ami", []],
			["name:Ol*", []],
			["name:Ол*", ["olena.shevchuk@example.com"]],
			["name:田*", ["yuki.tanaka@example.com"]],
			["name:josé*", ["jose.nunez@example.org"]],
			["vera*", ["viewer@example.com"]],
			["sam+license@example.com", ["sam+license@example.com"]],
			["name:amara* AND email:amara*", ["amara.okafor@example.com"]],
			["name:amara* AND email:jose*", []],
			["name:amara* OR email:jose*", ["amara.okafor@example.com", "jose.nunez@example.org"]],
			["priya* priya.raman@example.com", ["priya.raman@example.com"]],
			["name:%", []],
			["name:_ina*", []],
			["name:*park*", ["mina.park@example.org"]],
			["family_name:NÚÑEZ*", ["jose.nunez@example.org"]],
			["phone_number:*2025550143", ["mina.park@example.org"]],
			[
				"email:*@example.org AND NOT (name:m* OR name:*nês* OR name:n@*)",
				["jose.nunez@example.org", "layla.haddad@example.org"],
			],
		])("finds by %s", async (q, emails) => {
			expect(await search(q)).toEqual(emails);
		});

		it("shows each user's picture: of their initials, where they have none", async () => {
			const { json } = await tenant.call("GET", "/users?per_page=100");
			const pictures = (json as { picture: string }[]).map(({ picture }) => picture);
			for (const picture of pictures) expect(picture).toMatch(/^http:\/\/localhost:3000\/avatar\.svg\?letters=./);
			expect((await tenant.call("GET", `/users/${encodeURIComponent(userId("editor"))}`)).json).toMatchObject({
				picture: "http://localhost:3000/avatar.svg?letters=ET",
			});
		});

		it("finds by user id", async () => {
			expect(await search(`user_id:"${userId("editor")}"`)).toEqual(["editor@example.com"]);
			expect(await search(userId("editor"))).toEqual(["editor@example.com"]);
			expect(await search(`user_id:${userId("editor").slice(0, 18)}*`)).toEqual(["editor@example.com"]);
			expect(await search("user_id:auth0|*")).toHaveLength(sampleUsers.length);
			expect(await search("user_id:AUTH0|*")).toEqual([]);
		});

		it("lists all users page by page, by name, each once", async () => {
			const all = await search("");
			expect(all).toHaveLength(sampleUsers.length);
			expect(await search("name:*")).toEqual(all);
			const pages = [
				await search("", "&per_page=5"),
				await search("", "&per_page=5&page=1"),
				await search("", "&per_page=5&page=2"),
			];
			expect(pages.flat()).toEqual(all);
		});

		it("includes totals on request", async () => {
			const response = await tenant.call(
				"GET",
				"/users?q=name:m*&include_totals=true&per_page=1&page=1&search_engine=v3",
			);
			expect(response.json).toMatchObject({ start: 1, limit: 1, length: 1, total: 2 });
			const page: UserPage = userPage.parse(response.json);
			expect(page.users[0]?.email).toBe("mina.park@example.org");
		});

		it.each([
			"q=phone:1",
			"q=name:*ab*",
			"q=name:[a+TO+b]",
			"q=%00",
			"per_page=101",
			"page=-1",
			"sort=name:1",
			"search_engine=v9",
			"q=a&q=b",
		])("refuses %s", async (query) => {
			expect((await tenant.call("GET", `/users?${query}`)).json).toMatchObject({
				statusCode: 400,
				errorCode: "invalid_query_string",
			});
		});

		it("ends at the first 1,000", async () => {
			expect((await tenant.call("GET", "/users?per_page=100&page=9")).status).toBe(200);
			expect((await tenant.call("GET", "/users?per_page=100&page=10")).status).toBe(400);
		});
	});

	it("finds users by e-mail address without regard to case, and requires the address", async () => {
		const response = await tenant.call("GET", `/users-by-email?email=${encodeURIComponent("SAM+License@example.com")}`);
		expect(response.json).toMatchObject([
			{ user_id: userId("sam"), email_verified: false, name: expect.stringContaining("🚗") },
		]);
		expect((await tenant.call("GET", "/users-by-email?email=unknown")).json).toEqual([]);
		expect((await tenant.call("GET", "/users-by-email")).json).toMatchObject({
			message: "Query validation error: 'Missing required property: email'.",
		});
	});

	it("are named by their very identifier: no other text reaches the same user", async () => {
		const id = userId("editor");
		const others = [encodeURIComponent(id), id.toUpperCase(), ` ${id}`, `${id} `, `${id}\0`, `${id}/`, `${id}\uFEFF`];
		for (const other of others) {
			for (const path of ["", "/sessions", "/refresh-tokens"]) {
				const { status } = await tenant.call("GET", `/users/${encodeURIComponent(other)}${path}`);
				expect([400, 404], `${JSON.stringify(other)}${path}`).toContain(status);
			}
		}
		expect((await tenant.call("GET", `/users/${encodeURIComponent(id)}`)).status).toBe(200);
	});

	describe("blocking a user", () => {
		const patch = (handle: string, body: unknown, contentType = "application/json") =>
			tenant.call("PATCH", `/users/${encodeURIComponent(userId(handle))}`, { body, contentType });
		const get = async (handle: string) =>
			(await tenant.call("GET", `/users/${encodeURIComponent(userId(handle))}`)).json as Record<string, unknown>;

		it("changes that alone, by JSON and by a form, and {} changes nothing", async () => {
			expect(await get("sam")).toMatchObject({ blocked: true });
			const before = await get("olena");
			expect(before).toMatchObject({ blocked: false, logins_count: 0 });
			for (const name of ["last_login", "last_ip"]) expect(before).not.toHaveProperty(name);
			tenant.passMilliseconds(1000);
			for (const [body, contentType, blocked] of [
				[{ blocked: true }, "application/json", true],
				[{}, "application/json", true],
				["blocked=false", FORM, false],
				["", FORM, false],
				["blocked=true", FORM, true],
				[{ blocked: false }, "application/json", false],
			] as const) {
				const response = await patch("olena", body, contentType);
				const updated_at = tenant.service.now().toISOString();
				expect([response.status, response.json]).toEqual([200, { ...before, blocked, updated_at }]);
				expect(await get("olena")).toEqual(response.json);
			}
		});

		it.each([
			[{ blocked: "true" }, "'Expected type boolean but found type string' on property blocked."],
			[{ blocked: null }, "'Expected type boolean but found type null' on property blocked."],
			[{ blocked: 1 }, "'Expected type boolean but found type integer' on property blocked."],
			[{ email: "a@b.c" }, "'Additional properties not allowed: email'."],
			[{ blocked: true, password: "x" }, "'Additional properties not allowed: password'."],
			[{ app_metadata: {} }, "'Additional properties not allowed: app_metadata'."],
		])("refuses %j", async (body, text) => {
			const before = await get("amara");
			expect((await patch("amara", body)).json).toMatchObject({
				statusCode: 400,
				message: `Payload validation error: ${text}`,
				errorCode: "invalid_body",
			});
			for (const form of ["blocked=1", "blocked=", "blocked[a]=true", "blocked=true&blocked=true"]) {
				expect((await patch("amara", form, FORM)).status).toBe(400);
			}
			expect(await get("amara")).toEqual(before);
		});

		it("accepts many at the same moment, of which none has to be repeated", async () => {
			const { database } = tenant.service;
			const recorded = recordQueries(database);
			tenant.service.database = recorded.database;
			const many = Array.from({ length: 20 }, (_, count) => patch("olena", { blocked: count % 2 === 0 }));
			const statuses = (await Promise.all(many)).map(({ status }) => status);
			tenant.service.database = database;
			expect(statuses).toEqual(many.map(() => 200));
			const changes = recorded.take().filter(({ sql }) => sql.startsWith('update "users"'));
			expect(changes).toHaveLength(many.length);
			await patch("olena", { blocked: false });
		});

		it("refuses the only editor who is not blocked, and an unknown user", async () => {
			expect((await patch("editor", { blocked: true })).json).toEqual({
				statusCode: 409,
				error: "Conflict",
				errorCode: "last_editor",
				message: "The user is the only editor of this tenant who is not blocked.",
			});
			expect(await get("editor")).toMatchObject({ blocked: false });
			expect((await patch("editor", { blocked: false })).status).toBe(200);
			expect((await patch("viewer", { blocked: true })).status).toBe(200);
			expect((await patch("viewer", { blocked: false })).status).toBe(200);
			const unknown = await tenant.call("PATCH", "/users/auth0%7C0", { body: { blocked: true } });
			expect([unknown.status, unknown.json]).toMatchObject([404, { errorCode: "inexistent_user" }]);
		});
	});

	it("responds with one user, without credentials", async () => {
		const response = await tenant.call("GET", `/users/${encodeURIComponent(userId("editor"))}`);
		expect(userSchema.parse(response.json)).toMatchObject({ email: "editor@example.com", email_verified: true });
		expect(response.text).not.toMatch(/password|scrypt|_key/);
		const short = await tenant.call("GET", `/users/${encodeURIComponent(userId("editor"))}?fields=name`);
		expect(short.json).toEqual({ name: "Edda Torvik" });
		expect((await tenant.call("GET", "/users/auth0%7Cunknown")).json).toEqual({
			statusCode: 404,
			error: "Not Found",
			message: "The user does not exist.",
			errorCode: "inexistent_user",
		});
	});
});
