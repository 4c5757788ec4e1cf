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
		const isSqlite = database.getExecutor().adapter instanceof SqliteAdapter;
		const now = this.#now();
		if (!this.#probed || now - this.#probed.at >= PROBE_EVERY_MILLISECONDS) {
			// The smallest write that needs no table: an unused number in the file's header, or a transaction's number.
			const write = isSqlite ? sql`pragma user_version = 0` : sql`select txid_current()`;
			this.#probed = { fault: failureOf(write.execute(database)), at: now };
		}
		const { fault, at } = this.#probed;
		const read = database.selectNoFrom(sql`1`.as("one")).execute();
		const found = (await failureOf(read)) ?? (await fault);
		const refuted = isSqlite ? at : now - FAILURE_COUNTS_MILLISECONDS;
		return found ?? (this.#failed && this.#failed.at > refuted ? this.#failed.fault : null);
	}
}

function failureOf(attempt: Promise<unknown>): Promise<StoreFailure | null> {
	return attempt.then(() => null, probeFailureOf);
}
