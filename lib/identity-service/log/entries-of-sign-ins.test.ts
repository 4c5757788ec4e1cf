import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ENDS, SIGN_IN_FAILURES } from "@/lib/contract/log-entry";
import { PASSWORDLESS_GRANT } from "../clients/grant-types";
import { sweepExpired } from "../expiry";
import { WEAK_PASSWORD } from "../passwords/password-rules";
import { callAccounts, canSignIn, linkTo, messagesTo, pressButton } from "../testing/account-calls";
import { type LogReader, logReader } from "../testing/log-reader";
import { TestBrowser } from "../testing/test-browser";
import { EMAIL, ENGINES, ORDERS, OTHER_EMAIL, PASSWORD, startTestService, USER_ID } from "../testing/test-service";
import { challengeOf, requestToken } from "../testing/token-request";

const IP = "192.0.2.77";
const CHOSEN = "a phrase that is hard to guess";
const DATABASE = { connection: "Username-Password-Authentication", strategy: "auth0", strategy_type: "database" };
const RITA = { user_id: USER_ID, user_name: EMAIL };
/** A code is of the address that it is sent to. */
const BY_CODE = { user_id: USER_ID, user_name: EMAIL.toLowerCase() };
const WEB = { client_id: "web", client_name: "The web application" };

describe.each(ENGINES)("the log of sign-ins, on %s", (engine) => {
	let tenant: Awaited<ReturnType<typeof startTestService>>;
	let log: LogReader;
	beforeAll(async () => {
		tenant = await startTestService(engine);
		log = await logReader(tenant.service);
	});
	afterAll(() => tenant.stop());

	const browser = (ip = IP) => new TestBrowser(tenant.service, { "x-forwarded-for": ip });
	async function typed(email: string, password: string, ip = IP) {
		const own = browser(ip);
		return own.submit(await own.authorize({ client_id: "web" }), email, password);
	}
	const block = (blocked: 1 | null) =>
		tenant.service.database.updateTable("users").set({ blocked }).where("user_id", "=", USER_ID).execute();
	async function byCode(code: string | null, destination = EMAIL, own = browser()) {
		const page = await own.authorize({ client_id: "courier", ...challengeOf("v".repeat(43)) });
		return own.visit(`${page.pathname}/code`, { destination, ...(code === null ? {} : { code }) });
	}
	const codeFor = async (destination = EMAIL.toLowerCase()) =>
		/\d{6}/.exec((await messagesTo(tenant.service, destination))[0] ?? "")?.[0] ?? "";

	it("has one with a password, with application, connection, session and where it came from", async () => {
		const entries = await log.entriesOf(() => browser().signIn({ client_id: "web" }));
		expect(entries).toMatchObject([
			{ type: "s", ...RITA, ...WEB, ...DATABASE, ip: IP, user_agent: "Test browser", hostname: "localhost" },
		]);
		expect(entries[0]?.isMobile).toBe(false);
		const session = tenant.service.database.selectFrom("sessions").select("id").where("user_id", "=", USER_ID);
		expect(entries[0]?.details).toEqual({ session_id: (await session.executeTakeFirst())?.id });
	});

	it("has the API that one is for, and whether it came from a phone", async () => {
		const agent = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148";
		const phone = new TestBrowser(tenant.service, { "user-agent": agent });
		const request = { client_id: "web-with-api", audience: ORDERS };
		expect(await log.entriesOf(() => phone.signIn(request))).toMatchObject([
			{ type: "s", audience: ORDERS, isMobile: true },
		]);
	});

	it("has one of the password grant", async () => {
		expect(await log.entriesOf(() => canSignIn(tenant.service, EMAIL, PASSWORD))).toMatchObject([
			{ type: "s", ...RITA, client_id: "till", ...DATABASE },
		]);
	});

	it("has the code that was sent and the sign-in with it", async () => {
		const own = browser();
		expect(await log.entriesOf(() => byCode(null, EMAIL, own))).toMatchObject([
			{
				type: "cs",
				...BY_CODE,
				client_id: "courier",
				connection: "email",
				strategy: "email",
				details: { channel: "email" },
			},
		]);
		const form = { grant_type: PASSWORDLESS_GRANT, realm: "email", username: EMAIL };
		const code = await codeFor();
		const sent = { ...form, otp: code, client_id: "courier", scope: "openid" };
		expect(await log.entriesOf(() => requestToken(tenant.service, sent))).toMatchObject([
			{ type: "s", ...RITA, client_id: "courier", connection: "email", strategy: "email" },
		]);
	});

	it("has sign-ins without a page, and those that a page is needed for", async () => {
		const own = browser();
		await own.signIn({ client_id: "web" });
		expect(await log.entriesOf(() => own.authorize({ client_id: "web", prompt: "none" }))).toMatchObject([
			{ type: "ssa", ...RITA, ...WEB, details: { session_id: expect.any(String) } },
		]);
		const [refused] = await log.entriesOf(() => browser().authorize({ client_id: "web", prompt: "none" }));
		expect(refused).toMatchObject({ type: "fsa", ...WEB, description: expect.stringContaining("not signed in") });
	});

	it("tells a wrong password from an unknown user, and does not keep what may be a password", async () => {
		const wrong = "Wrong email or password.";
		expect(await log.entriesOf(() => typed(EMAIL, "wrong"))).toMatchObject([
			{ type: "fp", ...RITA, ...WEB, ...DATABASE, ip: IP, description: wrong },
		]);
		const [unknown] = await log.entriesOf(() => typed("nobody@example.com", "wrong"));
		expect(unknown).toMatchObject({ type: "fu", user_name: "nobody@example.com", ...WEB, description: wrong });
		expect(unknown?.user_id).toBeUndefined();
		for (const secret of ["tr0ub4dor", "P@ssw0rd", "p@ss word.com", `${PASSWORD}`]) {
			const [entry] = await log.entriesOf(() => typed(secret, "wrong"));
			expect(entry).toMatchObject({ type: "fu" });
			expect(entry?.user_name, secret).toBeUndefined();
		}
	});

	it("has the block that the tenth wrong password leads to once, with its end, and then what is refused", async () => {
		const ip = "198.51.100.7";
		const entries = await log.entriesOf(async () => {
			for (let count = 0; count < 12; count += 1) await typed(OTHER_EMAIL, "wrong", ip);
		});
		const types = [...Array.from({ length: 10 }, () => "fp"), "limit_wc", "f"];
		expect(entries.map(({ type }) => type)).toEqual(types);
		expect(new Set(entries.map(({ user_name }) => user_name))).toEqual(new Set([OTHER_EMAIL]));
		const until = String(entries[10]?.details?.until);
		expect((Date.parse(until) - tenant.service.now().getTime()) / 60_000).toBeCloseTo(15, 0);
		const blocked = "Your account has been blocked after multiple consecutive login attempts.";
		expect(entries[11]?.description).toBe(blocked);
		expect(entries[11]?.details).toEqual({ count: 2 });
	});

	it("has the block of an address that has failed with a hundred accounts, and no user in it", async () => {
		const ip = "198.51.100.8";
		const { logins } = tenant.service.throttles;
		for (let count = 0; count < 99; count += 1) await logins.begin(`spread-${count}@example.com`, ip);
		const entries = await log.entriesOf(() => typed(EMAIL, "wrong", ip));
		expect(entries).toMatchObject([{ type: "fp" }, { type: "limit_mu", ip, details: { until: expect.any(String) } }]);
		expect(entries[1]?.user_id).toBeUndefined();
	});

	it("has one block of an account that has failed from everywhere, which is more than that from one address", async () => {
		const { logins } = tenant.service.throttles;
		const [email, ip] = ["everywhere@example.com", "198.51.100.9"];
		for (let count = 0; count < 99; count += 1) {
			await logins.begin(email, count < 9 ? ip : `203.0.113.${count}`);
		}
		const entries = await log.entriesOf(() => typed(email, "wrong", ip));
		expect(entries.map(({ type, description }) => [type, description])).toEqual([
			["fu", "Wrong email or password."],
			["limit_sul", "From all IP addresses."],
		]);
	});

	it("says of a blocked user and of a sign-up that is not confirmed what the page does not", async () => {
		await block(1);
		expect(await log.entriesOf(() => typed(EMAIL, PASSWORD))).toMatchObject([
			{ type: "f", ...RITA, ...WEB, ...DATABASE, description: SIGN_IN_FAILURES.blocked },
		]);
		await block(null);
		const email = "unconfirmed@example.com";
		const signUp = () => callAccounts(tenant.service, "signup", { email, password: CHOSEN });
		expect(await log.entriesOf(signUp)).toMatchObject([
			{ type: "cls", user_name: email, client_id: "till", details: { channel: "email" } },
		]);
		expect(await log.entriesOf(() => typed(email, CHOSEN))).toMatchObject([
			{ type: "f", user_name: email, description: SIGN_IN_FAILURES.unconfirmed },
		]);
	});

	it("tells a wrong code from an expired one, and has the block after ten", async () => {
		await byCode(null);
		const code = await codeFor();
		const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, "0");
		expect(await log.entriesOf(() => byCode(wrong))).toMatchObject([
			{ type: "f", ...BY_CODE, strategy: "email", description: SIGN_IN_FAILURES.wrongCode },
		]);
		tenant.passSeconds(301);
		expect(await log.entriesOf(() => byCode(wrong))).toMatchObject([{ description: SIGN_IN_FAILURES.wrongCode }]);
		tenant.passSeconds(300);
		await sweepExpired(tenant.service);
		expect(await log.entriesOf(() => byCode(code))).toMatchObject([
			{ type: "f", ...BY_CODE, description: SIGN_IN_FAILURES.expiredCode },
		]);
		const entries = await log.entriesOf(async () => {
			for (let count = 0; count < 8; count += 1) await byCode(wrong);
		});
		const last = entries.slice(-2);
		expect(last).toMatchObject([
			{ type: "limit_sul", connection: "email", ...BY_CODE },
			{ type: "f", ...BY_CODE, description: "Signing in with a code is blocked after too many wrong codes." },
		]);
		const [unknown] = await log.entriesOf(() => byCode(null, "nobody@example.com"));
		expect(unknown).toMatchObject({ type: "fu", user_name: "nobody@example.com", strategy: "email" });
		const sms = await log.entriesOf(() => byCode("000000", "+12025550100"));
		expect(sms).toMatchObject([{ type: "f", strategy: "sms", description: SIGN_IN_FAILURES.wrongPhoneCode }]);
	});

	it("has a sign-up with the confirmation in one transaction, and one that is refused", async () => {
		const email = "new@example.com";
		await callAccounts(tenant.service, "signup", { email, password: CHOSEN });
		const link = await linkTo(tenant.service, email);
		const wrong = () => pressButton(tenant.service, link, { password: "another" });
		expect(await log.entriesOf(wrong)).toMatchObject([{ type: "fv", user_name: email }]);
		const user_id = expect.stringMatching(/^auth0\|/);
		expect(await log.entriesOf(() => pressButton(tenant.service, link, { password: CHOSEN }))).toMatchObject([
			{ type: "ss", user_id, user_name: email, client_id: "till" },
			{ type: "sv", user_id, user_name: email },
		]);
		expect(await log.entriesOf(() => pressButton(tenant.service, link, { password: CHOSEN }))).toMatchObject([
			{ type: "fv", description: expect.stringContaining("used before") },
		]);
		const again = () => callAccounts(tenant.service, "signup", { email: EMAIL, password: CHOSEN });
		expect(await log.entriesOf(again)).toMatchObject([{ type: "fs", ...RITA, client_id: "till" }]);
		const weak = () => callAccounts(tenant.service, "signup", { email: "weak@example.com", password: "short" });
		const refused = { type: "fs", user_name: "weak@example.com", client_id: "till", description: WEAK_PASSWORD };
		expect(await log.entriesOf(weak)).toMatchObject([refused]);
	});

	it("has a new password with the sessions and tokens that it ends", async () => {
		const email = OTHER_EMAIL;
		const user = { user_name: email };
		await browser().signIn({ client_id: "web" }, email);
		const forgotten = () => callAccounts(tenant.service, "change_password", { email });
		expect(await log.entriesOf(forgotten)).toMatchObject([{ type: "cls", ...user, client_id: "till" }]);
		const link = await linkTo(tenant.service, email);
		const weak = () => pressButton(tenant.service, link, { password: "short" });
		expect(await log.entriesOf(weak)).toMatchObject([{ type: "fcp", ...user, description: WEAK_PASSWORD }]);
		const set = () => pressButton(tenant.service, link, { password: CHOSEN });
		expect(await log.entriesOf(set)).toMatchObject([
			{ type: "scp", ...user },
			{ type: "slo", ...user, details: { session_id: expect.any(String) }, description: ENDS.passwordChanged },
		]);
		expect(await log.entriesOf(set)).toMatchObject([{ type: "fcp" }]);
		const unknown = () => callAccounts(tenant.service, "change_password", { email: "nobody@example.com" });
		expect(await log.entriesOf(unknown)).toMatchObject([{ type: "fu", user_name: "nobody@example.com" }]);
	});

	it("has nothing of a sign-in whose session can't be stored", async () => {
		const own = browser();
		const outcome = await own.submit(await own.authorize({ client_id: "web" }));
		if ("problem" in outcome) throw new Error(outcome.problem);
		await tenant.service.database.schema.alterTable("sessions").renameTo("sessions_away").execute();
		const entries = await log.entriesOf(() => own.open(outcome.returnTo));
		await tenant.service.database.schema.alterTable("sessions_away").renameTo("sessions").execute();
		expect(entries).toEqual([]);
	});
});
