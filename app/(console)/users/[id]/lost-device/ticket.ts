import "server-only";
import type { AuditEntry } from "@/lib/dashboard/audit/audit-entry";
import { type DeviceGroup, deviceInWords, deviceOfKey } from "@/lib/dashboard/devices/group-devices";
import { ownedName } from "@/lib/dashboard/management/seen";
import { userLabel } from "@/lib/dashboard/management/users";
import type { Session } from "@/lib/dashboard/session/session";
import { type CanEnd, canEndItem, itemsOf } from "./device-items";
import { labelledItems } from "./item-labels";
import { type EndOutcome, type EndResult, idOf, tokenItem } from "./lost-device-state";
import type { Devices } from "./read-devices";
import { type Ends, isOfSession, itemOf } from "./requested-writes";
import { type Act, NOT_ENDED, ticketText } from "./ticket-text";
import { whatLivesOn } from "./what-lives-on";

type Press = {
	/** Its key. */
	device: string;
	reason: string | null;
	results: readonly EndResult[];
	/** Items of the device that were shown, and not chosen. */
	kept: readonly string[];
	can: CanEnd;
};
type Requested = { all: Ends; ownLately: Ends };

/** Of which a press, or a row of the trail, does not tell it. */
const UNKNOWN = "not known";

/**
 * The text for a ticket: what an admin has requested in the last minutes, by the trail, and what became of the rest of a press.
 * What was requested of several devices, or for several reasons, stands apart. Null where there is nothing to say.
 */
export async function ticketOf(
	{ email, name, subject }: Pick<Session, "email" | "name" | "subject">,
	userId: string,
	devices: Devices,
	{ all, ownLately }: Requested,
	press?: Press,
): Promise<string | null> {
	// The device of a session is said once.
	const label = labelledItems(devices, new Map([...ownLately].filter(([, row]) => !isOfSession(row))));
	const results = new Map(press?.results.map(({ item, outcome }) => [item, outcome]));
	const itemsWith = (...outcomes: EndOutcome[]) =>
		[...results].filter(([, outcome]) => outcomes.includes(outcome)).map(([item]) => item);
	const isOwn = (item: string) => ownLately.get(idOf(item))?.outcome === "done";
	const others = itemsWith("before").filter((item) => !isOwn(item));
	const gone = itemsWith("gone").filter((item) => !isOwn(item));
	if (ownLately.size + gone.length + others.length === 0) return null;

	const chosen = press && deviceOfKey(press.device);
	const pressed = chosen ? deviceInWords(chosen, devices.actorName, UNKNOWN) : null;
	const listed = devicesByItem(devices);
	const deviceOf = (row: AuditEntry) =>
		(results.has(itemOf(row)) ? pressed : listed.get(itemOf(row))) ?? deviceNamed(row) ?? UNKNOWN;
	const acts = Map.groupBy(ownLately.values(), (row) => actKey(deviceOf(row), row.reason));
	const keyOfPress = press && pressed !== null ? actKey(pressed, press.reason) : null;

	const kept = (press?.kept ?? []).filter((item) => !isOwn(item));
	const keptBefore = kept.filter((item) => all.get(idOf(item))?.outcome === "done");
	const keptElse = kept.filter((item) => !keptBefore.includes(item));
	const isPossible = (item: string) => press !== undefined && canEndItem(item, press.can);
	/** Of a press the result counts, and not what was requested before. */
	const ofRows = (rows: readonly AuditEntry[], outcome: AuditEntry["outcome"], ...same: EndOutcome[]) =>
		rows
			.filter((row) => row.outcome === outcome && same.includes(results.get(itemOf(row)) ?? same[0] ?? "gone"))
			.map(itemOf);
	const partsOf = (rows: readonly AuditEntry[], isPress: boolean): Act["parts"] => {
		const ofPress = (items: readonly string[]) => (isPress ? items : []);
		const parts = {
			"End requested": [...ofRows(rows, "done", "requested", "before", "gone"), ...ofPress(itemsWith("requested"))],
			"Requested before": ofPress([...others, ...keptBefore]),
			"Already gone": ofPress(gone),
			"Not confirmed": [...ofRows(rows, "unknown", "not confirmed"), ...ofPress(itemsWith("not confirmed"))],
			[NOT_ENDED]: ofPress(itemsWith("refused", "not tried")),
			"Not chosen": ofPress(keptElse.filter(isPossible)),
			"Can't be ended here": ofPress(keptElse.filter((item) => !isPossible(item))),
		};
		return Object.fromEntries(Object.entries(parts).map(([title, items]) => [title, [...new Set(items)].map(label)]));
	};
	const told = [...acts].map(([key, writes]): Act => {
		const [device = UNKNOWN] = JSON.parse(key);
		return { device, writes, parts: partsOf(writes, key === keyOfPress) };
	});
	const parts = partsOf([], true);
	if (pressed !== null && !acts.has(keyOfPress ?? "") && Object.values(parts).some((labels) => labels.length > 0))
		told.push({ device: pressed, writes: [], parts });
	const ended = devices.groups.filter((group) => group.key === press?.device || isEnded(group, ownLately));
	return ticketText({
		user: await userLabel(userId),
		userId,
		acts: told,
		looked: { at: new Date().toISOString(), person: email ?? name ?? subject },
		livesOn: whatLivesOn(new Set(ended.map(({ key }) => key)), devices),
	});
}

const actKey = (device: string, reason: string | null) => JSON.stringify([device, reason]);

/** In words, by items, also by tokens that end with a session. */
function devicesByItem({ groups, actorName }: Devices): ReadonlyMap<string, string> {
	return new Map(
		groups.flatMap((group) => {
			const device = deviceInWords(group, actorName, UNKNOWN);
			const held = group.sessions.flatMap(({ tokens }) => tokens);
			return [...itemsOf(group, everything), ...held.map(({ id }) => tokenItem(id))].map(
				(item) => [item, device] as const,
			);
		}),
	);
}

/** The device that the row of a session names; null where it names none. */
function deviceNamed(row: AuditEntry): string | null {
	if (!isOfSession(row) || row.name === null || row.userLabel === null) return null;
	const end = ownedName("", row.userLabel);
	return row.name.endsWith(end) ? row.name.slice(0, -end.length) : null;
}

const everything: CanEnd = { end: true, revoke: true };

/** Whether the end of all that a device has was requested. */
function isEnded(group: DeviceGroup, ends: Ends): boolean {
	return itemsOf(group, everything).every((item) => ends.get(idOf(item))?.outcome === "done");
}
