import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { databaseLocation, openDatabase } from "@/lib/database/open-database";
import { endOf, go, readyOf, startChild } from "@/lib/database/testing/run-child";
import { createTestDatabase } from "@/lib/database/testing/test-database";
import { forgetProcessWideValues } from "@/lib/process/process-wide";
import { clientSecret } from "./keys/client-secret";
import { checkPassword } from "./passwords/password-check";
import { verifyPassword } from "./passwords/password-hash";
import { sampleClients } from "./sample-tenant/clients";
import { sampleRefreshTokens } from "./sample-tenant/refresh-tokens";
import { sampleSessions } from "./sample-tenant/sessions";
import { sampleTemplates } from "./sample-tenant/templates";
import { sampleUsers } from "./sample-tenant/users";
import { startIdentityService } from "./start";
import type { IdentityServiceSchema } from "./store/schema";
import { CHEAP_HASH } from "./testing/cheap-hash";
import { requestFrom } from "./testing/service-request";

const INSTANCES = process.env.LONG ? 3 : 2;
let dataDir: string;
let stopLast = async () => {};
beforeEach(() => {
	dataDir = mkdtempSync(path.join(tmpdir(), "start-"));
});
afterEach(async () => {
	await stopLast();
	rmSync(dataDir, { recursive: true, force: true });
});

async function begin(environment: Record<string, string> = {}) {
	const settings = { DATA_DIR: dataDir, ...environment };
	const started = await startIdentityService({ appUrl: "http://localhost:3000", environment: settings });
	stopLast = () => started.parts.database.destroy();
	return started;
}

/** With its first keys and the whole service, for which a start does not wait. */
async function start(environment: Record<string, string> = {}) {
	const started = await begin(environment);
	await started.parts.keys.ready();
	return { ...started, service: await started.service() };
}
const readCredentials = () => JSON.parse(readFileSync(path.join(dataDir, "credentials.json"), "utf8"));

