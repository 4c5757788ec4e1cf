import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { inTransaction } from "@/lib/database/in-transaction";
import { planOf, recordQueries, unindexedSteps } from "@/lib/database/testing/record-queries";
import { forgetProcessWideValues } from "@/lib/process/process-wide";
import type { IdentityService } from "./context/identity-service";
import { deleteLogEntries, expirySweep, sweepExpired } from "./expiry";
import { handleServiceRequest } from "./handle-request";
import { KEY_PUBLICATION_SECONDS, rotateSigningKeys, SIGNED_TOKEN_SECONDS_MAX } from "./keys/signing-keys";
import { sendLoginCode } from "./passwordless/login-code";
import { participantBy, participantsOf, saveParticipant } from "./sessions/saml-sessions";
import { createSharedRateLimiter } from "./store/shared-rate-limiter";
import { callAccounts } from "./testing/account-calls";
import { dpopKey } from "./testing/dpop";
import { setClient } from "./testing/passive-sign-in";
import { requestFrom } from "./testing/service-request";
import { TestBrowser } from "./testing/test-browser";
import { assertion } from "./testing/test-keys";
import { AUDIENCE, EMAIL, ENGINES, ISSUER, startTestService, USER_ID } from "./testing/test-service";
import { requestToken, signInForTokens } from "./testing/token-request";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const ADDRESS = "192.0.2.1";

type Table =
	| "oidc_artifacts"
	| "sessions"
	| "refresh_tokens"
	| "login_codes"
	| "password_resets"
	| "pending_sign_ups"
	| "outbox_messages"
	| "login_failures"
	| "log_entries"
	| "log_counts"
	| "rate_buckets";

