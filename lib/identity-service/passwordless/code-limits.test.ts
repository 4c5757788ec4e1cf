import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { PASSWORDLESS_GRANT } from "../clients/grant-types";
import { handleServiceRequest } from "../handle-request";
import { readOutbox } from "../messages/outbox";
import { textOf } from "../testing/account-calls";
import { TestBrowser } from "../testing/test-browser";
import { ANY_ENGINE, EMAIL, ENGINES, ISSUER, PASSWORD, startTestService, USER_ID } from "../testing/test-service";
import { credentials } from "../testing/token-request";

const PHONE = "+12025550143";
const ADDRESS = EMAIL.toLowerCase();
const UNKNOWN = "nobody@example.com";
const PKCE = { code_challenge: "A".repeat(43), code_challenge_method: "S256" };

describe.each(ENGINES)("the limits of login codes, on %s", (engine) => {
	let tenant: Awaited<ReturnType<typeof startTestService>>;
	let callers = 0;
	beforeAll(async () => {
		tenant = await startTestService(engine);
		const { database } = tenant.service;
		await database.insertInto("user_phones").values({ phone_number: PHONE, user_id: USER_ID }).execute();
		for (const client of ["web", "till"]) {
			const { grants } = await database
				.selectFrom("clients")
				.select("grants")
				.where("client_id", "=", client)
				.executeTakeFirstOrThrow();
			const more = JSON.stringify([...JSON.parse(grants), PASSWORDLESS_GRANT]);
			await database.updateTable("clients").set({ grants: more }).where("client_id", "=", client).execute();
		}
	});
	beforeEach(async () => {
		for (const table of ["login_failures", "login_codes", "outbox_messages"] as const) {
			await tenant.service.database.deleteFrom(table).execute();
		}
	});
	afterAll(() => tenant.stop());

	/** Each call comes from another network address. */
	async function call(path: string, parameters: Record<string, string>, service = tenant.service) {
		callers += 1;
		const headers = { "x-forwarded-for": `198.51.${callers >> 8}.${callers & 255}` };
		const body = new URLSearchParams(parameters);
		const response = await handleServiceRequest(service, new Request(ISSUER + path, { method: "POST", headers, body }));
		const { error, error_description: message } = (await response.json()) as Record<string, string>;
		return { status: response.status, error, message, wait: response.headers.get("retry-after") };
	}
	const start = (destination = ADDRESS, more: Record<string, string> = {}) =>
		call("passwordless/start", {
			client_id: "courier",
			send: "code",
			...(destination.includes("@")
				? { connection: "email", email: destination }
				: { connection: "sms", phone_number: destination }),
			...more,
		});
	const redeem = (otp: string, username = ADDRESS, more: Record<string, string> = {}, service = tenant.service) =>
		call(
			"oauth/token",
			{
				grant_type: PASSWORDLESS_GRANT,
				client_id: "courier",
				username,
				realm: username.includes("@") ? "email" : "sms",
				otp,
				...more,
			},
			service,
		);
	const signIn = (password = PASSWORD) =>
		call("oauth/token", { grant_type: "password", username: EMAIL, password, ...credentials(tenant.service, "till") });
	async function lastCode(recipient = ADDRESS) {
		const [message] = (await readOutbox(tenant.service)).filter((each) => each.recipient === recipient);
		return /\d{6}/.exec(message?.text ?? "")?.[0] ?? "";
	}
	const statuses = (responses: readonly { status: number }[]) =>
		[200, 403, 429].map((status) => responses.filter((each) => each.status === status).length);

	it("block an account after ten wrong ones, whatever the addresses, and say for how long", async () => {
		await start();
		const right = await lastCode();
		const guesses = [];
		for (let index = 0; index < 12; index += 1) guesses.push(await redeem("wrong"));
		expect(statuses(guesses)).toEqual([0, 10, 2]);
		// The time that the requests take counts as well.
		const blocked = { status: 429, error: "too_many_attempts", wait: expect.stringMatching(/^(900|89\d)$/) };
		const message = "Signing in with a code is blocked after too many wrong codes. Try again in";
		expect(guesses.at(-1)).toEqual({ ...blocked, message: `${message} 15 minutes.` });
		expect(await redeem(right)).toMatchObject({ status: 429 });
		tenant.passSeconds(12 * 60 + 1);
		const later = await redeem("wrong");
		expect(later.message).toBe(`${message} 3 minutes.`);
		expect(Number(later.wait)).toBeLessThan(180);
		tenant.passSeconds(3 * 60);
		await start();
		expect(await redeem(await lastCode())).toMatchObject({ status: 200 });
	});

	it("count at once and on each instance no more than ten", async () => {
		const other = await tenant.startAnother();
		const guesses = await Promise.all(
			Array.from({ length: 24 }, (_, index) => redeem("wrong", ADDRESS, {}, index % 2 ? other : tenant.service)),
		);
		expect(statuses(guesses)).toEqual([0, 10, 14]);
	});

	it("count the ones for the address, the phone number and each application of a user together", async () => {
		const web = credentials(tenant.service, "web");
		for (let index = 0; index < 5; index += 1) {
			expect(await redeem("wrong", PHONE)).toMatchObject({ status: 403 });
			expect(await redeem("wrong", ADDRESS, web)).toMatchObject({ status: 403 });
		}
		for (const [username, more] of [
			[ADDRESS, {}],
			[PHONE, web],
		] as const) {
			expect(await redeem("wrong", username, more)).toMatchObject({ status: 429 });
		}
	});

	it("block a destination without an account in the same way", async () => {
		const [known, unknown] = [[], []] as Awaited<ReturnType<typeof call>>[][];
		for (let index = 0; index < 12; index += 1) {
			if (index % 3 === 0)
				expect([await start(ADDRESS), await start(UNKNOWN)]).toMatchObject([{ status: 200 }, { status: 200 }]);
			known?.push(await redeem("wrong", ADDRESS));
			unknown?.push(await redeem("wrong", UNKNOWN));
		}
		const told = (list: typeof known) => list?.map(({ status, error, message }) => ({ status, error, message }));
		expect(told(unknown)).toEqual(told(known));
		expect(statuses(unknown ?? [])).toEqual([0, 10, 2]);
	});

	it("are not reached through the identifier of a user in place of a destination", async () => {
		for (let index = 0; index < 10; index += 1) await redeem("wrong", USER_ID, { realm: "email" });
		expect(await redeem("wrong")).toMatchObject({ status: 403 });
	});

	it("leave the password open, and the password's limit leaves codes open", async () => {
		for (let index = 0; index < 12; index += 1) await redeem("wrong");
		expect([await redeem("wrong"), await signIn()]).toMatchObject([{ status: 429 }, { status: 200 }]);
		await tenant.service.database.deleteFrom("login_failures").execute();
		const { logins } = tenant.service.throttles;
		for (let index = 0; index < 100; index += 1) await logins.begin(ADDRESS, `203.0.113.${index}`);
		expect(await signIn()).toMatchObject({
			status: 429,
			wait: expect.stringMatching(/^(900|89\d)$/),
			message: "Your account has been blocked after multiple consecutive login attempts. Try again in 15 minutes.",
		});
		await start();
		expect(await redeem(await lastCode())).toMatchObject({ status: 200 });
	});

	it.each([
		["a user, to the address and the phone number together", [ADDRESS, PHONE]],
		["a destination without an account", [UNKNOWN]],
	])("allow twenty messages to %s, whatever the addresses", async (_whom, destinations) => {
		const sent = [];
		for (let index = 0; index < 24; index += 1) sent.push(await start(destinations[index % destinations.length]));
		expect(statuses(sent)).toEqual([20, 0, 4]);
		expect(sent.at(-1)).toEqual({
			status: 429,
			error: "too_many_attempts",
			wait: expect.stringMatching(/^(900|89\d)$/),
			message: "Too many messages were requested for this e-mail address or number. Try again in 15 minutes.",
		});
		expect(await redeem("wrong", destinations[0])).toMatchObject({ status: 403 });
	});

	if (!ANY_ENGINE.includes(engine)) return;

	describe("on the login page", () => {
		let browser: TestBrowser;
		let page: URL;
		beforeEach(async () => {
			browser = new TestBrowser(tenant.service);
			page = await browser.authorize({ client_id: "courier", ...PKCE });
		});
		async function see(response: Response) {
			const text = await textOf(response.clone());
			return {
				status: response.status,
				wait: response.headers.get("retry-after"),
				text,
				markup: await response.text(),
			};
		}
		const sendCode = (fields: Record<string, string>) => browser.visit(`${page.pathname}/code`, fields);

		it.each([ADDRESS, UNKNOWN])(
			"say that codes for %s are blocked and until when, and offer the password",
			async (to) => {
				for (let index = 0; index < 10; index += 1) {
					expect((await sendCode({ destination: to, code: "wrong" })).status).toBe(303);
				}
				tenant.passSeconds(5 * 60);
				const { status, wait, text, markup } = await see(await sendCode({ destination: to, code: "wrong" }));
				expect([status, Number(wait) <= 600]).toEqual([429, true]);
				expect(text).toContain(
					`There were too many wrong codes to sign in as ${to}, or from your IP address. Until the block ends, even the right code is refused. The block ends by itself in 10 minutes.`,
				);
				expect(markup).toContain(`<a href="${page.pathname}">Sign in with a password instead</a>`);
				const form = await see(await browser.visit(page.pathname));
				expect(form.text).not.toContain("blocked");
				expect(await browser.submit(page)).toHaveProperty("returnTo");
			},
		);

		it("say that passwords are blocked and until when, and offer a code", async () => {
			const wrong = () => browser.visit(`${page.pathname}/continue`, { email: EMAIL, password: "wrong" });
			for (let index = 0; index < 10; index += 1) expect((await wrong()).status).toBe(303);
			tenant.passSeconds(14 * 60 + 10);
			const { status, text, markup } = await see(await wrong());
			expect(status).toBe(429);
			expect(text).toContain(`too many failed attempts to sign in as ${EMAIL}`);
			expect(text).toContain("The block ends by itself in 1 minute.");
			expect(markup).toContain(`<a href="${page.pathname}?way=code">Sign in with a one-time code instead</a>`);
			expect((await see(await browser.visit(`${page.pathname}?way=code`))).text).toContain("Send code");
			await sendCode({ destination: EMAIL });
			const redirect = await sendCode({ destination: EMAIL, code: await lastCode() });
			expect(redirect.headers.get("location")).toMatch(/\/authorize\//);
		});

		it("say that no more messages are sent, and until when", async () => {
			for (let index = 0; index < 10; index += 1) expect((await sendCode({ destination: EMAIL })).status).toBe(303);
			const { status, wait, text } = await see(await sendCode({ destination: EMAIL }));
			expect([status, Number(wait) > 890]).toEqual([429, true]);
			expect(text).toContain(
				"Too many messages were requested for this e-mail address or number. Try again in 15 minutes.",
			);
			expect(text).not.toContain("failed attempts");
		});
	});
});
