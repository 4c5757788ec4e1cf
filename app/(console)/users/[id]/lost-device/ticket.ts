import "server-only";
import type { AuditEntry } from "@/lib/dashboard/audit/audit-entry";
import { type DeviceGroup, deviceInWords, deviceOfKey } from "@/lib/dashboard/devices/group-devices";
import { userLabel } from "@/lib/dashboard/management/users";
import type { Session } from "@/lib/dashboard/session/session";
import { type CanEnd, canEndItem, itemsOf } from "./device-items";
import { labelledItems } from "./item-labels";
import { type EndOutcome, type EndResult, idOf } from "./lost-device-state";
import type { Devices } from "./read-devices";
import { type Ends, itemOf } from "./requested-writes";
import { ticketText } from "./ticket-text";
import { whatLivesOn } from "./what-lives-on";

type Press = {
	/** Its key. */
	device: string;
	results: readonly EndResult[];
	/** Items of the device that were shown, and not chosen. */
	kept: readonly string[];
	can: CanEnd;
};
type Requested = { all: Ends; ownLately: Ends };

/**
 * The paragraph for a ticket: what an admin has requested in the last minutes, by the trail, and what became of the rest of a
 * press. Null where there is nothing to say.
 */
export async function ticketOf(
	{ email, name, subject }: Pick<Session, "email" | "name" | "subject">,
	userId: string,
	devices: Devices,
	{ all, ownLately }: Requested,
	press?: Press,
): Promise<string | null> {
	const label = labelledItems(devices, ownLately);
	const writes = [...ownLately.values()];
	const results = press?.results ?? [];
	const isOwn = (item: string) => ownLately.get(idOf(item))?.outcome === "done";
	const ofRows = (outcome: AuditEntry["outcome"]) =>
		writes.filter((row) => row.outcome === outcome && !results.some(({ item }) => item === itemOf(row)));
	const resultsOf = (...outcomes: EndOutcome[]) => results.filter(({ outcome }) => outcomes.includes(outcome));
	const own = resultsOf("before", "gone").filter(({ item }) => isOwn(item));
	const others = resultsOf("before").filter((result) => !own.includes(result));
	const gone = resultsOf("gone").filter((result) => !own.includes(result));
	if (writes.length + gone.length + others.length === 0) return null;
	const kept = (press?.kept ?? []).filter((item) => !isOwn(item));
	const keptBefore = kept.filter((item) => all.get(idOf(item))?.outcome === "done");
	const keptElse = kept.filter((item) => !keptBefore.includes(item));
	const isPossible = (item: string) => press !== undefined && canEndItem(item, press.can);
	const words = (some: readonly EndResult[], rows: readonly AuditEntry[] = []) => [
		...some.map((result) => result.label),
		...rows.map((row) => label(itemOf(row))),
	];
	const ended = devices.groups.filter((group) => group.key === press?.device || isEnded(group, ownLately));
	return ticketText({
		user: await userLabel(userId),
		userId,
		devices: devicesOf(devices, ownLately, press?.device),
		parts: {
			"End requested": words([...resultsOf("requested"), ...own], ofRows("done")),
			"Requested before": [...words(others), ...keptBefore.map(label)],
			"Already gone": words(gone),
			"Not confirmed": words(resultsOf("not confirmed"), ofRows("unknown")),
			"Not ended": words(resultsOf("refused", "not tried")),
			"Not chosen": keptElse.filter(isPossible).map(label),
			"Can't be ended here": keptElse.filter((item) => !isPossible(item)).map(label),
		},
		writes,
		looked: { at: new Date().toISOString(), person: email ?? name ?? subject },
		livesOn: whatLivesOn(new Set(ended.map(({ key }) => key)), devices),
	});
}

const all: CanEnd = { end: true, revoke: true };

/** Whether the end of all that a device has was requested. */
function isEnded(group: DeviceGroup, ends: Ends): boolean {
	return itemsOf(group, all).every((item) => ends.get(idOf(item))?.outcome === "done");
}

/** In words: the chosen one, and those of which something is requested and still listed. */
function devicesOf({ groups, actorName }: Devices, ends: Ends, chosen = ""): string[] {
	const has = (group: DeviceGroup) => group.key !== chosen && itemsOf(group, all).some((item) => ends.has(idOf(item)));
	const first = deviceOfKey(chosen);
	return [...(first ? [first] : []), ...groups.filter(has)].map((device) => deviceInWords(device, actorName));
}
