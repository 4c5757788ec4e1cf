import { type Kysely, SqliteAdapter, sql } from "kysely";
import { DOES_NOT_ANSWER, probeFailureOf, type StoreFailure, storeFailureOf } from "./error-codes";

/** A write is tried at most this often, whatever the number of calls. */
const PROBE_EVERY_MILLISECONDS = 5_000;
/** A server whose disk is full still accepts what fits, so one write that succeeds proves little. */
const FAILURE_COUNTS_MILLISECONDS = 15_000;

/** Whether a store can be read and written at this moment. */
export class StoreHealth {
	#failed: { fault: StoreFailure; at: number } | null = null;
	#probed: { fault: Promise<StoreFailure | null>; at: number } | null = null;
	readonly #now: () => number;

	/** @param now a clock in milliseconds that cannot be set back */
	constructor(now = () => performance.now()) {
		this.#now = now;
	}

	/** Records the failure of a statement, unless the store does not respond: that is probed at each call. */
	noteFailure(error: unknown): void {
		const fault = storeFailureOf(error);
		if (fault && fault !== DOES_NOT_ANSWER) this.#failed = { fault, at: this.#now() };
	}

	/** Why the store can't be used; null where it can. */
	async fault<Schema>(database: Kysely<Schema>): Promise<StoreFailure | null> {
		const now = this.#now();
		if (!this.#probed || now - this.#probed.at >= PROBE_EVERY_MILLISECONDS) {
			this.#probed = { fault: tryWrite(database).then(() => null, probeFailureOf), at: now };
		}
		const { fault, at } = this.#probed;
		const found = (await tryRead(database).then(() => null, probeFailureOf)) ?? (await fault);
		const refuted = isSqlite(database) ? at : now - FAILURE_COUNTS_MILLISECONDS;
		return found ?? (this.#failed && this.#failed.at > refuted ? this.#failed.fault : null);
	}
}

async function tryRead<Schema>(database: Kysely<Schema>): Promise<void> {
	await database.selectNoFrom(sql`1`.as("one")).execute();
}

/** The smallest write that needs no table: an unused number in the file's header, or a transaction's number. */
async function tryWrite<Schema>(database: Kysely<Schema>): Promise<void> {
	await (isSqlite(database) ? sql`pragma user_version = 0` : sql`select txid_current()`).execute(database);
}

function isSqlite<Schema>(database: Kysely<Schema>): boolean {
	return database.getExecutor().adapter instanceof SqliteAdapter;
}
