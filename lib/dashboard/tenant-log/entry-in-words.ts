import { ENDS, type LogEntry, type LogKind, logTypeInWords, SIGN_IN_FAILURES } from "@/lib/contract/log-entry";

/** What an entry of the tenant's log says, in words; null wherever it does not say it. */
export type EntryInWords = {
	/** What happened: "Wrong password". Of a type without words here, the tenant's description or the type's code. */
	title: string;
	/** What the title does not say, in the words of this console where it knows the tenant's; else in the tenant's own. */
	reason: string | null;
	/** Whether what was tried succeeded. */
	outcome: "succeeded" | "failed" | null;
	kind: LogKind;
	/** How often it happened, where one entry counts several. */
	count: number;
	/** Where the IP address is: "Lyon, France". */
	place: string | null;
	/** The code of a type without words here. */
	code: string | null;
};

/** Causes of a failed sign-in, and of an end, by the embedded service's sentences. */
const CAUSES: Readonly<Record<string, string>> = {
	[SIGN_IN_FAILURES.blocked]: "The user was blocked.",
	[SIGN_IN_FAILURES.unconfirmed]: "The e-mail address was not confirmed.",
	[SIGN_IN_FAILURES.wrongCode]: "The code was wrong.",
	[SIGN_IN_FAILURES.wrongPhoneCode]: "The code was wrong.",
	[SIGN_IN_FAILURES.expiredCode]: "The code had expired.",
	[ENDS.passwordChanged]: ENDS.passwordChanged,
	[ENDS.roleChanged]: ENDS.roleChanged,
	[SIGN_IN_FAILURES.otherConnection]: "The connection was not enabled for the application.",
};

/** Types whose descriptions repeat their titles, beside all that succeeded. */
const WHOLE: readonly string[] = ["fp", "fu"];
/** Kinds of which one entry may count several, whether they failed or not. */
const REPEATED: readonly LogKind[] = ["sign-in", "code", "exchange", "sign-out"];
/** Kinds whose titles leave open what was done, whether it succeeded or not. */
const OPEN: readonly LogKind[] = ["management", "revocation", "block", "other"];

export function entryInWords(entry: LogEntry): EntryInWords {
	const { type, description, details, location_info: location } = entry;
	const known = logTypeInWords(type);
	const said = description?.trim() || null;
	const counted = countOf(details?.count);
	// Of any other entry it is not known what it counts.
	const shared = {
		count: known?.isFailure || (known && REPEATED.includes(known.kind)) ? counted : 1,
		place: placeOf(location),
	};
	if (!known) {
		const title = said ?? (type ? `Event “${type}”` : "Event without a type");
		return { ...shared, title, reason: null, outcome: null, kind: "other", code: type || null };
	}
	const { kind } = known;
	const outcome = outcomeOfType(type);
	if (counted > 1 && type === "srrt") {
		const title = `${counted.toLocaleString("en")} refresh tokens revoked`;
		return { ...shared, title, reason: said, outcome, kind, code: null };
	}
	const { title } = known;
	const cause = said && CAUSES[said];
	const isSaid = outcome === "failed" ? WHOLE.includes(type ?? "") : !OPEN.includes(kind);
	// The description of one that counts several says what they have in common.
	const reason = cause || ((isSaid && shared.count === 1) || said === title ? null : said);
	return { ...shared, title, reason, outcome, kind, code: null };
}

/** Whether what was tried succeeded: null where the type does not say it. */
export function outcomeOfType(type: string | null | undefined): EntryInWords["outcome"] {
	const known = logTypeInWords(type);
	if (!known || known.kind === "other") return null;
	return known.isFailure ? "failed" : "succeeded";
}

/** "Wrong password, 4 times": for a list, and for a title. */
export function entryTitle({ title, count }: Pick<EntryInWords, "title" | "count">): string {
	return count > 1 ? `${title}, ${count.toLocaleString("en")} times` : title;
}

function countOf(count: unknown): number {
	return typeof count === "number" && Number.isSafeInteger(count) && count > 1 ? count : 1;
}

function placeOf(location: LogEntry["location_info"]): string | null {
	const country = location?.country_name || location?.country_code || location?.country_code3;
	return [location?.city_name, country].filter(Boolean).join(", ") || null;
}

/** When it happened, ISO 8601; null where the entry has no time that can be read. */
export function entryTime({ date }: Pick<LogEntry, "date">): string | null {
	const text = typeof date === "string" ? date : (date as { $date?: unknown } | null | undefined)?.$date;
	return typeof text === "string" && !Number.isNaN(Date.parse(text)) ? text : null;
}

/** Names in the details of an entry under which a reference, or the ID of something, is found. */
const ID_NAMES = {
	session: ["session_id", "sessionId", "sid"],
	token: ["refresh_token_id", "token_id", "tokenId"],
	reference: ["correlation_id", "reference"],
} as const;

/** The ID of a session or a refresh token that an entry is about, or the reference of the call that it is of. */
export function idInEntry(of: keyof typeof ID_NAMES, entry: LogEntry): string | null {
	return idsIn(of, entry)[0] ?? null;
}

function idsIn(of: keyof typeof ID_NAMES, { details, references }: LogEntry): string[] {
	const request = partOf(details?.request);
	const places = [partOf(references), details ?? {}, partOf(details?.session), partOf(details?.token), request];
	const values = ID_NAMES[of].flatMap((name) => places.map((place) => place[name]));
	return values.filter((value): value is string => typeof value === "string" && value !== "");
}

function partOf(value: unknown): Record<string, unknown> {
	return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

/** Whether an entry has this ID or reference, or the ID of a session or a refresh token. */
export function isEntryWith(id: string, entry: LogEntry): boolean {
	const names = Object.keys(ID_NAMES) as (keyof typeof ID_NAMES)[];
	return entry.log_id === id || entry._id === id || names.some((of) => idsIn(of, entry).includes(id));
}
