import type { MetadataHolder } from "@/lib/dashboard/management/metadata-holders";
import type { MetadataResource } from "@/lib/dashboard/registry/resources";
import { lastDeviceName } from "../_device/user-agent";

export type HolderName = { name: string; detail: string | null };

/** The name in a list: a token is known by its application, a session by its device. @param applications names by identifier */
export function holderName(
	resource: MetadataResource,
	{ clientIds, device }: Pick<MetadataHolder, "clientIds" | "device">,
	applications: ReadonlyMap<string, string>,
): HolderName {
	const names = clientIds.map((id) => applications.get(id) ?? id).join(", ");
	const used = lastDeviceName(device);
	return resource === "session"
		? { name: used ?? "Device not reported", detail: names || null }
		: { name: names || "not reported", detail: used };
}