describe("starting the service", () => {
	it("hashes no password of the sample before its first login, and then once; waits for no key", async () => {
		const { parts, service: load, handleRequest } = await begin();
		expect(parts.keys.privateKeySet.keys.map(({ alg }) => alg)).toEqual(["ES256"]);
		const service = await load();
		const hashes = () => service.database.selectFrom("users").select(["email", "password_hash"]).execute();
		expect((await hashes()).filter(({ password_hash }) => password_hash !== null)).toEqual([]);
		const { email, password } = readCredentials().sign_ins.viewer;
		const login = (typed: string) => checkPassword(service, { email, password: typed, request: requestFrom("::1") });
		await expect(login(`${password}x`)).rejects.toThrow("Wrong email or password.");
		const [made, ...others] = (await hashes()).filter(({ password_hash }) => password_hash !== null);
		expect(others).toEqual([]);
		expect(await login(password)).toMatchObject({ email, ...made });
		// So that no timer of it is left for the next tests.
		await service.log.flush();
		const jwks = await handleRequest(new Request("http://localhost:3000/.well-known/jwks.json"));
		expect((await jwks.json()).keys.map(({ kid }: { kid: string }) => `active:${kid}`).join(" ")).toBe(
			service.keys.version,
		);
	});

	it("adds a second editor to the sample where one is needed, once, and lists the sign-in", async () => {
		const { service, listEditors, adminRoleOf, addSecondEditor } = await start();
		expect(await listEditors()).toHaveLength(1);
		expect(Object.keys(readCredentials().sign_ins)).toEqual(["editor", "support", "viewer", "user"]);
		await Promise.all([addSecondEditor(), addSecondEditor()]);
		await addSecondEditor();
		const { editor, second_editor: second } = readCredentials().sign_ins;
		const cheap = { ...service, passwordCost: CHEAP_HASH };
		await checkPassword(cheap, { ...second, request: requestFrom("::1") });
		const rows = service.database
			.selectFrom("users")
			.select("user_id")
			.where("email", "in", [editor.email, second.email]);
		const ids = (await rows.execute()).map(({ user_id }) => user_id);
		expect((await listEditors()).toSorted()).toEqual(ids.toSorted());
		expect(await Promise.all(ids.map((id) => adminRoleOf(id)))).toEqual(["editor", "editor"]);
	});

	it("adds none where an operator has chosen the editors, or taken the role from the second one", async () => {
		const { service, listEditors, addSecondEditor } = await start();
		const setRole = (email: string, admin_role: "editor" | null) =>
			service.database.updateTable("users").set({ admin_role }).where("email", "=", email).execute();
		await setRole("viewer@example.com", "editor");
		await setRole("editor@example.com", null);
		await addSecondEditor();
		expect(await listEditors()).toHaveLength(1);
		await setRole("editor@example.com", "editor");
		await setRole("viewer@example.com", null);
		await addSecondEditor();
		expect(await listEditors()).toHaveLength(2);
		await setRole("second.editor@example.com", null);
		await addSecondEditor();
		expect(await listEditors()).toHaveLength(1);
	});

	it("makes a tenant with the sign-ins and clients that the credentials file names", async () => {
		const { settings, service } = await start();
		const credentials = readCredentials();
		expect(Object.keys(credentials.clients)).toEqual(sampleClients.map(({ handle }) => handle));
		for (const { email, password } of Object.values<{ email: string; password: string }>(credentials.sign_ins)) {
			const cheap = { ...service, passwordCost: CHEAP_HASH };
			expect(await checkPassword(cheap, { email, password, request: requestFrom("::1") })).toMatchObject({ email });
			expect(password).toMatch(/^([a-z0-9]{5}-){3}[a-z0-9]{5}$/);
		}
		const { private_key, ...console } = credentials.clients.console_with_key;
		expect(console).toMatchObject({
			client_id: settings.MANAGEMENT_CLIENT_ID,
			token_endpoint_auth_method: "private_key_jwt",
			grants: ["client_credentials"],
			redirect_uris: [],
			global: true,
		});
		expect(JSON.parse(settings.MANAGEMENT_CLIENT_KEY ?? "")).toEqual({ current: private_key });
		expect(credentials.clients.console_sign_in).toMatchObject({
			client_secret: clientSecret(service.config.appSecret, settings.SIGN_IN_CLIENT_ID ?? ""),
			redirect_uris: ["/api/auth/callback/identity-service"],
		});
		expect(credentials.clients.single_page_app).not.toHaveProperty("client_secret");
		expect(settings).toMatchObject({
			MANAGEMENT_BASE_URL: "http://localhost:3000/api/v2",
			AUTH_BASE_URL: "http://localhost:3000",
			MANAGEMENT_AUDIENCE: "http://localhost:3000/api/v2/",
		});
	});

	it("keeps its secrets to the owner of the data folder, and leaves no draft behind", async () => {
		await start();
		for (const name of ["credentials.json", "app-secret"]) {
			expect(statSync(path.join(dataDir, name)).mode & 0o777).toBe(0o600);
		}
		expect(
			readdirSync(dataDir)
				.filter((name) => !name.startsWith("identity-service.sqlite"))
				.sort(),
		).toEqual(["app-secret", "credentials.json"]);
	});

	it("stores no client secret and no password", async () => {
		const { database } = (await start()).service;
		const rows = JSON.stringify([
			await database.selectFrom("clients").selectAll().execute(),
			await database.selectFrom("users").selectAll().execute(),
			await database.selectFrom("signing_keys").selectAll().execute(),
		]);
		const { clients, sign_ins } = readCredentials();
		for (const { client_secret } of Object.values<{ client_secret?: string }>(clients)) {
			if (client_secret) expect(rows).not.toContain(client_secret);
		}
		for (const { password } of Object.values<{ password: string }>(sign_ins)) expect(rows).not.toContain(password);
		expect(rows).not.toContain('"d":');
	});

	it("finds the same tenant again, and does not restore what was deleted", async () => {
		const first = await start();
		const credentials = readCredentials();
		const keys = first.service.keys.privateKeySet;
		await first.service.database.deleteFrom("templates").execute();
		await stopLast();
		const { settings, service } = await start();
		expect(settings).toEqual(first.settings);
		expect(readCredentials()).toEqual(credentials);
		expect(service.keys.privateKeySet).toEqual(keys);
		expect(await service.database.selectFrom("templates").select("id").execute()).toEqual([]);
	});

	it("shares no identifier, secret or password with another installation", async () => {
		const { settings: one } = await start();
		const first = JSON.stringify(readCredentials());
		await stopLast();
		rmSync(dataDir, { recursive: true, force: true });
		const { settings: other } = await start();
		const { clients, sign_ins } = readCredentials();
		for (const name of Object.keys(one).filter((name) => /ID|SECRET/.test(name))) {
			if (one[name]) expect(other[name]).not.toBe(one[name]);
		}
		for (const { client_id, client_secret } of Object.values<Record<string, string>>(clients)) {
			expect(first).not.toContain(client_id);
			if (client_secret) expect(first).not.toContain(client_secret);
		}
		for (const { password } of Object.values<Record<string, string>>(sign_ins)) expect(first).not.toContain(password);
	});

	/** As `npm run secrets` leaves the data folder at its first call. */
	function replaceSecret(): void {
		const file = path.join(dataDir, "app-secret");
		copyFileSync(file, `${file}.previous`);
		writeFileSync(file, "a secret of today with enough entropy\n");
	}
	const removePrevious = () => rmSync(path.join(dataDir, "app-secret.previous"));

	it("finds the same tenant after its secret was replaced: clients, their secrets, sign-ins and documents", async () => {
		const { settings, service } = await start();
		const credentials = readCredentials();
		const keys = service.keys.privateKeySet;
		await stopLast();
		replaceSecret();
		const both = await start();
		expect(both.settings).toMatchObject({ SESSION_SECRET_PREVIOUS: settings.SESSION_SECRET });
		expect((await both.rotateSecrets({ newCredentials: false })).moved).toBeGreaterThan(0);
		expect(readCredentials()).toEqual(credentials);
		await stopLast();
		removePrevious();
		const after = await start();
		const { SESSION_SECRET, SESSION_SECRET_PREVIOUS, ...kept } = after.settings;
		expect(settings).toMatchObject(kept);
		expect([SESSION_SECRET === settings.SESSION_SECRET, SESSION_SECRET_PREVIOUS]).toEqual([false, ""]);
		expect(readCredentials()).toEqual(credentials);
		expect(after.service.keys.privateKeySet).toEqual(keys);
		expect(await after.service.database.selectFrom("clients").select("client_id").execute()).toHaveLength(
			sampleClients.length,
		);
	});

	it("gives clients and sign-ins new secrets with the new one where that is requested", async () => {
		await start();
		const before = readCredentials();
		await stopLast();
		replaceSecret();
		await (await start()).rotateSecrets({ newCredentials: true });
		await stopLast();
		removePrevious();
		const { service } = await start();
		const { clients, sign_ins } = readCredentials();
		for (const [handle, { client_id, client_secret, private_key }] of Object.entries<Record<string, string>>(clients)) {
			expect(client_id).toBe(before.clients[handle].client_id);
			if (client_secret) expect(client_secret).not.toBe(before.clients[handle].client_secret);
			if (private_key) expect(private_key).not.toEqual(before.clients[handle].private_key);
		}
		const editor = service.database.selectFrom("users").selectAll().where("email", "=", sign_ins.editor.email);
		const { password_hash = null } = (await editor.executeTakeFirst()) ?? {};
		expect(await verifyPassword(sign_ins.editor.password, password_hash)).toBe(true);
		expect(await verifyPassword(before.sign_ins.editor.password, password_hash)).toBe(false);
	});

	it("refuses a database whose keys belong to another secret, with that reason", async () => {
		await start();
		await stopLast();
		writeFileSync(path.join(dataDir, "app-secret"), "another secret altogether, 32 bytes long");
		await expect(start()).rejects.toThrow("another APP_SECRET");
	});

	it("adds no client to the database of another secret, under which it would have another identifier", async () => {
		const { service } = await start();
		await service.database.deleteFrom("clients").where("handle", "=", "web_app").execute();
		await stopLast();
		writeFileSync(path.join(dataDir, "app-secret"), "another secret altogether, 32 bytes long");
		await expect(start()).rejects.toThrow();
		const database = await openDatabase<IdentityServiceSchema>(
			databaseLocation("identity-service", dataDir, undefined),
		);
		const handles = await database.selectFrom("clients").select("handle").execute();
		await database.destroy();
		expect(handles).toHaveLength(sampleClients.length - 1);
	});

	it("refuses an APP_SECRET that could be guessed, and accepts one that could not", async () => {
		await expect(start({ APP_SECRET: "x".repeat(31) })).rejects.toThrow("APP_SECRET must have at least 32 characters");
		await start({ APP_SECRET: "x".repeat(32) });
		expect(readdirSync(dataDir)).not.toContain("app-secret");
	});

	it("reports no scopes as granted to the console of a new tenant, which has them all from the beginning", async () => {
		const { passOnConsoleGrants } = await start();
		const reported: unknown[] = [];
		await passOnConsoleGrants(async (grant) => void reported.push(grant));
		expect(reported).toEqual([]);
		expect(readCredentials().clients.console_with_key.scopes).toEqual(
			expect.arrayContaining(["read:client_credentials", "update:client_grants", "update:connections_options"]),
		);
	});

	it("deletes rows that have ended by time, until it is stopped", async () => {
		const { parts, ...started } = await begin();
		const addExpired = async () => {
			const row = {
				model: "ReplayDetection",
				id_hash: crypto.randomUUID(),
				payload: "{}",
				expires_at: 1,
				generation: 0,
				exchanged: 0,
			};
			await parts.database.insertInto("oidc_artifacts").values(row).execute();
		};
		const rows = async () => (await parts.database.selectFrom("oidc_artifacts").select("model").execute()).length;
		await addExpired();
		vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"] });
		try {
			await started.begin();
			await vi.advanceTimersByTimeAsync(61_000);
			await vi.waitUntil(async () => (await rows()) === 0, { timeout: 30_000 });
			await started.stop();
			await addExpired();
			await vi.advanceTimersByTimeAsync(600_000);
			expect([vi.getTimerCount(), await rows()]).toEqual([0, 1]);
		} finally {
			vi.useRealTimers();
			forgetProcessWideValues();
		}
	});

	it("writes what waits of the tenant's log when it is stopped", async () => {
		const { service, stop } = await start();
		service.log.add({ type: "s", request: null, description: "the last" });
		const written = () => service.database.selectFrom("log_entries").select("description").execute();
		expect(await written()).toEqual([]);
		await stop();
		expect(await written()).toEqual([{ description: "the last" }]);
		forgetProcessWideValues();
	});

	it("refuses a rate limit that is no number", async () => {
		await expect(start({ RATE_LIMIT_BURST: "many" })).rejects.toThrow(
			'RATE_LIMIT_BURST must be a number above 0, not "many"',
		);
	});
});

