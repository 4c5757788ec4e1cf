import "server-only";
import type { BulkWork, ItemOutcome } from "@/app/_bulk/item-work";
import { type EndItem, endUser, lookUpUser, progressOf } from "@/lib/dashboard/incidents/end-user";
import { incidentPorts } from "@/lib/dashboard/incidents/incident-ports";
import { callsPerUser } from "@/lib/dashboard/incidents/incident-words";
import { CALLS_PER_ENTRY, lookUpEntry } from "@/lib/dashboard/incidents/resolve-entry";
import { oneSaveAtATime } from "@/lib/dashboard/management/safe-writes";
import type { BulkEditHead, BulkItem } from "@/lib/dashboard/store/bulk-edit";

const ports = incidentPorts();

/** What is done with each item of a list that is looked up, or of an incident; null for any other bulk edit. */
export function workOfIncident(edit: BulkEditHead): BulkWork | null {
	if (edit.resource === "user list") return lookUpWork;
	if (edit.resource !== "incident") return null;
	const { acts } = edit;
	return {
		calls: callsPerUser(acts),
		write: (item, keep) => oneSaveAtATime(item.id, () => endUser(endItemOf(item), acts, ports, keep)),
		lookUp: (item) => lookUpUser(endItemOf(item), acts, ports),
	};
}

const lookUpWork: BulkWork = { calls: CALLS_PER_ENTRY, write: lookUpItem, lookUp: lookUpItem };

/** What can't be read, maybe because the tenant fails, is looked up once more where the run is resumed. */
async function lookUpItem({ listing, note }: BulkItem): Promise<ItemOutcome> {
	if (!listing) return { state: "gone" };
	const found = await lookUpEntry(listing, ports);
	if (!found.users && found.state === "unread" && note.reference === undefined) return { ...found, state: "planned" };
	return found.users ? { state: "done", note: { users: found.users } } : found;
}

function endItemOf({ id, listed, note }: BulkItem): EndItem {
	return { id, listed, progress: progressOf(note) };
}
