import "server-only";
import { dashboardDatabase } from "./dashboard-database";

/** Per admin. */
export const OPENED_TOKENS_MAX = 10;
/** Opening the same token again writes at most this often, unless its flags differ. */
const REOPENED_STEP_MS = 60_000;

/** The token when it was opened: names of user and application; `flags` is null where an older version wrote the row. */
export type OpenedAs = { user: string | null; application: string | null; flags: readonly string[] | null };

export type OpenedRefreshToken = OpenedAs & { tokenId: string; openedAt: string };

/** The newest first. */
export async function listOpenedTokens(subject: string): Promise<OpenedRefreshToken[]> {
	const database = await dashboardDatabase();
	const rows = await database
		.selectFrom("opened_refresh_tokens")
		.selectAll()
		.where("subject", "=", subject)
		.orderBy("opened_at", "desc")
		.execute();
	return rows.map(({ token_id, opened_at, user_label, application, flags }) => ({
		tokenId: token_id,
		openedAt: opened_at,
		user: user_label,
		application,
		flags: flags === null ? null : JSON.parse(flags),
	}));
}

/** Records that an admin opened a token, and prunes older ones. */
export async function noteOpenedToken(
	subject: string,
	tokenId: string,
	as: OpenedAs,
	now: Date = new Date(),
): Promise<void> {
	const opened = await listOpenedTokens(subject);
	const [newest] = opened;
	const flags = as.flags && JSON.stringify(as.flags);
	const isSame = newest?.tokenId === tokenId && JSON.stringify(newest.flags) === JSON.stringify(as.flags);
	if (isSame && now.getTime() - Date.parse(newest.openedAt) < REOPENED_STEP_MS) return;
	const database = await dashboardDatabase();
	const seen = { opened_at: now.toISOString(), user_label: as.user, application: as.application, flags };
	await database
		.insertInto("opened_refresh_tokens")
		.values({ subject, token_id: tokenId, ...seen })
		.onConflict((conflict) => conflict.columns(["subject", "token_id"]).doUpdateSet(seen))
		.execute();
	const others = opened.filter((other) => other.tokenId !== tokenId);
	for (const surplus of others.slice(OPENED_TOKENS_MAX - 1)) await forgetOpenedToken(subject, surplus.tokenId);
}

export async function forgetOpenedToken(subject: string, tokenId: string): Promise<void> {
	const database = await dashboardDatabase();
	await database
		.deleteFrom("opened_refresh_tokens")
		.where("subject", "=", subject)
		.where("token_id", "=", tokenId)
		.execute();
}
