import { sql } from "kysely";
import { dashboardDatabase } from "../store/dashboard-database";

/** The processes of PostgreSQL that hold locks of saves, one for each lock. */
export async function heldLocks(): Promise<number[]> {
	const query = sql<{ pid: number }>`select pid from pg_locks where locktype = 'advisory' and granted
		and database = (select oid from pg_database where datname = current_database())`;
	return (await query.execute(await dashboardDatabase())).rows.map(({ pid }) => pid);
}

/** Ends the connection of such a process, as a failure of the network does. */
export async function endConnection(pid: number | undefined): Promise<void> {
	await sql`select pg_terminate_backend(${pid}, 5000)`.execute(await dashboardDatabase());
}
