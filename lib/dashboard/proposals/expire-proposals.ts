import "server-only";
import { inTransaction } from "@/lib/database/in-transaction";
import { repeatedWork } from "@/lib/process/repeated-work";
import { rowOf } from "../audit/audited-write";
import { BY_CONSOLE, settledEntry } from "../audit/settled-entry";
import { logger } from "../logger";
import { dashboardDatabase, fromNow } from "../store/dashboard-database";
import type { ProposalSummary } from "./proposal";

const FIRST_AFTER_MS = 20_000;
const AGAIN_AFTER_MS = 60_000;
/** Per transaction. */
const ROWS_MAX = 50;

/**
 * Notes of proposals that nobody has decided in time that they have expired, each with a row of the audit trail in the same
 * transaction: of several instances, one does. They count as expired before that.
 */
export async function expireProposals(): Promise<void> {
	const database = await dashboardDatabase();
	const overdue = () =>
		database
			.selectFrom("proposals")
			.select("id")
			.where("state", "in", ["open", "returned"])
			.where("expires_at", "<=", fromNow(0))
			.limit(ROWS_MAX)
			.execute();
	for (let found = await overdue(); found.length > 0; found = await overdue()) {
		const ids = found.map(({ id }) => id);
		await inTransaction(database, async (store) => {
			const at = fromNow(0);
			const expired = await store
				.updateTable("proposals")
				.set({ state: "expired", changed_at: at })
				.where("id", "in", ids)
				.where("state", "in", ["open", "returned"])
				.where("expires_at", "<=", at)
				.returning(["id", "summary"])
				.execute();
			const rows = expired.map(({ id, summary }) => {
				const { items, count }: ProposalSummary = JSON.parse(summary);
				const [first] = items;
				const name = count === 1 && first ? first.name : `${count} templates`;
				return rowOf(settledEntry("expire_proposal", { id, name }, at, BY_CONSOLE));
			});
			if (rows.length > 0) await store.insertInto("audit_trail").values(rows).execute();
		});
	}
}

/** Looks for expired proposals every minute. */
export const proposalExpiry = repeatedWork("proposal-expiry", FIRST_AFTER_MS, async () => {
	await expireProposals().catch((error: unknown) => {
		logger.warn({ err: error }, "expired proposals could not be noted; it is tried again in a minute");
	});
	return AGAIN_AFTER_MS;
});
