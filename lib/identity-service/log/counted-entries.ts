import { type LogKind, logTypeInWords } from "@/lib/contract/log-entry";
import { epochSeconds } from "../context/clock";
import type { IdentityService } from "../context/identity-service";
import { keyedHash } from "../keys/derived";
import { insertEntries } from "../store/log-entries";
import type { IdentityServiceDatabase, LogEntryRow } from "../store/schema";

const HOUR_SECONDS = 3_600;
const DAY_SECONDS = 86_400;

/** An entry that is to be stored. */
export type WaitingEntry = {
	row: LogEntryRow;
	/** What failures are counted by; null: that of many callers, or unknown. */
	address: string | null;
	/** Whether it is not stored on its own, whatever their number. */
	isCounted: boolean;
};

/** What entries are counted by. */
type Group = {
	/** null: it does not belong to any. */
	keyOf: (entry: WaitingEntry) => string | null;
	/** What the entries of a group have in common. */
	common: (row: LogEntryRow) => Partial<LogEntryRow>;
	/** The end of "12 more failures". */
	words: string;
};

const NOTHING = {
	...{ user_id: null, user_name: null, name_key: null, client_id: null, client_name: null },
	...{ connection: null, connection_id: null, ip: null, user_agent: null, strategy: null, strategy_type: null },
};
const ADDRESS: Group = {
	// Not of a known user: who shares the address with a stranger has their own failures in the log.
	keyOf: ({ row, address }) => (row.user_id === null ? address && `ip ${address}` : null),
	common: ({ ip }) => ({ ...NOTHING, ip }),
	words: "from this IP address",
};
const ACCOUNT: Group = {
	keyOf: ({ row }) => {
		const account = isOfApplication(row) ? row.client_id : (row.user_id ?? row.user_name?.toLowerCase());
		return account ? `account ${account}` : null;
	},
	common: (row) => {
		const { user_id, user_name, name_key, client_id, client_name } = row;
		return isOfApplication(row) ? { ...NOTHING, client_id, client_name } : { ...NOTHING, user_id, user_name, name_key };
	},
	words: "of this account",
};
/** Whether the application itself did it, whomever it concerned: anyone can send what is refused in the name of one. */
function isOfApplication({ type }: LogEntryRow): boolean {
	return type === "seccft" || type === "fapi";
}
const UNKNOWN: Group = {
	keyOf: ({ row }) => (row.user_id === null && row.type !== "fapi" ? "unknown" : null),
	common: () => NOTHING,
	words: "of unknown accounts",
};

type Limit = { of: Group; max: number; seconds: number };
/**
 * Failures that are stored on their own. Each limit counts what those before have let pass: an address that tries many
 * unknown accounts is counted by itself, and hides no failures of others at them.
 */
const LIMITS: readonly Limit[] = [
	{ of: ADDRESS, max: 100, seconds: HOUR_SECONDS },
	{ of: ACCOUNT, max: 100, seconds: HOUR_SECONDS },
	{ of: ACCOUNT, max: 300, seconds: DAY_SECONDS },
	{ of: UNKNOWN, max: 500, seconds: HOUR_SECONDS },
];

/** Successes of an account, or of an application in its own name, and an hour that each instance stores on their own. */
const SUCCESSES_MAX = 100;
/** What an account or an application can add as often as it likes. */
const REPEATABLE: readonly LogKind[] = ["sign-in", "code", "exchange", "sign-out"];
const ACCOUNTS_MAX = 100_000;

/** Counts the successes of an hour without the store: most exchanges would else write one row more. */
export class SuccessCounts {
	#hour = 0;
	readonly #counts = new Map<string, number>();

