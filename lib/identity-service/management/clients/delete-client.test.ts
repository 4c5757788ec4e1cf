import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { ENDS } from "@/lib/contract/log-entry";
import { inTransaction } from "@/lib/database/in-transaction";
import { recordQueries } from "@/lib/database/testing/record-queries";
import { storedRows } from "@/lib/database/testing/stored-rows";
import type { IdentityService } from "../../context/identity-service";
import { handleServiceRequest } from "../../handle-request";
import { sendLoginCode } from "../../passwordless/login-code";
import { saveParticipant } from "../../sessions/saml-sessions";
import { clientSettings, findClient } from "../../store/clients";
import { callAccounts } from "../../testing/account-calls";
import { changeClient, setClient } from "../../testing/passive-sign-in";
import { requestFrom } from "../../testing/service-request";
import { TestBrowser } from "../../testing/test-browser";
import { testClients } from "../../testing/test-clients";
import { AUDIENCE, EMAIL, ENGINES, REDIRECT_URI, startTestService, USER_ID } from "../../testing/test-service";
import { challengeOf, credentials, exchange, requestToken, signInForTokens } from "../../testing/token-request";

const OFFLINE = { scope: "openid offline_access" };
const VERIFIER = "v".repeat(43);
const SCOPES = ["create:connections", "delete:clients", "read:connections", "read:sessions"];
const ROUNDS = process.env.LONG ? 100 : 2;

