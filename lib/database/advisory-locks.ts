import { createHash } from "node:crypto";
import { type Kysely, PostgresAdapter, type RawBuilder, sql } from "kysely";

/** A lock that is held. */
export type AdvisoryLock = {
	/** @throws Error where the connection was lost, and with it the lock */
	check: () => Promise<void>;
	/** Never fails: a lock that can't be released has ended with its connection. */
	release: () => Promise<void>;
};

type Session<Schema> = { connection: Kysely<Schema>; holders: number; close: () => Promise<void> };

/**
 * Locks by name that all processes on one PostgreSQL database share. A process takes all of its locks by one connection of
 * its pool, which it keeps while it holds or waits for any: so neither many locks nor those that wait use up the pool, and
 * what holds a lock may use the database. They end with the connection, whether that is closed or breaks.
 *
 * Within a process a name must be taken once at a time: a session of PostgreSQL gets a lock that it holds again.
 */
export class AdvisoryLocks<Schema> {
	readonly #database: Kysely<Schema>;
	/** That which is joined next; null: another one is opened. */
	#opening: Promise<Session<Schema>> | null = null;
	#current: Session<Schema> | null = null;

	constructor(database: Kysely<Schema>) {
		this.#database = database;
	}

	/**
	 * Takes a lock, or waits for it.
	 * @param pause waits before each further attempt, or throws to give up
	 * @throws Error where the database can't be used, and what `pause` throws
	 */
	async take(name: string, pause: () => Promise<unknown>): Promise<AdvisoryLock> {
		const key = keyOf(name);
		const session = await this.#join();
		try {
			while (!(await this.#isTaken(session, key))) await pause();
		} catch (error) {
			await this.#leave(session);
			throw error;
		}
		return {
			check: async () => void (await this.#run(session, sql`select 1`)),
			release: async () => {
				await this.#run(session, sql`select pg_advisory_unlock(${key}::bigint)`).catch(() => {});
				await this.#leave(session);
			},
		};
	}

	async #isTaken(session: Session<Schema>, key: string): Promise<boolean> {
		const { rows } = await this.#run(
			session,
			sql<{ got: boolean }>`select pg_try_advisory_lock(${key}::bigint) as got`,
		);
		return rows[0]?.got === true;
	}

	async #join(): Promise<Session<Schema>> {
		for (;;) {
			this.#opening ??= this.#open();
			const opening = this.#opening;
			const session = await opening.catch((error: unknown) => {
				if (this.#opening === opening) this.#opening = null;
				throw error;
			});
			// Meanwhile it may have broken, or its last holder may have left.
			if (this.#opening !== opening) continue;
			this.#current = session;
			session.holders += 1;
			return session;
		}
	}

	#open(): Promise<Session<Schema>> {
		const { promise, resolve, reject } = Promise.withResolvers<Session<Schema>>();
		const { promise: isDone, resolve: finish } = Promise.withResolvers<void>();
		const closed = this.#database.connection().execute(async (connection) => {
			await ofVanishedMachines.execute(connection);
			const close = () => {
				finish();
				return closed.catch(() => {});
			};
			resolve({ connection, holders: 0, close });
			await isDone;
			// No lock outlives its holders in a connection that the pool gives to others.
			await sql`select pg_advisory_unlock_all()`.execute(connection).catch(() => {});
		});
		closed.catch(reject);
		return promise;
	}

	/** After an error no one joins the connection any more: what was locked by it is not. */
	async #run<Row>(session: Session<Schema>, statement: RawBuilder<Row>) {
		try {
			return await statement.execute(session.connection);
		} catch (error) {
			this.#forget(session);
			throw error;
		}
	}

	async #leave(session: Session<Schema>): Promise<void> {
		session.holders -= 1;
		if (session.holders > 0) return;
		this.#forget(session);
		await session.close();
	}

	#forget(session: Session<Schema>): void {
		if (this.#current !== session) return;
		this.#current = null;
		this.#opening = null;
	}
}

/** The server soon notices a machine that vanished without closing its connections, and ends its locks. */
const ofVanishedMachines = sql`select set_config('tcp_keepalives_idle', '10', false),
	set_config('tcp_keepalives_interval', '5', false), set_config('tcp_keepalives_count', '3', false)`;

/** The locks of a PostgreSQL database; null for another engine. */
export function advisoryLocks<Schema>(database: Kysely<Schema>): AdvisoryLocks<Schema> | null {
	return database.getExecutor().adapter instanceof PostgresAdapter ? new AdvisoryLocks(database) : null;
}

/** PostgreSQL names locks by signed 64-bit numbers. */
function keyOf(name: string): string {
	return createHash("sha256").update(name).digest().readBigInt64BE().toString();
}
