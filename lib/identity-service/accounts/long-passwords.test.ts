import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { isLinear } from "@/lib/testing/linear";
import { hashPassword, PASSWORD_READ_MAX, verifyPassword } from "../passwords/password-hash";
import { brokenPasswordRule, passwordStrengthError } from "../passwords/password-rules";
import { CONNECTION, callAccounts, linkTo, textOf } from "../testing/account-calls";
import { CHEAP_HASH } from "../testing/cheap-hash";
import { TestBrowser } from "../testing/test-browser";
import { EMAIL, ISSUER, PASSWORD, startTestService } from "../testing/test-service";
import { credentials } from "../testing/token-request";

/** About as many as a body may hold, of two bytes each. They are sorted when a text is normalized. */
const MARKS = "\u0301\u0323".repeat(7_500);
const NEW_EMAIL = "new@example.com";

type Fields = Record<string, string>;

describe("a password that is longer than any", () => {
	let tenant: Awaited<ReturnType<typeof startTestService>>;
	let browser: TestBrowser;
	beforeAll(async () => {
		tenant = await startTestService();
	});
	beforeEach(() => {
		browser = new TestBrowser(tenant.service);
	});
	afterAll(() => tenant.stop());

	/** As JSON, in which a mark takes the fewest bytes. */
	const toPage = (address: string, fields: Fields) => (password: string) => {
		const headers = { "content-type": "application/json", accept: "text/html", origin: new URL(ISSUER).origin };
		return browser.open(address, { method: "POST", body: JSON.stringify({ ...fields, password }), headers });
	};
	const toLogin = async (form: string, email: string) =>
		toPage(`${(await browser.authorize({ client_id: "web" })).pathname}${form}`, { email });
	const toLinkFor = async (email: string) => {
		const { pathname, searchParams } = await linkTo(tenant.service, email);
		return toPage(pathname, { ticket: searchParams.get("ticket") ?? "" });
	};

	/** What sends a password, and what the response shows. */
	const callers: [string, () => Promise<(password: string) => Promise<Response>>, RegExp][] = [
		[
			"in the call to sign up",
			async () => (password) => {
				const fields = { client_id: "till", connection: CONNECTION, email: NEW_EMAIL, password };
				const headers = { "content-type": "application/json" };
				return browser.open("dbconnections/signup", { method: "POST", body: JSON.stringify(fields), headers });
			},
			/^400 .*"message":"At most 128 characters","format":\[128\],"verified":false/,
		],
		["in the form to sign up", () => toLogin("/signup", NEW_EMAIL), /^303 .*Use at most 128 characters/],
		[
			"in the form for a new password",
			async () => {
				await callAccounts(tenant.service, "change_password", { email: EMAIL });
				return toLinkFor(EMAIL);
			},
			/^303 .*Use at most 128 characters/,
		],
		[
			"in the confirmation of a sign-up in another browser",
			async () => {
				await callAccounts(tenant.service, "signup", { email: NEW_EMAIL, password: PASSWORD });
				return toLinkFor(NEW_EMAIL);
			},
			/^303 .*This is not the password/,
		],
		["on the login page", () => toLogin("/continue", EMAIL), /^303 .*Wrong email or password/],
		[
			"in the password grant",
			async () => (password) => {
				const form = { grant_type: "password", username: EMAIL, ...credentials(tenant.service, "till") };
				// Six bytes each, for which a body has room.
				const body = new URLSearchParams({ ...form, password: password.slice(0, MARKS.length / 3) });
				return browser.open("oauth/token", { method: "POST", body });
			},
			/^403 .*Wrong email or password/,
		],
	];
	it.each(callers)("is not normalized %s", async (_where, prepare, refusal) => {
		const send = await prepare();
		const normalize = vi.spyOn(String.prototype, "normalize");
		try {
			const response = await send(MARKS);
			const next = response.headers.get("location");
			const text = next ? await textOf(await browser.visit(next)) : await response.text();
			expect(`${response.status} ${text}`).toMatch(refusal);
			const lengths = normalize.mock.contexts.map((text) => String(text).length);
			expect(lengths.filter((length) => length > PASSWORD_READ_MAX)).toEqual([]);
		} finally {
			normalize.mockRestore();
		}
	});

	it("is neither normalized nor hashed", async () => {
		const works: ((password: string) => Promise<unknown>)[] = [
			(password) => hashPassword(password, CHEAP_HASH).catch(() => null),
			(password) => verifyPassword(password, null, CHEAP_HASH),
			(password) => brokenPasswordRule(password, EMAIL),
			(password) => passwordStrengthError(password, EMAIL),
		];
		for (const work of works) expect(isLinear(work, (length) => MARKS.repeat(4).slice(0, length), 60_000)).toBe(true);
		const tooLong = "x".repeat(PASSWORD_READ_MAX + 1);
		await expect(hashPassword(tooLong, CHEAP_HASH)).rejects.toThrow(RangeError);
		expect(await brokenPasswordRule(tooLong, EMAIL)).toBe("long");
		const longest = tooLong.slice(1);
		expect(await verifyPassword(longest, await hashPassword(longest, CHEAP_HASH), CHEAP_HASH)).toBe(true);
	});
});
