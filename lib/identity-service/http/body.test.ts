import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { REQUEST_BODY_BYTES_MAX } from "@/lib/contract/limits";
import { FORM, openTestTenant, type TestTenant } from "../testing/test-tenant";

const TEMPLATES = "/verifiable-credentials/verification/templates";

describe("a request body", () => {
	let tenant: TestTenant;
	let tokenPath: string;
	beforeAll(async () => {
		tenant = await openTestTenant();
		const row = await tenant.service.database.selectFrom("refresh_tokens").select("id").executeTakeFirstOrThrow();
		tokenPath = `/refresh-tokens/${row.id}`;
	});
	afterAll(() => tenant.close());

	it("may have exactly 256 KB, and not one byte more", async () => {
		const body = `{}${" ".repeat(REQUEST_BODY_BYTES_MAX - 2)}`;
		expect((await tenant.call("PATCH", tokenPath, { body })).status).toBe(200);
		const response = await tenant.call("PATCH", tokenPath, { body: `${body} ` });
		expect(response.json).toEqual({
			statusCode: 413,
			error: "Payload Too Large",
			message: "Payload content length greater than maximum allowed: 262144",
		});
	});

	it("is refused unread when its declared length is too large", async () => {
		const headers = { "content-length": String(REQUEST_BODY_BYTES_MAX + 1) };
		expect((await tenant.call("PATCH", tokenPath, { body: "{}", headers })).status).toBe(413);
	});

	it.each([
		"text/plain",
		"text/json",
		"application/xml",
		"multipart/form-data; boundary=x",
		"application/json-patch+json",
		"application/merge-patch+json",
		"application/json; charset=iso-8859-1",
		`${FORM}; charset=utf-16`,
		"application/jsonx",
		null,
	])("of type %s is refused", async (contentType) => {
		const response = await tenant.call("PATCH", tokenPath, { body: new TextEncoder().encode("{}"), contentType });
		expect(response.json).toMatchObject({ statusCode: 415, error: "Unsupported Media Type" });
	});

	it.each([
		"application/json",
		"Application/JSON",
		"application/json;charset=UTF-8",
		'application/json; charset="utf-8"',
		"application/json; odata=verbose",
	])("of type %s is read as JSON", async (contentType) => {
		expect((await tenant.call("PATCH", tokenPath, { body: "{}", contentType })).status).toBe(200);
	});

	it.each(["", "{", "nul", "{'a':1}", '{"a":1}x', "[1,]", "\u0000"])(
		"that is not JSON is refused: %j",
		async (body) => {
			const response = await tenant.call("PATCH", tokenPath, { body });
			expect(response.json).toMatchObject({ statusCode: 400, message: "Invalid request payload JSON format" });
		},
	);

	it.each([
		["null", "null"],
		["[]", "array"],
		['"text"', "string"],
		["1", "integer"],
		["1.5", "number"],
		["true", "boolean"],
	])("that is JSON but no object is refused: %s", async (body, type) => {
		expect((await tenant.call("PATCH", tokenPath, { body })).json).toEqual({
			statusCode: 400,
			error: "Bad Request",
			message: `Payload validation error: 'Expected type object but found type ${type}'.`,
			errorCode: "invalid_body",
		});
	});

	it("that is not UTF-8 is refused in both content types, rather than repaired", async () => {
		const bytes = Buffer.concat([
			Buffer.from('{"refresh_token_metadata":{"a":"'),
			Buffer.from([0xff]),
			Buffer.from('"}}'),
		]);
		expect((await tenant.call("PATCH", tokenPath, { body: bytes })).status).toBe(400);
		const form = Buffer.concat([Buffer.from("refresh_token_metadata[a]="), Buffer.from([0xc3, 0x28])]);
		expect((await tenant.call("PATCH", tokenPath, { body: form, contentType: FORM })).status).toBe(400);
		const encoded = "refresh_token_metadata[a]=%c3%28";
		expect((await tenant.call("PATCH", tokenPath, { body: encoded, contentType: FORM })).status).toBe(400);
	});

	it("that could not be returned unchanged is refused: numbers beyond a double, bottomless nesting", async () => {
		const template = (value: string) =>
			`{"name":"n","type":"mdl","dialect":"simplified/1.0","well_known_trusted_issuers":"aamva","presentation":{"org.iso.18013.5.1.mDL":{"org.iso.18013.5.1":{"x":${value}}}}}`;
		expect((await tenant.call("POST", TEMPLATES, { body: template("1e999") })).status).toBe(400);
		expect((await tenant.call("POST", TEMPLATES, { body: template("[12345678901234567890]") })).status).toBe(400);
		const exact = template('["12345678901234567890", 9007199254740992, 696741328539551400000, 0.5, -1e3, "\\\\"]');
		expect((await tenant.call("POST", TEMPLATES, { body: exact })).status).toBe(201);
		const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
		expect((await tenant.call("POST", TEMPLATES, { body: template(deep) })).status).toBe(400);
		expect((await tenant.call("POST", TEMPLATES, { body: deep })).status).toBe(400);
	});
});
