import { mkdirSync } from "node:fs";
import { clientSecret } from "./client-secret";
import { readConfig } from "./config";
import { setCurrentService } from "./current";
import { openIdentityService } from "./identity-service";
import { sampleClientId, sampleUserId } from "./sample-tenant/derived";
import { seedSampleTenant } from "./sample-tenant/seed-sample-tenant";
import { writeCredentials } from "./sample-tenant/write-credentials";
import { deriveSecret, readAppSecret } from "./secrets";

export { redirectOriginOfInteraction } from "./authentication/redirect-origin";

type Surroundings = {
	/** The app's own origin, without a trailing slash. */
	appUrl: string;
	environment: Record<string, string | undefined>;
};

/**
 * Starts the embedded identity service: secret, database, sample tenant, credentials file. Once per process.
 * @returns the environment variables that point the dashboard at it, as they would point at a real tenant
 * @throws Error when a setting cannot be used or the data folder or database cannot be written
 */
export async function startIdentityService({ appUrl, environment }: Surroundings): Promise<Record<string, string>> {
	const dataDir = environment.DATA_DIR || ".data";
	mkdirSync(/*turbopackIgnore: true*/ dataDir, { recursive: true, mode: 0o700 });
	const appSecret = readAppSecret(dataDir, environment);
	const config = readConfig(appUrl, appSecret, environment);
	const service = await openIdentityService(config);
	await seedSampleTenant(service);
	writeCredentials(config);
	setCurrentService(service);
	const managementClient = sampleClientId(appSecret, "console_management");
	const signInClient = sampleClientId(appSecret, "console_sign_in");
	return {
		MANAGEMENT_BASE_URL: config.baseUrl,
		AUTH_BASE_URL: appUrl,
		MANAGEMENT_AUDIENCE: config.audience,
		MANAGEMENT_CLIENT_ID: managementClient,
		MANAGEMENT_CLIENT_SECRET: clientSecret(appSecret, managementClient),
		SIGN_IN_CLIENT_ID: signInClient,
		SIGN_IN_CLIENT_SECRET: clientSecret(appSecret, signInClient),
		SESSION_SECRET: deriveSecret(appSecret, "dashboard-session"),
		EDITORS: sampleUserId(appSecret, "editor"),
		VIEWERS: sampleUserId(appSecret, "viewer"),
	};
}
