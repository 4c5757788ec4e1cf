import "server-only";
import { hkdfSync } from "node:crypto";
import { databaseErrorCode, type StoreFailure } from "@/lib/database/error-codes";
import type { ReceivedRequest } from "@/lib/process/started-app";
import type { ConsoleGrant } from "./audit/console-grants";
import { ConfigError, dashboardConfig, type RoleOfUser, roleOfEmbeddedUser } from "./config";
import { serveOwnTenant } from "./http/own-tenant";
import { publicClientKey } from "./management/call/client-authentication";
import type { PeopleCommand } from "./people-command/people-command";
import { hasRule } from "./proposals/second-editor";
import { dashboardSecrets, forgetDashboardSecrets, rotateDashboardSecrets } from "./secrets/dashboard-secrets";
import { dashboardDatabase, provideEmbeddedStore } from "./store/dashboard-database";
import { deleteSessionsOf } from "./store/sessions";
import type { TemplatesCommand } from "./template-folder/templates-command";
import { stopOfSignals, terminalOfParent } from "./terminal";

const REAL_TENANT_SETTINGS = [
	"MANAGEMENT_BASE_URL",
	"AUTH_BASE_URL",
	"MANAGEMENT_CLIENT_ID",
	"MANAGEMENT_CLIENT_SECRET",
	"MANAGEMENT_CLIENT_KEY",
	"MANAGEMENT_CLIENT_KEY_FILE",
	"SIGN_IN_CLIENT_ID",
	"SIGN_IN_CLIENT_SECRET",
];

/** The embedded tenant's interface at its start; everything else is HTTP, as with a real one. */
export type EmbeddedTenant = {
	/** The variables that would name a real tenant. */
	settings: Record<string, string>;
	/** Responds to a request for one of the tenant's paths. */
	handleRequest: (request: ReceivedRequest) => Promise<Response>;
	adminRoleOf: RoleOfUser;
	/** The IDs of the editors who are not blocked. */
	listEditors: () => Promise<string[]>;
	/** Adds a second editor where the only one is the sample's own. */
	addSecondEditor: () => Promise<void>;
	/** Registers the function that ends a user's sessions here when the tenant signs the user out everywhere. */
	endSessionsThrough: (end: (subject: string) => Promise<void>) => void;
	/**
	 * Passes on what its releases have granted the console's applications, each until `record` has succeeded for it; after a
	 * crash in between once more.
	 */
	passOnConsoleGrants: (record: (grant: ConsoleGrant) => Promise<void>) => Promise<void>;
	/** Why its store can't be used at the moment; null where it can. */
	storeFault: () => Promise<StoreFailure | null>;
	/**
	 * Carries out a command of `npm run admin`.
	 * @param endSessionsOf ends the sessions of a user here. @returns what the user has left here, in lines
	 */
	changeAdmins: (
		command: string,
		endSessionsOf: (subject: string, staysEditor: boolean) => Promise<string[]>,
	) => Promise<object>;
	/** Its work beside the requests. */
	begin: () => Promise<void>;
	stop: () => Promise<void>;
	/** Its part of `npm run secrets`. @returns how many texts were re-encrypted */
	rotateSecrets: (options: { newCredentials: boolean }) => Promise<{ moved: number }>;
};
type SecretsCommand = { name: "forget" } | { name: "try-next-key" } | { name: "rotate"; newCredentials: boolean };
type StartEmbeddedTenant = (appUrl: string) => Promise<EmbeddedTenant | null>;

/** Prepares the process, or reports a failure and ends it. @returns null where a real tenant is managed */
export async function startDashboard(startEmbeddedTenant: StartEmbeddedTenant): Promise<EmbeddedTenant | null> {
	try {
		const tenant = await prepare(startEmbeddedTenant);
		const { ADMIN_COMMAND, SECRETS_COMMAND, TEMPLATES_COMMAND, PEOPLE_COMMAND } = process.env;
		if (ADMIN_COMMAND) await runCommand(() => changeAdmins(ADMIN_COMMAND, tenant));
		if (SECRETS_COMMAND) await runCommand(() => changeSecrets(JSON.parse(SECRETS_COMMAND), tenant));
		if (TEMPLATES_COMMAND) await runCommand(() => changeTemplates(JSON.parse(TEMPLATES_COMMAND), tenant));
		if (PEOPLE_COMMAND) await runCommand(() => endPeople(JSON.parse(PEOPLE_COMMAND), tenant));
		await dashboardSecrets();
		if (hasRule(dashboardConfig().secondEditor)) await checkSecondEditor(tenant);
		return tenant;
	} catch (error) {
		console.error(startFailure(error, process.env));
		process.exit(1);
	}
}

/** Not for a command, by which a second editor may be added. */
async function checkSecondEditor(tenant: EmbeddedTenant | null): Promise<void> {
	await tenant?.addSecondEditor();
	const { requireTwoEditors } = await import("./proposals/known-editors");
	await requireTwoEditors(tenant && (await tenant.listEditors()));
}

/** Begins the work beside the requests, whose modules a start does not wait for. */
export async function beginDashboardWork(): Promise<void> {
	(await import("./background-work")).startBackgroundWork();
}

