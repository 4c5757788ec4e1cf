import "server-only";
import { type Kysely, type RawBuilder, sql } from "kysely";
import { inTransaction } from "@/lib/database/in-transaction";
import { WriteRefused } from "../management/call/errors";
import { dashboardDatabase } from "../store/dashboard-database";
import type { DashboardSchema } from "../store/schema";
import { takeTurn } from "./collect-events";

/** `only`: the rows that count, by a condition. */
type Room = {
	table: "webhooks" | "console_tokens";
	max: number;
	full: string;
	only?: RawBuilder<boolean>;
};

/**
 * Adds a row to a table of which there may be few rows. They are counted in the transaction that adds one, after it has
 * waited for the others that add to such a table, on whatever instance.
 * @param full what to do where there are `max` rows
 * @param add receives the number of the newest event of the log stream
 * @throws WriteRefused where there are `max` rows
 */
export async function addWithin(
	{ table, max, full, only = sql<boolean>`1 = 1` }: Room,
	add: (store: Kysely<DashboardSchema>, newest: number) => Promise<unknown>,
): Promise<void> {
	await inTransaction(await dashboardDatabase(), async (store) => {
		const newest = await takeTurn(store);
		const { count } = await store
			.selectFrom(table)
			.select(({ fn }) => fn.countAll<number | string>().as("count"))
			.where(only)
			.executeTakeFirstOrThrow();
		if (Number(count) >= max) throw new WriteRefused("Nothing was added", full);
		await add(store, newest);
	});
}
