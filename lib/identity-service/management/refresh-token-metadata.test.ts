import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { sampleRefreshTokenId } from "../sample-tenant/derived";
import { describeOnAnyEngine, FORM, type TestTenant } from "../testing/test-tenant";

describeOnAnyEngine("updating a refresh token's metadata", (open) => {
	let tenant: TestTenant;
	beforeAll(async () => {
		tenant = await open();
	});
	afterAll(() => tenant.close());

	const get = (id: string) => tenant.call("GET", `/refresh-tokens/${id}`);
	const patch = (id: string, body: unknown, contentType = "application/json") =>
		tenant.call("PATCH", `/refresh-tokens/${id}`, { body, contentType });
	let id: string;
	beforeEach(async () => {
		id = sampleRefreshTokenId(tenant.service.config.appSecret, "user-web");
		expect((await patch(id, { refresh_token_metadata: { a: "1", b: "2" } })).status).toBe(200);
	});

	it("responds 200 with the whole token and replaces all entries", async () => {
		const before = (await get(id)).json as object;
		const response = await patch(id, { refresh_token_metadata: { b: "3", c: "" } });
		expect(response.status).toBe(200);
		expect(response.json).toEqual({ ...before, refresh_token_metadata: { b: "3", c: "" } });
		expect((await get(id)).json).toEqual(response.json);
	});

	it.each([[null], [{}]])("removes all entries with %j", async (refresh_token_metadata) => {
		expect((await patch(id, { refresh_token_metadata })).json).toMatchObject({ refresh_token_metadata: null });
		expect((await get(id)).json).toMatchObject({ refresh_token_metadata: null });
	});

	it("changes nothing with {}", async () => {
		const before = (await get(id)).json;
		const response = await patch(id, {});
		expect([response.status, response.json]).toEqual([200, before]);
	});

	it.each([
		["__proto__", "constructor", "toString", "hasOwnProperty", ""],
		["a.b", "a[b]", "a][b", "[]", "$ref"],
		["nul \u0000", "half \ud83d", "שלום", "👩‍👩‍👧‍👦", "a".repeat(300)],
		["2", "1", "10", " a ", "\n"],
	])("stores every key and value unchanged: %j …", async (...keys) => {
		const body = `{"refresh_token_metadata":{${keys.map((key) => `${JSON.stringify(key)}:${JSON.stringify(`v${key.slice(0, 200)}`)}`)}}}`;
		const response = await patch(id, body);
		expect(response.status).toBe(200);
		for (const { json } of [response, await get(id)]) {
			const { refresh_token_metadata: stored } = json as { refresh_token_metadata: object };
			expect(Object.entries(stored).sort()).toEqual(keys.map((key) => [key, `v${key.slice(0, 200)}`]).sort());
		}
	});

	it("accepts 25 entries and 255 code points of emoji, and nothing beyond", async () => {
		const entries = (count: number) =>
			Object.fromEntries(Array.from({ length: count }, (_, index) => [`key ${index}`, "😀".repeat(255)]));
		const response = await patch(id, { refresh_token_metadata: entries(25) });
		expect([response.status, response.json]).toMatchObject([200, { refresh_token_metadata: entries(25) }]);
		expect((await patch(id, { refresh_token_metadata: entries(26) })).json).toEqual({
			statusCode: 400,
			error: "Bad Request",
			message:
				"Payload validation error: 'Too many properties defined (26), maximum 25' on property refresh_token_metadata.",
			errorCode: "invalid_body",
		});
		expect((await patch(id, { refresh_token_metadata: { k: "😀".repeat(256) } })).json).toMatchObject({
			message:
				"Payload validation error: 'String is too long (256 chars), maximum 255' on property refresh_token_metadata.k.",
		});
		expect((await get(id)).json).toMatchObject({ refresh_token_metadata: entries(25) });
	});

	it.each([
		[
			{ refresh_token_metadata: { k: 1 } },
			"'Expected type string but found type integer' on property refresh_token_metadata.k.",
		],
		[
			{ refresh_token_metadata: { k: null } },
			"'Expected type string but found type null' on property refresh_token_metadata.k.",
		],
		[
			{ refresh_token_metadata: { k: ["v"] } },
			"'Expected type string but found type array' on property refresh_token_metadata.k.",
		],
		[{ refresh_token_metadata: [] }, "'Expected type object but found type array' on property refresh_token_metadata."],
		[
			{ refresh_token_metadata: "x" },
			"'Expected type object but found type string' on property refresh_token_metadata.",
		],
		[{ metadata: {} }, "'Additional properties not allowed: metadata'."],
		[{ refresh_token_metadata: {}, user_id: "x" }, "'Additional properties not allowed: user_id'."],
	])("refuses %j and changes nothing", async (body, text) => {
		const before = (await get(id)).json;
		expect((await patch(id, body)).json).toEqual({
			statusCode: 400,
			error: "Bad Request",
			message: `Payload validation error: ${text}`,
			errorCode: "invalid_body",
		});
		expect((await get(id)).json).toEqual(before);
	});

	it("accepts a form, with anything in its keys, and clears with an empty field", async () => {
		const keys = ["a", "a[b]", "__proto__", "x=1&y", "日本"];
		const body = new URLSearchParams(keys.map((key) => [`refresh_token_metadata[${key}]`, "true"])).toString();
		const response = await patch(id, body, FORM);
		const { refresh_token_metadata: stored } = response.json as { refresh_token_metadata: object };
		expect(Object.entries(stored).sort()).toEqual(keys.map((key) => [key, "true"]).sort());
		const cleared = await patch(id, "refresh_token_metadata=", FORM);
		expect(cleared.json).toMatchObject({ refresh_token_metadata: null });
	});

	it("refuses a form that gives a key twice", async () => {
		const body = "refresh_token_metadata[a]=1&refresh_token_metadata[a]=2";
		expect((await patch(id, body, FORM)).json).toMatchObject({ statusCode: 400, errorCode: "invalid_body" });
		expect((await get(id)).json).toMatchObject({ refresh_token_metadata: { a: "1", b: "2" } });
	});
});
