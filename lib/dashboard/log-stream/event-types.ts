import type { ResourceDescription } from "../resources/describe-resource";
import { type Described, described, resources } from "../resources/resources";
import { writeEntry } from "../resources/writes";

type Events = NonNullable<Described["events"]>;

/** The kinds of events that a webhook can be limited to. */
export type EventKind = (Events | Extract<Events, { derived: object }>["derived"][number])["kind"];

/** Each kind in words, and the types of its events. */
const kinds = new Map<string, { label: string; types: string[] }>();
for (const { events, writes } of described as readonly ResourceDescription[]) {
	if (!events) continue;
	const { kind, label, type, derived = [] } = events;
	const types = Object.values(writes).flatMap(({ event, byChange = {} }) => [
		...(event === undefined ? [] : [event]),
		...Object.values(byChange).flatMap((write) => write.event ?? []),
	]);
	const all = [...types, ...derived.filter(({ isAmongWrites }) => isAmongWrites).map(({ event }) => event)];
	const known = kinds.get(kind)?.types ?? [];
	kinds.set(kind, { label, types: [...new Set([...known, ...all.map((event) => `${type}.${event}`)])] });
	for (const one of derived) kinds.set(one.kind, { label: one.label, types: [`${type}.${one.event}`] });
}

export const eventKinds = [...kinds.keys()] as EventKind[];

/** A kind in words; one that this version does not know, by its name. */
export function kindLabel(kind: string): string {
	return kinds.get(kind)?.label ?? kind;
}

/** Derived from the versions of a template; all others are writes. */
export const REQUESTS_MORE = "template.requests_more";
/** Beside the event of a write that was made without the second editor that the rule wants. */
export const EMERGENCY_SAVE = "template.emergency_save";
/** Sent on request, and no part of the stream. */
export const TEST_EVENT = "log_stream.test";

/** The type of the event that a write is; null where it is none. */
export function typeOfWrite(operation: string, changes: readonly string[]): string | null {
	const write = writeEntry(operation);
	const { events }: Pick<ResourceDescription, "events"> = write ? resources[write.resource] : { events: null };
	const { event } = write?.byChange?.[changes.join()] ?? write ?? {};
	return events && event !== undefined ? `${events.type}.${event}` : null;
}

/** The types of events of these kinds. */
export function typesOfKinds(chosen: readonly EventKind[]): string[] {
	return [...new Set(chosen.flatMap((kind) => kinds.get(kind)?.types ?? []))];
}

/**
 * @param json as the store has it: another version may have written a kind that this one does not know
 * @returns null where it can't be read
 */
export function readKinds(json: string): EventKind[] | null {
	try {
		const stored: unknown = JSON.parse(json);
		return Array.isArray(stored) ? eventKinds.filter((kind) => stored.includes(kind)) : null;
	} catch {
		return null;
	}
}
