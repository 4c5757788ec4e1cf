import "server-only";
import { randomUUID } from "node:crypto";
import { bestEffort } from "./best-effort";
import { dashboardDatabase } from "./dashboard-database";

/** Whatever else stands in the cookie never reaches the database. */
const ID = /^[0-9a-f-]{36}$/;

/** Stores a sentence for one page and answers the identifier with which it can be taken, once. */
export async function leaveFlashMessage(path: string, message: string, seconds: number): Promise<string> {
	const database = await dashboardDatabase();
	const id = randomUUID();
	const until = new Date(Date.now() + seconds * 1000).toISOString();
	await database.insertInto("flash_messages").values({ id, path, message, until }).execute();
	return id;
}

/**
 * The sentence, if it was left for this page and nobody has taken it yet; from now on it is gone. In a store that takes
 * no writes it stays until its time is over.
 */
export async function takeFlashMessage(id: string, path: string): Promise<string | null> {
	if (!ID.test(id)) return null;
	const database = await dashboardDatabase();
	const now = new Date().toISOString();
	const left = await database
		.selectFrom("flash_messages")
		.select("message")
		.where("id", "=", id)
		.where("path", "=", path)
		.where("until", ">", now)
		.executeTakeFirst();
	if (!left) return null;
	const taking = database.deleteFrom("flash_messages").where("id", "=", id);
	const taken = await bestEffort("that a sentence was read", () => taking.executeTakeFirst());
	return taken?.numDeletedRows === 0n ? null : left.message;
}
