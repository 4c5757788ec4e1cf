import { LOG_TYPES, type LogKind, type LogType } from "@/lib/contract/log-entry";
import { ipAddress } from "@/lib/network/ip-address";
import { momentOf, type Parameters } from "../audit/read-filter";
import { escaped } from "../management/user-query";
import { SEARCH_LENGTH_MAX, searchFault } from "../search-text";
import { outcomeOfType } from "./entry-in-words";

/** Value and words, in the order of the choice. */
export const LOG_KINDS = [
	["sign-in", "Sign-ins"],
	["code", "Codes and links"],
	["exchange", "Exchanges"],
	["sign-out", "Sign-outs"],
	["revocation", "Revocations"],
	["block", "Blocks"],
	["account", "Accounts"],
	["management", "Management API"],
	["other", "Other"],
] as const satisfies (readonly [LogKind, string])[];

export const LOG_OUTCOMES = [
	["failed", "Failed"],
	["succeeded", "Succeeded"],
] as const;

const TEXTS = ["user", "application", "ip", "text", "id", "since", "until", "kind", "outcome"] as const;
export type LogFilterField = (typeof TEXTS)[number];

/** What the page of the log was filtered by, as it was typed; empty: by nothing. */
export type LogFilter = Record<LogFilterField, string> & {
	/** Of `since` and `until`, an IANA name. */
	timeZone: string;
};

/** What is longer than a search may be stays so, and is a fault. */
const TEXT_LENGTH_MAX = 2 * SEARCH_LENGTH_MAX + 1;

/** The filter in the query of a page. @param timeZone of its times, an IANA name */
export function readLogFilter(parameters: Parameters, timeZone: string): LogFilter {
	const values = TEXTS.map((name) => {
		const value = parameters[name];
		return [name, typeof value === "string" ? value.trim().slice(0, TEXT_LENGTH_MAX).toWellFormed() : ""];
	});
	return { ...(Object.fromEntries(values) as Record<LogFilterField, string>), timeZone };
}

/** Why nothing is searched for, by field; empty: nothing is in the way. */
export function logFilterFaults(filter: LogFilter): Partial<Record<LogFilterField, string>> {
	const { ip, kind, outcome } = filter;
	const [since, until] = [momentIn(filter, "since"), momentIn(filter, "until")];
	const faults: (readonly [LogFilterField, string | null | false])[] = [
		...(["user", "application", "text", "id"] as const).map((name) => [name, searchFault(filter[name])] as const),
		["ip", ip !== "" && ipAddress(ip) === null && "This is not an IP address."],
		["kind", kind !== "" && !LOG_KINDS.some(([known]) => known === kind) && "There is no such kind."],
		["outcome", outcome !== "" && !LOG_OUTCOMES.some(([known]) => known === outcome) && "There is no such outcome."],
		["since", since === null && "This is not a date and time."],
		["until", until === null && "This is not a date and time."],
		["until", typeof since === "number" && typeof until === "number" && since > until && "It is before “From”."],
	];
	return Object.fromEntries(faults.filter(([, fault]) => fault));
}

/** Whether it may be a reference of this console, which the tenant's entries of its writes carry. */
export function isOwnReference(text: string): boolean {
	return /^[0-9a-f]{8}$/.test(text);
}

/**
 * A filter without faults in the vendor's syntax; empty: all entries. What was typed never leaves its own term.
 * @param userIds of the users who have the e-mail address that was typed: not every entry of theirs has that
 */
export function logSearch(filter: LogFilter, userIds: readonly string[] = []): string {
	const { user, application, ip, text } = filter;
	const terms = [
		user && userTerm(user, userIds),
		application && anyOf(applicationTerms(application)),
		ip && exactly("ip", ipAddress(ip) ?? ip),
		typesTerm(filter),
		dateTerm(filter),
		text && textTerm(text),
	];
	return terms.filter(Boolean).join(" AND ");
}

/**
 * The searches of entries among which a reference or an ID is looked for, in this order: only the log ID is a field that can
 * be searched.
 */
export function idSearches(filter: LogFilter, userIds?: readonly string[]): [first: string, all: string] {
	const all = logSearch(filter, userIds);
	const isOfChange = isOwnReference(filter.id) && filter.kind === "";
	const first = isOfChange
		? logSearch({ ...filter, kind: "management" }, userIds)
		: [all, exactly("log_id", filter.id)].filter(Boolean).join(" AND ");
	return [first, all];
}

const CLIENT_ID = /^[\w-]+$/;

