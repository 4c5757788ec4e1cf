import type { ClientTable } from "./schema";

/**
 * The console's own clients at this tenant, by handle. Their identifiers and credentials are derived, and the same at
 * every start: they are the access that remains whatever else is changed.
 */
export const CONSOLE_CLIENTS = {
	/** Signs admins in to the console. */
	signIn: "console_sign_in",
	/** Calls the management interface for the console of this process. Authenticates by a private key. */
	withKey: "console_with_key",
	/** The same by a secret, for a console elsewhere and for scripts. */
	withSecret: "console_management",
} as const;

/** Those that call the management interface. */
export const CONSOLE_MACHINES: readonly string[] = [CONSOLE_CLIENTS.withKey, CONSOLE_CLIENTS.withSecret];

/** Whether it is the console's own: nobody changes it, and no connection leads into it. */
export function isConsoleClient({ handle }: Pick<ClientTable, "handle">): boolean {
	return Object.values<string>(CONSOLE_CLIENTS).includes(handle);
}
