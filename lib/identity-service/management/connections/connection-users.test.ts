import type { QueryId } from "kysely";
import { afterEach, beforeEach, expect, it } from "vitest";
import { storedRows } from "@/lib/database/testing/stored-rows";
import { StoredLog } from "../../log/tenant-log";
import { connectionUserId } from "../../store/connections";
import { saveArtifact } from "../../store/oidc-artifacts";
import type { UserTable } from "../../store/schema";
import { findUser } from "../../store/users";
import { describeOnEachEngine, type TestTenant } from "../../testing/test-tenant";

const SIGN_IN = "https://idp.example/sso";
/** One connection's name is the beginning of another's, and one identifier has the wildcards of a pattern. */
const USERS = [
	...[
		["corp", "ann"],
		["corp", "o'neill%_\\\"|"],
		["corp-2", "ann"],
		["corporation", "ann"],
	],
] as const;

describeOnEachEngine("users of a connection", (open) => {
	let tenant: TestTenant;
	beforeEach(async () => {
		tenant = await open();
		for (const name of ["corp", "corp-2", "corporation"]) await create(name);
		for (const [connection, id] of USERS) await signIn(connection, id);
	});
	afterEach(() => tenant.close());

	async function create(name: string): Promise<string> {
		const body = { name, strategy: "samlp", options: { signInEndpoint: SIGN_IN } };
		return ((await tenant.call("POST", "/connections", { body })).json as { id: string }).id;
	}
	const idOf = async (name: string) => {
		const { json } = await tenant.call("GET", `/connections?name=${name}`);
		return (json as { id: string }[])[0]?.id;
	};

	/** Everything that a sign-in leaves behind. */
	async function signIn(connection: string, id: string) {
		const { database } = tenant.service;
		const accountId = connectionUserId(connection, id);
		const owner = await database.selectFrom("users").selectAll().limit(1).executeTakeFirstOrThrow();
		const token = await database.selectFrom("refresh_tokens").selectAll().limit(1).executeTakeFirstOrThrow();
		const none = { email: null, email_key: null, admin_role: null, password_hash: null } satisfies Partial<UserTable>;
		await database
			.insertInto("users")
			.values({ ...owner, ...none, user_id: accountId, connection })
			.execute();
		const own = { user_id: accountId, grant_id: `grant ${accountId}` };
		await database
			.insertInto("refresh_tokens")
			.values({ ...token, ...own, id: `dcr_${accountId}` })
			.execute();
		const session = await database.selectFrom("sessions").selectAll().limit(1).executeTakeFirstOrThrow();
		await database
			.insertInto("sessions")
			.values({ ...session, id: `session ${accountId}`, user_id: accountId })
			.execute();
		for (const model of ["Session", "Grant", "Interaction", "AuthorizationCode", "SamlSession", "ProviderSession"]) {
			await saveArtifact(database, { model, id: `${model} ${accountId}`, payload: { accountId, more: 1 } });
		}
		await saveArtifact(database, { model: "RefreshToken", id: accountId, payload: {}, grantId: own.grant_id });
	}

	it("are deleted with it, with all logins and tokens, and no others are", async () => {
		const before = await storedRows(tenant.service.database);
		expect((await tenant.call("DELETE", `/connections/${await idOf("corp")}`)).status).toBe(202);
		const after = await storedRows(tenant.service.database);
		for (const table of ["users", "refresh_tokens", "sessions", "oidc_artifacts"]) {
			const isOfConnection = (row: object) => /samlp\|corp\|/.test(JSON.stringify(row));
			const gone = (before[table] ?? []).filter(isOfConnection);
			expect(gone.length, table).toBeGreaterThan(1);
			expect(after[table]?.filter(isOfConnection), table).toEqual([]);
		}
		expect(after.users).toHaveLength((before.users?.length ?? 0) - 2);
		expect(after.refresh_tokens).toHaveLength((before.refresh_tokens?.length ?? 0) - 2);
		expect(after.oidc_artifacts).toHaveLength((before.oidc_artifacts?.length ?? 0) - 2 * 7);
	});

	it("are no longer in the log, which keeps what happened and what others did", async () => {
		const { database, log } = tenant.service;
		const ann = connectionUserId("corp", "ann");
		const keys = { email: "Änn@corp.example", email_key: "änn@corp.example" };
		await database.updateTable("users").set(keys).where("user_id", "=", ann).execute();
		const from = (ip: string) => ({ user: { ip, address: ip }, headers: new Headers({ "user-agent": "Ann's" }) });
		const userName = "ÄNN@corp.example";
		const client = { clientId: "web" };
		const entries = () =>
			database.selectFrom("log_entries").selectAll().where("type", "!=", "sapi").orderBy("log_id").execute();
		const others = [
			{ type: "fu", request: from("203.0.113.9"), userName: "änn@corp-2.example" },
			{ type: "limit_mu", request: from("203.0.113.10"), client },
			{ type: "sv", request: from("203.0.113.9"), userId: connectionUserId("corp-2", "ann") },
			{ type: "seccft", request: from("203.0.113.9"), client },
		] as const;
		for (const each of others) log.add(each);
		await log.flush();
		const kept = await entries();
		const details = { to: "ann@corp.example" };
		log.add({ type: "fu", request: from("203.0.113.9"), userName, details });
		log.add({ type: "limit_mu", request: from("203.0.113.9"), client });
		for (let index = 0; index < 1_501; index += 1)
			log.add({ type: "sv", request: from("203.0.113.9"), userId: ann, userName: "Ann", details });
		await log.flush();
		// Of an instance that writes a second later.
		const other = new StoredLog(tenant.service);
		for (const each of [log, other])
			each.add({ type: "sv", request: from("203.0.113.9"), userId: ann, userName: "Ann" });

		const countOfAnn = async () => {
			const ofAnn = database.selectFrom("log_entries").where("type", "!=", "sapi").where("user_id", "=", ann);
			const { count } = await ofAnn.select(({ fn }) => fn.countAll().as("count")).executeTakeFirstOrThrow();
			return Number(count);
		};
		// What others see after each statement that changes the log.
		const left: number[] = [await countOfAnn()];
		const updates = new WeakSet<QueryId>();
		tenant.service.database = database.withPlugin({
			transformQuery({ node, queryId }) {
				if (node.kind === "UpdateQueryNode") updates.add(queryId);
				return node;
			},
			async transformResult({ queryId, result }) {
				if (updates.has(queryId)) left.push(await countOfAnn());
				return result;
			},
		});
		const deletion = await tenant.call("DELETE", `/connections/${await idOf("corp")}`);
		tenant.service.database = database;
		expect(deletion.status).toBe(202);
		await other.flush();

		// Neither in one statement nor in one transaction, which others would wait for.
		expect(left[0]).toBeGreaterThan(1_500);
		expect(new Set(left).size).toBeGreaterThan(2);
		expect(left.slice(1).filter((count, index) => (left[index] ?? 0) - count > 500)).toEqual([]);
		const after = await entries();
		expect(after.slice(0, 4)).toEqual(kept);
		expect(after).toHaveLength(4 + 2 + 1_501 + 2);
		expect(JSON.stringify(after.slice(4))).not.toMatch(/203\.0\.113|ann|änn/i);
		expect(
			await tenant.service.database.selectFrom("log_entries").select("rest").where("type", "=", "sapi").execute(),
		).toContainEqual({ rest: expect.stringContaining('"statusCode":202') });
	});

	it("are not those of a new connection of its name, not even one that signed in while it was deleted", async () => {
		await tenant.call("DELETE", `/connections/${await idOf("corp")}`);
		const { database } = tenant.service;
		for (const id of ["late", "later"]) await signIn("corp", id);
		// Whose user the deletion still found.
		await database.deleteFrom("users").where("user_id", "=", connectionUserId("corp", "later")).execute();
		await create("corp");
		for (const id of ["ann", "late"]) expect(await findUser(database, connectionUserId("corp", id))).toBeNull();
		expect(JSON.stringify(await storedRows(database))).not.toContain("samlp|corp|");
	});

	it("name their connection; users of the tenant's database name that", async () => {
		const id = connectionUserId("corp-2", "ann");
		const { json } = await tenant.call("GET", `/users/${encodeURIComponent(id)}`);
		expect(json).toMatchObject({
			user_id: id,
			identities: [{ connection: "corp-2", provider: "samlp", user_id: "corp-2|ann", isSocial: false }],
		});
		for (const name of ["email", "last_login", "last_ip"]) expect(json).not.toHaveProperty(name);
		const found = await tenant.call("GET", "/users-by-email?email=mina.park@example.org");
		const [mina] = found.json as { user_id: string }[];
		expect(mina).toMatchObject({
			identities: [
				{
					connection: "Username-Password-Authentication",
					provider: "auth0",
					isSocial: false,
					user_id: mina?.user_id.slice("auth0|".length),
				},
			],
		});
	});
});
