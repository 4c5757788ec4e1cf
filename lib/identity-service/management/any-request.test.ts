import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { METADATA_PROPERTIES_MAX, METADATA_VALUE_LENGTH_MAX } from "@/lib/contract/limits";
import { presentationOf } from "@/lib/contract/template/mdl-elements";
import { anyCharacter } from "@/lib/testing/any-character";
import { managementOperations } from "../endpoints";
import { sampleRefreshTokenId } from "../sample-tenant/derived";
import { describeOnAnyEngine, FORM, type TestTenant } from "../testing/test-tenant";

const RUNS = process.env.LONG ? 50_000 : 80;
const TIMEOUT_MS = 60_000 + RUNS * 60;
const TEMPLATES = "/verifiable-credentials/verification/templates";

/** Any text at all, lone surrogates and NUL included. */
const anyText = fc.string({ unit: anyCharacter, maxLength: 40 });
const wildText = fc.oneof(
	anyText,
	fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 20 }).map((units) => String.fromCharCode(...units)),
	fc.constantFrom("__proto__", "constructor", "toString", "\u0000", "\ud800", "%00", "'; drop table users; --"),
);
const encodable = anyText.map((text) => encodeURIComponent(text.toWellFormed()));
const segment = fc.oneof(encodable, fc.constantFrom("%ff", "%", "..", "%2e%2e", "auth0%7C1", "%00"));

describeOnAnyEngine("any request", (open) => {
	let tenant: TestTenant;
	let token: string;
	beforeAll(async () => {
		tenant = await open();
		token = await tenant.token("management", { exp: 4_000_000_000 });
	});
	afterAll(() => tenant.close());

	it(
		"gets a status below 500, with an error object unless it succeeds",
		async () => {
			const operation = fc.constantFrom(...managementOperations);
			const query = fc.array(
				fc.tuple(fc.constantFrom("q", "from", "take", "user_id", "fields", "email", "page"), encodable),
				{
					maxLength: 3,
				},
			);
			const body = fc.oneof(
				fc.json(),
				anyText,
				fc.uint8Array({ maxLength: 60 }),
				fc.dictionary(
					fc.constantFrom(
						...["name", "type", "presentation", "refresh_token_metadata", "version", "session_metadata", "blocked"],
					),
					fc.jsonValue(),
				),
			);
			const contentType = fc.constantFrom("application/json", FORM, "text/plain", `${FORM}; charset=utf-8`);
			await fc.assert(
				fc.asyncProperty(operation, segment, query, body, contentType, async (target, id, pairs, content, type) => {
					const path = target.path.replace(/\{\w+\}/, () => id);
					const search = pairs.map(([name, value]) => `${name}=${value}`).join("&");
					const response = await tenant.call(target.method, `${path}?${search}`, {
						as: token,
						body: target.method === "GET" ? undefined : content,
						contentType: type,
					});
					expect(response.status).toBeLessThan(500);
					if (response.status >= 400)
						expect(response.json).toMatchObject({ statusCode: response.status, message: expect.any(String) });
				}),
				{ numRuns: RUNS },
			);
		},
		TIMEOUT_MS,
	);

	it(
		"with an arbitrary Authorization header is refused",
		async () => {
			const header = fc.string({ unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)) });
			await fc.assert(
				fc.asyncProperty(fc.constantFrom("", "Bearer ", "bearer "), header, async (scheme, text) => {
					expect([400, 401]).toContain((await tenant.call("GET", "/clients", { as: `${scheme}${text}` })).status);
				}),
				{ numRuns: RUNS },
			);
		},
		TIMEOUT_MS,
	);

	it(
		"with metadata within the limits stores it unchanged",
		async () => {
			const id = sampleRefreshTokenId(tenant.service.config.appSecret, "user-web");
			const metadata = fc.uniqueArray(fc.tuple(wildText, wildText), {
				selector: ([key]) => key,
				maxLength: METADATA_PROPERTIES_MAX,
			});
			await fc.assert(
				fc.asyncProperty(metadata, async (entries) => {
					const text = `{${entries.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`).join()}}`;
					expect(entries.every(([, value]) => value.length <= METADATA_VALUE_LENGTH_MAX)).toBe(true);
					const body = `{"refresh_token_metadata":${text}}`;
					expect((await tenant.call("PATCH", `/refresh-tokens/${id}`, { as: token, body })).status).toBe(200);
					const { json } = await tenant.call("GET", `/refresh-tokens/${id}`, { as: token });
					const stored = (json as { refresh_token_metadata: object | null }).refresh_token_metadata;
					expect(new Map(Object.entries(stored ?? {}))).toEqual(new Map(entries));
				}),
				{ numRuns: RUNS },
			);
		},
		TIMEOUT_MS,
	);

	it(
		"with a template's texts and attributes stores them unchanged",
		async () => {
			const text = wildText.filter((value) => value !== "");
			const attributes = fc.uniqueArray(fc.tuple(text, fc.boolean()), {
				selector: ([key]) => key,
				minLength: 1,
				maxLength: 8,
			});
			let count = 0;
			await fc.assert(
				fc.asyncProperty(text, text, text, attributes, async (name, type, authority, entries) => {
					count += 1;
					const given = {
						name: `${count} ${name}`,
						type,
						dialect: "simplified/1.0",
						well_known_trusted_issuers: "aamva",
						custom_certificate_authority: authority,
						presentation: presentationOf(Object.fromEntries(entries)),
					};
					const created = await tenant.call("POST", TEMPLATES, { as: token, body: given });
					expect(created.status).toBe(201);
					const found = await tenant.call("GET", `${TEMPLATES}/${(created.json as { id: string }).id}`, { as: token });
					expect(found.json).toMatchObject(given);
					expect(JSON.stringify((found.json as typeof given).presentation)).toBe(JSON.stringify(given.presentation));
				}),
				{ numRuns: RUNS },
			);
		},
		TIMEOUT_MS,
	);
});