describe("several instances that start together on nothing", () => {
	async function startTogether(databaseUrl = "") {
		const children = Array.from({ length: INSTANCES }, () =>
			startChild("lib/identity-service/testing/start-and-report.ts", dataDir, databaseUrl),
		);
		await Promise.all(children.map(readyOf));
		const ended = Promise.all(children.map(endOf));
		children.forEach(go);
		const ends = await ended;
		for (const { code, errors } of ends) expect([code, errors]).toEqual([0, ""]);
		expect(new Set(ends.map(({ output }) => output)).size).toBe(1);
		const { service } = await start({ DATABASE_URL: databaseUrl });
		const counts = await Promise.all(
			(["clients", "users", "refresh_tokens", "sessions", "templates", "signing_keys"] as const).map(async (table) => {
				return (await service.database.selectFrom(table).selectAll().execute()).length;
			}),
		);
		const sample = [sampleClients, sampleUsers, sampleRefreshTokens, sampleSessions, sampleTemplates];
		// One signing key of each algorithm.
		expect(counts).toEqual([...sample.map(({ length }) => length), 2]);
	}

	it("end up with one tenant, one secret and one signing key, on SQLite", () => startTogether(), 60_000);

	const server = process.env.TEST_DATABASE_URL;
	it.skipIf(!server)(
		`end up with the same on PostgreSQL${server ? "" : ": NOT TESTED, for want of TEST_DATABASE_URL"}`,
		async () => {
			const postgres = await createTestDatabase(server ?? "");
			await startTogether(postgres.url);
			await stopLast();
			await postgres.drop();
		},
	);
});

