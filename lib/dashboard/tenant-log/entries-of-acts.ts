import type { LogEntry } from "@/lib/contract/log-entry";
import { operations } from "@/lib/contract/operations";
import { type AuditEntry, personName } from "../audit/audit-entry";
import { resources } from "../resources/resources";
import type { BlockedSince } from "./cause-in-words";
import { entryTime, idInEntry } from "./entry-in-words";

// The tenant's entries of what this console did.

/** Between an act here and the tenant's entry of it, by two clocks. */
const SAME_MOMENT_MS = 10_000;

function between(one: string | null, other: string | null): number {
	return one === null || other === null ? Number.POSITIVE_INFINITY : Math.abs(Date.parse(one) - Date.parse(other));
}

export function isNear(one: string | null, other: string | null): boolean {
	return between(one, other) <= SAME_MOMENT_MS;
}

type Acts = {
	/** Newest first. */
	entries: readonly LogEntry[];
	acts: readonly AuditEntry[];
	/** Whether an entry names the console's own client. */
	isOwnClient: (clientId: string) => boolean;
};

/** The tenant's entries of each act: by its reference, where an entry has one; else of the nearest act that it can be of. */
export function entriesByAct({ entries, acts, isOwnClient }: Acts): Map<AuditEntry, LogEntry[]> {
	const byAct = new Map<AuditEntry, LogEntry[]>();
	const hasRequest = (act: AuditEntry) => byAct.get(act)?.some(isRequest) ?? false;
	for (const entry of entries) {
		const reference = idInEntry("reference", entry);
		const time = entryTime(entry);
		const named = reference === null ? undefined : acts.find((act) => act.reference === reference && isOf(act, entry));
		const possible = acts.filter(
			(act) => isOf(act, entry) && isNear(act.at, time) && !(isRequest(entry) && hasRequest(act)),
		);
		const [nearest] = possible.toSorted((one, other) => between(one.at, time) - between(other.at, time));
		const isOwn = entry.client_id ? isOwnClient(entry.client_id) : false;
		const act = named ?? (reference === null && isOwn ? nearest : undefined);
		if (act) byAct.set(act, [...(byAct.get(act) ?? []), entry]);
	}
	return byAct;
}

/**
 * Since when a user is blocked, and by whom: by the latest act here, or entry of the log, that says it.
 * @param acts on the user
 */
export function blockedSince({ entries, acts }: Pick<Acts, "entries" | "acts">): BlockedSince | null {
	const here = acts.flatMap((act) => {
		const blocks = act.changes.includes("+blocked");
		if (act.operation !== "patch_users_by_id" || act.outcome !== "done") return [];
		return blocks || act.changes.includes("-blocked") ? { at: act.at, by: personName(act), blocks } : [];
	});
	const logged = entries.flatMap((entry) => {
		const at = entry.type === "sapi" ? entryTime(entry) : null;
		const { blocked } = (entry.details?.changes ?? {}) as { blocked?: unknown };
		return at !== null && typeof blocked === "boolean" ? { at, by: entry.client_name || null, blocks: blocked } : [];
	});
	const [latest] = [...here, ...logged].toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at));
	if (!latest?.blocks) return null;
	const { at, by } = here.find((act) => act.blocks && isNear(act.at, latest.at)) ?? latest;
	return { at, by };
}

function isRequest({ type }: LogEntry): boolean {
	return type === "sapi" || type === "fapi";
}

/** Whether an entry can be that of an act: of its request, or of what it did. */
function isOf(act: AuditEntry, entry: LogEntry): boolean {
	const { operation, target, outcome } = act;
	if (entry.type === "fapi") return outcome !== "done" && isRequestOf(act, entry);
	if (outcome !== "done" && outcome !== "unknown") return false;
	switch (entry.type) {
		case "sapi":
			return isRequestOf(act, entry);
		case "srrt":
			return idInEntry("token", entry) === target || endsUnnamedTokens.includes(operation);
		case "slo":
			return idInEntry("session", entry) === target || resources.session.ends.all.some((one) => one === operation);
		case "ublkdu":
			return operation === "delete_user-blocks_by_id";
		default:
			return false;
	}
}

/** By these a user's refresh tokens end that are not named. */
const endsUnnamedTokens: readonly string[] = [
	...resources["refresh token"].ends.all,
	...resources.session.ends.one,
	...resources.session.ends.all,
];
/** By these sessions end, or refresh tokens. */
export const endings: readonly string[] = [...endsUnnamedTokens, ...resources["refresh token"].ends.one];

/** The request that an entry names, its method in upper case; empty where it names none. */
export function requestIn({ details }: LogEntry): { method: string; path: string } {
	const { method, path } = (details?.request ?? {}) as { method?: unknown; path?: unknown };
	return { method: String(method ?? "").toUpperCase(), path: typeof path === "string" ? path : "" };
}

/** Whether an entry names the request that the act was: its method, and its path with an ID of what the act concerned. */
function isRequestOf({ operation: name, target, userId }: AuditEntry, entry: LogEntry): boolean {
	const [operation = ""] = name.split(" ");
	if (!Object.hasOwn(operations, operation)) return false;
	const { method, path } = operations[operation as keyof typeof operations];
	const request = requestIn(entry);
	if (request.method !== method) return false;
	const shape = path.split("/");
	const parts = request.path.split("/").slice(-shape.length + 1);
	const isNamed = (part: string, index: number) => {
		const wanted = shape[index + 1] ?? "";
		return wanted.startsWith("{") ? [target, userId].includes(decoded(part)) : part === wanted;
	};
	return parts.length === shape.length - 1 && parts.every(isNamed);
}

function decoded(part: string): string {
	try {
		return decodeURIComponent(part);
	} catch {
		return part;
	}
}
