import "server-only";
import { hkdfSync } from "node:crypto";
import { databaseErrorCode, type StoreFailure } from "@/lib/database/error-codes";
import { ConfigError, dashboardConfig } from "./config";
import { flushExchanges } from "./exchanges/record-exchange";
import { dashboardSecrets } from "./secrets/dashboard-secrets";
import { forgetDashboardSecrets, rotateDashboardSecrets } from "./secrets/rotate-secrets";
import { provideEmbeddedRoles, type Role } from "./session/role";
import { dashboardDatabase, provideEmbeddedStore } from "./store/dashboard-database";
import { startPruning, stopPruning } from "./store/prune-store";
import { deleteSessionsOf } from "./store/sessions";

const REAL_TENANT_SETTINGS = [
	"MANAGEMENT_BASE_URL",
	"AUTH_BASE_URL",
	"MANAGEMENT_CLIENT_ID",
	"MANAGEMENT_CLIENT_SECRET",
	"SIGN_IN_CLIENT_ID",
	"SIGN_IN_CLIENT_SECRET",
];

/** What the dashboard gets of the embedded tenant at its start; all else goes over HTTP, as with a real one. */
export type EmbeddedTenant = {
	/** The variables that would name a real tenant. */
	settings: Record<string, string>;
	/** Answers a request for one of the tenant's paths. */
	handleRequest: (request: Request) => Promise<Response>;
	adminRoleOf: (userId: string) => Promise<Role | null>;
	/** Says how a person's sessions here are ended when the tenant signs them out everywhere. */
	endSessionsThrough: (end: (subject: string) => Promise<void>) => void;
	/** What is wrong with its store at this moment; null where nothing is. */
	storeFault: () => Promise<StoreFailure | null>;
	/** Does what `npm run admin` asks for. */
	changeAdmins: (command: string, endSessionsOf: (subject: string) => Promise<void>) => Promise<object>;
	/** Does its part of `npm run secrets`. @returns how much was moved to the secret of today */
	rotateSecrets: (options: { newCredentials: boolean }) => Promise<{ moved: number }>;
};
type SecretsCommand = { name: "forget" } | { name: "rotate"; newCredentials: boolean };
type StartEmbeddedTenant = (appUrl: string) => Promise<EmbeddedTenant | null>;

/**
 * Makes the process ready to serve, or says in one list what is wrong and ends it.
 * @returns the embedded tenant; null where a real one is managed
 */
export async function startDashboard(startEmbeddedTenant: StartEmbeddedTenant): Promise<EmbeddedTenant | null> {
	try {
		const tenant = await prepare(startEmbeddedTenant);
		const { ADMIN_COMMAND, SECRETS_COMMAND } = process.env;
		if (ADMIN_COMMAND) await answerCommand(async () => tenant?.changeAdmins(ADMIN_COMMAND, deleteSessionsOf));
		if (SECRETS_COMMAND) await answerCommand(() => changeSecrets(JSON.parse(SECRETS_COMMAND), tenant));
		await dashboardSecrets();
		startPruning();
		return tenant;
	} catch (error) {
		console.error(startFailure(error, process.env));
		process.exit(1);
	}
}

/** Writes what still waits to be written, once the last request is answered. */
export async function stopDashboard(): Promise<void> {
	await stopPruning();
	await flushExchanges();
}

/**
 * Without a real tenant's settings the embedded one is started, and what it answers becomes this process's settings;
 * from there on both cases are the same.
 */
async function prepare(startEmbeddedTenant: StartEmbeddedTenant): Promise<EmbeddedTenant | null> {
	process.env.APP_URL ||= `http://localhost:${process.env.PORT || "3000"}`;
	const isReal = REAL_TENANT_SETTINGS.some((name) => process.env[name]);
	const tenant = isReal ? null : await startEmbeddedTenant(process.env.APP_URL);
	if (tenant) {
		provideEmbeddedRoles(tenant.adminRoleOf);
		provideEmbeddedStore(tenant.storeFault);
		tenant.endSessionsThrough(deleteSessionsOf);
		Object.assign(process.env, tenant.settings, { EMBEDDED_TENANT: "on" });
	}
	// next-auth takes the address of this app from here, never from a request's headers.
	process.env.NEXTAUTH_URL = dashboardConfig().appUrl;
	process.env.NEXT_SERVER_ACTIONS_ENCRYPTION_KEY ||= actionsEncryptionKey(dashboardConfig().sessionSecret);
	await dashboardDatabase();
	return tenant;
}

/** What an instance encrypts for its pages every other instance with the same secret can read. */
function actionsEncryptionKey(sessionSecret: string): string {
	return Buffer.from(hkdfSync("sha256", sessionSecret, "identity-console", "server-actions", 32)).toString("base64");
}

/** What `npm run secrets` asks for. The tenant's store first: it is the one that refuses a secret. */
async function changeSecrets(command: SecretsCommand, tenant: EmbeddedTenant | null) {
	if (command.name === "forget") {
		await forgetDashboardSecrets();
		return {};
	}
	const ofTenant = (await tenant?.rotateSecrets(command))?.moved ?? 0;
	return { moved: ofTenant + (await rotateDashboardSecrets()).moved };
}

/** This process was started for one command: tells it what came of it, and ends before any request is taken. */
async function answerCommand(carryOut: () => Promise<object | undefined>): Promise<never> {
	const { send } = process;
	if (!send) {
		throw new ConfigError(
			"ADMIN_COMMAND or SECRETS_COMMAND is set, but nobody waits for the answer: use npm run admin, npm run secrets.",
		);
	}
	const answer = await carryOut();
	await new Promise((resolve) => send.call(process, answer ?? {}, resolve));
	process.exit(0);
}

/**
 * What the person at the terminal reads when the app does not start: a sentence where the cause is a setting or the
 * database, else the error with its stack. Passwords in `DATABASE_URL` are left out.
 */
export function startFailure(error: unknown, { DATABASE_URL }: Record<string, string | undefined>): unknown {
	if (!(error instanceof Error)) return error;
	// Dashboard and service each have a class of this name.
	if (error.name === "ConfigError") return error.message;
	const code = databaseErrorCode(error);
	if (code === null) return error;
	const place = DATABASE_URL ? `The database at ${hostOf(DATABASE_URL)}` : "The data folder";
	const setting = DATABASE_URL ? "DATABASE_URL" : "DATA_DIR";
	return `${place} can't be used: ${error.message || code} (${code}). Check ${setting}.`;
}

function hostOf(url: string): string {
	return URL.canParse(url) ? new URL(url).host : "DATABASE_URL";
}
