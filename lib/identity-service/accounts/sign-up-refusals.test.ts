import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { handleServiceRequest } from "../handle-request";
import { callAccounts, messagesTo } from "../testing/account-calls";
import { EMAIL, ISSUER, startTestService } from "../testing/test-service";

const CHOSEN = "a phrase that is hard to guess";

describe("a call to sign up is refused", () => {
	let tenant: Awaited<ReturnType<typeof startTestService>>;
	let emails = 0;
	beforeAll(async () => {
		tenant = await startTestService();
	});
	afterAll(() => tenant.stop());

	const newEmail = () => {
		emails += 1;
		return `user-${emails}@example.com`;
	};
	const signUp = (parameters: Record<string, unknown>) => callAccounts(tenant.service, "signup", parameters);
	const refusal = (code: string, description: unknown) => ({
		name: "BadRequestError",
		code,
		description,
		statusCode: 400,
	});
	it.each([
		[{ email: "" }, /^email/],
		[{ email: "no-address" }, /^email/],
		[{ email: "a b@example.com" }, /^email/],
		[{ email: `${"x".repeat(65)}@example.com` }, /^email/],
		[{ email: `x@${"y".repeat(253)}` }, /^email/],
		[{ email: "no\u0000body@example.com" }, /^email/],
		[{ email: "no\ud800body@example.com" }, /^email/],
		[{ email: "Kelvin\u212a@example.com" }, /^email/],
		[{ name: "x".repeat(301) }, /^name must have at most 300 characters/],
		[{ given_name: "a\u0000b" }, /^given_name must not contain control characters/],
		[{ family_name: "a\ud800b" }, /^family_name must not contain/],
		[{ nickname: "a\nb" }, /^nickname must not contain/],
		[{ picture: "javascript:alert(1)" }, /^picture must be an http/],
		[{ picture: 'https://example.com/"><script>' }, /^picture must be an http/],
		[{ picture: `https://example.com/${"x".repeat(2048)}` }, /^picture must be an http/],
		[{ username: "x".repeat(129) }, /^username must have at most 128 characters/],
		[{ user_metadata: "red" }, /^user_metadata must be an object/],
		[{ user_metadata: { colour: 1 } }, /^user_metadata must be an object/],
		[{ user_metadata: { colour: "x".repeat(501) } }, /^user_metadata must be an object/],
		[{ user_metadata: { colour: "a\u0000b" } }, /^user_metadata must be an object/],
		[{ user_metadata: Object.fromEntries(Array.from({ length: 11 }, (_, n) => [`k${n}`, ""])) }, /^user_metadata must/],
	])("%j", async (parameters, description) => {
		const email = newEmail();
		const { status, body } = await signUp({ email, password: CHOSEN, ...parameters });
		expect(status).toBe(400);
		expect(body).toEqual(refusal("invalid_signup", expect.stringMatching(description)));
		expect(await messagesTo(tenant.service, email)).toEqual([]);
	});

	const UNSEEN = [
		...["\u200b", "\u200c", "\u200d", "\u2060", "\ufeff", "\u00ad", "\u034f", "\u180e", "\u2800"],
		...["\u200e", "\u200f", "\u061c", "\u202a", "\u202e", "\u2066", "\u2069"],
		...["\ufe0f", "\u{e0041}", "\u{e0100}", "\u115f", "\u1160", "\u3164", "\uffa0"],
		...["\u0000", "\u0007", "\u007f", "\u0085", "\u2028", "\u2029", "\ufff9", "\ud800"],
		...[" ", "\t", "\n", "\u00a0", "\u2009", "\u202f", "\u3000"],
	].map((character) => [`U+${character.codePointAt(0)?.toString(16)}`, character]);

	it.each(UNSEEN)("for an address with %s in it, which nobody sees", async (_, character) => {
		const email = newEmail();
		for (const typed of [email.replace("user", `us${character}er`), email.replace("example", `exam${character}ple`)]) {
			const { status, body } = await signUp({ email: typed, password: CHOSEN });
			const words = "email must not contain white space or invisible characters.";
			expect([status, body]).toEqual([400, refusal("invalid_signup", words)]);
		}
		if (/[\s\u0085]/.test(character) && character !== "\ufeff") return;
		for (const typed of [`${character}${email}`, `${email}${character}`]) {
			expect((await signUp({ email: typed, password: CHOSEN })).status).toBe(400);
		}
		expect(await tenant.service.database.selectFrom("pending_sign_ups").select("email").execute()).toEqual([]);
	});

	it.each(["signup", "change_password"] as const)(
		"or one for a new password, after ten messages, with the time until the next: %s",
		async (endpoint) => {
			const email = newEmail();
			const sent = () => callAccounts(tenant.service, endpoint, { email, password: CHOSEN });
			for (let index = 0; index < 10; index += 1) expect((await sent()).status).toBe(200);
			tenant.passSeconds(9 * 60);
			const { status, headers, body } = await sent();
			expect([status, Number(headers.get("retry-after")) <= 360]).toEqual([429, true]);
			expect(body).toEqual({
				error: "too_many_attempts",
				error_description:
					"Too many messages were requested for this e-mail address or number. Try again in 6 minutes.",
			});
			expect(await messagesTo(tenant.service, email)).toHaveLength(10);
		},
	);

	it("not for names of 300 characters, however many bytes they have", async () => {
		const name = "👩".repeat(300);
		expect(await signUp({ email: newEmail(), password: CHOSEN, name })).toMatchObject({ status: 200, body: { name } });
	});

	it("with a weak password, rule by rule", async () => {
		const email = newEmail();
		const { status, body } = await signUp({ email, password: "password" });
		expect([status, body.name, body.code]).toEqual([400, "PasswordStrengthError", "invalid_password"]);
		expect((await signUp({ email, password: email })).status).toBe(400);
		expect((await signUp({ email })).status).toBe(400);
		expect(await messagesTo(tenant.service, email)).toEqual([]);
	});

	it.each([
		[{ client_id: undefined }, 400, "invalid_request"],
		[{ client_id: "unknown" }, 401, "access_denied"],
		[{ client_id: "x\u0000" }, 401, "access_denied"],
		[{ client_id: "machine" }, 403, "unauthorized_client"],
		[{ connection: undefined }, 400, "invalid_request"],
		[{ connection: "email" }, 400, "invalid_request"],
		[{ email: { a: 1 } }, 400, "invalid_request"],
	])("for an unknown or unsuitable client or connection: %j", async (parameters, status, error) => {
		for (const endpoint of ["signup", "change_password"] as const) {
			const response = await callAccounts(tenant.service, endpoint, { email: EMAIL, password: CHOSEN, ...parameters });
			expect([response.status, response.body]).toEqual([status, { error, error_description: expect.any(String) }]);
		}
	});

	it("where the application's switch is off, whatever its other settings", async () => {
		const setting = { client_metadata: { sign_up: "off" } };
		const switchTo = (settings: object) =>
			tenant.service.database
				.updateTable("clients")
				.set({ settings: JSON.stringify(settings) })
				.where("client_id", "=", "web")
				.execute();
		await switchTo(setting);
		const email = newEmail();
		const { status, body } = await signUp({ client_id: "web", email, password: CHOSEN });
		expect([status, body]).toEqual([400, refusal("public_signup_disabled", "Public signup is disabled")]);
		expect(await messagesTo(tenant.service, email)).toEqual([]);
		await switchTo({});
		expect((await signUp({ client_id: "web", email, password: CHOSEN })).status).toBe(200);
	});

	it("without a body, in another media type, or with too large a one", async () => {
		for (const [init, status] of [
			[{ method: "POST" }, 400],
			[{ method: "POST", body: "x", headers: { "content-type": "text/plain" } }, 400],
			[{ method: "POST", body: "{", headers: { "content-type": "application/json" } }, 400],
			[{ method: "POST", body: "x".repeat(40_000), headers: { "content-type": "application/json" } }, 413],
		] as const) {
			for (const endpoint of ["signup", "change_password"]) {
				const request = new Request(`${ISSUER}dbconnections/${endpoint}`, init);
				const response = await handleServiceRequest(tenant.service, request);
				expect([response.status, await response.json()]).toEqual([
					status,
					expect.objectContaining({ error: "invalid_request" }),
				]);
			}
		}
	});
});
