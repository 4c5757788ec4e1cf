import "server-only";
import type { OperationName } from "@/lib/contract/operations";
import { processWide } from "@/lib/process/process-wide";
import type { ManagementError } from "../call/errors";

const learned = processWide<boolean | null>("is-global-client", () => null);

/**
 * Whether the tenant takes this console's client for a global one, learned from its answers to what admins do anyway:
 * null until one of them told. Creating a template needs it, and nothing is created to find out.
 */
export function isGlobalClient(): boolean | null {
	return learned.get();
}

/** The service carried out what only a global client may do. */
export function learnFromSuccess(operation: OperationName): void {
	if (operation === "post_vc_templates") learned.set(true);
}

/** The service refused the client as not global. */
export function learnFromRefusal({ kind, serviceMessage = "" }: ManagementError): void {
	if (kind === "credentials" && /not global/i.test(serviceMessage)) learned.set(false);
}
