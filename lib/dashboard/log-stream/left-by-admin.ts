import "server-only";
import { dashboardDatabase } from "../store/dashboard-database";
import { deleteSessionsOf } from "../store/sessions";

/**
 * Ends the sessions of a tenant's user.
 * @returns what the user has added to the log stream and still works, in lines for the terminal: feed tokens and webhooks
 * belong to the console, so they do not end with their maker. Where it is not known who added one, it is among them.
 */
export async function endSessionsOf(subject: string): Promise<string[]> {
	await deleteSessionsOf(subject);
	const database = await dashboardDatabase();
	const left = await Promise.all(
		(["feed_tokens", "webhooks"] as const).map(async (table) => {
			const rows = await database
				.selectFrom(table)
				.select(["name", "made_by"])
				.where(({ or, eb }) => or([eb("made_by", "=", subject), eb("made_by", "is", null)]))
				.orderBy("created_at")
				.orderBy("id")
				.execute();
			const what = table === "webhooks" ? "webhook" : "feed token";
			return rows.map(
				({ name, made_by }) => `  ${what} “${name}”${made_by === null ? " (it is not known who added it)" : ""}`,
			);
		}),
	);
	const lines = left.flat();
	if (lines.length === 0) return [];
	const advice = "End what no one else needs on the page Log stream.";
	return ["This user knows the secrets of what they added, which still works:", ...lines, advice];
}
