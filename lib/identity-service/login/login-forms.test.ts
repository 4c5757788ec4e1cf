import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { handleServiceRequest } from "../handle-request";
import { TestBrowser } from "../testing/test-browser";
import { EMAIL, ENGINES, ISSUER, PASSWORD, startTestService } from "../testing/test-service";
import { readRetry } from "./login-problems";

describe.each(ENGINES)("many wrong logins at once, on %s", (engine) => {
	let tenant: Awaited<ReturnType<typeof startTestService>>;
	beforeAll(async () => {
		tenant = await startTestService(engine);
	});
	afterAll(() => tenant.stop());

	// The first cost a real hash, so that the others, whose hash is cheap in tests, meet a full queue.
	const emails = Array.from({ length: 60 }, (_, count) =>
		count > 3 && count < 56 ? EMAIL : `unknown-${count}@example.com`,
	);

	it("are checked or get a page with 429, known and unknown users alike, and only checked ones are counted", async () => {
		const forms = await Promise.all(
			emails.map(async (email, count) => {
				const browser = new TestBrowser(tenant.service, { "x-forwarded-for": `192.0.2.${count}` });
				const page = await browser.authorize({ client_id: "web" });
				const headers = browser.headers(page.pathname);
				headers.set("origin", "http://localhost:3000");
				const body = new URLSearchParams({ email, password: "not the password" });
				return { email, page, request: new Request(`${page}/continue`, { method: "POST", headers, body }) };
			}),
		);
		const responses = await Promise.all(
			forms.map(async ({ email, page, request }) => {
				const response = await handleServiceRequest(tenant.service, request);
				return { email, page, status: response.status, headers: response.headers, markup: await response.text() };
			}),
		);
		const busy = responses.filter(({ status }) => status === 429);
		const checked = responses.filter(({ status }) => status === 303);
		expect(busy.length + checked.length).toBe(emails.length);
		expect(checked.length).toBeGreaterThan(0);
		expect(new Set(busy.map(({ email }) => email === EMAIL))).toEqual(new Set([true, false]));
		for (const { email, page, headers, markup } of busy) {
			expect(headers.get("retry-after")).toBe("5");
			expect(headers.getSetCookie()).toEqual([]);
			expect(markup).toContain("Too many users are signing in at the moment, so your password was not checked.");
			expect(markup).toContain(`value="${email}"`);
			expect(markup).toContain(`action="${page.pathname}/continue"`);
			expect(markup).not.toContain("not the password");
		}
		const counted = await tenant.service.database.selectFrom("login_failures").select("failures").execute();
		// Each is counted by pair, by account and by address.
		expect(counted.reduce((sum, { failures }) => sum + failures, 0)).toBe(3 * checked.length);
	});
});