	/** Counts an entry. @returns whether it is beyond the limit */
	isExcess(entry: WaitingEntry): boolean {
		const inWords = logTypeInWords(entry.row.type);
		const key = inWords && !inWords.isFailure && REPEATABLE.includes(inWords.kind) ? ACCOUNT.keyOf(entry) : null;
		if (key === null) return false;
		const hour = windowOf(entry, HOUR_SECONDS);
		if (hour !== this.#hour || this.#counts.size >= ACCOUNTS_MAX) this.#counts.clear();
		this.#hour = hour;
		const count = (this.#counts.get(key) ?? 0) + 1;
		this.#counts.set(key, count);
		return count > SUCCESSES_MAX;
	}
}

/**
 * Stores entries. Failures beyond a limit, and what is counted in any case, are not stored on their own, but one entry of their
 * type has the number of those of an hour. To be called in a transaction, on any number of instances.
 */
export async function storeEntries(
	transaction: IdentityServiceDatabase,
	{ current: secret }: Pick<IdentityService["secrets"], "current">,
	entries: readonly WaitingEntry[],
): Promise<void> {
	let own = entries.filter(({ isCounted }) => !isCounted);
	const counted = entries
		.filter(({ isCounted }) => isCounted)
		.map((entry) => ({ entry, of: [ACCOUNT, ADDRESS].find(({ keyOf }) => keyOf(entry)) ?? UNKNOWN }));
	for (const limit of LIMITS) {
		const beyond = await countFailures(transaction, secret, limit, own);
		own = own.filter((entry) => !beyond.has(entry));
		for (const entry of beyond) counted.push({ entry, of: limit.of });
	}
	await insertEntries(
		transaction,
		own.map(({ row }) => row),
	);
	await storeCounted(transaction, secret, counted);
}

function windowOf({ row }: WaitingEntry, seconds: number): number {
	return Math.floor(epochSeconds(new Date(row.date)) / seconds);
}

/** Counts failures. @returns those beyond the limit */
async function countFailures(
	transaction: IdentityServiceDatabase,
	secret: string,
	{ of, max, seconds }: Limit,
	entries: readonly WaitingEntry[],
): Promise<Set<WaitingEntry>> {
	const groups = Map.groupBy(entries, (entry) => {
		const inWords = logTypeInWords(entry.row.type);
		const key = inWords?.isFailure ? of.keyOf(entry) : null;
		// By themselves, because they tell what the failures have led to.
		const isBlock = inWords?.kind === "block";
		return key && keyedHash(secret, "log-counts", JSON.stringify([seconds, windowOf(entry, seconds), isBlock, key]));
	});
	const beyond = new Set<WaitingEntry>();
	for (const { key_hash, entries: count } of await addToCounts(transaction, groups, seconds)) {
		const group = groups.get(key_hash) ?? [];
		const excess = Math.min(group.length, count - max);
		if (excess > 0) for (const entry of group.slice(-excess)) beyond.add(entry);
	}
	return beyond;
}

type Counted = { entry: WaitingEntry; of: Group };

/** Adds to the entries that have the numbers of others. */
async function storeCounted(
	transaction: IdentityServiceDatabase,
	secret: string,
	counted: readonly Counted[],
): Promise<void> {
	const groups = Map.groupBy(counted, ({ entry, of }) => {
		const key = JSON.stringify([windowOf(entry, HOUR_SECONDS), entry.row.type, of.keyOf(entry), entry.isCounted]);
		return keyedHash(secret, "log-counted", key);
	});
	const waiting = new Map(Array.from(groups, ([hash, group]) => [hash, group.map(({ entry }) => entry)]));
	for (const { key_hash, entries: count, log_id } of await addToCounts(transaction, waiting, HOUR_SECONDS)) {
		const last = groups.get(key_hash)?.at(-1);
		if (!last) continue;
		const { entry, of } = last;
		const [one, several] = logTypeInWords(entry.row.type)?.isFailure ? ["failure", "failures"] : ["entry", "entries"];
		const words = `${count === 1 ? `1 more ${one}` : `${count} more ${several}`} ${of.words} within the hour`;
		// What is counted in any case has a reason of its own.
		const description = (entry.isCounted && entry.row.description) || words;
		const rest = JSON.stringify({ details: { count } });
		await transaction
			.insertInto("log_entries")
			.values({ ...entry.row, ...of.common(entry.row), log_id, description, rest })
			.onConflict((conflict) => conflict.column("log_id").doUpdateSet({ description, rest }))
			.execute();
	}
}

/**
 * Adds the sizes of the groups to their counts. In one statement, so that concurrent ones cannot exceed a limit, and always in
 * the same order, so that two cannot deadlock.
 * @param groups by a keyed hash; those of null are not counted
 * @returns the counts, each with the identifier of the last entry of those that were counted first
 */
async function addToCounts(
	transaction: IdentityServiceDatabase,
	groups: ReadonlyMap<string | null, readonly WaitingEntry[]>,
	seconds: number,
) {
	const values = Array.from(groups).flatMap(([key_hash, group]) => {
		const last = group.at(-1);
		if (key_hash === null || !last) return [];
		const until = (windowOf(last, seconds) + 1) * seconds;
		return [{ key_hash, entries: group.length, log_id: last.row.log_id, until }];
	});
	if (values.length === 0) return [];
	return transaction
		.insertInto("log_counts")
		.values(values.toSorted((one, other) => (one.key_hash < other.key_hash ? -1 : 1)))
		.onConflict((conflict) =>
			conflict.column("key_hash").doUpdateSet((row) => ({
				entries: row("log_counts.entries", "+", row.ref("excluded.entries")),
			})),
		)
		.returning(["key_hash", "entries", "log_id"])
		.execute();
}