/** After the last request: writes what is queued. */
export async function stopDashboard(): Promise<void> {
	await (await import("./background-work")).stopBackgroundWork();
}

/** Without a real tenant's settings the embedded one is started, and its settings become those of this process. */
async function prepare(startEmbeddedTenant: StartEmbeddedTenant): Promise<EmbeddedTenant | null> {
	process.env.APP_URL ||= `http://localhost:${process.env.PORT || "3000"}`;
	const isReal = REAL_TENANT_SETTINGS.some((name) => process.env[name]);
	const tenant = isReal ? null : await startEmbeddedTenant(process.env.APP_URL);
	if (tenant) {
		roleOfEmbeddedUser.set(tenant.adminRoleOf);
		provideEmbeddedStore(tenant.storeFault);
		tenant.endSessionsThrough(deleteSessionsOf);
		Object.assign(process.env, tenant.settings, { EMBEDDED_TENANT: "on" });
	}
	// With it, next-auth never uses a request's headers for the address of this app.
	process.env.NEXTAUTH_URL = dashboardConfig().appUrl;
	// Fails here rather than with the first request.
	await publicClientKey();
	// Equal in all instances with the same secret.
	const key = hkdfSync("sha256", dashboardConfig().sessionSecret, "identity-console", "server-actions", 32);
	process.env.NEXT_SERVER_ACTIONS_ENCRYPTION_KEY ||= Buffer.from(key).toString("base64");
	await dashboardDatabase();
	await tenant?.passOnConsoleGrants(async (grant) => {
		await (await import("./audit/console-grants")).recordConsoleGrant(grant);
	});
	return tenant;
}

/** A command of `npm run admin`. */
async function changeAdmins(command: string, tenant: EmbeddedTenant | null) {
	const { endSessionsOf } = await import("./log-stream/left-by-admin");
	return tenant?.changeAdmins(command, endSessionsOf);
}

/** A command of `npm run secrets`. The tenant's store comes first, because it may refuse a secret. */
async function changeSecrets(command: SecretsCommand, tenant: EmbeddedTenant | null) {
	if (command.name === "forget") {
		await forgetDashboardSecrets();
		return {};
	}
	if (command.name === "try-next-key") {
		const { tryNextKey } = await import("./management/tenant-link/set-up-advice");
		return tryNextKey();
	}
	const ofTenant = (await tenant?.rotateSecrets(command))?.moved ?? 0;
	return { moved: ofTenant + (await rotateDashboardSecrets()).moved };
}

/** A command of `npm run templates`. */
async function changeTemplates(command: TemplatesCommand, tenant: EmbeddedTenant | null) {
	const { runTemplatesCommand } = await import("./template-folder/templates-command");
	return besideTenant(tenant, () => runTemplatesCommand(command, terminalOfParent()));
}

/** A command of `npm run people`. */
async function endPeople(command: PeopleCommand, tenant: EmbeddedTenant | null) {
	const stop = stopOfSignals();
	const { runPeopleCommand } = await import("./people-command/people-command");
	return besideTenant(tenant, async () => {
		const editorsHere = tenant && (await tenant.listEditors());
		return runPeopleCommand(command, terminalOfParent(), { stop, editorsHere });
	});
}

/** Carries out work for which the process serves the embedded tenant to itself. */
async function besideTenant<Result>(tenant: EmbeddedTenant | null, work: () => Promise<Result>): Promise<Result> {
	const { authentication } = dashboardConfig();
	const stop = tenant && (await serveOwnTenant(new URL(authentication.baseUrl).origin, tenant.handleRequest));
	try {
		return await work();
	} finally {
		await stop?.();
	}
}

/**
 * In a process that was started for one command: sends its parent that it begins, and the result or refusal, and ends.
 * `lib/cli/start/server-process.ts` reads both.
 */
async function runCommand(carryOut: () => Promise<object | undefined>): Promise<never> {
	const { send } = process;
	if (!send) {
		throw new ConfigError(
			"A command is set in the environment, but nothing is waiting for its result: use `npm run admin`, `secrets`, `templates` or `people`.",
		);
	}
	send.call(process, "begun", () => {});
	const result = (await carryOut()) ?? {};
	await new Promise((resolve) => send.call(process, "refusal" in result ? result : { result }, resolve));
	process.exit(0);
}

/**
 * The output where the app does not start: a sentence where the cause is a setting or the database, else the error with its
 * stack. Passwords in `DATABASE_URL` are left out.
 */
export function startFailure(error: unknown, { DATABASE_URL }: Record<string, string | undefined>): unknown {
	if (!(error instanceof Error)) return error;
	// Dashboard and service each have a class of this name.
	if (error.name === "ConfigError") return error.message;
	const code = databaseErrorCode(error);
	if (code === null) return error;
	const host = URL.canParse(DATABASE_URL ?? "") ? new URL(DATABASE_URL ?? "").host : "DATABASE_URL";
	const place = DATABASE_URL ? `The database at ${host}` : "The data folder";
	const setting = DATABASE_URL ? "DATABASE_URL" : "DATA_DIR";
	return `${place} can't be used: ${error.message || code} (${code}). Check ${setting}.`;
}
