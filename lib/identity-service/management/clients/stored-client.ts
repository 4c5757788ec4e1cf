import { inTransaction } from "@/lib/database/in-transaction";
import { Refusal } from "../../http/refusal";
import type { IdentityService } from "../../identity-service";
import { writeCredentials } from "../../sample-tenant/write-credentials";
import { type ClientRow, findClient, replaceClient } from "../../store/clients";
import type { IdentityServiceDatabase } from "../../store/schema";
import { requireChangeable } from "./changeable-client";

/** @throws Refusal 404 */
export async function requireClient(database: IdentityServiceDatabase, clientId: string): Promise<ClientRow> {
	const row = await findClient(database, clientId);
	if (!row) throw new Refusal(404, "The client does not exist", { errorCode: "inexistent_client" });
	return row;
}

/**
 * Changes a client; two changes at the same moment are both kept.
 * @param change makes of the row what it is to be; called again where somebody else was first
 * @returns the row as it is now
 * @throws Refusal 404, 403 for the console's own, and what `change` throws
 */
export async function changeClient(
	service: IdentityService,
	clientId: string,
	change: (before: ClientRow) => ClientRow | Promise<ClientRow>,
): Promise<ClientRow> {
	const attempt = async (database: IdentityServiceDatabase): Promise<ClientRow> => {
		const before = await requireClient(database, clientId);
		requireChangeable(before);
		const after = await change(before);
		return (await replaceClient(database, after)) ? { ...after, revision: after.revision + 1 } : attempt(database);
	};
	const row = await inTransaction(service.database, attempt);
	if (row.handle !== row.client_id) await writeCredentials(service);
	return row;
}
