import { logTypeInWords } from "@/lib/contract/log-entry";
import { epochSeconds } from "../context/clock";
import type { IdentityService } from "../context/identity-service";
import { keyedHash } from "../keys/derived";
import type { IdentityServiceDatabase, LogEntryRow } from "../store/schema";

const HOUR_SECONDS = 3_600;

/** An entry that waits to be stored. `address`: what failures are counted by; null: that of many callers, or unknown. */
export type WaitingEntry = { row: LogEntryRow; address: string | null };

type Counter = {
	/** Entries of a kind and an hour that are stored on their own. */
	limit: number;
	/** What an entry is counted by; null: it isn't. */
	keyOf: (entry: WaitingEntry) => string | null;
	/** What the counted failures have in common. */
	common: (row: LogEntryRow) => Partial<LogEntryRow>;
	/** The end of "12 more failures". */
	words: string;
};

const NOTHING = {
	...{ user_id: null, user_name: null, client_id: null, client_name: null, connection: null, connection_id: null },
	...{ ip: null, user_agent: null, strategy: null, strategy_type: null, rest: null },
};

/**
 * Each counts what those before have let pass: an address that tries many accounts is counted by itself, and hides no failures
 * of others at them.
 */
const COUNTERS: readonly Counter[] = [
	{
		limit: 100,
		keyOf: ({ address }) => address && `ip ${address}`,
		common: ({ ip }) => ({ ...NOTHING, ip }),
		words: "from this IP address",
	},
	{
		limit: 100,
		keyOf: ({ row }) => {
			const account = row.user_id ?? row.user_name?.toLowerCase() ?? row.client_id;
			return account && `account ${account}`;
		},
		common: ({ user_id, user_name, client_id, client_name }) =>
			user_id === null && user_name === null
				? { ...NOTHING, client_id, client_name }
				: { ...NOTHING, user_id, user_name },
		words: "of this account",
	},
	{
		limit: 500,
		keyOf: ({ row }) => (row.user_id === null && row.type !== "fapi" ? "unknown" : null),
		common: () => NOTHING,
		words: "of unknown accounts",
	},
];

/** Each insertion of another number of rows is a statement of its own, which the engine keeps compiled. */
const ROWS_A_STATEMENT = 50;

/**
 * Stores entries, and counts the failures among them: beyond a limit, those of an address, an account or all unknown accounts, of
 * one kind and hour, are not stored on their own, but one entry has their number. To be called in a transaction, on any number
 * of instances.
 */
export async function storeEntries(
	transaction: IdentityServiceDatabase,
	{ current: secret }: Pick<IdentityService["secrets"], "current">,
	entries: readonly WaitingEntry[],
): Promise<void> {
	let own = entries;
	const counted: LogEntryRow[] = [];
	for (const counter of COUNTERS) {
		const groups = Map.groupBy(own, (entry) => keyHash(secret, counter, entry));
		groups.delete(null);
		const beyond = new Set<WaitingEntry>();
		for (const { key_hash, failures, log_id } of await countGroups(transaction, counter.limit, groups)) {
			const group = groups.get(key_hash) ?? [];
			const last = group.at(-1);
			const excess = failures - counter.limit;
			if (!last || excess <= 0) continue;
			for (const entry of group.slice(-excess)) beyond.add(entry);
			counted.push(countedRow(last.row, { ...counter, log_id, excess }));
		}
		own = own.filter((entry) => !beyond.has(entry));
	}
	for (let start = 0; start < own.length; start += ROWS_A_STATEMENT) {
		const rows = own.slice(start, start + ROWS_A_STATEMENT).map(({ row }) => row);
		// A commit of which the response was lost is repeated.
		const insertion = transaction.insertInto("log_entries").values(rows);
		await insertion.onConflict((conflict) => conflict.doNothing()).execute();
	}
	for (const row of counted) {
		const { description, rest } = row;
		const insertion = transaction.insertInto("log_entries").values(row);
		await insertion.onConflict((conflict) => conflict.column("log_id").doUpdateSet({ description, rest })).execute();
	}
}

function keyHash(secret: string, { keyOf }: Counter, entry: WaitingEntry): string | null {
	const inWords = logTypeInWords(entry.row.type);
	const key = inWords?.isFailure ? keyOf(entry) : null;
	return key && keyedHash(secret, "log-failures", JSON.stringify([inWords?.kind, hourOf(entry), key]));
}

function hourOf({ row }: WaitingEntry): number {
	return Math.floor(epochSeconds(new Date(row.date)) / HOUR_SECONDS);
}

/**
 * Adds the sizes of the groups to their counts. In one statement, so that concurrent ones cannot exceed a limit, and always in
 * the same order, so that two cannot deadlock.
 * @returns the counts, with the identifier of the entry that has the failures beyond the limit: of the last failure of those
 * that exceed it first
 */
async function countGroups(
	transaction: IdentityServiceDatabase,
	limit: number,
	groups: ReadonlyMap<string | null, WaitingEntry[]>,
) {
	const values = Array.from(groups, ([hash, group]) => {
		const last = group.at(-1);
		return {
			key_hash: hash ?? "",
			failures: group.length,
			log_id: last?.row.log_id ?? "",
			until: last ? (hourOf(last) + 1) * HOUR_SECONDS : 0,
		};
	}).toSorted((one, other) => (one.key_hash < other.key_hash ? -1 : 1));
	if (values.length === 0) return [];
	return transaction
		.insertInto("log_failures")
		.values(values)
		.onConflict((conflict) =>
			conflict.column("key_hash").doUpdateSet((row) => ({
				failures: row("log_failures.failures", "+", row.ref("excluded.failures")),
				log_id: row
					.case()
					.when("log_failures.failures", "<=", limit)
					.then(row.ref("excluded.log_id"))
					.else(row.ref("log_failures.log_id"))
					.end(),
			})),
		)
		.returning(["key_hash", "failures", "log_id"])
		.execute();
}

type Excess = Counter & { log_id: string; excess: number };

function countedRow(row: LogEntryRow, { common, words, log_id, excess }: Excess): LogEntryRow {
	const failures = excess === 1 ? "1 more failure" : `${excess} more failures`;
	return {
		...row,
		...common(row),
		log_id,
		description: `${failures} ${words} within the hour`,
		rest: JSON.stringify({ details: { count: excess } }),
	};
}
