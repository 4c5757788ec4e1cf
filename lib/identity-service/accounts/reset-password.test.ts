import { readFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { runAdminCommand } from "../admin-command";
import { handleServiceRequest } from "../handle-request";
import { rotateServiceSecrets } from "../rotate-secrets";
import { samplePassword } from "../sample-tenant/derived";
import { sampleUsers, userRow } from "../sample-tenant/users";
import { CONNECTION, callAccounts, canSignIn, linkTo, messagesTo, pressButton, textOf } from "../testing/account-calls";
import { TestBrowser } from "../testing/test-browser";
import {
	ANY_ENGINE,
	EMAIL,
	ENGINES,
	ISSUER,
	OTHER_EMAIL,
	PASSWORD,
	startTestService,
	USER_ID,
} from "../testing/test-service";
import { exchange, signInForTokens } from "../testing/token-request";

const CHOSEN = "a phrase that is hard to guess";
const SENT = "We've just sent you an email to reset your password.";

describe.each(ENGINES)("a forgotten password, on %s", (engine) => {
	let tenant: Awaited<ReturnType<typeof startTestService>>;
	beforeEach(async () => {
		tenant = await startTestService(engine);
	});
	afterEach(() => tenant.stop());

	const requestReset = (parameters: Record<string, unknown> = {}, address = "198.51.100.1") =>
		callAccounts(tenant.service, "change_password", { email: EMAIL, ...parameters }, { "x-forwarded-for": address });
	const reset = async (password: string, email = EMAIL) =>
		pressButton(tenant.service, await linkTo(tenant.service, email), { password });
	const row = () =>
		tenant.service.database.selectFrom("users").selectAll().where("user_id", "=", USER_ID).executeTakeFirstOrThrow();

	it("is replaced by the one that the user chooses on the link's page, and not before", async () => {
		const { status, text, headers } = await requestReset({
			email: EMAIL.toUpperCase(),
			password: "taken from no program",
		});
		expect([status, text]).toEqual([200, SENT]);
		expect(headers.get("content-type")).toContain("text/html");
		expect(await canSignIn(tenant.service, EMAIL, PASSWORD)).toBe(true);
		expect(await canSignIn(tenant.service, EMAIL, "taken from no program")).toBe(false);

		const link = await linkTo(tenant.service, EMAIL);
		const page = await new TestBrowser(tenant.service).visit(link.href);
		expect(page.headers.get("cache-control")).toContain("no-store");
		expect(await textOf(page)).toMatch(/Choose a new password For Rita@example\.com .*New password .* Set password/);
		expect(await textOf(await reset(CHOSEN))).toContain("Your password is set");
		expect(await canSignIn(tenant.service, EMAIL, CHOSEN)).toBe(true);
		expect(await canSignIn(tenant.service, EMAIL, PASSWORD)).toBe(false);
		expect(await messagesTo(tenant.service, EMAIL)).toEqual([
			expect.stringContaining("The password of your account was changed"),
			expect.stringContaining("asked for a new password for The till application"),
		]);
	});

	it("has the same response where there is no account, and the owner of the address is informed", async () => {
		const [known, unknown] = [await requestReset(), await requestReset({ email: "unknown@example.com" })];
		expect([unknown.status, unknown.text]).toEqual([known.status, known.text]);
		expect([...unknown.headers]).toEqual([...known.headers]);
		const [message = ""] = await messagesTo(tenant.service, "unknown@example.com");
		expect(message).toContain("there is no account with this e-mail address");
		expect(message).not.toContain("http");
	});

	it("is reset by a message to the account's own address, not to one that only looks like it", async () => {
		await requestReset({ email: EMAIL.toUpperCase() });
		expect(await messagesTo(tenant.service, EMAIL.toUpperCase())).toEqual([]);
		expect(await messagesTo(tenant.service, EMAIL)).toHaveLength(1);
		// A Kelvin sign becomes a k in lower case.
		const { status } = await requestReset({ email: "\u212aate@example.com" });
		expect(status).toBe(400);
	});

	it("ends sessions, unused codes and refresh tokens of that user alone, here and at the dashboard", async () => {
		const { service } = tenant;
		const ended: string[] = [];
		service.otherSessions.end = async (userId) => {
			ended.push(userId);
		};
		const browser = new TestBrowser(service);
		const scope = { scope: "openid offline_access" };
		const { refresh_token } = await signInForTokens(service, "web", scope, browser);
		const other = new TestBrowser(service);
		const waiting = await other.submit(await other.authorize({ client_id: "web" }), OTHER_EMAIL);
		expect(waiting).toHaveProperty("returnTo");
		if ("returnTo" in waiting) await other.open(waiting.returnTo);
		await requestReset();
		await pressButton(service, await linkTo(service, EMAIL), { password: "short" });
		expect((await exchange(service, "web", refresh_token)).status).toBe(200);
		const { refresh_token: current } = await signInForTokens(service, "web-steady", scope);

		await reset(CHOSEN);
		expect((await exchange(service, "web-steady", current)).status).toBe(403);
		const left = await service.database.selectFrom("refresh_tokens").select("user_id").execute();
		expect(left.filter(({ user_id }) => user_id === USER_ID)).toEqual([]);
		expect((await browser.authorize({ client_id: "web" })).pathname).toMatch(/^\/login\//);
		expect((await other.authorize({ client_id: "web" })).searchParams.get("code")).not.toBeNull();
		expect(new Set(ended)).toEqual(new Set([USER_ID]));
	});

	it("is not changed, and the link stays valid, where the sessions at the dashboard cannot be ended", async () => {
		const log = vi.spyOn(process.stderr, "write").mockReturnValue(true);
		const { otherSessions } = tenant.service;
		const { end } = otherSessions;
		otherSessions.end = () => Promise.reject(new Error("the console's store is gone"));
		await requestReset();
		expect((await reset(CHOSEN)).status).toBe(500);
		expect(log.mock.calls.join()).not.toContain("the console's store is gone");
		log.mockRestore();
		expect(await canSignIn(tenant.service, EMAIL, PASSWORD)).toBe(true);
		otherSessions.end = end;
		expect((await reset(CHOSEN)).status).toBe(200);
		expect(await canSignIn(tenant.service, EMAIL, CHOSEN)).toBe(true);
	});

	it("is set once by a link, within an hour, and by the last of several links as by the first", async () => {
		await requestReset();
		const first = await linkTo(tenant.service, EMAIL);
		await requestReset();
		const second = await linkTo(tenant.service, EMAIL);
		tenant.passSeconds(3590);
		const together = [first, first, second].map((link, index) =>
			pressButton(tenant.service, link, { password: `${CHOSEN} ${index}` }),
		);
		const statuses = (await Promise.all(together)).map(({ status }) => status);
		expect(statuses.sort()).toEqual([200, 404, 404]);
		await requestReset();
		const late = await linkTo(tenant.service, EMAIL);
		tenant.passSeconds(3601);
		expect((await new TestBrowser(tenant.service).visit(late.href)).status).toBe(404);
		expect((await pressButton(tenant.service, late, { password: CHOSEN })).status).toBe(404);
		expect(await canSignIn(tenant.service, EMAIL, CHOSEN)).toBe(false);
	});

	it("can be chosen by a user who has none, and confirms the address", async () => {
		const { database } = tenant.service;
		await database
			.updateTable("users")
			.set({ password_hash: null, email_verified: 0 })
			.where("user_id", "=", USER_ID)
			.execute();
		await requestReset();
		await reset(CHOSEN);
		expect(await row()).toMatchObject({ email_verified: 1, password_chosen: 1 });
		expect(await canSignIn(tenant.service, EMAIL, CHOSEN)).toBe(true);
	});

	it("ends the block of a user after too many attempts", async () => {
		for (let attempt = 0; attempt < 11; attempt += 1) await canSignIn(tenant.service, EMAIL, "not it");
		expect(await canSignIn(tenant.service, EMAIL, PASSWORD)).toBe(false);
		await requestReset();
		// From the address that the attempts came from.
		const browser = new TestBrowser(tenant.service, { "x-forwarded-for": "" });
		await pressButton(tenant.service, await linkTo(tenant.service, EMAIL), { password: CHOSEN }, browser);
		expect(await canSignIn(tenant.service, EMAIL, CHOSEN)).toBe(true);
	});

	it("of the sample is no longer listed by the credentials command until an admin resets it", async () => {
		const { service } = tenant;
		const { identifiers, credentials } = service.secrets;
		const editor = sampleUsers.find(({ handle }) => handle === "editor");
		if (!editor) throw new Error("no editor in the sample");
		const moment = { identifiers, credentials, now: service.now(), audience: service.config.audience };
		await service.database.insertInto("users").values(userRow(moment, editor)).execute();
		await requestReset({ email: editor.email });
		await reset(CHOSEN, editor.email);
		const listed = () =>
			JSON.parse(readFileSync(path.join(service.config.dataDir, "credentials.json"), "utf8")).sign_ins.editor;
		expect(listed()).toEqual({
			email: editor.email,
			password: null,
			note: expect.stringContaining("npm run admin -- reset-password"),
		});
		await rotateServiceSecrets(service, { newCredentials: true });
		expect(await canSignIn(service, editor.email, CHOSEN)).toBe(true);
		await runAdminCommand(service, { name: "reset-password", email: editor.email }, async () => []);
		expect(listed()).toEqual({ email: editor.email, password: samplePassword(credentials, "editor", 1) });
	});

	if (!ANY_ENGINE.includes(engine)) return;

	it.each([
		["", "Enter your password."],
		["7 chars", "Use at least 8 characters."],
		["x".repeat(129), "Use at most 128 characters."],
		["password1", "This is a common password, so it is easily guessed."],
		[EMAIL, "Choose one that is not your e-mail address."],
		["with a \u0007 bell", "Leave out control characters."],
	])("may not be %j, for which the page states the reason", async (password, words) => {
		await requestReset();
		const link = await linkTo(tenant.service, EMAIL);
		const browser = new TestBrowser(tenant.service);
		const response = await pressButton(tenant.service, link, { password }, browser);
		expect([response.status, response.headers.get("location")]).toEqual([303, link.href]);
		expect(response.headers.getSetCookie().join()).not.toMatch(/7%20chars|xxxx|password1|bell|rita/i);
		expect(await textOf(await browser.visit(link.href))).toContain(words);
		expect(await canSignIn(tenant.service, EMAIL, PASSWORD)).toBe(true);
		// The link is still valid.
		expect((await pressButton(tenant.service, link, { password: CHOSEN }, browser)).status).toBe(200);
	});

	it("is requested with a known client and connection, and a valid address", async () => {
		for (const [parameters, status] of [
			[{ email: undefined }, 400],
			[{ email: "no-address" }, 400],
			[{ client_id: "unknown" }, 401],
			[{ client_id: "machine" }, 403],
			[{ connection: "sms" }, 400],
			[{ connection: CONNECTION }, 200],
		] as const) {
			expect((await requestReset(parameters)).status, JSON.stringify(parameters)).toBe(status);
		}
	});

	it("is set from the service's own page only", async () => {
		await requestReset();
		const link = await linkTo(tenant.service, EMAIL);
		for (const origin of [undefined, "null", "https://evil.example"]) {
			const body = new URLSearchParams({ ticket: link.searchParams.get("ticket") ?? "", password: CHOSEN });
			const headers: Record<string, string> = origin ? { origin } : {};
			for (const page of ["reset", "verify"]) {
				const request = new Request(`${ISSUER}dbconnections/${page}`, { method: "POST", body, headers });
				expect((await handleServiceRequest(tenant.service, request)).status).toBe(403);
			}
		}
		expect(await canSignIn(tenant.service, EMAIL, PASSWORD)).toBe(true);
	});
});
