import { inTransaction } from "@/lib/database/in-transaction";
import type { IdentityService } from "../../context/identity-service";
import { Refusal } from "../../http/refusal";
import { type ConnectionRow, findConnection, replaceConnection } from "../../store/connections";
import type { IdentityServiceDatabase } from "../../store/schema";

/** @throws Refusal 404 */
export async function requireConnection(database: IdentityServiceDatabase, id: string): Promise<ConnectionRow> {
	const row = await findConnection(database, id);
	if (!row) throw new Refusal(404, "inexistent_connection", "The connection does not exist");
	return row;
}

/**
 * Changes a connection; two changes at the same moment are both kept.
 * @param change makes of the row what it is to be; called again where somebody else was first
 * @returns the row as it is now
 * @throws Refusal 404, and what `change` throws
 */
export function changeConnection(
	service: IdentityService,
	id: string,
	change: (before: ConnectionRow, database: IdentityServiceDatabase) => Promise<ConnectionRow>,
): Promise<ConnectionRow> {
	const attempt = async (database: IdentityServiceDatabase): Promise<ConnectionRow> => {
		const before = await requireConnection(database, id);
		const after = await change(before, database);
		return (await replaceConnection(database, after)) ? { ...after, revision: after.revision + 1 } : attempt(database);
	};
	return inTransaction(service.database, attempt);
}
