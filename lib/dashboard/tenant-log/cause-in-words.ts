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

const ADDRESSES_MAX = 3;

type Around = {
	/** The latest block after failed attempts. */
	block: { entry: LogEntry; isLifted: boolean } | null;
	isBlockedNow: boolean;
	isAtLeast: boolean;
	/** By an admin, now. */
	isBlocked: boolean;
	/** The entry of the revocation of the refresh token that was refused. */
	revocation: LogEntry | undefined;
};

/** @param entries of one cause, newest first */
export function causeInWords(kind: CauseKind, entries: readonly LogEntry[], around: Around): Part[] {
	const [newest] = entries as [LogEntry];
	const { client_name: application, client_id: clientId, connection } = newest;
	const often = occurrences(entries, around.isAtLeast);
	const app: Part = application || clientId ? { name: application || clientId || "" } : "An application";
	const theConnection: Part[] = connection ? ["the connection ", { name: connection }] : ["the user’s connection"];
	switch (kind) {
		case "blocked":
			return around.isBlocked
				? ["The user is blocked. Sign-in was refused", ...often, "."]
				: ["Sign-in was refused", ...often, ", because the user was blocked."];
		case "password":
			return ["The password was wrong", ...often, ...thenBlocked(newest, around), "."];
		case "code":
			return ["The code was wrong", ...often, ...thenBlocked(newest, around), "."];
		case "expired":
			return ["The code had expired when it was entered", ...often, "."];
		case "limit":
			return [
				`Sign-in ${around.isBlockedNow ? "is" : "was"} blocked after failed attempts`,
				...often,
				...until(newest),
				".",
			];
		case "leaked":
			return ["The password was refused", ...often, ", because it is known from a leak."];
		case "unconfirmed":
			return ["Sign-in was refused", ...often, ", because the e-mail address is not confirmed."];
		case "connection":
			return ["Sign-in was refused", ...often, ": ", ...theConnection, " is not enabled for ", inSentence(app), "."];
		case "provider":
			return ["Sign-in with ", ...theConnection, " failed", ...often, ".", ...said(newest)];
		case "renewal":
			return [app, " could not renew its access", ...often, ...whyNotRenewed(newest, around)];
		case "exchange":
			return [app, " could not complete the sign-in", ...often, ".", ...said(newest)];
		case "other":
			return ["Sign-in failed", ...often, ".", ...said(newest)];
	}
}

function inSentence(part: Part): Part {
	return part === "An application" ? "the application" : part;
}

/** " 3 minutes ago from 203.0.113.9"; " 4 times from 203.0.113.9, the last time 3 minutes ago". */
function occurrences(entries: readonly LogEntry[], isAtLeast: boolean): Part[] {
	const count = entries.reduce((sum, entry) => sum + entryInWords(entry).count, 0);
	const time = entryTime(entries[0] ?? {});
	const byAddress = new Map(
		entries.flatMap((entry) => (entry.ip ? [[entry.ip, { address: entry.ip, place: entryInWords(entry).place }]] : [])),
	);
	const from = fromAddresses([...byAddress.values()]);
	const when: Part[] = time ? [{ time }] : [];
	if (count === 1 && !isAtLeast) return [...when.flatMap((part) => [" ", part]), ...from];
	const times = ` ${isAtLeast ? "at least " : ""}${count.toLocaleString("en")} ${count === 1 ? "time" : "times"}`;
	return [times, ...from, ...when.flatMap((part) => [", the last time ", part])];
}

/** " from 203.0.113.9 (Lyon, France) and 198.51.100.2". */
export function fromAddresses(addresses: readonly Extract<Part, { address: string }>[]): Part[] {
	const named = addresses.slice(0, ADDRESSES_MAX);
	const others = addresses.length - named.length;
	return named.flatMap((address, index): Part[] => {
		const isLast = others === 0 && index === named.length - 1;
		const more = ` and ${others.toLocaleString("en")} other ${others === 1 ? "address" : "addresses"}`;
		const rest = others > 0 && index === named.length - 1 ? [more] : [];
		return [index === 0 ? " from " : isLast ? " and " : ", ", address, ...rest];
	});
}

/** ", then sign-in was blocked until 14:30". @param failure the latest */
function thenBlocked(failure: LogEntry, { block, isBlockedNow }: Around): Part[] {
	const now = isBlockedNow ? [". Sign-in is blocked now"] : [];
	if (!block) return now;
	const isBefore = (entryTime(block.entry) ?? "") < (entryTime(failure) ?? "");
	const lifted = block.isLifted && !isBlockedNow ? [". The block was lifted"] : now;
	return [
		isBefore ? ". In between, sign-in was blocked" : ", then sign-in was blocked",
		...until(block.entry),
		...lifted,
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

/** Why a refresh token is not exchanged, by the tenant's words. */
const RENEWALS: readonly [RegExp, string][] = [
	[/\breus|\bused (before|already|again|twice)|\balready used/i, "its refresh token was used a second time"],
	[/\brevoked/i, "its refresh token was revoked"],
	[/\bexpired/i, "its refresh token has expired"],
	[/\bblocked/i, "the user is blocked"],
];
/** Words that leave open which of several causes it was. */
const OPEN = /\bunknown\b|\bor\b/i;

function whyNotRenewed(newest: LogEntry, { revocation }: Around): Part[] {
	const time = revocation && entryTime(revocation);
	if (time) return [": its refresh token was revoked ", { time }, "."];
	const text = newest.description ?? "";
	const why = OPEN.test(text) ? undefined : RENEWALS.find(([pattern]) => pattern.test(text))?.[1];
	return why ? [`: ${why}.`] : [".", ...said(newest)];
}
