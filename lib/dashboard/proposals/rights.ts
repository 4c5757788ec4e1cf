import "server-only";
import type { OperationName } from "@/lib/contract/operations";
import { canUse } from "../management/tenant-link/granted-scopes";
import type { Role } from "../session/permissions";
import { roleToPropose } from "./decide";

/**
 * What a role may do about an operation on templates: use it, or only propose what it would do, where the operator lets the role.
 * Null: neither, or the tenant is known to refuse it to this console.
 */
export function rightTo(role: Role, operation: OperationName): "use" | "propose" | null {
	if (canUse(role, operation)) return "use";
	return canUse(roleToPropose(role), operation) ? "propose" : null;
}
