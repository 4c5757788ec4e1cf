import type { IdentityService } from "../../identity-service";
import type { ClientRow } from "../../store/clients";
import { findServiceClient } from "../clients/service-client";
import { CLIENT_REFUSED, type ErrorAnswer, missingParameter } from "../endpoint/token-errors";
import { DATABASE_CONNECTION } from "../login/connection";
import { noteCaller, refuseForeign } from "../web-origins/across-origins";
import { hasUsers } from "./allows-sign-up";

/**
 * The application that a call about accounts names: public or not, it proves nothing, as a browser makes the call; where a
 * script does, it must be on an origin of the application. Its people are those of the one database connection.
 */
export async function clientOfCall(
	service: IdentityService,
	request: Request,
	form: URLSearchParams,
): Promise<{ client: ClientRow } | { refusal: ErrorAnswer }> {
	for (const name of ["client_id", "connection"]) {
		if (!form.get(name)) return { refusal: missingParameter(name) };
	}
	const client = await findServiceClient(service, form.get("client_id") ?? "");
	if (!client) return { refusal: CLIENT_REFUSED };
	noteCaller(request, client);
	const foreign = refuseForeign(service, request, client);
	if (foreign) return { refusal: foreign };
	if (!hasUsers(client)) {
		const description = "Nobody signs in to this client.";
		return { refusal: { status: 403, error: "unauthorized_client", description } };
	}
	if (form.get("connection") === DATABASE_CONNECTION) return { client };
	return { refusal: { status: 400, error: "invalid_request", description: "The connection does not exist." } };
}
