import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type LogEntry, SIGN_IN_FAILURES } from "@/lib/contract/log-entry";
import { PASSWORD_REALM_GRANT } from "../clients/grant-types";
import { authorizeAddress, followed, postResponse, signInThrough, toProvider } from "../testing/connection-sign-in";
import { type LogReader, logReader } from "../testing/log-reader";
import { TestBrowser } from "../testing/test-browser";
import { addConnection, testProvider } from "../testing/test-provider";
import { ANY_ENGINE, EMAIL, PASSWORD, startTestService, USER_ID } from "../testing/test-service";
import { credentials, requestToken } from "../testing/token-request";

const ACME = { connection: "acme", connection_id: "con_acme", strategy: "samlp" };
const WEB = { client_id: "web", client_name: "The web application" };
const ADA = { user_id: "samlp|acme|ada", user_name: "ada@example.com" };
/** Has the address of another user. */
const SAME = "samlp|elsewhere|rita";
const CONTENT = { connection: "acme", nameId: "ada", attributes: { email: "ada@example.com" } };

describe.each(ANY_ENGINE)("the log of sign-ins through another identity provider, on %s", (engine) => {
	const provider = testProvider();
	let tenant: Awaited<ReturnType<typeof startTestService>>;
	let log: LogReader;
	beforeAll(async () => {
		tenant = await startTestService(engine);
		log = await logReader(tenant.service);
		await addConnection(tenant.service, "acme", ["web"], provider.options);
		await addConnection(tenant.service, "elsewhere", ["web-steady"], provider.options);
		const row = tenant.service.database.selectFrom("users").selectAll().where("user_id", "=", USER_ID);
		const same = { user_id: SAME, connection: "elsewhere", admin_role: null };
		await tenant.service.database
			.insertInto("users")
			.values({ ...(await row.executeTakeFirstOrThrow()), ...same })
			.execute();
	});
	afterAll(() => tenant.stop());

	const address = authorizeAddress({ client_id: "web", connection: "acme" });
	const enable = (clients: string[]) =>
		tenant.service.database
			.updateTable("connections")
			.set({ enabled_clients: JSON.stringify(clients) })
			.where("name", "=", "acme")
			.execute();

	it("has the sign-in with its connection", async () => {
		const browser = new TestBrowser(tenant.service);
		const signIn = () => signInThrough(tenant.service, browser, provider, { address, ...CONTENT });
		expect(await log.entriesOf(signIn)).toMatchObject([{ type: "s", ...ADA, ...WEB, ...ACME }]);
	});

	it("says why a response was refused, in the words of its page", async () => {
		const { id, relayState } = await toProvider(new TestBrowser(tenant.service), address);
		const SAMLResponse = provider.response({ ...CONTENT, inResponseTo: id, audience: "urn:other" });
		const send = () => postResponse(tenant.service, "acme", { SAMLResponse, RelayState: relayState });
		expect(await log.entriesOf(send)).toMatchObject([
			{ type: "fc", ...ACME, ...WEB, description: expect.stringContaining("Audience is invalid") },
		]);
		const unread = () => postResponse(tenant.service, "acme", { SAMLResponse: "bm8geG1s", RelayState: relayState });
		expect(await log.entriesOf(unread)).toMatchObject([{ type: "fc", ...ACME }]);
	});

	it("says of a connection that is not enabled for the application, at each step, for whom that is known", async () => {
		const refusal = { type: "f", ...WEB, description: SIGN_IN_FAILURES.otherConnection };
		const browser = new TestBrowser(tenant.service);
		const page = await browser.authorize({ client_id: "web" });
		const begin = () => browser.visit(`${page.pathname}/connection?name=elsewhere`);
		expect(await log.entriesOf(begin)).toMatchObject([{ ...refusal, connection: "elsewhere" }]);

		const { id, relayState } = await toProvider(browser, address);
		const SAMLResponse = provider.response({ ...CONTENT, inResponseTo: id });
		const send = () => postResponse(tenant.service, "acme", { SAMLResponse, RelayState: relayState });
		await enable(["web-steady"]);
		expect(await log.entriesOf(send)).toMatchObject([{ ...refusal, ...ADA, ...ACME }]);
		await enable(["web", "web-steady"]);
		const response = await send();
		await enable(["web-steady"]);
		expect(await log.entriesOf(() => followed(browser, response))).toMatchObject([{ ...refusal, ...ADA, ...ACME }]);
		await enable(["web"]);
	});

	it.each([
		["an address of one user", "ADA@example.com", ADA],
		["an address of several users", EMAIL, { user_id: SAME, user_name: EMAIL }],
		["an unknown address", "nobody@example.com", { user_name: "nobody@example.com" }],
		["what may be a password", "a secret phrase", {}],
	])("says so of a connection that the request itself names, for %s", async (_what, hint, user) => {
		const refusal = { type: "f", connection: "elsewhere", description: SIGN_IN_FAILURES.otherConnection };
		const usersOf = (all: LogEntry[]) => all.map(({ user_id, user_name }) => ({ user_id, user_name }));
		const request = { client_id: "web", connection: "elsewhere", login_hint: hint };
		const browser = new TestBrowser(tenant.service);
		const entries = await log.entriesOf(() => browser.visit(authorizeAddress(request)));
		expect(entries).toMatchObject([{ ...refusal, ...WEB }]);
		expect(usersOf(entries)).toEqual([user]);
		const grant = { grant_type: PASSWORD_REALM_GRANT, realm: "elsewhere", username: hint, password: PASSWORD };
		const exchange = () => requestToken(tenant.service, { ...grant, ...credentials(tenant.service, "till") });
		const refused = await log.entriesOf(exchange);
		expect(refused).toMatchObject([{ ...refusal, client_id: "till" }]);
		expect(usersOf(refused)).toEqual([user]);
	});

	it("says so of an unknown connection, and who is signed in already", async () => {
		const browser = new TestBrowser(tenant.service);
		await browser.signIn({ client_id: "web" });
		const open = () => browser.visit(authorizeAddress({ client_id: "web", connection: "unknown" }));
		const [entry, ...others] = await log.entriesOf(open);
		expect(entry).toMatchObject({ ...WEB, user_id: USER_ID, description: SIGN_IN_FAILURES.otherConnection });
		expect([entry?.connection, others]).toEqual([undefined, []]);
	});

	it.each([
		["a connection that is off", "elsewhere", 400],
		["the only one, once that is off", null, 404],
	])("says so of a response for %s", async (_what, other, status) => {
		const { id, relayState } = await toProvider(new TestBrowser(tenant.service), address);
		const SAMLResponse = provider.response({ ...CONTENT, inResponseTo: id });
		const off = tenant.service.database.updateTable("connections").set({ enabled_clients: "[]" });
		await (other === null ? off : off.where("name", "!=", other)).execute();
		let response: Response | undefined;
		const entries = await log.entriesOf(async () => {
			response = await postResponse(tenant.service, "acme", { SAMLResponse, RelayState: relayState });
		});
		expect(response?.status).toBe(status);
		expect(entries).toMatchObject([{ type: "f", ...ACME, description: SIGN_IN_FAILURES.otherConnection }]);
		await tenant.service.database.updateTable("connections").set({ enabled_clients: '["web-steady"]' }).execute();
		await enable(["web"]);
	});

	it("says of a blocked user", async () => {
		await tenant.service.database.updateTable("users").set({ blocked: 1 }).where("user_id", "=", ADA.user_id).execute();
		const browser = new TestBrowser(tenant.service);
		const signIn = () => signInThrough(tenant.service, browser, provider, { address, ...CONTENT });
		expect(await log.entriesOf(signIn)).toMatchObject([
			{ type: "f", ...ADA, ...WEB, ...ACME, description: SIGN_IN_FAILURES.blocked },
		]);
	});

	it("has refused messages of sign-outs", async () => {
		const browser = new TestBrowser(tenant.service);
		const entries = await log.entriesOf(async () => {
			await browser.visit("logout");
			await browser.visit("samlp/saml/logout");
		});
		expect(entries).toMatchObject([{ type: "flo" }, { type: "flo" }]);
	});
});
