import "server-only";
import type { OperationName } from "@/lib/contract/operations";
import { lackedScopes } from "../connection/connection";
import { ManagementError } from "./errors";

const NOT_OFFERED_CODES = ["insufficient_scope", "insufficient_entitlement", "operation_not_supported"];

/**
 * Whether the tenant does not offer an operation, or not to this console, so that nothing was carried out. A resource that
 * does not exist has a message of its own; a path that does not exist has a bare "Not Found", or a page of some proxy.
 */
function isNotOffered(error: unknown): boolean {
	if (!(error instanceof ManagementError) || error.outcomeUnknown) return false;
	const { status, serviceMessage = "Not Found", errorCode } = error;
	if (errorCode !== undefined && NOT_OFFERED_CODES.includes(errorCode)) return true;
	return status === 405 || (status === 403 && !errorCode) || (status === 404 && serviceMessage === "Not Found");
}

/**
 * Carries out a write by an operation that not every tenant offers; where this one does not, by others that do the same.
 * @throws the errors of either
 */
export async function eitherOperation<Result>(
	operation: OperationName,
	write: () => Promise<Result>,
	otherwise: () => Promise<Result>,
): Promise<Result> {
	if (lackedScopes(operation).length > 0) return otherwise();
	try {
		return await write();
	} catch (error) {
		if (!isNotOffered(error)) throw error;
		return otherwise();
	}
}