describe("the sample tenant", () => {
	it("has two admins, eight end users or more, and four applications", () => {
		expect(sampleUsers.length).toBeGreaterThanOrEqual(2 + 8);
		expect(sampleClients.filter(({ grants }) => grants.includes("refresh_token")).length).toBeGreaterThanOrEqual(4);
		for (const { email } of sampleUsers) expect(email).toMatch(/@example\.(com|org)$/);
	});

	it("has twelve varied refresh tokens or more", () => {
		expect(sampleRefreshTokens.length).toBeGreaterThanOrEqual(12);
		const entries = sampleRefreshTokens.map(({ metadata }) => metadata && Object.keys(metadata).length);
		expect(entries).toContain(null);
		expect(entries).toContain(25);
		expect(sampleRefreshTokens.some(({ session }) => session === null)).toBe(true);
		expect(sampleRefreshTokens.some(({ expiresInDays }) => expiresInDays === null)).toBe(true);
		expect(sampleRefreshTokens.some(({ initial }) => initial.ip === null)).toBe(true);
		for (const { user, client } of sampleRefreshTokens) {
			expect(sampleUsers.some(({ handle }) => handle === user)).toBe(true);
			expect(sampleClients.some(({ handle }) => handle === client)).toBe(true);
		}
	});
});
