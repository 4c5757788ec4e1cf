import "server-only";
import type { OperationName } from "@/lib/contract/operations";
import { permissionFor } from "../../resources/writes";
import { may, type Role } from "../../session/permissions";
import { lackedScopes } from "./granted-scopes";

/** Whether a control is shown: the admin's role may use the operation, and the tenant is not known to refuse it. */
export function canUse(role: Role, operation: OperationName): boolean {
	return may(role, permissionFor(operation)) && lackedScopes(operation).length === 0;
}
