import { RefusedMessage } from "../federation/front-endpoint";
import { DATABASE_CONNECTION } from "../login/connection";

/**
 * What stands beside the message: which connection people sign in through, and for which organization.
 * @throws RefusedMessage where it is none of this tenant's
 */
export function requireKnownConnection(query: URLSearchParams): void {
	if (query.getAll("connection").some((name) => name !== DATABASE_CONNECTION)) {
		throw new RefusedMessage(`There is no such connection: people sign in through ${DATABASE_CONNECTION}.`);
	}
	if (query.has("organization")) throw new RefusedMessage("There are no organizations on this service.");
}
