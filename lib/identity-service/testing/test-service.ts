import path from "node:path";
import type { HashCost, IdentityService } from "../context/identity-service";
import { loadServiceSecrets } from "../keys/service-secrets";
import { openIdentityService } from "../open-identity-service";
import { openServiceDatabase } from "../open-service-parts";
import { hashPassword } from "../passwords/password-hash";
import { AUDIENCE, ISSUER, ORDERS, REDIRECT_URI } from "./addresses";
import { CHEAP_HASH } from "./cheap-hash";
import { testClients } from "./test-clients";
import { databasesWith } from "./test-database";

export { AUDIENCE, ISSUER, ORDERS, REDIRECT_URI };
export const USER_ID = "auth0|0123456789abcdef01234567";
const OTHER_USER_ID = "auth0|aaaaaaaaaaaaaaaaaaaaaaaa";
export const EMAIL = "Rita@example.com";
export const OTHER_EMAIL = "omar@example.com";
export const PASSWORD = "correct horse battery staple";

export type Engine = "SQLite" | "PostgreSQL";
/** For tests of what may differ between the engines: PostgreSQL as well, where `TEST_DATABASE_URL` names a server. */
export const ENGINES: readonly Engine[] = process.env.TEST_DATABASE_URL ? ["SQLite", "PostgreSQL"] : ["SQLite"];
/** For tests whose database queries are tested on each engine elsewhere: SQLite, and in the long run both. */
export const ANY_ENGINE: readonly Engine[] = process.env.LONG ? ENGINES : ["SQLite"];

const openDatabase = databasesWith({
	appSecret: "test-secret-with-enough-entropy-0123456789",
	async fill(config) {
		const database = await openServiceDatabase(config);
		const service = await openIdentityService(config, database, await loadServiceSecrets(database, config));
		await service.keys.ready();
		await addUsers(service);
		await database.insertInto("clients").values(testClients()).execute();
		await database
			.insertInto("resource_servers")
			.values({ identifier: ORDERS, name: "Orders", scopes: '["read:orders"]' })
			.execute();
		await database.destroy();
	},
});

type TestSettings = {
	/** Cost of a password's hash; the lowest unless a test is about it. */
	passwordCost?: HashCost;
};

/** A service with a database of its own, two users and one client of each kind. The test can move its clock. */
export async function startTestService(
	engine: Engine = "SQLite",
	environment: Record<string, string> = {},
	{ passwordCost = CHEAP_HASH }: TestSettings = {},
) {
	const server = engine === "PostgreSQL" ? process.env.TEST_DATABASE_URL : undefined;
	const { config, database, dataDir, close } = await openDatabase(environment, server);
	const clock = { offset: 0 };
	const now = () => new Date(Date.now() + clock.offset);
	const others: IdentityService[] = [];
	const service = await openIdentityService(
		config,
		database,
		await loadServiceSecrets(database, config),
		now,
		passwordCost,
	);
	return {
		service,
		databaseFile: path.join(dataDir, "identity-service.sqlite"),
		passSeconds(seconds: number) {
			clock.offset += seconds * 1000;
		},
		/** Another instance of the service with the same database. */
		async startAnother() {
			const own = await openServiceDatabase(config);
			const secrets = await loadServiceSecrets(own, config);
			const other = await openIdentityService(config, own, secrets, now, passwordCost);
			others.push(other);
			return other;
		},
		async stop() {
			for (const { log } of [service, ...others]) await log.flush();
			for (const { database } of others) await database.destroy();
			await close();
		},
	};
}

async function addUsers(service: IdentityService): Promise<void> {
	const password_hash = await hashPassword(PASSWORD, CHEAP_HASH);
	const created = { created_at: "2026-01-02T03:04:05.000Z", updated_at: "2026-01-02T03:04:05.000Z" };
	const names = { given_name: "Rita", family_name: "Rook", nickname: null, picture: null };
	const user = (user_id: string, email: string, name: string) => ({
		user_id,
		email,
		email_key: email.toLowerCase(),
		email_verified: 1,
		name,
		name_key: name.toLowerCase(),
		...names,
		...created,
		password_hash,
	});
	await service.database
		.insertInto("users")
		.values([user(USER_ID, EMAIL, "Rita Rook"), user(OTHER_USER_ID, OTHER_EMAIL, "Omar Owl")])
		.execute();
}
