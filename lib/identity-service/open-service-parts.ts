import { databaseLocation, migrateDatabase, openDatabase } from "@/lib/database/open-database";
import type { StoreHealth } from "@/lib/database/store-health";
import { machineClock } from "./context/clock";
import type { IdentityServiceConfig } from "./context/config";
import type { IdentityService } from "./context/identity-service";
import type { ServiceSecrets } from "./keys/service-secrets";
import { loadSigningKeys } from "./keys/signing-keys";
import { PASSWORD_COST } from "./passwords/password-hash";
import { sampleTenant } from "./sample-tenant/sample-tenant";
import { migrations } from "./store/migrations";
import type { IdentityServiceSchema } from "./store/schema";

/** What a start opens. The rest of the service is made of it. */
export type ServiceParts = Pick<
	IdentityService,
	"config" | "database" | "secrets" | "keys" | "passwordCost" | "seed" | "otherSessions" | "now"
>;

/** Opens the service's database and brings it up to date. */
export async function openServiceDatabase({ dataDir, databaseUrl }: IdentityServiceConfig, health?: StoreHealth) {
	const location = databaseLocation("identity-service", dataDir, databaseUrl);
	const database = await openDatabase<IdentityServiceSchema>(location, health);
	await migrateDatabase(database, migrations);
	return database;
}

/** The first signing keys may not be ready yet. */
export async function openServiceParts(
	config: IdentityServiceConfig,
	database: IdentityService["database"],
	secrets: ServiceSecrets,
	now: () => Date = machineClock,
	passwordCost = PASSWORD_COST,
): Promise<ServiceParts> {
	const keys = await loadSigningKeys({ database, secrets, now });
	const seed = sampleTenant({ config, database, secrets, now, passwordCost });
	return { config, database, secrets, keys, passwordCost, seed, otherSessions: { end: async () => {} }, now };
}
