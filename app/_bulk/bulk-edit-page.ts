import { INCIDENTS } from "@/lib/dashboard/resources/places";
import { resources } from "@/lib/dashboard/resources/resources";
import { type BulkResource, writtenResource } from "@/lib/dashboard/store/bulk-edit";

/** URL of a stored bulk edit. */
export function bulkEditPage(resource: BulkResource, id: string): string {
	if (resource === "user list" || resource === "incident") return `${INCIDENTS.path}/${id}`;
	const { path } = resources[writtenResource(resource)];
	return `${path}/${resource === "template import" ? "import" : "bulk"}/${id}`;
}
