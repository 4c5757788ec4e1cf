import { sql } from "kysely";
import type { IdentityServiceDatabase } from "../store/schema";
import type { Engine } from "./test-service";

/**
 * Lets the store refuse a statement, as where the disk is full.
 * @param event SQL of a trigger: "insert on users for each row"
 * @returns a function that lets it succeed again
 */
export async function failAt(database: IdentityServiceDatabase, engine: Engine, event: string) {
	const trigger = sql.raw(`create trigger no_room before ${event}`);
	if (engine === "SQLite") {
		await sql`${trigger} begin select raise(abort, 'no room'); end`.execute(database);
		return () => sql`drop trigger no_room`.execute(database);
	}
	await sql`create function no_room() returns trigger language plpgsql as $$ begin
		raise exception 'no room' using errcode = '53100';
	end $$`.execute(database);
	await sql`${trigger} execute function no_room()`.execute(database);
	return () => sql`drop function no_room cascade`.execute(database);
}

/** The same for one kind of artifact. */
export function failToWrite(
	database: IdentityServiceDatabase,
	engine: Engine,
	write: "insert" | "delete",
	model: string,
) {
	const row = write === "delete" ? "old" : "new";
	return failAt(database, engine, `${write} on oidc_artifacts for each row when (${row}.model = '${model}')`);
}
