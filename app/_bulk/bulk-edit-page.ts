import { resources } from "@/lib/dashboard/registry/resources";
import type { BulkResource } from "@/lib/dashboard/store/bulk-edit";

/** URL of a stored bulk edit. */
export function bulkEditPage(resource: BulkResource, id: string): string {
	return `${resources[resource].path}/bulk/${id}`;
}
