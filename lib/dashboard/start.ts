import "server-only";
import { ConfigError, dashboardConfig } from "./config";
import { dashboardDatabase } from "./store/dashboard-database";

const REAL_TENANT_SETTINGS = [
	"MANAGEMENT_BASE_URL",
	"AUTH_BASE_URL",
	"MANAGEMENT_CLIENT_ID",
	"MANAGEMENT_CLIENT_SECRET",
	"SIGN_IN_CLIENT_ID",
	"SIGN_IN_CLIENT_SECRET",
];

type StartEmbeddedTenant = (appUrl: string) => Promise<Record<string, string>>;

/** Makes the process ready to serve, or says in one list what is wrong and ends it. */
export async function startDashboard(startEmbeddedTenant: StartEmbeddedTenant): Promise<void> {
	try {
		await prepare(startEmbeddedTenant);
	} catch (error) {
		console.error(error instanceof ConfigError ? error.message : error);
		process.exit(1);
	}
}

/**
 * Without a real tenant's settings the embedded one is started, and what it answers becomes this process's settings;
 * from there on both cases are the same.
 */
async function prepare(startEmbeddedTenant: StartEmbeddedTenant): Promise<void> {
	process.env.APP_URL ||= `http://localhost:${process.env.PORT || "3000"}`;
	if (!REAL_TENANT_SETTINGS.some((name) => process.env[name])) {
		const settings = await startEmbeddedTenant(process.env.APP_URL);
		Object.assign(process.env, settings, { EMBEDDED_TENANT: "on" });
	}
	// next-auth takes the address of this app from here, never from a request's headers.
	process.env.NEXTAUTH_URL = dashboardConfig().appUrl;
	await dashboardDatabase();
}
