import "server-only";
import { type RawBuilder, sql } from "kysely";
import { dashboardDatabase, fromNow } from "../store/dashboard-database";
import { deleteSessionsOf } from "../store/sessions";

/**
 * Ends the sessions of a tenant's user.
 * @returns what the user has added and still works, in lines for the terminal: webhooks, and the read tokens that are said to
 * stay, belong to the console, so they do not end with their maker. Where it is not known who added one, it is among them.
 * Then the read tokens that work only while their maker is an editor.
 */
export async function endSessionsOf(subject: string): Promise<string[]> {
	await deleteSessionsOf(subject);
	const now = fromNow(0);
	const working = sql<boolean>`expires_at > ${now}`;
	const left = [
		...(await addedBy(subject, "console_tokens", sql<boolean>`${working} and stays = 1`)),
		...(await addedBy(subject, "webhooks")),
	];
	const ended = await addedBy(subject, "console_tokens", sql<boolean>`${working} and stays = 0`);
	return [
		...(left.length > 0 ? ["This user knows the secrets of what they added, which still works:", ...left] : []),
		...(ended.length > 0
			? ["These tokens do not work any more, unless this user becomes an editor again:", ...ended]
			: []),
		...(left.length > 0 ? ["End what no one else needs on the pages Log stream and Read tokens."] : []),
	];
}

/** @param only the rows that count, by a condition */
async function addedBy(
	subject: string,
	table: "webhooks" | "console_tokens",
	only: RawBuilder<boolean> = sql<boolean>`1 = 1`,
): Promise<string[]> {
	const database = await dashboardDatabase();
	const rows = await database
		.selectFrom(table)
		.select(["name", "made_by"])
		.where(({ or, eb }) => or([eb("made_by", "=", subject), eb("made_by", "is", null)]))
		.where(only)
		.orderBy("created_at")
		.orderBy("id")
		.execute();
	const what = table === "webhooks" ? "webhook" : "read token";
	return rows.map(
		({ name, made_by }) => `  ${what} “${name}”${made_by === null ? " (it is not known who added it)" : ""}`,
	);
}
