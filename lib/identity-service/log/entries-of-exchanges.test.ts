import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { ENDS, SIGN_IN_FAILURES } from "@/lib/contract/log-entry";
import { inTransaction } from "@/lib/database/in-transaction";
import { storedRows } from "@/lib/database/testing/stored-rows";
import { endAccess } from "../sessions/end-session";
import { type LogReader, logReader } from "../testing/log-reader";
import { TestBrowser } from "../testing/test-browser";
import {
	EMAIL,
	ENGINES,
	ISSUER,
	ORDERS,
	OTHER_EMAIL,
	REDIRECT_URI,
	startTestService,
	USER_ID,
} from "../testing/test-service";
import {
	challengeOf,
	credentials,
	exchange,
	post,
	requestToken,
	secretOf,
	signInForTokens,
} from "../testing/token-request";

const OFFLINE = { scope: "openid offline_access" };
const VERIFIER = "v".repeat(43);
const RITA = { user_id: USER_ID, user_name: EMAIL };
const WEB = { client_id: "web", client_name: "The web application" };
const CREDENTIALS = "The credentials of the application were refused.";
const PASSWORD_FORM = { grant_type: "password", username: EMAIL, password: "wrong" };
const SESSION = { session_id: expect.any(String) };

describe.each(ENGINES)("the log of exchanges and sign-outs, on %s", (engine) => {
	let tenant: Awaited<ReturnType<typeof startTestService>>;
	let log: LogReader;
	beforeAll(async () => {
		tenant = await startTestService(engine);
		log = await logReader(tenant.service);
	});
	afterAll(() => tenant.stop());

	const signedIn = (browser = new TestBrowser(tenant.service)) =>
		signInForTokens(tenant.service, "web", OFFLINE, browser);
	async function codeFor(clientId = "web") {
		const parameters = { client_id: clientId, ...challengeOf(VERIFIER), ...OFFLINE };
		return String((await new TestBrowser(tenant.service).signIn(parameters)).searchParams.get("code"));
	}
	const redeem = (code: string, clientId = "web") =>
		requestToken(tenant.service, {
			grant_type: "authorization_code",
			...{ code, code_verifier: VERIFIER, redirect_uri: REDIRECT_URI },
			...credentials(tenant.service, clientId),
		});
	const tokenOf = async () => {
		const rows = tenant.service.database.selectFrom("refresh_tokens").selectAll().orderBy("created_at", "desc");
		const { id, session_id } = await rows.executeTakeFirstOrThrow();
		return { refresh_token_id: id, session_id };
	};
	const refused = async (work: () => unknown) => {
		const entries = await log.entriesOf(work);
		return entries.at(-1);
	};
	const block = (blocked: 1 | null) =>
		tenant.service.database.updateTable("users").set({ blocked }).where("user_id", "=", USER_ID).execute();

	it("has that of a code with the refresh token and the session, and its repetition, which ends both", async () => {
		const code = await codeFor();
		const entries = await log.entriesOf(() => redeem(code));
		expect(entries).toMatchObject([{ type: "seacft", ...RITA, ...WEB, scope: "openid offline_access" }]);
		expect(entries[0]?.details).toEqual(await tokenOf());
		expect(await log.entriesOf(() => redeem(code))).toMatchObject([
			{ type: "srrt", ...RITA, ...WEB, description: ENDS.codeReused },
			{
				type: "feacft",
				user_id: USER_ID,
				...WEB,
				details: SESSION,
				description: expect.stringContaining("used before"),
			},
		]);
	});

	it.each<[string, (code: string) => unknown, string]>([
		["another application's", (code) => redeem(code, "web-steady"), "issued to another application"],
		["an unknown", () => redeem("a-code-that-never-existed"), "unknown"],
		["a wrong secret for", (code) => badSecret({ grant_type: "authorization_code", code }), "credentials"],
	])("says why %s code was refused", async (_what, send, reason) => {
		const code = await codeFor();
		const entry = await refused(() => send(code));
		expect(entry).toMatchObject({ type: "feacft", description: expect.stringContaining(reason) });
	});
	const badSecret = (form: Record<string, string>) =>
		requestToken(tenant.service, { ...form, redirect_uri: REDIRECT_URI, client_id: "web", client_secret: "wrong" });

	it("has that of a refresh token, and its reuse, which ends the family in the same transaction", async () => {
		const { refresh_token: first } = await signedIn();
		const details = await tokenOf();
		const [exchanged] = await log.entriesOf(() => exchange(tenant.service, "web", first));
		expect(exchanged).toMatchObject({ type: "sertft", ...RITA, ...WEB, details });
		tenant.passSeconds(60);
		const reused = await log.entriesOf(() => exchange(tenant.service, "web", first));
		expect(reused).toMatchObject([
			{ type: "srrt", ...RITA, ...WEB, description: ENDS.tokenReused },
			{ type: "fertft", user_id: USER_ID, ...WEB, details, description: expect.stringContaining("used before") },
		]);
		const { body } = await exchange(tenant.service, "web", first);
		expect(body.error_description).toBe("Unknown or invalid refresh token.");
		const again = await refused(() => exchange(tenant.service, "web", first));
		expect(again).toMatchObject({ type: "fertft", ...RITA, details, description: "The refresh token was revoked." });
	});

	it("has the API of the tokens that are issued", async () => {
		const forOrders = { audience: ORDERS, scope: "openid offline_access read:orders" };
		const entries = await log.entriesOf(async () => {
			const { refresh_token } = await signInForTokens(tenant.service, "web-with-api", forOrders);
			await exchange(tenant.service, "web-with-api", refresh_token);
		});
		expect(entries.map(({ type, audience }) => [type, audience])).toEqual(
			["s", "seacft", "sertft"].map((type) => [type, ORDERS]),
		);
	});

	it("says why a refresh token was refused: unknown, another application's, expired, its user blocked", async () => {
		const send = (token: string, clientId = "web") => refused(() => exchange(tenant.service, clientId, token));
		expect(await send("unknown")).toMatchObject({ type: "fertft", description: expect.stringContaining("unknown") });
		const { refresh_token: token } = await signedIn();
		const known = { type: "fertft", ...RITA, details: await tokenOf() };
		expect(await send(token, "web-steady")).toMatchObject({
			...known,
			client_id: "web-steady",
			description: expect.stringContaining("another application"),
		});
		await block(1);
		expect(await send(token)).toMatchObject({ ...known, description: SIGN_IN_FAILURES.blocked });
		await block(null);
		const ended = { idle_expires_at: "2026-01-02T03:04:05.000Z" };
		await tenant.service.database.updateTable("refresh_tokens").set(ended).execute();
		expect(await send(token)).toMatchObject({ ...known, description: expect.stringContaining("has expired") });
	});

	it("has the tokens of an application that acts on its own behalf, and what it was refused", async () => {
		const form = { grant_type: "client_credentials", audience: `${ISSUER}api/v2/`, client_id: "machine" };
		const client = { client_id: "machine", client_name: "The machine application" };
		const send = (client_secret: string) => () => requestToken(tenant.service, { ...form, client_secret });
		expect(await log.entriesOf(send(secretOf(tenant.service, "machine")))).toMatchObject([
			{ type: "seccft", ...client, audience: `${ISSUER}api/v2/` },
		]);
		expect(await log.entriesOf(send("wrong"))).toMatchObject([{ type: "feccft", ...client }]);
	});

	it.each([
		["one of this tenant", ORDERS, { audience: ORDERS }],
		["an unknown one", "https://unknown.example/", { description: "The audience is not an API of this tenant." }],
		["a long text", `https://${"a".repeat(5_000)}.example/`, { details: { refresh_token_id: expect.any(String) } }],
	])("names the API of a refused exchange where it is known: %s", async (_what, audience, expected) => {
		const { refresh_token } = await signedIn();
		const entry = await refused(() => exchange(tenant.service, "web", refresh_token, { audience }));
		expect(entry).toMatchObject({ type: "fertft", user_id: USER_ID, ...expected });
		expect(entry?.audience).toBe("audience" in expected ? expected.audience : undefined);
	});

	it("refuses an exchange as it does without a log where its entry can't be made", async () => {
		const { refresh_token } = await signedIn();
		const { database } = tenant.service;
		const written = vi.spyOn(process.stderr, "write").mockReturnValue(true);
		const failing: typeof database = database.withPlugin({
			transformQuery({ node }) {
				if (JSON.stringify(node).includes('"name":"users"')) throw new Error("no store");
				return node;
			},
			transformResult: async ({ result }) => result,
		});
		tenant.service.database = failing;
		const response = await exchange(tenant.service, "web-steady", refresh_token);
		tenant.service.database = database;
		expect(response).toMatchObject({ status: 403, body: { error: "invalid_grant" } });
		expect(written.mock.calls.join()).toContain("refused exchange");
		written.mockRestore();
	});

	it.each<[string, Record<string, string>, object]>([
		[
			...(["another way to authenticate", { grant_type: "authorization_code", client_assertion: "a.b.c" }] as const),
			{ type: "feacft", description: CREDENTIALS },
		],
		["no secret", { grant_type: "refresh_token", client_secret: "" }, { type: "fertft", description: CREDENTIALS }],
		[
			...(["a wrong secret", { ...PASSWORD_FORM, client_secret: "wrong" }] as const),
			{ type: "f", ...RITA, description: CREDENTIALS },
		],
		[
			...(["a grant that is off", PASSWORD_FORM] as const),
			{ type: "f", ...RITA, description: expect.stringContaining("not allowed for the client") },
		],
		[
			...(["a grant that is off", { grant_type: "client_credentials" }] as const),
			{ type: "feccft", description: expect.stringContaining("not allowed for the client") },
		],
	])("has a request for tokens that is refused to an application for %s: %j", async (_what, form, expected) => {
		const send = () => requestToken(tenant.service, { ...credentials(tenant.service, "web"), ...form });
		expect(await log.entriesOf(send)).toMatchObject([{ ...WEB, ...expected }]);
	});

	it("has a request to return to an address that is not the application's, of no user", async () => {
		const browser = new TestBrowser(tenant.service);
		await signedIn(browser);
		const query = new URLSearchParams({ client_id: "web", redirect_uri: "https://elsewhere.example/" });
		const entries = await log.entriesOf(() => browser.visit(`authorize?${query}&response_type=code&scope=openid`));
		expect(entries).toMatchObject([
			{ type: "f", ...WEB, description: "The redirect URI is not registered for the application." },
		]);
		expect(entries[0]?.user_id).toBeUndefined();
	});

	it("has the revocation of a refresh token by its application, and nothing of one that ends nothing", async () => {
		const { refresh_token: token } = await signedIn();
		const { refresh_token_id } = await tokenOf();
		const revoke = () => post(tenant.service, "oauth/revoke", { token, ...credentials(tenant.service, "web") });
		expect(await log.entriesOf(revoke)).toMatchObject([
			{ type: "srrt", ...RITA, ...WEB, details: { refresh_token_id } },
		]);
		expect(await log.entriesOf(revoke)).toEqual([]);
		// Whose it was is known to the log alone.
		expect(await refused(() => exchange(tenant.service, "web", token))).toMatchObject({
			type: "fertft",
			...RITA,
			...WEB,
			details: { refresh_token_id, session_id: expect.any(String) },
			description: "The refresh token was revoked.",
		});
		expect(await refused(() => exchange(tenant.service, "web-steady", token))).toMatchObject({
			...{ type: "fertft", ...RITA, client_id: "web-steady", description: "It was issued to another application." },
		});
		// Also once all else of the user has ended.
		await inTransaction(tenant.service.database, (transaction) => endAccess(transaction, USER_ID));
		const entry = await refused(() => exchange(tenant.service, "web", token));
		expect(entry).toMatchObject({ ...RITA, description: "The refresh token was revoked." });
	});

	it.each([
		["its ID token", (idToken: string) => `oidc/logout?id_token_hint=${idToken}&client_id=web`],
		["the service's own address", () => "v2/logout?client_id=web"],
		["WS-Federation", () => "wsfed?wa=wsignout1.0"],
	])("has a sign-out by %s with its session, once", async (_what, address) => {
		const browser = new TestBrowser(tenant.service);
		const { id_token } = await signedIn(browser);
		const signOut = () => browser.open(address(id_token));
		expect(await log.entriesOf(signOut)).toMatchObject([{ type: "slo", ...RITA, details: SESSION }]);
		expect((await log.entriesOf(signOut)).filter(({ type }) => type === "slo")).toEqual([]);
	});

	it("has the revocation of a refresh token by that of an access token that came with it", async () => {
		const { access_token: token } = await signedIn();
		const details = { refresh_token_id: (await tokenOf()).refresh_token_id };
		const revoke = () => post(tenant.service, "oauth/revoke", { token, ...credentials(tenant.service, "web") });
		expect(await log.entriesOf(revoke)).toMatchObject([{ type: "srrt", ...RITA, ...WEB, details }]);
	});

	it("exchanges nothing where its entry can't be stored", async () => {
		const { refresh_token: token } = await signedIn();
		const { record } = tenant.service.log;
		const before = await storedRows(tenant.service.database);
		tenant.service.log.record = () => Promise.reject(new Error("no room"));
		expect((await exchange(tenant.service, "web", token)).status).toBe(500);
		tenant.service.log.record = record;
		expect(await storedRows(tenant.service.database)).toEqual(before);
		expect((await exchange(tenant.service, "web", token)).status).toBe(200);
	});

	it("has a sign-out that is refused for its return address, and the end of a session by another user's sign-in", async () => {
		const browser = new TestBrowser(tenant.service);
		await signedIn(browser);
		const away = "https://elsewhere.example/";
		const refusals = await log.entriesOf(async () => {
			await browser.open(`v2/logout?client_id=web&returnTo=${away}`);
			await browser.open(`oidc/logout?client_id=web&post_logout_redirect_uri=${away}`);
		});
		expect(refusals).toMatchObject([
			{ type: "flo", user_id: USER_ID, ...WEB },
			{ type: "flo", user_id: USER_ID },
		]);
		const other = () => browser.signIn({ client_id: "web", prompt: "login" }, OTHER_EMAIL);
		expect(await log.entriesOf(other)).toMatchObject([
			{ type: "slo", ...RITA, details: SESSION },
			{ type: "s", user_name: OTHER_EMAIL },
		]);
	});
});
