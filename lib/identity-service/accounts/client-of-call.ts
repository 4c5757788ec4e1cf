import { requireOrigin } from "../clients/across-origins";
import { hasUsers } from "../clients/grant-types";
import { findServiceClient } from "../clients/service-client";
import { DATABASE_CONNECTION } from "../connections/own-connections";
import type { IdentityService } from "../context/identity-service";
import type { ServiceRequest } from "../context/service-request";
import { clientRefusal, missingParameter, Refusal } from "../http/refusal";
import { readParameters } from "../http/request-parameters";
import type { ClientRow } from "../store/clients";

/**
 * Reads a call that programs make about accounts, and notes the application that it names: public or not, it proves
 * nothing, as a browser makes the call; where a script does, it must be on an origin of the application. Its people are
 * those of the one database connection.
 * @throws Refusal
 */
export async function namedClient(service: IdentityService, request: ServiceRequest): Promise<void> {
	const form = await readParameters(request, { asJson: ["user_metadata"] });
	request.form = form;
	for (const name of ["client_id", "connection"]) if (!form.get(name)) throw missingParameter(name);
	const client = await findServiceClient(service, form.get("client_id") ?? "");
	if (!client) throw clientRefusal();
	request.client = client;
	requireOrigin(service, request, client);
	if (!hasUsers(service, client)) throw new Refusal(403, "unauthorized_client", "Nobody signs in to this client.");
	if (form.get("connection") === DATABASE_CONNECTION) return;
	throw new Refusal(400, "invalid_request", "The connection does not exist.");
}

/** What `namedClient` has found. */
export function namedBy({ client, form, address }: ServiceRequest): {
	client: ClientRow;
	form: URLSearchParams;
	address: string;
} {
	if (!client || !form) throw new Error("The request was not read.");
	return { client, form, address };
}
