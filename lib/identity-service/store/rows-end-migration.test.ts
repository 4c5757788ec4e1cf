import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { migrateDatabase, openDatabase } from "@/lib/database/open-database";
import { createTestDatabase } from "@/lib/database/testing/test-database";
import { ENGINES } from "../testing/test-service";
import { migrations } from "./migrations";
import type { IdentityServiceDatabase, IdentityServiceSchema } from "./schema";

const NAME = "2026-12-20-rows-end";
const ACCOUNTS = ["auth0|1", 'samlp|corp|"quoted" \\ and \n lines', "samlp|corp|Zoë 🦉"];

describe.each(ENGINES)("a store of the release before on %s", (engine) => {
	let database: IdentityServiceDatabase;
	let close: () => Promise<void>;
	beforeEach(async () => {
		const server = engine === "PostgreSQL" ? process.env.TEST_DATABASE_URL : undefined;
		const folder = mkdtempSync(path.join(tmpdir(), "migration-"));
		const postgres = server ? await createTestDatabase(server) : null;
		const location = postgres ? { url: postgres.url, schema: "old" } : { file: path.join(folder, "old.sqlite") };
		database = await openDatabase<IdentityServiceSchema>(location);
		const before = Object.entries(migrations).filter(([name]) => name < NAME);
		await migrateDatabase(database, Object.fromEntries(before));
		close = async () => {
			await database.destroy();
			await postgres?.drop();
			rmSync(folder, { recursive: true, force: true });
		};
	});
	afterEach(() => close());

	/** As that release wrote them. */
	async function addArtifacts(rows: { model: string; payload: object; refresh_token_id?: string }[]): Promise<void> {
		const artifacts = rows.map(({ payload, ...row }, index) => ({
			...row,
			id_hash: String(index),
			payload: JSON.stringify(payload),
			expires_at: 1,
			generation: 0,
			exchanged: 0,
		}));
		await database.insertInto("oidc_artifacts").values(artifacts).execute();
	}
	async function ownersAfter(): Promise<(string | null)[][]> {
		await migrateDatabase(database, migrations);
		const rows = await database.selectFrom("oidc_artifacts").selectAll().execute();
		for (const row of rows) expect(row).not.toHaveProperty("user_code_hash");
		return rows
			.toSorted((one, other) => Number(one.id_hash) - Number(other.id_hash))
			.map(({ account_id, client_id }) => [account_id, client_id]);
	}

	it("knows afterwards whose each artifact is, whatever the identifiers", async () => {
		await addArtifacts(
			ACCOUNTS.flatMap((accountId) => [
				{ model: "Session", payload: { uid: "u", accountId, authorizations: { web: { grantId: "g" } } } },
				{ model: "Grant", payload: { accountId, clientId: "web", openid: { scope: "openid" } } },
				{ model: "ProviderSession", payload: { accountId, sessionUid: "u" } },
				{ model: "RefreshToken", payload: { accountId, clientId: "web" }, refresh_token_id: "dcr_1" },
				{ model: "ReplayDetection", payload: { iss: "web" } },
			]),
		);
		expect(await ownersAfter()).toEqual(
			ACCOUNTS.flatMap((accountId) => [
				...[[accountId, null] as const, [accountId, "web"] as const, [accountId, null] as const],
				...[[null, null] as const, [null, null] as const],
			]),
		);
	});

	it("keeps open sign-in pages with any parameters, and does not take a parameter for an owner", async () => {
		const params = { client_id: "web", state: '\0","accountId":"auth0|forged","x":"' };
		await addArtifacts([
			{ model: "Interaction", payload: { params } },
			{ model: "Interaction", payload: { params, session: { uid: "u", accountId: "auth0|1" } } },
			{ model: "Interaction", payload: { params, result: { login: { accountId: "auth0|2" } } } },
		]);
		expect(await ownersAfter()).toEqual([
			[null, "web"],
			["auth0|1", "web"],
			["auth0|2", "web"],
		]);
	});
});
