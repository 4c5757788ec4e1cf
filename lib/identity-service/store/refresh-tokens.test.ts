import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inTransaction } from "@/lib/database/in-transaction";
import { planOf, recordQueries, unindexedSteps } from "@/lib/database/testing/record-queries";
import { REFRESH_TOKEN_IDLE_SECONDS } from "../clients/lifetimes";
import { epochSeconds } from "../context/clock";
import { setClient } from "../testing/passive-sign-in";
import { ENGINES, startTestService } from "../testing/test-service";
import { exchange, signInForTokens } from "../testing/token-request";
import { saveArtifact } from "./oidc-artifacts";
import { deleteExpiredRefreshTokens, deleteRefreshTokens } from "./refresh-tokens";
import { findRevoked, rememberRevoked } from "./revoked-tokens";

const SCOPE = "openid offline_access";
const DAY_SECONDS = 86_400;
const KEPT = 100;

describe.each(ENGINES)("what is stored of refresh tokens on %s", (engine) => {
	let tenant: Awaited<ReturnType<typeof startTestService>>;
	beforeAll(async () => {
		tenant = await startTestService(engine);
	});
	afterAll(() => tenant.stop());

	const issue = async () => (await signInForTokens(tenant.service, "web", { scope: SCOPE })).refresh_token;
	const swap = (token: string) => exchange(tenant.service, "web", token);
	const families = () =>
		tenant.service.database.selectFrom("refresh_tokens").selectAll().orderBy("created_at", "desc").execute();
	const artifacts = () => tenant.service.database.selectFrom("oidc_artifacts").select(["model", "grant_id"]).execute();
	const time = () => tenant.service.now().toISOString();
	const newestFamily = async () => {
		const [family] = await families();
		if (!family) throw new Error("No refresh token");
		return family;
	};
	const valuesOf = (id: string) =>
		tenant.service.database
			.selectFrom("oidc_artifacts")
			.select(["id_hash", "consumed_at"])
			.where("refresh_token_id", "=", id)
			.execute();

	/**
	 * Stores used values of a family, as of earlier exchanges, which were this many days ago.
	 * @returns the values
	 */
	async function addUsed(daysAgo: readonly number[]): Promise<string[]> {
		const { database, now } = tenant.service;
		const family = await newestFamily();
		const current = database.selectFrom("oidc_artifacts").selectAll().where("refresh_token_id", "=", family.id);
		const { payload, grant_id } = await current.executeTakeFirstOrThrow();
		const values = daysAgo.map((_, index) => `${family.id}-used-${index}`);
		for (const [index, id] of values.entries()) {
			await saveArtifact(database, {
				model: "RefreshToken",
				id,
				payload: JSON.parse(payload),
				grantId: grant_id ?? undefined,
				refreshTokenId: family.id,
				generation: -1,
			});
			const consumed_at = epochSeconds(now()) - Math.round((daysAgo[index] ?? 0) * DAY_SECONDS);
			await database
				.updateTable("oidc_artifacts")
				.set({ consumed_at })
				.where("refresh_token_id", "=", family.id)
				.where("generation", "=", -1)
				.where("consumed_at", "is", null)
				.execute();
		}
		return values;
	}

	describe("once they have expired", () => {
		it("is deleted in steps, with all values and grants, and nothing else", async () => {
			for (let count = 0; count < 3; count += 1) await swap(await issue());
			tenant.passSeconds(REFRESH_TOKEN_IDLE_SECONDS - 600);
			const lasting = await issue();
			const kept = await newestFamily();
			const deleteSome = () => deleteExpiredRefreshTokens(tenant.service.database, time(), 2);
			expect(await deleteSome()).toBe(0);
			tenant.passSeconds(600);
			expect([await deleteSome(), await deleteSome(), await deleteSome()]).toEqual([2, 1, 0]);
			expect(await families()).toEqual([kept]);
			const left = await artifacts();
			expect(left.filter(({ model }) => model === "RefreshToken")).toEqual([
				{ model: "RefreshToken", grant_id: kept.grant_id },
			]);
			expect(left.filter(({ model }) => model === "Grant")).toHaveLength(1);
			expect((await swap(lasting)).status).toBe(200);
		});

		it("is found by an index", async () => {
			const { database } = tenant.service;
			const recorder = recordQueries(database);
			await issue();
			tenant.passSeconds(REFRESH_TOKEN_IDLE_SECONDS + 1);
			expect(await deleteExpiredRefreshTokens(recorder.database, time(), 10)).toBeGreaterThan(0);
			for (const statement of recorder.take()) {
				expect(unindexedSteps(await planOf(database, statement)), statement.sql).toEqual([]);
			}
		});
	});

	describe("of used values", () => {
		it("keeps of a revoked token its current value and the newest hundred", async () => {
			const { database, now } = tenant.service;
			await issue();
			const { id } = await newestFamily();
			const values = await addUsed(Array.from({ length: KEPT + 20 }, (_, index) => index + 1));
			await inTransaction(database, async (transaction) =>
				rememberRevoked(transaction, await deleteRefreshTokens(transaction, "id", [id]), epochSeconds(now())),
			);
			const known = await Promise.all(values.map((value) => findRevoked(database, value)));
			expect(known.map(Boolean)).toEqual(values.map((_, index) => index < KEPT));
			const rows = database.selectFrom("oidc_artifacts").select("id_hash").where("model", "=", "RevokedRefreshToken");
			expect(await rows.where("payload", "like", `%${id}%`).execute()).toHaveLength(KEPT + 1);
		});

		it("is the newest hundred and those of thirty days: an older one is refused and ends nothing, a kept one does", async () => {
			const token = await issue();
			const { id } = await newestFamily();
			// Two of the newest are older than thirty days.
			const old = [...Array.from({ length: 30 }, (_, index) => 41 + index), 40, 39];
			const recent = Array.from({ length: KEPT - 3 }, (_, index) => 29 - index / 10);
			const values = await addUsed([...old, ...recent]);
			const renewed = await swap(token);
			expect(renewed.status).toBe(200);
			// One more is used now: a hundred.
			expect((await valuesOf(id)).filter(({ consumed_at }) => consumed_at !== null)).toHaveLength(KEPT);
			const [oldest = "", ...others] = values;
			expect((await swap(oldest)).status).toBe(403);
			const last = await swap(renewed.body.refresh_token);
			expect(last.status).toBe(200);
			expect((await swap(others.at(-1) ?? "")).status).toBe(403);
			expect((await swap(last.body.refresh_token)).status).toBe(403);
			expect((await families()).map((family) => family.id)).not.toContain(id);
		});

		it.each(process.env.LONG || engine === "SQLite" ? [true, false] : [true])(
			"is the newest hundred of a token that was exchanged within seconds, too, and exchanged since: %s",
			async (isExchanged) => {
				await setClient(tenant.service, "web", {
					refresh_token: { expiration_type: "non-expiring", rotation_type: "rotating" },
				});
				const oldest = await issue();
				const { id } = await newestFamily();
				let token = oldest;
				for (let count = 0; count < KEPT + 1; count += 1) token = (await swap(token)).body.refresh_token;
				tenant.passSeconds(31 * DAY_SECONDS);
				if (isExchanged) token = (await swap(token)).body.refresh_token;
				expect((await swap(oldest)).status).toBe(403);
				expect((await swap(token)).status).toBe(200);
				expect((await families()).map((family) => family.id)).toContain(id);
				await setClient(tenant.service, "web", {});
			},
		);

		it("is all of thirty days, however many there are", async () => {
			const token = await issue();
			const { id } = await newestFamily();
			const values = await addUsed([31, ...Array.from({ length: KEPT + 50 }, () => 29)]);
			expect((await swap(token)).status).toBe(200);
			expect(await valuesOf(id)).toHaveLength(KEPT + 50 + 2);
			expect((await swap(values[0] ?? "")).status).toBe(403);
			expect((await families()).map((family) => family.id)).toContain(id);
			expect((await swap(values[1] ?? "")).status).toBe(403);
			expect((await families()).map((family) => family.id)).not.toContain(id);
		});

		it("is deleted a hundred at a time, by an index, where an older release has left more", async () => {
			const { database } = tenant.service;
			let token = await issue();
			const { id } = await newestFamily();
			await addUsed(Array.from({ length: 350 }, (_, index) => 400 - index));
			const recorder = recordQueries(database);
			const counts: number[] = [];
			for (let round = 0; round < 4; round += 1) {
				tenant.service.database = recorder.database;
				token = (await swap(token)).body.refresh_token;
				tenant.service.database = database;
				counts.push((await valuesOf(id)).length);
			}
			// With the current value, and one more used at each exchange.
			expect(counts).toEqual([252, 153, KEPT + 1, KEPT + 1]);
			const statements = recorder.take().filter(({ sql }) => sql.includes("consumed_at"));
			expect(statements.length).toBeGreaterThanOrEqual(4 * 2);
			for (const statement of statements) {
				expect(unindexedSteps(await planOf(database, statement)), statement.sql).toEqual([]);
			}
		});
	});
});
