import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AdminCommand, runAdminCommand } from "../../admin-command";
import { searchUsers } from "../../store/user-search";
import { findAdminRole, findUser } from "../../store/users";
import { callAccounts, canSignIn, linkTo, messagesTo, pressButton } from "../../testing/account-calls";
import { authorizeAddress, signInThrough } from "../../testing/connection-sign-in";
import { delegationCalls } from "../../testing/delegation-calls";
import { TestBrowser } from "../../testing/test-browser";
import { addConnection, testProvider } from "../../testing/test-provider";
import { EMAIL, ENGINES, REDIRECT_URI, startTestService, USER_ID } from "../../testing/test-service";
import { credentials, exchange, post, requestToken } from "../../testing/token-request";

const ADDRESS = "ada@example.com";
const CHOSEN = "a phrase nobody guesses";

describe.each(ENGINES)("a user of an outside provider on %s", (engine) => {
	const provider = testProvider();
	let tenant: Awaited<ReturnType<typeof startTestService>>;
	beforeAll(async () => {
		tenant = await startTestService(engine);
		await addConnection(tenant.service, "acme", ["web"], provider.options);
		await tokensFor("ada", ADDRESS);
		// With the address of an account of the tenant's own, which is another user.
		await tokensFor("rita", EMAIL);
	});
	afterAll(() => tenant.stop());

	async function tokensFor(nameId: string, email: string) {
		const address = authorizeAddress({ client_id: "web", connection: "acme", scope: "openid offline_access" });
		const content = { address, connection: "acme", nameId, attributes: { email, email_verified: "true" } };
		const response = await signInThrough(tenant.service, new TestBrowser(tenant.service), provider, content);
		const code = new URL(response.headers.get("location") ?? "").searchParams.get("code") ?? "";
		const form = { grant_type: "authorization_code", code, redirect_uri: REDIRECT_URI };
		return (await requestToken(tenant.service, { ...form, ...credentials(tenant.service, "web") })).body;
	}
	const change = (clientIds: string[]) =>
		tenant.service.database
			.updateTable("connections")
			.set({ enabled_clients: JSON.stringify(clientIds) })
			.where("name", "=", "acme")
			.execute();
	const known = (userId: string) => findUser(tenant.service.database, userId);

	it("is never the account with the same address", async () => {
		expect(await known("samlp|acme|rita")).toMatchObject({ email: EMAIL, connection: "acme", admin_role: null });
		expect(await known(USER_ID)).toMatchObject({ email: EMAIL, connection: null });
	});

	it("has no password, and gets none", async () => {
		for (const password of ["", CHOSEN]) expect(await canSignIn(tenant.service, ADDRESS, password)).toBe(false);
		const browser = new TestBrowser(tenant.service);
		const page = await browser.authorize({ client_id: "web" });
		expect(await browser.submit(page, ADDRESS, CHOSEN)).toEqual({ problem: "credentials" });
		await callAccounts(tenant.service, "change_password", { email: ADDRESS });
		await expect(linkTo(tenant.service, ADDRESS)).rejects.toThrow("No link");
	});

	it("gets no one-time code that is accepted", async () => {
		const form = { client_id: "courier", connection: "email", email: ADDRESS, send: "code" };
		expect((await post(tenant.service, "passwordless/start", form)).status).toBe(200);
		const codes = (await messagesTo(tenant.service, ADDRESS)).flatMap((text) => /\b\d{6}\b/.exec(text) ?? []);
		for (const otp of [...codes, "123456"]) {
			const grant_type = "http://auth0.com/oauth/grant-type/passwordless/otp";
			const { status } = await requestToken(tenant.service, {
				grant_type,
				client_id: "courier",
				username: ADDRESS,
				otp,
				realm: "email",
				scope: "openid",
			});
			expect(status).toBe(403);
		}
	});

	it("leaves the address free for an account of its own", async () => {
		const { status } = await callAccounts(tenant.service, "signup", { email: ADDRESS, password: CHOSEN });
		expect(status).toBe(200);
		await pressButton(tenant.service, await linkTo(tenant.service, ADDRESS), { password: CHOSEN });
		expect(await canSignIn(tenant.service, ADDRESS, CHOSEN)).toBe(true);
		const users = await tenant.service.database
			.selectFrom("users")
			.selectAll()
			.where("email_key", "=", ADDRESS)
			.execute();
		expect(users.map(({ connection }) => connection).sort()).toEqual(["acme", null]);
		expect(await known("samlp|acme|ada")).toMatchObject({ password_hash: null });
	});

	it("is not an admin, and becomes none by any command", async () => {
		const { service } = tenant;
		const lonely = "lonely@example.com";
		await tokensFor("lonely", lonely);
		const run = (command: AdminCommand) => runAdminCommand(service, command, async () => []);
		await expect(run({ name: "role", email: lonely, role: "editor" })).rejects.toThrow("not an admin of this tenant");
		await expect(run({ name: "reset-password", email: lonely })).rejects.toThrow("not an admin of this tenant");
		// The command adds an account of the tenant's own, and doesn't change the provider's user of that address.
		await run({ name: "add", email: lonely, role: "editor" });
		await run({ name: "add", email: EMAIL, role: "editor" });
		await tokensFor("lonely", lonely);
		await tokensFor("rita", EMAIL);
		const address = { kind: "condition", field: "email", text: "lonely", before: true, after: true } as const;
		expect(await searchUsers(service.database, address, 10)).toHaveLength(2);
		for (const nameId of ["lonely", "rita"]) {
			expect(await findAdminRole(service.database, `samlp|acme|${nameId}`)).toBeNull();
			expect(await known(`samlp|acme|${nameId}`)).toMatchObject({ password_hash: null });
		}
		expect(await findAdminRole(service.database, USER_ID)).toBe("editor");
	});

	it("can use refresh tokens", async () => {
		const { refresh_token } = await tokensFor("ada", ADDRESS);
		const { status, body } = await exchange(tenant.service, "web", refresh_token);
		expect([status, typeof body.id_token]).toEqual([200, "string"]);
	});

	it("is delegated to no application that the connection is not enabled for", async () => {
		const { set, delegate } = delegationCalls(() => tenant);
		await set("web-basic", { allowed_clients: ["web"] });
		const { id_token } = await tokensFor("ada", ADDRESS);
		const refused = await delegate({ id_token });
		expect([refused.status, refused.body.error, refused.body.id_token]).toEqual([
			400,
			"unauthorized_client",
			undefined,
		]);
		await change(["web", "web-basic"]);
		expect((await delegate({ id_token })).status).toBe(200);
		await change(["web"]);
	});
});
