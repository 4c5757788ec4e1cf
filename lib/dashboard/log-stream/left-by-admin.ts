import "server-only";
import { type RawBuilder, sql } from "kysely";
import { COMMAND_LINE_SUBJECT } from "../audit/audit-entry";
import { endTokensOf } from "../console-tokens/end-tokens";
import { dashboardDatabase, fromNow } from "../store/dashboard-database";
import { deleteSessionsOf } from "../store/sessions";

type Table = "webhooks" | "console_tokens";

const PERSON = "Command line";
const BY_COMMAND = { subject: COMMAND_LINE_SUBJECT, person: PERSON, personName: PERSON, reason: null };

/**
 * Ends the sessions of a tenant's user, and of one who is no editor any more the read tokens that are not said to stay.
 * @returns lines for the terminal about such a user: what the user has added and still works (webhooks, and the read tokens
 * that are said to stay, belong to the console, so they do not end with their maker; where it is not known who added one, it
 * is among them), then the read tokens that ended
 */
export async function endSessionsOf(subject: string, staysEditor: boolean): Promise<string[]> {
	await deleteSessionsOf(subject);
	if (staysEditor) return [];
	const now = fromNow(0);
	const working = sql<boolean>`expires_at > ${now}`;
	const left = [
		...(await addedBy(subject, "console_tokens", sql<boolean>`${working} and stays = 1`)),
		...(await addedBy(subject, "webhooks")),
	];
	const ended = await endTokensOf(subject, BY_COMMAND);
	return [
		...(left.length > 0 ? ["This user knows the secrets of what they added, which still works:", ...left] : []),
		...(ended.length > 0
			? ["These read tokens ended with the role:", ...ended.map((name) => lineOf("console_tokens", name))]
			: []),
		...(left.length > 0 ? ["End what no one else needs on the pages Log stream and Read tokens."] : []),
	];
}

/** @param only the rows that count, by a condition */
async function addedBy(
	subject: string,
	table: Table,
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
	return rows.map(
		({ name, made_by }) => lineOf(table, name) + (made_by === null ? " (it is not known who added it)" : ""),
	);
}

function lineOf(table: Table, name: string): string {
	return `  ${table === "webhooks" ? "webhook" : "read token"} “${name}”`;
}
