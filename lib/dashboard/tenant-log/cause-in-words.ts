import type { LogEntry } from "@/lib/contract/log-entry";
import { timeOf } from "../devices/flags";
import { entryInWords, entryTime } from "./entry-in-words";

/** A sentence in parts, of which those of others are shown as such. `time`: how long ago; `until`: a time of the clock. */
export type Part =
	| string
	| { time: string }
	| { until: string }
	| { address: string; place: string | null }
	| { name: string };

/** What kept a user from signing in, or an application from going on. */
export type CauseKind =
	| ("blocked" | "password" | "code" | "expired" | "limit" | "leaked")
	| ("unconfirmed" | "connection" | "provider" | "renewal" | "exchange" | "other");

/** When a user was blocked, and by which admin or application. */
export type BlockedSince = { at: string; by: string | null };

const ADDRESSES_MAX = 3;

type Around = {
	/** The latest block after failed attempts, and whether it came before the latest of these. */
	block: { entry: LogEntry; isLifted: boolean; isBefore: boolean } | null;
	/** The blocks that hold now, by the tenant's list. */
	holding: readonly { ip?: string | null | undefined }[] | null;
	isAtLeast: boolean;
	/** By an admin, now. */
	isBlocked: boolean;
	/** Since when, where that is known. */
	blockedSince: BlockedSince | null;
	/** The entry of the revocation of the refresh token that was refused. */
	revocation: LogEntry | undefined;
};
const NOTHING_AROUND: Around = {
	block: null,
	holding: null,
	isAtLeast: false,
	isBlocked: false,
	blockedSince: null,
	revocation: undefined,
};

/** @param entries of one cause, newest first */
export function causeInWords(kind: CauseKind, entries: readonly LogEntry[], some: Partial<Around>): Part[] {
	const around = { ...NOTHING_AROUND, ...some };
	const [newest = {} as LogEntry] = entries;
	const { client_name: application, client_id: clientId, connection } = newest;
	const often = occurrences(entries, around.isAtLeast);
	const app: Part = application || clientId ? { name: application || clientId || "" } : "An application";
	const theConnection: Part[] = connection ? ["the connection ", { name: connection }] : ["the connection"];
	switch (kind) {
		case "blocked":
			return around.isBlocked
				? [
						"The user is blocked.",
						...byWhom(around),
						...(entries.length > 0 ? [" Sign-in was refused", ...often, "."] : []),
					]
				: ["Sign-in was refused", ...often, ", because the user was blocked."];
		case "password":
			return ["The password was wrong", ...often, ...thenBlocked(around), "."];
		case "code":
			return ["The code was wrong", ...often, ...thenBlocked(around), "."];
		case "expired":
			return ["The code had expired when it was entered", ...often, "."];
		case "limit":
			return around.holding
				? ["Sign-in is blocked after failed attempts", ...fromBlocked(around.holding), ...until(newest), "."]
				: ["Sign-in was blocked after failed attempts", ...often, ...until(newest), "."];
		case "leaked":
			return ["The password was refused", ...often, ", because it is known from a leak."];
		case "unconfirmed":
			return ["Sign-in was refused", ...often, ", because the e-mail address is not confirmed."];
		case "connection":
			return ["Sign-in was refused", ...often, ": ", ...theConnection, " was not enabled for ", inSentence(app), "."];
		case "provider":
			return ["Sign-in with ", ...theConnection, " failed", ...often, ".", ...said(newest)];
		case "renewal":
			return [app, " could not renew its access", ...often, ...whyNotRenewed(entries, around)];
		case "exchange":
			return [app, " could not complete the sign-in", ...often, ...whyNotDone(newest, around)];
		case "other":
			return ["Sign-in failed", ...often, ".", ...said(newest)];
	}
}

/** " Edda blocked them 3 minutes ago." */
function byWhom({ blockedSince }: Around): Part[] {
	if (!blockedSince) return [];
	const { at, by } = blockedSince;
	return by ? [" ", { name: by }, " blocked them ", { time: at }, "."] : [" They were blocked ", { time: at }, "."];
}

function inSentence(part: Part): Part {
	return part === "An application" ? "the application" : part;
}