describe("the login form", () => {
	let tenant: Awaited<ReturnType<typeof startTestService>>;
	beforeAll(async () => {
		tenant = await startTestService();
	});
	afterAll(() => tenant.stop());

	async function submit(
		fields: Record<string, string>,
		origin: string | null = "http://localhost:3000",
		cookie = true,
	) {
		const browser = new TestBrowser(tenant.service);
		const page = await browser.authorize({ client_id: "web" });
		const headers = cookie ? browser.headers(page.pathname) : new Headers();
		if (origin !== null) headers.set("origin", origin);
		const request = new Request(`${page}/continue`, { method: "POST", headers, body: new URLSearchParams(fields) });
		const response = await handleServiceRequest(tenant.service, request);
		return { page, response };
	}

	it("redirects the browser towards the application", async () => {
		const { response } = await submit({ email: EMAIL, password: PASSWORD });
		expect(response.status).toBe(303);
		expect(response.headers.get("location")).toMatch(new RegExp(`^${ISSUER}authorize/`));
		expect(response.headers.getSetCookie()).toEqual([]);
	});

	it("is shown again with the problem and the typed address, for five minutes, and never the password", async () => {
		const { page, response } = await submit({ email: "ritä; @example.com", password: "wrong-password" });
		expect(response.status).toBe(303);
		expect(response.headers.get("location")).toBe(page.href);
		const [cookie = ""] = response.headers.getSetCookie();
		expect(readRetry(ISSUER, cookie)).toEqual({ problem: "credentials", email: "ritä; @example.com", codeSent: false });
		expect(cookie).toMatch(
			new RegExp(`^identity-service.retry.3000=[^;]+; Path=${page.pathname}; Max-Age=300; HttpOnly; SameSite=Lax$`),
		);
		expect(cookie).not.toContain("wrong-password");
	});

	it.each([
		[{}, "no-email-or-password"],
		[{ email: "  ", password: "" }, "no-email-or-password"],
		[{ email: EMAIL, password: "" }, "no-password"],
		[{ email: "", password: PASSWORD }, "no-email"],
	])(
		"is shown again after %j with what is missing, and counts no attempt",
		async (fields: Record<string, string>, problem) => {
			const failures = () => tenant.service.database.selectFrom("login_failures").selectAll().execute();
			const before = await failures();
			const { page, response } = await submit(fields);
			expect(response.headers.get("location")).toBe(page.href);
			const [cookie = ""] = response.headers.getSetCookie();
			expect(readRetry(ISSUER, cookie)).toEqual({ problem, email: fields.email ?? "", codeSent: false });
			expect(await failures()).toEqual(before);
		},
	);

	it("does not send a new code for an empty one", async () => {
		const browser = new TestBrowser(tenant.service);
		const challenge = { code_challenge: "A".repeat(43), code_challenge_method: "S256" };
		const page = await browser.authorize({ client_id: "courier", ...challenge });
		const headers = browser.headers(page.pathname);
		headers.set("origin", "http://localhost:3000");
		const body = new URLSearchParams({ destination: EMAIL, code: " " });
		const request = new Request(`${page}/code`, { method: "POST", headers, body });
		const response = await handleServiceRequest(tenant.service, request);
		const [cookie = ""] = response.headers.getSetCookie();
		expect(readRetry(ISSUER, cookie)).toEqual({ problem: "no-code", email: EMAIL, codeSent: true, way: "code" });
		expect(await tenant.service.database.selectFrom("login_codes").selectAll().execute()).toEqual([]);
	});

	it.each([null, "null", "http://evil.example", "http://localhost:3001"])(
		"is refused from the origin %s",
		async (origin) => {
			const { response } = await submit({ email: EMAIL, password: PASSWORD }, origin);
			expect(response.status).toBe(403);
			expect(response.headers.get("location")).toBeNull();
		},
	);

	it("names the cause where the service's store is read-only, on the page and at the start of a sign-in", async () => {
		const log = vi.spyOn(process.stderr, "write").mockReturnValue(true);
		const acceptWrites = (isAccepted: boolean) =>
			sql`pragma query_only = ${sql.raw(String(!isAccepted))}`.execute(tenant.service.database);
		const browser = new TestBrowser(tenant.service);
		const page = await browser.authorize({ client_id: "web" });
		const headers = browser.headers(page.pathname);
		headers.set("origin", "http://localhost:3000");
		headers.set("accept", "text/html");
		await acceptWrites(false);
		const body = new URLSearchParams({ email: EMAIL, password: PASSWORD });
		const posted = new Request(`${page}/continue`, { method: "POST", headers, body });
		const begun = new Request(`${ISSUER}authorize?client_id=web&response_type=code&scope=openid`, { headers });
		for (const request of [posted, begun]) {
			const response = await handleServiceRequest(tenant.service, request);
			expect(response.status).toBe(503);
			expect(await response.text()).toContain("The service&#39;s store takes no writes: it is read-only.");
		}
		await acceptWrites(true);
		log.mockRestore();
	});

	it("is not accepted without the login's own cookie", async () => {
		const { page, response } = await submit({ email: EMAIL, password: PASSWORD }, undefined, false);
		expect(response.headers.get("location")).toBe(page.href);
	});

	it("is refused when it is too large", async () => {
		const { response } = await submit({ email: EMAIL, password: "x".repeat(40_000) });
		expect(response.status).toBe(413);
	});
});
