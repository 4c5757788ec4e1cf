import type { OperationName } from "@/lib/contract/operations";
import { learnScopes } from "@/lib/dashboard/management/tenant-link/granted-scopes";
import { missingScope } from "@/lib/dashboard/management/tenant-link/missing-scope";
import { permissionFor } from "@/lib/dashboard/resources/writes";
import { may, type Role, whoMay } from "@/lib/dashboard/session/permissions";

/** Why a bulk edit can't be carried out here: the admin's role, or scopes that the tenant has not granted. */
export type Obstacle = { title: string; reason: string };

/** @param writes operations that it needs, for all of which the same role is enough; null where nothing is in its way */
export async function obstacleOf(role: Role, writes: readonly OperationName[]): Promise<Obstacle | null> {
	const permission = writes[0] && permissionFor(writes[0]);
	if (!may(role, permission)) return { title: "You can look, not edit", reason: whoMay(permission) };
	await learnScopes();
	const reasons = new Set(writes.flatMap((write) => missingScope(write) ?? []));
	return reasons.size === 0 ? null : { title: "The dashboard lacks a scope", reason: [...reasons].join(" ") };
}