describe.each(ENGINES)("a row that has ended on %s", (engine) => {
	let tenant: Awaited<ReturnType<typeof startTestService>>;
	let other: IdentityService;
	let passed = 0;
	beforeAll(async () => {
		tenant = await startTestService(engine);
		other = await tenant.startAnother();
	});
	beforeEach(() => tenant.service.database.deleteFrom("oidc_artifacts").execute());
	afterEach(() => {
		tenant.passSeconds(-passed);
		passed = 0;
	});
	afterAll(() => tenant.stop());

	function passSeconds(seconds: number) {
		passed += seconds;
		tenant.passSeconds(seconds);
	}
	const sweep = (service = tenant.service) => sweepExpired(service);
	const rowsOf = (table: Table) =>
		tenant.service.database.selectFrom<Table>(table).select(sql<number>`1`.as("one")).execute();

	const client = { clientId: "courier", clientName: "Courier" };
	const signUp = { email: "new.person@example.com", password: "a new and lengthy password" };
	const to = { channel: "email", recipient: EMAIL, text: "A message", hasAccount: true, address: ADDRESS } as const;
	it.each<[Table, string, number, () => Promise<unknown>]>([
		[
			...(["login_codes", "a code by e-mail", 5 * MINUTE + HOUR] as const),
			() =>
				sendLoginCode(tenant.service, {
					client,
					channel: "email",
					destination: "x@example.com",
					request: requestFrom(ADDRESS),
				}),
		],
		[
			...(["password_resets", "a link to choose a new password", HOUR] as const),
			() => callAccounts(tenant.service, "change_password", { email: EMAIL }),
		],
		["pending_sign_ups", "a sign-up", DAY, () => callAccounts(tenant.service, "signup", signUp)],
		["outbox_messages", "a message", DAY, () => tenant.service.sender.send(to)],
		[
			...(["login_failures", "a failed sign-in", 15 * MINUTE] as const),
			() => tenant.service.throttles.logins.begin("x@example.com", ADDRESS),
		],
		["log_entries", "an entry of the log", 30 * DAY, () => logged("s")],
		["log_counts", "a count of failures", HOUR - ((Date.now() / 1_000) % HOUR), () => logged("fp")],
		["rate_buckets", "a count of requests", MINUTE, () => sharedLimiter().take("a caller")],
		["sessions", "a session", 3 * DAY, () => signInForTokens(tenant.service, "web", { scope: "openid" })],
		[
			...(["refresh_tokens", "a refresh token", 15 * DAY] as const),
			() => signInForTokens(tenant.service, "web", { scope: "openid offline_access" }),
		],
	])("is deleted by the next sweep, of %s: %s", async (table, _, lifetime, create) => {
		await tenant.service.database.deleteFrom(table).execute();
		await create();
		expect((await rowsOf(table)).length).toBeGreaterThan(0);
		const before = await rowsOf(table);
		passSeconds(lifetime - 5);
		await sweep();
		expect(await rowsOf(table)).toEqual(before);
		passSeconds(MINUTE + 10);
		await sweep();
		expect(await rowsOf(table)).toEqual([]);
	});

	async function logged(type: "s" | "fp", count = 1) {
		for (let index = 0; index < count; index += 1)
			tenant.service.log.add({ type, request: null, description: String(index) });
		await tenant.service.log.flush();
	}

	it("is an entry of the log beyond the latest, of which the number is known for ten minutes", async () => {
		const { database } = tenant.service;
		await database.deleteFrom("log_entries").execute();
		const entries = async () =>
			(await database.selectFrom("log_entries").select("description").orderBy("log_id").execute()).map(
				({ description }) => Number(description),
			);
		const remove = async (max: number) => {
			while ((await deleteLogEntries(tenant.service, max)) > 0);
		};
		await logged("s", 1_300);
		passSeconds(10 * MINUTE);
		await remove(1_300);
		expect(await entries()).toHaveLength(1_300);
		passSeconds(9 * MINUTE);
		await remove(1_000);
		expect(await entries()).toHaveLength(1_300);
		passSeconds(MINUTE);
		await remove(1_000);
		expect(await entries()).toEqual(Array.from({ length: 1_000 }, (_, index) => 300 + index));
		passSeconds(10 * MINUTE);
		await remove(2_000);
		expect(await entries()).toHaveLength(1_000);
	});

	function sharedLimiter() {
		const { database, now } = tenant.service;
		return createSharedRateLimiter(database, { burst: 1, perSecond: 1 }, (caller) => caller, now);
	}

	describe("that makes a proof or an assertion single use", () => {
		const start = Date.now();
		const at = (seconds: number) => vi.setSystemTime(start + seconds * 1000);
		beforeEach(() => {
			vi.useFakeTimers({ toFake: ["Date"] });
			at(0);
		});
		afterEach(() => vi.useRealTimers());

		const { proof } = dpopKey();
		async function request(dpop: string) {
			const form = { grant_type: "client_credentials", audience: AUDIENCE, ...(await assertion("bank")) };
			return requestToken(tenant.service, form, { dpop });
		}

		it("is deleted where machines alone call the management interface, not before it can't be accepted", async () => {
			const { body } = await request(await proof("POST", `${ISSUER}oauth/token`));
			const call = async (dpop: string) => {
				const headers = { authorization: `DPoP ${body.access_token}`, dpop };
				const request = new Request(`${AUDIENCE}refresh-tokens?user_id=x`, { headers });
				return (await handleServiceRequest(tenant.service, request)).status;
			};
			// Dated ahead: it is accepted for almost ten minutes.
			at(295);
			const ahead = await proof("GET", `${AUDIENCE}refresh-tokens`, body.access_token);
			at(0);
			expect(await call(ahead)).toBe(404);
			at(590);
			await sweep();
			expect(await call(ahead)).toBe(401);
			at(DAY);
			await sweep();
			expect(await rowsOf("oidc_artifacts")).toEqual([]);
		});

		it("stays as long as the token endpoint accepts one that was dated ahead", async () => {
			at(295);
			const ahead = await proof("POST", `${ISSUER}oauth/token`);
			at(0);
			expect((await request(ahead)).status).toBe(200);
			at(500);
			await sweep();
			expect((await request(ahead)).body.error).toMatch(/^invalid_/);
		});
	});

	it("is a grant without a refresh token, also of a client whose refresh tokens do not end", async () => {
		const endless = { expiration_type: "non-expiring", rotation_type: "non-rotating" } as const;
		await setClient(tenant.service, "web-steady", { refresh_token: endless });
		for (const scope of ["openid", "openid offline_access"]) {
			await signInForTokens(tenant.service, "web-steady", { scope });
			// Its code is never redeemed.
			await new TestBrowser(tenant.service).signIn({ client_id: "web-steady", scope });
		}
		passSeconds(32 * DAY);
		await sweep();
		const left = await tenant.service.database.selectFrom("oidc_artifacts").select("model").execute();
		expect(left.map(({ model }) => model).sort()).toEqual(["Grant", "RefreshToken"]);
		await tenant.service.database.deleteFrom("refresh_tokens").execute();
	});

	it("is a signing key of which all tokens have expired", async () => {
		const { database, keys } = tenant.service;
		const kids = async () => (await database.selectFrom("signing_keys").select("kid").execute()).map(({ kid }) => kid);
		const old = keys.privateKeySet.keys.map(({ kid }) => kid);
		await rotateSigningKeys(tenant.service);
		passSeconds(KEY_PUBLICATION_SECONDS + SIGNED_TOKEN_SECONDS_MAX);
		await sweep();
		expect(await kids()).toEqual(expect.arrayContaining(old));
		passSeconds(MINUTE + 5);
		await sweep();
		for (const kid of await kids()) expect(old).not.toContain(kid);
		expect(await kids()).toHaveLength(2);
	});

	it("is not found before it is deleted: a SAML application of a session", async () => {
		const participant = { accountId: USER_ID, sessionUid: "a session", clientId: "saml" };
		const nameIdentifier = { nameId: "person-1", nameIdFormat: "urn:x" };
		const index = await saveParticipant(tenant.service, { ...participant, ...nameIdentifier });
		expect(await participantBy(tenant.service, index)).toMatchObject(participant);
		passSeconds(7 * DAY);
		expect(await participantBy(tenant.service, index)).toBeNull();
		expect(await participantsOf(tenant.service, "a session")).toEqual([]);
	});

	/** Artifacts that have ended, or have not. */
	async function addArtifacts(count: number, expiresInSeconds: number) {
		const expires_at = Math.floor(tenant.service.now().getTime() / 1000) + expiresInSeconds;
		for (let first = 0; first < count; first += 1_000) {
			const rows = Array.from({ length: Math.min(1_000, count - first) }, (_, index) => ({
				model: "ReplayDetection",
				id_hash: `${expires_at} ${first + index}`,
				payload: "{}",
				expires_at,
				generation: 0,
				exchanged: 0,
			}));
			await tenant.service.database.insertInto("oidc_artifacts").values(rows).execute();
		}
	}

	it("is deleted with a bound on each statement and on the sweep, which says that more are left", async () => {
		await addArtifacts(10_600, -DAY);
		await addArtifacts(10, DAY);
		await sendLoginCode(tenant.service, {
			client,
			channel: "email",
			destination: "y@example.com",
			request: requestFrom(ADDRESS),
		});
		await tenant.service.database.updateTable("login_codes").set({ expires_at: 1 }).execute();
		const recorder = recordQueries(tenant.service.database);
		expect(await sweepExpired({ ...tenant.service, database: recorder.database })).toBe(false);
		expect(recorder.take().filter(({ sql }) => sql.includes("oidc_artifacts"))).toHaveLength(20);
		expect(await rowsOf("oidc_artifacts")).toHaveLength(610);
		expect(await rowsOf("login_codes")).toEqual([]);
		expect(await sweep()).toBe(true);
		expect(await rowsOf("oidc_artifacts")).toHaveLength(10);
	});

	it("is deleted by several instances at once without a failure, and none that has not ended", async () => {
		await addArtifacts(3_000, -DAY);
		await addArtifacts(10, DAY);
		await Promise.all([sweep(), sweep(other), sweep(), sweep(other)]);
		await sweep();
		expect(await rowsOf("oidc_artifacts")).toHaveLength(10);
	});

	it.runIf(engine === "PostgreSQL")("does not keep a sweep waiting, and stays where it goes on meanwhile", async () => {
		await tenant.service.database.deleteFrom("sessions").execute();
		await signInForTokens(tenant.service, "web", { scope: "openid" });
		passSeconds(4 * DAY);
		await inTransaction(tenant.service.database, async (transaction) => {
			const idle_expires_at = new Date(tenant.service.now().getTime() + DAY * 1000).toISOString();
			await transaction.updateTable("sessions").set({ idle_expires_at }).execute();
			await sweep(other);
		});
		await sweep(other);
		expect(await rowsOf("sessions")).toHaveLength(1);
	});

	it("is found by an index, but for the few signing keys and counts of requests", async () => {
		const recorder = recordQueries(tenant.service.database);
		await sweepExpired({ ...tenant.service, database: recorder.database });
		const statements = recorder.take().filter(({ sql }) => !/rate_buckets|signing_keys/.test(sql));
		expect(statements.length).toBeGreaterThanOrEqual(7);
		for (const statement of statements) {
			expect(unindexedSteps(await planOf(tenant.service.database, statement)), statement.sql).toEqual([]);
		}
	});

	describe("is deleted by time", () => {
		const EVERY = MINUTE * 1000;
		let timer: ReturnType<typeof expirySweep>;
		beforeEach(async () => {
			vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"] });
			timer = expirySweep(tenant.service);
		});
		afterEach(async () => {
			await timer.stop();
			vi.restoreAllMocks();
			vi.useRealTimers();
			forgetProcessWideValues();
		});
		const until = (condition: () => boolean | Promise<boolean>) => vi.waitUntil(condition, { timeout: 30_000 });
		const isGone = () => until(async () => (await rowsOf("oidc_artifacts")).length === 0);

		it("every minute after the start, by a timer that keeps no process running", async () => {
			const set = vi.spyOn(globalThis, "setTimeout");
			await addArtifacts(1, -DAY);
			timer.start();
			expect(set.mock.results[0]?.value.hasRef()).toBe(false);
			await vi.advanceTimersByTimeAsync(EVERY - 1);
			expect(await rowsOf("oidc_artifacts")).toHaveLength(1);
			for (let sweeps = 1; sweeps <= 2; sweeps += 1) {
				await vi.advanceTimersByTimeAsync(EVERY);
				await isGone();
				await until(() => set.mock.calls.filter(([, milliseconds]) => milliseconds === EVERY).length > sweeps);
				await addArtifacts(1, -DAY);
			}
		});

		it("a second later where more are left", async () => {
			const set = vi.spyOn(globalThis, "setTimeout");
			await addArtifacts(10_001, -DAY);
			timer.start();
			await vi.advanceTimersByTimeAsync(EVERY);
			await until(() => set.mock.calls.some(([, milliseconds]) => milliseconds === 1000));
			await vi.advanceTimersByTimeAsync(1000);
			await isGone();
		});

		it("although the sweep before failed, which is logged once and keeps no other table from it", async () => {
			const write = vi.spyOn(process.stderr, "write").mockReturnValue(true);
			const set = vi.spyOn(globalThis, "setTimeout");
			const { schema } = tenant.service.database;
			await schema.alterTable("oidc_artifacts").renameTo("elsewhere").execute();
			await tenant.service.throttles.logins.begin("x@example.com", ADDRESS);
			vi.setSystemTime(Date.now() + HOUR * 1000);
			timer.start();
			for (let sweeps = 1; sweeps <= 2; sweeps += 1) {
				await vi.advanceTimersByTimeAsync(EVERY);
				await until(() => set.mock.calls.filter(([, milliseconds]) => milliseconds === EVERY).length > sweeps);
			}
			expect(write.mock.calls).toEqual([[expect.stringContaining("deletion of expired rows failed")]]);
			expect(await rowsOf("login_failures")).toEqual([]);
			await schema.alterTable("elsewhere").renameTo("oidc_artifacts").execute();
			await addArtifacts(1, -DAY);
			await vi.advanceTimersByTimeAsync(EVERY);
			await isGone();
		});

		it("not after a stop, which waits for the sweep in progress", async () => {
			await addArtifacts(2_000, -DAY);
			timer.start();
			await vi.advanceTimersByTimeAsync(EVERY);
			await timer.stop();
			const left = (await rowsOf("oidc_artifacts")).length;
			await vi.advanceTimersByTimeAsync(10 * EVERY);
			expect([vi.getTimerCount(), await rowsOf("oidc_artifacts")]).toMatchObject([0, { length: left }]);
		});
	});
});
