import { mkdirSync } from "node:fs";
import type { StoreFailure } from "@/lib/database/error-codes";
import { StoreHealth } from "@/lib/database/store-health";
import type { ReceivedRequest } from "@/lib/process/started-app";
import { type IdentityServiceConfig, readConfig } from "./context/config";
import type { IdentityService } from "./context/identity-service";
import { clientSecret } from "./keys/client-secret";
import { derivedClientId, derivedClientKey, deriveSecret } from "./keys/derived";
import { loadServiceSecrets, readAppSecrets } from "./keys/service-secrets";
import { openServiceDatabase, openServiceParts, type ServiceParts } from "./open-service-parts";
import { CONSOLE_CLIENTS } from "./store/console-clients";
import { type ConsoleGrant, passOnConsoleGrants } from "./store/grant-console";
import { type AdminRole, findAdminRole, isBlocked, listAdmins } from "./store/users";

type StartOptions = {
	/** The app's own origin, without a trailing slash. */
	appUrl: string;
	environment: Record<string, string | undefined>;
};

type StartedService = {
	parts: ServiceParts;
	/** The whole service, which is loaded by its first request. */
	service: () => Promise<IdentityService>;
	handleRequest: (request: ReceivedRequest) => Promise<Response>;
	/** The environment variables that point the dashboard at it, as they would point at a real tenant. */
	settings: Record<string, string>;
	/**
	 * The role in which a user may administrate the tenant at this moment; null where the user is no admin, or is blocked.
	 * With `evenBlocked` the role that a blocked user will have again.
	 */
	adminRoleOf: (userId: string, options?: { evenBlocked: boolean }) => Promise<AdminRole | null>;
	/** The IDs of the editors who are not blocked. */
	listEditors: () => Promise<string[]>;
	/** Adds a second editor where the only one is the sample's own. */
	addSecondEditor: () => Promise<void>;
	/**
	 * Registers what ends the sessions that a user has at the dashboard: a user who chooses a new password is signed out
	 * everywhere.
	 */
	endSessionsThrough: (end: (userId: string) => Promise<void>) => void;
	/**
	 * Passes on what new releases have granted the console's own clients, each until `record` has succeeded for it once; after
	 * a crash once more, with the same identifier and time.
	 */
	passOnConsoleGrants: (record: (grant: ConsoleGrant) => Promise<void>) => Promise<void>;
	/** What is wrong with the service's store at this moment; null where nothing is. */
	storeFault: () => Promise<StoreFailure | null>;
	/**
	 * Adds, changes or removes an admin.
	 * @param command JSON of `npm run admin`
	 * @param endOtherSessions ends the sessions that a user has at the dashboard. @returns what the user has left there, in lines
	 * @returns lines for the terminal, or why nothing was changed
	 */
	changeAdmins: (
		command: string,
		endOtherSessions: (userId: string, staysEditor: boolean) => Promise<string[]>,
	) => Promise<{ lines: string[] } | { refusal: string }>;
	/** Begins to delete rows that have ended, again and again, without the rest of the service. */
	begin: () => Promise<void>;
	/** Waits for the deletion in progress, which no other follows, and writes what waits of the tenant's log. */
	stop: () => Promise<void>;
	/** Moves the store to the current application secret. */
	rotateSecrets: (options: { newCredentials: boolean }) => Promise<{ moved: number }>;
};

/**
 * Starts the embedded identity service: secret, database, its content, credentials file. Once per process.
 * @throws ConfigError when a setting cannot be used, Error when the data folder or database cannot be written
 */
