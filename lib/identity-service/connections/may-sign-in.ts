import type { IdentityService } from "../context/identity-service";
import { enabledClients, findConnectionByName } from "../store/connections";
import type { UserRow } from "../store/users";

/** Whether somebody may be signed in to an application: who comes through an outside connection, where that is enabled for it. */
export async function maySignIn(
	{ database }: IdentityService,
	{ connection }: Pick<UserRow, "connection">,
	clientId: string,
): Promise<boolean> {
	if (connection === null) return true;
	const row = await findConnectionByName(database, connection);
	return row !== null && enabledClients(row).includes(clientId);
}
