import "server-only";
import { dashboardConfig, isOwnClient } from "../../config";
import { logInRequest } from "../../logger";
import { ProtectedError } from "../applications/protection";
import { ManagementError } from "../call/errors";
import {
	beyond,
	type ConnectionWithClients,
	orError,
	readClientConnections,
	unreadInWords,
} from "./connection-clients";

/** Why a connection can't be changed in this console, whatever the tenant allows. */
export type ProviderProtection = Extract<
	ProtectedError["protection"],
	{ kind: "console-connection" | "console-connection-unknown" }
>;

/**
 * Why a connection is read-only here: people sign in to this console through it, or that is not known. The connections of the
 * console's sign-in application decide; where they can't be read, the applications of the connection. Null: neither.
 * @throws SessionError
 */
export async function providerProtection(connection: ConnectionWithClients): Promise<ProviderProtection | null> {
	const { id, clients, hasMoreClients } = connection;
	const isWhole = clients !== undefined && !hasMoreClients;
	const used = await orError(readClientConnections(dashboardConfig().authentication.clientId));
	if (servesConsole(clients)) return { kind: "console-connection" };
	if (used instanceof ManagementError) {
		return isWhole ? null : { kind: "console-connection-unknown", why: unreadInWords(used) };
	}
	if (used.items.some((one) => one.id === id)) return { kind: "console-connection" };
	if (used.isWhole || isWhole) return null;
	return { kind: "console-connection-unknown", why: beyond("identity providers") };
}

/** Whether one of the console's own applications is among these. */
function servesConsole(clients: readonly string[] | undefined): boolean {
	return (clients ?? []).some(isOwnClient);
}

/**
 * Every write to a stored connection calls this.
 * @param added applications that are to use it
 * @throws SessionError, ProtectedError
 */
export async function requireOtherSignIn(connection: ConnectionWithClients, added: readonly string[]): Promise<void> {
	requireOtherApplications(added);
	const protection = await providerProtection(connection);
	if (protection) throw refused(protection);
}

/** @throws ProtectedError where an application of the console itself is among them */
export function requireOtherApplications(clients: readonly string[]): void {
	if (servesConsole(clients)) throw refused({ kind: "console-connection" });
}

function refused(protection: ProviderProtection): ProtectedError {
	logInRequest("warn", { protection }, "a write to a connection was refused by the console");
	return new ProtectedError(protection);
}