export async function startIdentityService({ appUrl, environment }: StartOptions): Promise<StartedService> {
	const dataDir = environment.DATA_DIR || ".data";
	mkdirSync(/*turbopackIgnore: true*/ dataDir, { recursive: true, mode: 0o700 });
	const appSecrets = readAppSecrets(dataDir, environment);
	const config = readConfig(appUrl, appSecrets, environment);
	const health = new StoreHealth();
	const database = await openServiceDatabase(config, health);
	const parts = await openAndFill(config, database).catch(async (error: unknown) => {
		await database.destroy();
		throw error;
	});
	const { identifiers, credentials } = parts.secrets;
	let loaded: ReturnType<typeof load> | null = null;
	async function load() {
		const [{ handleServiceRequest }, { identityServiceOf }] = await Promise.all([
			import("./handle-request"),
			import("./open-identity-service"),
		]);
		return { service: identityServiceOf(parts), handleServiceRequest };
	}
	/** Once; a failure is not remembered. */
	function whole() {
		loaded ??= load().catch((error: unknown) => {
			loaded = null;
			throw error;
		});
		return loaded;
	}
	// The first requests come first.
	const sweep = async () => (await import("./expiry")).expirySweep(parts);
	const managementClient = derivedClientId(identifiers, CONSOLE_CLIENTS.withKey);
	const signInClient = derivedClientId(identifiers, CONSOLE_CLIENTS.signIn);
	const settings = {
		MANAGEMENT_BASE_URL: config.baseUrl,
		AUTH_BASE_URL: appUrl,
		MANAGEMENT_AUDIENCE: config.audience,
		MANAGEMENT_CLIENT_ID: managementClient,
		MANAGEMENT_CLIENT_KEY: JSON.stringify({ current: derivedClientKey(credentials, CONSOLE_CLIENTS.withKey) }),
		SIGN_IN_CLIENT_ID: signInClient,
		SIGN_IN_CLIENT_SECRET: clientSecret(credentials, signInClient),
		SESSION_SECRET: sessionSecret(appSecrets.appSecret),
		SESSION_SECRET_PREVIOUS: appSecrets.previousAppSecret ? sessionSecret(appSecrets.previousAppSecret) : "",
	};
	return {
		parts,
		service: async () => (await whole()).service,
		async handleRequest(request) {
			const { service, handleServiceRequest } = await whole();
			return handleServiceRequest(service, request);
		},
		settings,
		passOnConsoleGrants: (record) => passOnConsoleGrants(database, parts.now().toISOString(), record),
		storeFault: () => health.fault(database),
		adminRoleOf: (userId, options) => findAdminRole(database, userId, options),
		async listEditors() {
			const editors = (await listAdmins(database)).filter((user) => user.admin_role === "editor" && !isBlocked(user));
			return editors.map((user) => user.user_id);
		},
		addSecondEditor: () => parts.seed.addSecondEditor(),
		endSessionsThrough(end) {
			parts.otherSessions.end = end;
		},
		async changeAdmins(command, endOtherSessions) {
			const { AdminRefusal, adminCommand, runAdminCommand } = await import("./admin-command");
			try {
				await parts.keys.ready();
				const read = adminCommand.parse(JSON.parse(command));
				const { service } = await whole();
				const lines = await runAdminCommand(service, read, endOtherSessions);
				await service.log.flush();
				return { lines };
			} catch (error) {
				if (error instanceof AdminRefusal) return { refusal: error.message };
				throw error;
			}
		},
		begin: async () => (await sweep()).start(),
		async stop() {
			await (await sweep()).stop();
			const used = await loaded;
			await used?.service.log.flush();
		},
		async rotateSecrets(options) {
			const { rotateServiceSecrets } = await import("./rotate-secrets");
			await parts.keys.ready();
			return rotateServiceSecrets(parts, options);
		},
	};
}

function sessionSecret(appSecret: string): string {
	return deriveSecret(appSecret, "dashboard-session");
}

/** With content in the database. */
async function openAndFill(
	config: IdentityServiceConfig,
	database: IdentityService["database"],
): Promise<ServiceParts> {
	const parts = await openServiceParts(config, database, await loadServiceSecrets(database, config));
	// Only now: a database of another secret, under which clients have other identifiers, was refused by its keys.
	await parts.seed.fill();
	return parts;
}
