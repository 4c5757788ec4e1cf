import "server-only";
import { openedBy } from "@/lib/dashboard/devices/opened-by";
import { lastDeviceName } from "@/lib/dashboard/devices/user-agent";
import type { MetadataHolder } from "@/lib/dashboard/management/held-by-users";
import { nameSeen } from "@/lib/dashboard/management/seen";
import { type MetadataResource, resources } from "@/lib/dashboard/resources/resources";

export type HolderName = { name: string; detail: string | null };

/** The name in a list. @param applications names by identifier */
export function holderName(
	resource: MetadataResource,
	{ clientIds, device, actor }: Pick<MetadataHolder, "clientIds" | "device" | "actor">,
	applications: ReadonlyMap<string, string>,
): HolderName {
	const names = clientIds.map((id) => applications.get(id) ?? id).join(", ");
	const used = lastDeviceName(device);
	if (resources[resource].metadata.namedBy === "applications") return { name: names || "not reported", detail: used };
	const opener = openedBy({ actor }, nameSeen);
	const suffix = opener === null ? "" : `, opened by ${opener} as this person`;
	return { name: `${used ?? "Device not reported"}${suffix}`, detail: names || null };
}
