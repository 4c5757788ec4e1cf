import "server-only";
import type { OperationName } from "@/lib/contract/operations";
import type { ManagementError } from "../call/errors";

const held = globalThis as { [key: symbol]: boolean | undefined };
const key = Symbol.for("identity-console.is-global-client");

/**
 * Whether the tenant takes this console's client for a global one, learned from its answers to what admins do anyway:
 * null until one of them told. Creating a template needs it, and nothing is created to find out.
 */
export function isGlobalClient(): boolean | null {
	return held[key] ?? null;
}

/** The service carried out what only a global client may do. */
export function learnFromSuccess(operation: OperationName): void {
	if (operation === "post_vc_templates") held[key] = true;
}

/** The service refused the client as not global. */
export function learnFromRefusal({ kind, serviceMessage = "" }: ManagementError): void {
	if (kind === "credentials" && /not global/i.test(serviceMessage)) held[key] = false;
}
