import { sql } from "kysely";
import type { IdentityServiceDatabase } from "../store/schema";
import type { Engine } from "./test-service";

/** Lets writes of one kind of artifact fail. @returns a function that lets them succeed again */
export async function failToWrite(
	database: IdentityServiceDatabase,
	engine: Engine,
	write: "insert" | "delete",
	model: string,
): Promise<() => Promise<unknown>> {
	const row = sql.raw(write === "delete" ? "old" : "new");
	const trigger = sql`create trigger no_room before ${sql.raw(write)} on oidc_artifacts
		for each row when (${row}.model = ${sql.lit(model)})`;
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