describe.each(ENGINES)("an application that is deleted on %s", (engine) => {
	let tenant: Awaited<ReturnType<typeof startTestService>>;
	let other: IdentityService;
	let token: string;
	beforeAll(async () => {
		tenant = await startTestService(engine);
		other = await tenant.startAnother();
		const api_grants = JSON.stringify([{ audience: "/api/v2/", scopes: SCOPES }]);
		await changeClient(tenant.service, "machine", { api_grants });
		const form = { grant_type: "client_credentials", audience: AUDIENCE, ...credentials(tenant.service, "machine") };
		token = (await requestToken(tenant.service, form)).body.access_token;
	});
	afterAll(() => tenant.stop());

	async function call(method: string, path: string, body?: object, service = tenant.service) {
		const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
		const init = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) };
		const response = await handleServiceRequest(service, new Request(`${AUDIENCE}${path}`, init));
		const text = await response.text();
		return { status: response.status, body: text === "" ? null : JSON.parse(text) };
	}
	/** An instance whose writes meet those of `tenant`. A SQLite file has one at a time. */
	const concurrent = () => (engine === "SQLite" ? tenant.service : other);
	const deleteClient = (id: string, service = tenant.service) => call("DELETE", `clients/${id}`, undefined, service);

	/** A web application with a name of its own, so that no row can hold it by chance. */
	async function addClient(id: string, like = "web") {
		const [row] = testClients().filter(({ client_id }) => client_id === like);
		if (!row) throw new Error(`no client ${like}`);
		const added = { ...row, client_id: id, handle: id, name: id };
		await tenant.service.database.insertInto("clients").values(added).execute();
	}
	/** The tables with a row that holds the text, but for the log, which keeps what happened. */
	async function tablesWith(text: string): Promise<string[]> {
		const { log_entries: _, ...others } = await storedRows(tenant.service.database);
		const tables = Object.entries(others);
		return tables.filter(([, rows]) => JSON.stringify(rows).includes(text)).map(([name]) => name);
	}
	async function codeFor(browser: TestBrowser, clientId: string, scope = "openid"): Promise<string> {
		const parameters = { client_id: clientId, prompt: "none", scope, ...challengeOf(VERIFIER) };
		const code = (await browser.authorize(parameters)).searchParams.get("code");
		if (code === null) throw new Error("No code");
		return code;
	}
	const redeem = (clientId: string, code: string, service = tenant.service) =>
		requestToken(service, {
			grant_type: "authorization_code",
			code,
			code_verifier: VERIFIER,
			redirect_uri: REDIRECT_URI,
			...credentials(service, clientId),
		});

	it("leaves nothing: no grant, code, token, sign-in page, message link, SAML participant, and no name anywhere", async () => {
		const id = "application-to-delete";
		await addClient(id);
		const browser = new TestBrowser(tenant.service);
		const kept = await signInForTokens(tenant.service, "web-steady", OFFLINE, browser);
		for (const scope of [OFFLINE.scope, "openid"]) {
			expect((await redeem(id, await codeFor(browser, id, scope))).status).toBe(200);
		}
		await codeFor(browser, id);
		await new TestBrowser(tenant.service).authorize({ client_id: id });
		const nameIdentifier = { nameId: "person-1", nameIdFormat: "urn:x" };
		await saveParticipant(tenant.service, {
			accountId: USER_ID,
			sessionUid: "a session",
			clientId: id,
			...nameIdentifier,
		});
		const client = { clientId: id, clientName: id };
		await sendLoginCode(tenant.service, {
			client,
			channel: "email",
			destination: "x@example.com",
			request: requestFrom("::1"),
		});
		await callAccounts(tenant.service, "change_password", { client_id: id, email: EMAIL });
		const account = { email: "new.person@example.com", password: "a new and lengthy password" };
		expect((await callAccounts(tenant.service, "signup", { client_id: id, ...account })).status).toBe(200);
		await setClient(tenant.service, "till", { allowed_clients: [id, "web"] });
		const options = { signInEndpoint: "https://idp.example/sso", idpinitiated: { enabled: true, client_id: id } };
		const connection = { name: "corp", strategy: "samlp", options, enabled_clients: [id, "web"] };
		expect((await call("POST", "connections", connection)).status).toBe(201);
		expect((await tablesWith(id)).sort()).toEqual([
			...["clients", "connections", "login_codes", "oidc_artifacts", "password_resets", "pending_sign_ups"],
			...["refresh_tokens", "sessions"],
		]);

		expect((await deleteClient(id)).status).toBe(204);
		expect(await tablesWith(id)).toEqual([]);
		const till = await findClient(tenant.service.database, "till");
		expect(till && clientSettings(till).allowed_clients).toEqual(["web"]);

		// Its users notice nothing at their other applications.
		const { body } = await call("GET", `users/${encodeURIComponent(USER_ID)}/sessions`);
		expect(body.sessions.map(({ clients }: { clients: object }) => clients)).toEqual([[{ client_id: "web-steady" }]]);
		expect((await exchange(tenant.service, "web-steady", kept.refresh_token)).status).toBe(200);
		expect((await redeem("web-steady", await codeFor(browser, "web-steady"))).status).toBe(200);
		expect((await redeem("web", await codeFor(browser, "web", OFFLINE.scope))).status).toBe(200);
	});

	it("leaves no consent of its users", async () => {
		await addClient("other-company", "third-party");
		const grant = { accountId: USER_ID, clientId: "other-company" };
		await new (tenant.service.oidc().provider.Grant)(grant).save();
		expect((await deleteClient("other-company")).status).toBe(204);
		expect(await tablesWith("other-company")).toEqual([]);
	});

	it("is deleted in bounded steps, all of them or none", async () => {
		const id = "application-with-many-tokens";
		await addClient(id);
		await signInForTokens(tenant.service, id, OFFLINE);
		const { database } = tenant.service;
		const [sample] = await database.selectFrom("refresh_tokens").selectAll().where("client_id", "=", id).execute();
		if (!sample) throw new Error("no refresh token");
		const tokens = Array.from({ length: 1_100 }, (_, index) => ({ ...sample, id: `dcr_many${index}`, grant_id: null }));
		for (const some of [tokens.slice(0, 600), tokens.slice(600)]) {
			await database.insertInto("refresh_tokens").values(some).execute();
		}
		const recorder = recordQueries(database);
		const recorded = { ...tenant.service, database: recorder.database };
		await database.schema.alterTable("password_resets").renameTo("elsewhere").execute();
		const write = vi.spyOn(process.stderr, "write").mockReturnValue(true);
		expect((await deleteClient(id, recorded)).status).toBe(503);
		write.mockRestore();
		await database.schema.alterTable("elsewhere").renameTo("password_resets").execute();
		const left = () => database.selectFrom("refresh_tokens").select("id").where("client_id", "=", id).execute();
		expect(await left()).toHaveLength(1_101);
		expect(recorder.mostRowsRead()).toBe(500);
		expect((await deleteClient(id)).status).toBe(204);
		expect(await left()).toEqual([]);
		const entries = database
			.selectFrom("log_entries")
			.select(["user_id", "description", "rest"])
			.where("type", "=", "srrt");
		const counts = (await entries.orderBy("log_id", "desc").execute()).map(({ rest, ...entry }) => {
			expect(entry).toEqual({ user_id: USER_ID, description: ENDS.applicationDeleted });
			return JSON.parse(rest ?? "").details.count;
		});
		// One for each step.
		expect(counts).toEqual(expect.arrayContaining([101, 500, 500]));
	});

	it.runIf(engine === "PostgreSQL")(
		"leaves what a session stores of another application at the same moment",
		async () => {
			await addClient("application-beside-another");
			const browser = new TestBrowser(tenant.service);
			await signInForTokens(tenant.service, "application-beside-another", { scope: "openid" }, browser);
			const sessions = () =>
				other.database.selectFrom("sessions").select(["id", "clients"]).orderBy("created_at", "desc");
			const { id } = await sessions().executeTakeFirstOrThrow();
			const { deletion } = await inTransaction(other.database, async (transaction) => {
				const clients = JSON.stringify(["application-beside-another", "web"]);
				await transaction.updateTable("sessions").set({ clients }).where("id", "=", id).execute();
				const response = deleteClient("application-beside-another");
				const waits = sql<{ count: string }>`select count(*) from pg_stat_activity
				where datname = current_database() and wait_event_type = 'Lock'`;
				await expect.poll(async () => Number((await waits.execute(transaction)).rows[0]?.count)).toBeGreaterThan(0);
				return { deletion: response };
			});
			expect((await deletion).status).toBe(204);
			expect((await sessions().executeTakeFirstOrThrow()).clients).toBe('["web"]');
		},
	);

	it.each(["openid", OFFLINE.scope, null])(
		"leaves nothing, however its deletion meets sign-ins: for %s",
		async (scope) => {
			for (let round = 0; round < ROUNDS; round += 1) {
				const id = `application-signed-in-to-${round}`;
				await addClient(id);
				const browser = new TestBrowser(tenant.service);
				if (scope !== null) await signInForTokens(tenant.service, "web", { scope: "openid" }, browser);
				// Without a session a page opens. Where the application is gone there is an error in place of a redirect.
				const sent = scope === null ? browser.authorize({ client_id: id }) : codeFor(browser, id, scope);
				const [deleted] = await Promise.all([deleteClient(id, concurrent()), sent.catch(() => null)]);
				expect(deleted.status).toBe(204);
				expect(await tablesWith(id)).toEqual([]);
			}
		},
	);

	it("leaves no refresh token, however its deletion meets token requests", async () => {
		for (let round = 0; round < ROUNDS; round += 1) {
			const id = `application-in-use-${round}`;
			await addClient(id);
			const browser = new TestBrowser(tenant.service);
			await signInForTokens(tenant.service, id, { scope: "openid" }, browser);
			const code = await codeFor(browser, id, OFFLINE.scope);
			const [, deleted] = await Promise.all([redeem(id, code), deleteClient(id, concurrent())]);
			expect(deleted.status).toBe(204);
			const left = tenant.service.database.selectFrom("refresh_tokens").select("id").where("client_id", "=", id);
			expect(await left.execute()).toEqual([]);
		}
	});
});
