import { createHash } from "node:crypto";
import { type Kysely, PostgresAdapter, type RawBuilder, sql } from "kysely";

/** A lock that is held. */
export type AdvisoryLock = {
	/** @throws Error where the connection was lost, and with it the lock */
	check: () => Promise<void>;
	/** Never fails: a lock that can't be released has ended with its connection. */
	release: () => Promise<void>;
};

type Session<Schema> = { connection: Promise<Kysely<Schema>>; holders: number; close: () => Promise<void> };

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
	#session: Session<Schema> | null = null;

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
		this.#session ??= open(this.#database);
		const session = this.#session;
		session.holders += 1;
		// Locked by a session that has failed, or has no holder, is nothing: no one joins it any more.
		const forget = () => {
			if (this.#session === session) this.#session = null;
		};
		const run = async <Row>(statement: RawBuilder<Row>) => {
			try {
				return await statement.execute(await session.connection);
			} catch (error) {
				forget();
				throw error;
			}
		};
		const leave = async () => {
			session.holders -= 1;
			if (session.holders > 0) return;
			forget();
			await session.close();
		};
		try {
			const attempt = sql<{ got: boolean }>`select pg_try_advisory_lock(${key}::bigint) as got`;
			while ((await run(attempt)).rows[0]?.got !== true) await pause();
		} catch (error) {
			await leave();
			throw error;
		}
		return {
			check: async () => void (await run(sql`select 1`)),
			release: async () => {
				await run(sql`select pg_advisory_unlock(${key}::bigint)`).catch(() => {});
				await leave();
			},
		};
	}
}

function open<Schema>(database: Kysely<Schema>): Session<Schema> {
	const { promise: connection, resolve, reject } = Promise.withResolvers<Kysely<Schema>>();
	const { promise: isDone, resolve: finish } = Promise.withResolvers<void>();
	const closed = database.connection().execute(async (opened) => {
		await ofVanishedMachines.execute(opened);
		resolve(opened);
		await isDone;
		// No lock outlives its holders in a connection that the pool gives to others.
		await sql`select pg_advisory_unlock_all()`.execute(opened).catch(() => {});
	});
	closed.catch(reject);
	const close = () => {
		finish();
		return closed.catch(() => {});
	};
	return { connection, holders: 0, close };
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
