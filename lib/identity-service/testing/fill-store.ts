import type { IdentityService } from "../context/identity-service";
import { derivedClientId } from "../keys/derived";
import { logEntryRow } from "../log/log-entry";
import { sampleMoment, sampleUserId } from "../sample-tenant/derived";
import { refreshTokenRow } from "../sample-tenant/refresh-tokens";
import { sessionRow } from "../sample-tenant/sessions";
import { templateRow } from "../sample-tenant/templates";
import { userRow } from "../sample-tenant/users";
import { logIdsFrom } from "../store/log-id";
import type { IdentityServiceSchema, LogEntryRow, UserTable } from "../store/schema";
import { indexUsers } from "../store/user-words";
import { DATABASE_CONNECTION } from "../store/users";
import { inventedLogEntry, inventedSession, inventedTemplate, inventedToken, inventedUser } from "./invented-data";

/** How many rows are added to the sample tenant's. */
export type StoreSize = { users: number; templates: number; tokens: number; sessions: number; entries: number };
type Table = "users" | "templates" | "refresh_tokens" | "sessions" | "log_entries";

const DAY_MILLISECONDS = 86_400_000;
/** What follows the time in an identifier. */
const LOG_ID_END_LENGTH = 12;
/** Each commit is synced to disk, which is slow. */
const ROWS_A_COMMIT = 5_000;
/** Within what both engines accept in parameters, and parsed quickly. */
const ROWS_A_STATEMENT = 100;

/**
 * Adds invented users, templates, refresh tokens, sessions and entries of the log to a sample tenant. The first `n` rows are the
 * same at every run, of the log at every run of a day, and existing rows stay as they are, so that an interrupted run can be
 * repeated.
 * @param onProgress called after every commit with the number of rows in the table
 */
export async function fillStore(
	service: Pick<IdentityService, "config" | "database" | "secrets" | "now">,
	{ users, templates, tokens, sessions, entries }: StoreSize,
	onProgress: (table: Table, rows: number) => void = () => {},
): Promise<void> {
	const moment = sampleMoment(service);
	await fill("users", users, (index) => userRow(moment, inventedUser(index)));
	await fill("templates", templates, (index) => templateRow(moment, inventedTemplate(index)));
	await fill("refresh_tokens", tokens, (index) => refreshTokenRow(moment, inventedToken(index, users)));
	await fill("sessions", sessions, (index) => sessionRow(moment, inventedSession(index, users)));
	await fill("log_entries", entries, logRow);

	function logRow(index: number): LogEntryRow {
		const { type, secondsAgo, user, client, ip } = inventedLogEntry(index, users);
		const midnight = Math.floor(moment.now.getTime() / DAY_MILLISECONDS) * DAY_MILLISECONDS;
		const at = new Date(midnight - secondsAgo * 1_000);
		const entry = {
			type,
			request: { user: { ip, address: ip }, headers: new Headers({ "user-agent": "Mozilla/5.0 (X11; Linux x86_64)" }) },
			userId: sampleUserId(moment.identifiers, user.handle),
			userName: user.email,
			client: { clientId: derivedClientId(moment.identifiers, client), name: client },
			connection: { name: DATABASE_CONNECTION, strategy: "auth0" },
			details: { session_id: `invented-${index}` },
		};
		return {
			...logEntryRow(service.config, entry, at),
			log_id: `${logIdsFrom(at)}${String(index).padStart(LOG_ID_END_LENGTH, "0")}`,
		};
	}

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
