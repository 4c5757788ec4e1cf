import { type Kysely, PostgresAdapter, sql } from "kysely";
import type { Migration } from "kysely/migration";
import type { IdentityServiceDatabase } from "./schema";
import { indexUsers, type SearchedUser } from "./user-words";

const USERS_A_STEP = 500;

/** Users are found by every word of them, by an index that each write of a user keeps. */
export const userWords: Migration = {
	async up(db: Kysely<unknown>) {
		const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
		const text = isPostgres ? sql`text collate "C"` : "text";
		await db.schema
			.createTable("user_words")
			.addColumn("inside", "integer", (column) => column.notNull())
			.addColumn("word", text, (column) => column.notNull())
			.addColumn("sort_name", text, (column) => column.notNull())
			.addColumn("user_id", text, (column) => column.notNull().references("users.user_id").onDelete("cascade"))
			.addPrimaryKeyConstraint("user_words_pk", ["inside", "word", "sort_name", "user_id"])
			// Its rows are in the index itself.
			.modifyEnd(isPostgres ? sql`` : sql`without rowid`)
			.execute();
		await db.schema.createIndex("user_words_user").on("user_words").column("user_id").execute();
		await indexAll(db as IdentityServiceDatabase);
	},
};

async function indexAll(db: IdentityServiceDatabase): Promise<void> {
	for (let after = ""; ; ) {
		const users: SearchedUser[] = await db
			.selectFrom("users")
			.select(["user_id", "name", "email", "given_name", "family_name", "nickname", "username"])
			.where("user_id", ">", after)
			.orderBy("user_id")
			.limit(USERS_A_STEP)
			.execute();
		await indexUsers(db, users);
		const last = users.at(-1);
		if (!last) return;
		after = last.user_id;
	}
}