/** " 3 minutes ago from 203.0.113.9"; " 4 times from 203.0.113.9, the last time 3 minutes ago". */
function occurrences(entries: readonly LogEntry[], isAtLeast: boolean): Part[] {
	if (entries.length === 0) return [];
	const count = entries.reduce((sum, entry) => sum + entryInWords(entry).count, 0);
	const time = entryTime(entries[0] ?? {});
	const places = new Map<string, string | null>();
	for (const entry of entries) {
		if (entry.ip) places.set(entry.ip, places.get(entry.ip) ?? entryInWords(entry).place);
	}
	// A counted entry without an address stands for failures from any.
	const isOfAny = entries.some((entry) => !entry.ip && entryInWords(entry).count > 1);
	const from = isOfAny ? [] : fromAddresses(Array.from(places, ([address, place]) => ({ address, place })));
	const when: Part[] = time ? [{ time }] : [];
	if (count === 1 && !isAtLeast) return [...when.flatMap((part) => [" ", part]), ...from];
	const times = ` ${isAtLeast ? "at least " : ""}${count.toLocaleString("en")} ${count === 1 ? "time" : "times"}`;
	// A counted entry has the time of the first of its failures.
	const since = entryTime(entries.at(-1) ?? {});
	if (entryInWords(entries[0] ?? {}).count > 1) return [times, ...from, ...(since ? [" since ", { time: since }] : [])];
	return [times, ...from, ...when.flatMap((part) => [", the last time ", part])];
}

/** " from 203.0.113.9 (Lyon, France) and 198.51.100.2". */
function fromAddresses(addresses: readonly Extract<Part, { address: string }>[]): Part[] {
	const named = addresses.slice(0, ADDRESSES_MAX);
	const others = addresses.length - named.length;
	return named.flatMap((address, index): Part[] => {
		const isLast = others === 0 && index === named.length - 1;
		const more = ` and ${others.toLocaleString("en")} other ${others === 1 ? "address" : "addresses"}`;
		const rest = others > 0 && index === named.length - 1 ? [more] : [];
		return [index === 0 ? " from " : isLast ? " and " : ", ", address, ...rest];
	});
}

/** " from 203.0.113.9"; nothing where one block is of all addresses, or names none. */
function fromBlocked(holding: NonNullable<Around["holding"]>): Part[] {
	const addresses = holding.flatMap(({ ip }) => (ip ? [ip] : []));
	if (addresses.length < holding.length) return [];
	return fromAddresses([...new Set(addresses)].map((address) => ({ address, place: null })));
}

/** ", then sign-in was blocked until 14:30". */
function thenBlocked({ block, holding }: Around): Part[] {
	if (!block) return [];
	const { entry, isLifted, isBefore } = block;
	return [
		isBefore ? ". In between, sign-in was blocked" : ", then sign-in was blocked",
		...until(entry),
		...(holding ? [". Sign-in is blocked now", ...fromBlocked(holding)] : isLifted ? [". The block was lifted"] : []),
	];
}

function until({ details }: LogEntry): Part[] {
	const time = timeOf(details?.until);
	return time === null ? [] : [" until ", { until: time }];
}

function said({ description }: LogEntry): Part[] {
	const text = description?.trim();
	return text ? [" The tenant says: ", { name: text }] : [];
}

/** Whether words leave open which of several causes it was. */
export function isOpen(text: string): boolean {
	return /\bunknown\b|\bor\b/i.test(text);
}

const REUSED = /\breuse|\bused (before|already|again|twice)|\balready used/i;
const REVOKED = /\brevoked/i;
/** Why a refresh token is not exchanged, by the tenant's words. */
const RENEWALS: readonly [RegExp, string][] = [
	[REVOKED, "its refresh token was revoked"],
	[/\bexpired/i, "its refresh token has expired"],
];

/** A second use is told first: it is why the token was revoked. */
function whyNotRenewed(entries: readonly LogEntry[], around: Around): Part[] {
	const [newest = {} as LogEntry] = entries;
	if (entries.some(({ description }) => REUSED.test(description ?? "")))
		return [": its refresh token was used a second time."];
	const text = newest.description ?? "";
	const time = around.revocation && entryTime(around.revocation);
	if (time && (text === "" || isOpen(text) || REVOKED.test(text)))
		return [": its refresh token was revoked ", { time }, "."];
	const why = isOpen(text) ? undefined : RENEWALS.find(([pattern]) => pattern.test(text))?.[1];
	return why ? [`: ${why}.`] : whyNotDone(newest, around);
}

function whyNotDone(newest: LogEntry, { isBlocked }: Around): Part[] {
	if (!/^(the )?user (is|was) blocked\.?$/i.test(newest.description?.trim() ?? "")) return [".", ...said(newest)];
	return [`: the user ${isBlocked ? "is" : "was"} blocked.`];
}
