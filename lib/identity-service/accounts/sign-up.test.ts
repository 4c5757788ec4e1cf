import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runAdminCommand } from "../admin-command";
import { handleServiceRequest } from "../handle-request";
import { searchUsers } from "../store/user-search";
import { CONNECTION, callAccounts, canSignIn, linkTo, messagesTo, pressButton, textOf } from "../testing/account-calls";
import { TestBrowser } from "../testing/test-browser";
import { EMAIL, ENGINES, ISSUER, PASSWORD, startTestService, USER_ID } from "../testing/test-service";

const CHOSEN = "a phrase that is hard to guess";
const DAY_SECONDS = 24 * 3600;

describe.each(ENGINES)("signing up by a program, on %s", (engine) => {
	let tenant: Awaited<ReturnType<typeof startTestService>>;
	let emails = 0;
	beforeAll(async () => {
		tenant = await startTestService(engine);
	});
	afterAll(() => tenant.stop());

	const newEmail = () => {
		emails += 1;
		return `user-${emails}@example.com`;
	};
	// Each from an address of its own, so that only tests of a limit reach it.
	const signUp = (parameters: Record<string, unknown>) =>
		callAccounts(tenant.service, "signup", parameters, { "x-forwarded-for": `198.51.100.${emails % 200}` });
	const usersWith = (email: string) =>
		tenant.service.database.selectFrom("users").selectAll().where("email_key", "=", email.toLowerCase()).execute();
	const pendingOf = (email: string) =>
		tenant.service.database
			.selectFrom("pending_sign_ups")
			.selectAll()
			.where("email_key", "=", email.toLowerCase())
			.execute();

	it("makes no account before the address is confirmed, and one with the given profile afterwards", async () => {
		const email = `New.${newEmail()}`;
		const profile = { given_name: "Nora", family_name: "Nest", picture: "https://example.com/n.png", username: "nora" };
		const user_metadata = JSON.parse('{ "colour": "red", "__proto__": "blue" }');
		const { status, body } = await signUp({ email, password: CHOSEN, ...profile, user_metadata });
		expect(status).toBe(200);
		expect(body).toEqual({
			_id: expect.stringMatching(/^[0-9a-f]{24}$/),
			email,
			email_verified: false,
			...profile,
			user_metadata,
		});
		expect(JSON.stringify(body.user_metadata)).toBe(JSON.stringify(user_metadata));
		expect(await usersWith(email)).toEqual([]);
		expect(await canSignIn(tenant.service, email, CHOSEN)).toBe(false);

		const link = await linkTo(tenant.service, email);
		expect(link.origin + link.pathname).toBe(`${ISSUER}dbconnections/verify`);
		const response = await pressButton(tenant.service, link, { password: CHOSEN });
		expect(await textOf(response)).toContain("Your e-mail address is confirmed Go back to The till application");
		expect(response.headers.getSetCookie()).toEqual([]);
		expect(await usersWith(email)).toMatchObject([
			{
				user_id: `auth0|${body._id}`,
				email,
				email_verified: 1,
				name: "Nora Nest",
				name_key: "nora nest",
				...profile,
				nickname: email.split("@")[0],
				admin_role: null,
				user_metadata: JSON.stringify(user_metadata),
			},
		]);
		const word = { kind: "condition", field: "name", text: "nest", before: true, after: true } as const;
		expect(await searchUsers(tenant.service.database, word, 10)).toEqual([`auth0|${body._id}`]);
		expect(await canSignIn(tenant.service, email.toUpperCase(), CHOSEN)).toBe(true);
		expect(await pendingOf(email)).toEqual([]);
	});

	it("accepts a form as well as JSON", async () => {
		const email = newEmail();
		const form = { client_id: "till", connection: CONNECTION, email, password: CHOSEN, name: "Nora" };
		const headers = { "x-forwarded-for": "198.51.100.250" };
		const request = new Request(`${ISSUER}dbconnections/signup/`, {
			method: "POST",
			headers,
			body: new URLSearchParams(form),
		});
		const response = await handleServiceRequest(tenant.service, request);
		expect([response.status, await response.json()]).toEqual([
			200,
			{ _id: expect.any(String), email, email_verified: false, name: "Nora" },
		]);
		expect(await linkTo(tenant.service, email)).toBeInstanceOf(URL);
	});

	it("has the same response where the address has an account, informs its owner alone, and changes nothing", async () => {
		const before = await usersWith(EMAIL);
		const known = await signUp({ email: EMAIL.toUpperCase(), password: CHOSEN });
		const unknown = await signUp({ email: newEmail(), password: CHOSEN });
		expect(known.status).toBe(200);
		expect(Object.keys(known.body)).toEqual(Object.keys(unknown.body));
		expect(known.body).toEqual({
			email: EMAIL.toUpperCase(),
			email_verified: false,
			_id: expect.stringMatching(/^[0-9a-f]{24}$/),
		});
		expect(known.body._id).not.toBe(USER_ID.replace("auth0|", ""));
		const names = (headers: Headers) => [...headers.keys()].sort();
		expect(names(known.headers)).toEqual(names(unknown.headers));
		const [message = ""] = await messagesTo(tenant.service, EMAIL);
		expect(message).toContain(
			"tried to sign up for The till application with this e-mail address, which already has an account",
		);
		expect(message).not.toContain("http");
		expect(await usersWith(EMAIL)).toEqual(before);
		expect(await canSignIn(tenant.service, EMAIL, PASSWORD)).toBe(true);
		expect(await canSignIn(tenant.service, EMAIL, CHOSEN)).toBe(false);
	});

	it("stores nothing of a sign-up for an address that has an account", async () => {
		await signUp({ email: EMAIL, password: CHOSEN, name: "Another User" });
		const rows = await tenant.service.database.selectFrom("pending_sign_ups").selectAll().execute();
		const decoys = rows.filter(({ email }) => email === "");
		expect(decoys.length).toBeGreaterThan(0);
		for (const { browser_hash, password_hash, profile } of decoys) {
			expect([browser_hash, password_hash, profile]).toEqual([null, "", "{}"]);
		}
	});

	it("gives the account to the owner of the address, with the password of the owner's sign-up", async () => {
		const email = newEmail();
		const [attackers, owners] = ["the attacker's password", "the owner's password"];
		await signUp({ email, password: attackers });
		const attackersLink = await linkTo(tenant.service, email);
		await signUp({ email, password: owners });
		const ownersLink = await linkTo(tenant.service, email);
		await signUp({ email, password: attackers });
		const lastLink = await linkTo(tenant.service, email);
		expect(new Set([attackersLink.href, ownersLink.href, lastLink.href]).size).toBe(3);
		// The owner may open any of the three: without the password of its sign-up a link has no effect.
		for (const link of [attackersLink, lastLink]) {
			for (const password of ["", owners]) await pressButton(tenant.service, link, { password });
		}
		expect(await usersWith(email)).toEqual([]);
		await pressButton(tenant.service, ownersLink, { password: owners });
		expect(await canSignIn(tenant.service, email, owners)).toBe(true);
		// The others are no longer valid, even with their password.
		for (const link of [attackersLink, lastLink]) {
			expect((await pressButton(tenant.service, link, { password: attackers })).status).toBe(404);
		}
		expect(await canSignIn(tenant.service, email, attackers)).toBe(false);
		expect(await usersWith(email)).toHaveLength(1);
	});

	it("shows in the form's alert what is missing or wrong with the password, and accepts another try", async () => {
		const email = newEmail();
		await signUp({ email, password: CHOSEN });
		const link = await linkTo(tenant.service, email);
		const browser = new TestBrowser(tenant.service);
		const see = async (fields: Record<string, string>) => {
			const response = await pressButton(tenant.service, link, fields, browser);
			expect([response.status, response.headers.get("location")]).toEqual([303, link.href]);
			return (await browser.visit(link.href)).text();
		};
		const shown = await see({});
		expect(shown).toContain('role="alert"><p id="password-problem">Enter your password.</p>');
		expect(shown).toMatch(/<input id="password"[^>]* aria-describedby="password-description password-problem"/);
		expect(await see({ password: "not it" })).toContain("This is not the password that you chose when you signed up.");
		expect(await usersWith(email)).toEqual([]);
		expect((await pressButton(tenant.service, link, { password: CHOSEN }, browser)).status).toBe(200);
		expect(await usersWith(email)).toHaveLength(1);
	});

	it("says after ten wrong passwords until when further ones are refused, the right one too", async () => {
		const email = newEmail();
		await signUp({ email, password: CHOSEN });
		const link = await linkTo(tenant.service, email);
		for (let index = 0; index < 10; index += 1) {
			expect((await pressButton(tenant.service, link, { password: "not it" })).status).toBe(303);
		}
		tenant.passSeconds(10 * 60);
		const response = await pressButton(tenant.service, link, { password: CHOSEN });
		expect([response.status, Number(response.headers.get("retry-after")) <= 300]).toEqual([429, true]);
		expect(await textOf(response)).toContain("Too many failed attempts. Try again in 5 minutes.");
		expect(await usersWith(email)).toEqual([]);
		tenant.passSeconds(5 * 60);
		expect((await pressButton(tenant.service, link, { password: CHOSEN })).status).toBe(200);
	});

	it("changes nothing about an account that the address got in the meantime", async () => {
		const email = newEmail();
		await signUp({ email, password: CHOSEN });
		await runAdminCommand(tenant.service, { name: "add", email, role: "viewer" }, async () => []);
		const before = await usersWith(email);
		const link = await linkTo(tenant.service, email);
		const response = await pressButton(tenant.service, link, { password: CHOSEN });
		expect(await textOf(response)).toContain("The password of this sign-up does not work for it.");
		expect(await usersWith(email)).toEqual(before);
		expect(await canSignIn(tenant.service, email, CHOSEN)).toBe(false);
		expect(await pendingOf(email)).toEqual([]);
	});

	it("opens a link any number of times, and uses it once", async () => {
		const email = newEmail();
		await signUp({ email, password: CHOSEN });
		const link = await linkTo(tenant.service, email);
		for (const method of ["GET", "HEAD", "GET"]) {
			expect((await handleServiceRequest(tenant.service, new Request(link, { method }))).status).toBe(200);
		}
		expect(await usersWith(email)).toEqual([]);
		const presses = Array.from({ length: 5 }, () => pressButton(tenant.service, link, { password: CHOSEN }));
		const statuses = (await Promise.all(presses)).map(({ status }) => status);
		expect(statuses.sort()).toEqual([200, 404, 404, 404, 404]);
		expect(await usersWith(email)).toHaveLength(1);
		const dead = await new TestBrowser(tenant.service).visit(link.href);
		expect([dead.status, await textOf(dead)]).toEqual([404, expect.stringContaining("This link no longer works")]);
	});

	it("lets a link expire after a day", async () => {
		const email = newEmail();
		await signUp({ email, password: CHOSEN });
		const link = await linkTo(tenant.service, email);
		tenant.passSeconds(DAY_SECONDS - 60);
		expect((await new TestBrowser(tenant.service).visit(link.href)).status).toBe(200);
		tenant.passSeconds(120);
		expect((await new TestBrowser(tenant.service).visit(link.href)).status).toBe(404);
		expect((await pressButton(tenant.service, link, { password: CHOSEN })).status).toBe(404);
	});

	it.each(["", "x", "A".repeat(43), "A".repeat(44), "%00", "' or 1=1 --"])("treats %j as no link", async (ticket) => {
		for (const page of ["verify", "reset"]) {
			const link = new URL(`${ISSUER}dbconnections/${page}?ticket=${ticket}`);
			expect((await new TestBrowser(tenant.service).visit(link.href)).status).toBe(404);
			expect((await pressButton(tenant.service, link, { password: CHOSEN })).status).toBe(404);
		}
	});

	it("has links for its own page only: a link to sign up resets no password", async () => {
		const email = newEmail();
		await signUp({ email, password: CHOSEN });
		const { search } = await linkTo(tenant.service, email);
		const reset = new URL(`/dbconnections/reset${search}`, ISSUER);
		expect((await pressButton(tenant.service, reset, { password: CHOSEN })).status).toBe(404);
	});

	it("signs no user in: no response contains a session, a code or a token", async () => {
		const email = newEmail();
		const responses = [await signUp({ email, password: CHOSEN })];
		expect(responses[0]?.headers.getSetCookie()).toEqual([]);
		const browser = new TestBrowser(tenant.service);
		const link = await linkTo(tenant.service, email);
		await pressButton(tenant.service, link, { password: CHOSEN }, browser);
		expect([...browser.cookies.keys()].filter((name) => name.includes("session"))).toEqual([]);
		expect((await browser.authorize({ client_id: "web" })).pathname).toMatch(/^\/login\//);
	});
});
