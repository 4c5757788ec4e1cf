import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { anyCharacter } from "@/lib/testing/any-character";
import { handleServiceRequest } from "../handle-request";
import { callAccounts } from "../testing/account-calls";
import { ANY_ENGINE, ISSUER, startTestService } from "../testing/test-service";

const RUNS = process.env.LONG ? 20_000 : 100;
const TIMEOUT_MS = 60_000 + RUNS * 60;
const CHOSEN = "a phrase that is hard to guess";

/** Any text, including lone surrogates and NUL. */
const wildText = fc.oneof(
	fc.string({ unit: anyCharacter, maxLength: 40 }),
	fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 20 }).map((units) => String.fromCharCode(...units)),
	fc.constantFrom("__proto__", "\u0000", "\ud800", "%00", "'; drop table users; --", "a@example.com", "password"),
);
/** Not by `String`, which throws for an object with a property `toString`. */
const textOf = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));
const fields = [
	"client_id",
	"connection",
	"email",
	"password",
	"name",
	"picture",
	"user_metadata",
	"username",
	"ticket",
];

describe.each(ANY_ENGINE)("any request about accounts, on %s", (engine) => {
	let tenant: Awaited<ReturnType<typeof startTestService>>;
	let count = 0;
	beforeAll(async () => {
		tenant = await startTestService(engine);
	});
	afterAll(() => tenant.stop());

	it(
		"gets a status below 500, with an error object where it is refused",
		async () => {
			const path = fc.constantFrom("signup", "change_password", "verify", "reset");
			const parameters = fc.dictionary(fc.constantFrom(...fields), fc.oneof(wildText, fc.jsonValue()));
			const body = fc.oneof(
				parameters.map((each) => JSON.stringify({ client_id: "till", ...each })),
				parameters.map((each) =>
					new URLSearchParams(Object.entries(each).map(([name, value]) => [name, textOf(value)])).toString(),
				),
				fc.uint8Array({ maxLength: 60 }),
			);
			const contentType = fc.constantFrom("application/json", "application/x-www-form-urlencoded", "text/plain");
			await fc.assert(
				fc.asyncProperty(path, body, contentType, async (endpoint, content, type) => {
					const headers = { "content-type": type, origin: ISSUER.slice(0, -1) };
					const init = { method: "POST", headers, body: content } as RequestInit;
					const response = await handleServiceRequest(
						tenant.service,
						new Request(`${ISSUER}dbconnections/${endpoint}`, init),
					);
					expect(response.status).toBeLessThan(500);
					if (response.status >= 400 && ["signup", "change_password"].includes(endpoint))
						expect(await response.json()).toEqual(expect.any(Object));
				}),
				{ numRuns: RUNS },
			);
		},
		TIMEOUT_MS,
	);

	it(
		"with any name is refused, or stores the name unchanged",
		async () => {
			await fc.assert(
				fc.asyncProperty(wildText, async (name) => {
					count += 1;
					const email = `person-${count}@example.com`;
					const from = { "x-forwarded-for": `2001:db8::${count.toString(16)}` };
					const { status, body } = await callAccounts(
						tenant.service,
						"signup",
						{ email, password: CHOSEN, name },
						from,
					);
					if (status === 400) return;
					expect(status).toBe(200);
					expect(body.name ?? "").toBe(name);
					const { profile } = await tenant.service.database
						.selectFrom("pending_sign_ups")
						.select("profile")
						.where("email_key", "=", email)
						.executeTakeFirstOrThrow();
					expect(JSON.parse(profile).name ?? "").toBe(name);
				}),
				{ numRuns: Math.min(RUNS, 20) },
			);
		},
		TIMEOUT_MS,
	);
});
