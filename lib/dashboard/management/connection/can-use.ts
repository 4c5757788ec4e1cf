import "server-only";
import type { OperationName } from "@/lib/contract/operations";
import { permissionFor } from "../../registry/operation-entries";
import { may, type Role } from "../../session/permissions";
import { lackedScopes } from "./connection";

/** Whether a control is shown: the admin's role may use the operation, and the tenant is not known to refuse it. */
export function canUse(role: Role, operation: OperationName): boolean {
	return may(role, permissionFor(operation)) && lackedScopes(operation).length === 0;
}
