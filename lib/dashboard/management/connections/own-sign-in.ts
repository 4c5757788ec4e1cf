import "server-only";
import { dashboardConfig } from "../../config";
import { logInRequest } from "../../request/request-id";
import { ProtectedError } from "../applications/protection";

/**
 * Whether a connection is used by one of the two applications that this console itself works with. Whoever changes such a
 * connection decides who comes in here, and as whom.
 */
export function servesConsole(clients: readonly string[] | null | undefined): boolean {
	const { management, authentication } = dashboardConfig();
	return (clients ?? []).some((id) => id === management.clientId || id === authentication.clientId);
}

/** @throws ProtectedError where the console itself is among the applications */
export function requireOthers(clients: readonly string[] | null | undefined): void {
	if (!servesConsole(clients)) return;
	logInRequest("warn", { clients }, "a write to a connection of the console itself was refused");
	throw new ProtectedError({ kind: "console-connection" });
}
