import "server-only";
import type { OperationName } from "@/lib/contract/operations";
import { dashboardConfig } from "../config";
import { canUse } from "../management/tenant-link/granted-scopes";
import type { Role } from "../session/permissions";
import { requireActionPermission, type Session, SessionError } from "../session/session";

/** Whether a role may propose changes of templates here. */
export function mayPropose({ role }: Pick<Session, "role">): boolean {
	return role === "editor" || dashboardConfig().proposers.includes(role);
}

/** The role by which a page offers to edit templates: who may propose a change may make one up. */
export function roleToPropose(role: Role): Role {
	return mayPropose({ role }) ? "editor" : role;
}

/** For what prepares changes of templates without writing any: editors, and who may propose them. @throws SessionError */
export async function requireEditing(): Promise<Session> {
	const session = await requireActionPermission("propose");
	return mayPropose(session) ? session : requireActionPermission("changeTemplates");
}

/** @throws SessionError where the admin may not propose */
export async function requireProposer(): Promise<Session> {
	const session = await requireActionPermission("propose");
	if (mayPropose(session)) return session;
	throw new SessionError("role", "The operator of this console lets editors alone propose changes.");
}

/**
 * What a role may do about an operation on templates: use it, or only propose what it would do, where the operator lets the role.
 * Null: neither, or the tenant is known to refuse it to this console.
 */
export function rightTo(role: Role, operation: OperationName): "use" | "propose" | null {
	if (canUse(role, operation)) return "use";
	return canUse(roleToPropose(role), operation) ? "propose" : null;
}
