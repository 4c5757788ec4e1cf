import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { handleServiceRequest } from "../handle-request";
import { ISSUER, startTestService } from "../testing/test-service";

let tenant: Awaited<ReturnType<typeof startTestService>>;
beforeAll(async () => {
	tenant = await startTestService();
});
afterEach(() => void vi.restoreAllMocks());
afterAll(() => tenant.stop());

const FORM = "application/x-www-form-urlencoded";
const JSON_TYPE = "application/json";
const bodies: Record<string, (count: number) => string> = {
	[FORM]: (count) => "a&".repeat(count),
	[JSON_TYPE]: (count) => JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, n) => [`a${n}`, ""]))),
};

async function descriptionOf(path: string, type: string, count: number) {
	const headers = { "content-type": type, origin: new URL(ISSUER).origin };
	const init = { method: "POST", headers, body: bodies[type]?.(count) ?? "" };
	const response = await handleServiceRequest(tenant.service, new Request(ISSUER + path, init));
	const text = await response.text();
	return { status: response.status, description: text.startsWith("{") ? JSON.parse(text).error_description : text };
}

const TYPES = [FORM, JSON_TYPE];
const TO_QUERY = ["authorize", "authorize/", "oidc/logout", "oidc/./logout/"];
const TO_FORM = [
	...["oauth/token", "oauth/token/", "oauth/par", "oauth/revoke", "userinfo", "delegation", "oidc/logout/confirm"],
	...["passwordless/start", "passwordless/verify", "dbconnections/signup", "dbconnections/change_password"],
	...["login/abc/continue", "login/abc/signup", "dbconnections/reset"],
];

describe("a body that is passed on as a query", () => {
	it.each(TO_QUERY.flatMap((path) => TYPES.map((type) => [path, type] as const)))(
		"has 100 fields at most at %s as %s, and with one more no query is parsed",
		async (path, type) => {
			expect((await descriptionOf(path, type, 100)).description ?? "").not.toContain("The body has more");
			// Koa's parser of queries calls it once for each name.
			const parser = vi.spyOn(URLSearchParams.prototype, "getAll");
			const refused = await descriptionOf(path, type, 101);
			expect(refused).toEqual({ status: 400, description: "The body has more than 100 fields." });
			expect(parser).not.toHaveBeenCalled();
		},
	);
});

describe("any other body of the authentication interface", () => {
	it.each(TO_FORM.flatMap((path) => TYPES.map((type) => [path, type] as const)))(
		"has 1,000 fields at most at %s as %s",
		async (path, type) => {
			expect((await descriptionOf(path, type, 1_000)).description ?? "").not.toContain("The body has more");
			const refused = await descriptionOf(path, type, 1_001);
			expect(refused).toEqual({ status: 400, description: "The body has more than 1000 fields." });
		},
	);
});

describe("a body that is not UTF-8", () => {
	const bytes = (...wrong: number[]) =>
		Buffer.concat([Buffer.from('{"client_id":"web","token":"'), Buffer.from(wrong), Buffer.from('"}')]);
	const NOT_UTF8: Record<string, Buffer> = {
		"a byte of Latin-1": bytes(0xe9),
		"an overlong form": bytes(0xc0, 0xaf),
		"half of a surrogate pair": bytes(0xed, 0xa0, 0x80),
		"a sequence that is cut off": bytes(0xf0, 0x9f, 0x98),
		"UTF-16 with its byte order mark": Buffer.from("\ufeff{}", "utf16le"),
	};
	const send = (path: string, body: Buffer, contentType = JSON_TYPE) =>
		handleServiceRequest(
			tenant.service,
			new Request(ISSUER + path, {
				method: "POST",
				headers: { "content-type": contentType, origin: new URL(ISSUER).origin },
				body: new Uint8Array(body),
			}),
		);

	it.each([...TO_QUERY, ...TO_FORM])("is refused at %s", async (path) => {
		for (const [name, body] of Object.entries(NOT_UTF8)) {
			for (const type of TYPES) {
				const response = await send(path, body, type);
				expect([response.status, await response.text()], name).toEqual([
					400,
					expect.stringContaining("Invalid request payload: not UTF-8"),
				]);
			}
		}
	});

	it("is none with a byte order mark before UTF-8, which is ignored", async () => {
		const body = Buffer.from('\ufeff{"client_id":"browser","token":"unknown"}');
		expect((await send("oauth/revoke", body)).status).toBe(200);
	});
});
