import type { IdentityService } from "../context/identity-service";
import { sampleMoment } from "../sample-tenant/derived";
import { refreshTokenRow } from "../sample-tenant/refresh-tokens";
import { sessionRow } from "../sample-tenant/sessions";
import { templateRow } from "../sample-tenant/templates";
import { userRow } from "../sample-tenant/users";
import type { IdentityServiceSchema, UserTable } from "../store/schema";
import { indexUsers } from "../store/user-words";
import { inventedSession, inventedTemplate, inventedToken, inventedUser } from "./invented-data";

/** How many rows are added to the sample tenant's. */
export type StoreSize = { users: number; templates: number; tokens: number; sessions: number };
type Table = "users" | "templates" | "refresh_tokens" | "sessions";

/** Each commit is synced to disk, which is slow. */
const ROWS_A_COMMIT = 5_000;
/** Within what both engines accept in parameters, and parsed quickly. */
const ROWS_A_STATEMENT = 100;

/**
 * Adds invented users, templates, refresh tokens and sessions to a sample tenant. The first `n` rows are the same at every run,
 * and existing rows stay as they are, so that an interrupted run can be repeated.
 * @param onProgress called after every commit with the number of rows in the table
 */
export async function fillStore(
	service: Pick<IdentityService, "config" | "database" | "secrets" | "now">,
	{ users, templates, tokens, sessions }: StoreSize,
	onProgress: (table: Table, rows: number) => void = () => {},
): Promise<void> {
	const moment = sampleMoment(service);
	await fill("users", users, (index) => userRow(moment, inventedUser(index)));
	await fill("templates", templates, (index) => templateRow(moment, inventedTemplate(index)));
	await fill("refresh_tokens", tokens, (index) => refreshTokenRow(moment, inventedToken(index, users)));
	await fill("sessions", sessions, (index) => sessionRow(moment, inventedSession(index, users)));

	async function fill<Name extends Table>(
		table: Name,
		count: number,
		rowOf: (index: number) => IdentityServiceSchema[Name] | Promise<IdentityServiceSchema[Name]>,
	): Promise<void> {
		for (let start = 0; start < count; start += ROWS_A_COMMIT) {
			const end = Math.min(start + ROWS_A_COMMIT, count);
			await service.database.transaction().execute(async (transaction) => {
				for (let index = start; index < end; index += ROWS_A_STATEMENT) {
					const indexes = Array.from({ length: Math.min(ROWS_A_STATEMENT, end - index) }, (_, step) => index + step);
					const rows = await Promise.all(indexes.map(rowOf));
					await transaction
						.insertInto<Table>(table)
						.values(rows)
						.onConflict((conflict) => conflict.doNothing())
						.execute();
					if (table === "users") await indexUsers(transaction, rows as UserTable[]);
				}
			});
			onProgress(table, end);
		}
	}
}
