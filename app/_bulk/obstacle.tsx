import { Alert } from "@/components/ui/alert";
import type { OperationName } from "@/lib/contract/operations";
import { learnScopes, missingScope } from "@/lib/dashboard/management/tenant-link/granted-scopes";
import { permissionFor } from "@/lib/dashboard/resources/writes";
import { type Access, may, refusalOf } from "@/lib/dashboard/session/permissions";

/** Why a bulk edit can't be carried out here: the admin's role, or scopes that the tenant has not granted. */
type Obstacle = { title: string; reason: string };

/** @param writes operations that it needs, for all of which the same role is enough; null where nothing is in its way */
export async function obstacleOf(access: Access, writes: readonly OperationName[]): Promise<Obstacle | null> {
	const permission = writes[0] && permissionFor(writes[0]);
	if (!may(access.towards, permission)) {
		return { title: "You can look, not edit", reason: refusalOf(access, permission) };
	}
	await learnScopes();
	const reasons = new Set(writes.flatMap((write) => missingScope(write) ?? []));
	return reasons.size === 0 ? null : { title: "The dashboard lacks a scope", reason: [...reasons].join(" ") };
}

export function ObstacleNote({ of: { title, reason } }: { of: Obstacle }) {
	return (
		<Alert tone="info" title={title}>
			<p>{reason}</p>
		</Alert>
	);
}
