import "server-only";
import { createHash } from "node:crypto";
import { dashboardDatabase } from "../store/dashboard-database";
import { CONSOLE_SUBJECT } from "./audit-entry";
import { rowOf } from "./audited-write";
import { keptNames } from "./changes";

/** Scopes of the management interface that a new release has granted one of the console's own applications. */
export type ConsoleGrant = { id: string; clientId: string; clientName: string; scopes: string[]; grantedAt: string };

const PERSON = "New release of this console";

/** Records a grant, in one row however often it is passed on. */
export async function recordConsoleGrant(grant: ConsoleGrant): Promise<void> {
	const { id, clientId, clientName, scopes, grantedAt } = grant;
	const reference = createHash("sha256").update(id).digest("hex").slice(0, 8);
	const row = rowOf({
		id: `${grantedAt}-000-${reference}`,
		at: grantedAt,
		reference,
		subject: CONSOLE_SUBJECT,
		person: PERSON,
		personName: PERSON,
		operation: "post_client-grants",
		target: clientId,
		name: clientName,
		userId: null,
		userLabel: null,
		...keptNames(scopes.map((scope) => `+${scope}`)),
		values: [],
		digestBefore: null,
		digestAfter: null,
		outcome: "done",
		status: null,
		reason: null,
	});
	const database = await dashboardDatabase();
	await database
		.insertInto("audit_trail")
		.values(row)
		.onConflict((conflict) => conflict.column("id").doNothing())
		.execute();
}
