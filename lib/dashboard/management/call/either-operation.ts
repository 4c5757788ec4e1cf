import "server-only";
import type { OperationName } from "@/lib/contract/operations";
import { lackedScopes } from "../tenant-link/granted-scopes";
import { ManagementError } from "./errors";

const NOT_OFFERED_CODES = ["insufficient_scope", "insufficient_entitlement", "operation_not_supported"];

/**
 * Whether the tenant does not offer an operation, or not to this console, so that nothing was carried out. What a 404 is
 * about, the path or a resource, differs between tenants: where it is the resource, the other operations say so as well.
 */
function isNotOffered(error: unknown): boolean {
	if (!(error instanceof ManagementError) || error.outcomeUnknown) return false;
	const { status, errorCode } = error;
	if (errorCode !== undefined && NOT_OFFERED_CODES.includes(errorCode)) return true;
	return status === 404 || status === 405 || (status === 403 && !errorCode);
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
