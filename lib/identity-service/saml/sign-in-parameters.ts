import { DATABASE_CONNECTION } from "../connections/own-connections";
import { usableConnection } from "../connections/saml-connection";
import type { IdentityService } from "../context/identity-service";
import { messageRefusal } from "../http/refusal";
import type { SignInDemand } from "../identity-provider/to-authorization";
import type { ClientRow } from "../store/clients";

/**
 * What stands beside the message: which connection people sign in through, and for which organization.
 * @throws Refusal where it is none of this tenant's, or none that the application may use
 */
export async function connectionDemand(
	service: IdentityService,
	{ client_id }: ClientRow,
	query: URLSearchParams,
): Promise<Pick<SignInDemand, "connection">> {
	const [name, ...others] = query.getAll("connection").filter((named) => named !== DATABASE_CONNECTION);
	const connection = name && others.length === 0 ? await usableConnection(service, name) : null;
	if (name !== undefined && !connection?.clientIds.includes(client_id)) {
		throw messageRefusal(`There is no such connection: people sign in through ${DATABASE_CONNECTION}.`);
	}
	if (query.has("organization")) throw messageRefusal("There are no organizations on this service.");
	return connection ? { connection: connection.name } : {};
}