const USER_ID = /^[!-~]+$/;

/** E-mail addresses are often stored in lower case, whatever was typed; not every ID has a provider before a bar. */
function userTerm(user: string, ids: readonly string[]): string {
	if (user.includes("|")) return exactly("user_id", user);
	const names = [...new Set([user, user.toLowerCase()])];
	return anyOf([
		...names.map((name) => exactly("user_name", name)),
		...[...(USER_ID.test(user) ? [user] : []), ...ids].map((id) => exactly("user_id", id)),
	]);
}

function applicationTerms(application: string): string[] {
	const byName = exactly("client_name", application);
	return CLIENT_ID.test(application) ? [exactly("client_id", application), byName] : [byName];
}

const TEXT_FIELDS = ["description", "user_name", "client_name", "connection", "user_agent"];
/** The fewest characters that may follow a wildcard. */
const WILDCARD_LENGTH_MIN = 3;
/** Percent-encoded: an address has room for it at any tenant. */
const TEXT_QUERY_LENGTH_MAX = 4_000;

/** A text that is too long to be searched for in all fields is searched for in the first ones. */
function textTerm(text: string): string {
	const start = Array.from(text).length < WILDCARD_LENGTH_MIN ? "" : "*";
	const inFirst = (count: number) =>
		anyOf(TEXT_FIELDS.slice(0, count).map((field) => `${field}:${start}${escaped(text)}*`));
	const counts = TEXT_FIELDS.map((_, index) => TEXT_FIELDS.length - index);
	return inFirst(counts.find((count) => encodeURIComponent(inFirst(count)).length <= TEXT_QUERY_LENGTH_MAX) ?? 1);
}

/** Of types that this console has words for; the kind "other" has all types that no other kind has. */
function typesTerm({ kind, outcome }: LogFilter): string {
	if (kind === "" && outcome === "") return "";
	const ofTypes = (types: readonly string[]) => anyOf(types.map((type) => exactly("type", type)));
	const types = LOG_TYPE_NAMES.filter((type) => outcome === "" || outcomeOfType(type) === outcome);
	if (kind === "other" && outcome === "") return `NOT ${ofTypes(types.filter((type) => kindOf(type) !== "other"))}`;
	const chosen = types.filter((type) => kind === "" || kindOf(type) === kind);
	// A type that no entry has: nothing of this kind has this outcome.
	return ofTypes(chosen.length > 0 ? chosen : ["-"]);
}

const LOG_TYPE_NAMES = Object.keys(LOG_TYPES) as LogType[];
const kindOf = (type: LogType): LogKind => LOG_TYPES[type].kind;

/** Earlier and later than all entries. */
const [FIRST, LAST] = [Date.UTC(2000, 0), Date.UTC(2100, 0)];
const MINUTE_MS = 60_000;

function dateTerm(filter: LogFilter): string {
	const [since, until] = [momentIn(filter, "since"), momentIn(filter, "until")];
	if (typeof since !== "number" && typeof until !== "number") return "";
	const [from, to] = [since ?? FIRST, until ?? LAST].map((time) => new Date(time).toISOString());
	return `date:[${from} TO ${to}]`;
}

const TIME = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d)(?::\d\d(?:\.\d+)?)?)?$/;

/** The first or last moment of a day or a minute; undefined where none was typed, null where it is none. */
function momentIn(filter: LogFilter, name: "since" | "until"): number | null | undefined {
	if (filter[name] === "") return undefined;
	const local = localTime(filter[name], name);
	const shown = Date.parse(`${local}:00Z`);
	// A date that the calendar has not, such as 31 February, is read as a later one.
	if (local === "" || Number.isNaN(shown) || !new Date(shown).toISOString().startsWith(local)) return null;
	const begin = momentOf(shown, filter.timeZone);
	return name === "since" ? begin : begin + MINUTE_MS - 1;
}

/** As a field for a date and time has it: `2026-01-31T09:30`. A day alone begins or ends there. Empty: it is none. */
export function localTime(text: string, name: "since" | "until"): string {
	const [, day = "", time = name === "since" ? "00:00" : "23:59"] = TIME.exec(text) ?? [];
	return day && `${day}T${time}`;
}

function anyOf(terms: readonly string[]): string {
	return terms.length === 1 ? (terms[0] ?? "") : `(${terms.join(" OR ")})`;
}

function exactly(field: string, value: string): string {
	return `${field}:"${value.replace(/["\\]/g, "\\$&")}"`;
}
