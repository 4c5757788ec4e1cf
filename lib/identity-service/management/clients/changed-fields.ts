import { isDeepStrictEqual } from "node:util";
import type { UpdateClientRequest } from "@/lib/contract/client/client-request";
import type { IdentityService } from "../../context/identity-service";
import { Refusal } from "../../http/refusal";
import type { ClientRow } from "../../store/clients";
import { isConsoleClient } from "../../store/console-clients";
import { changedClient } from "./changed-client";
import { wholeResponse } from "./client-response";

/** They depend on each other: where a request changes one of them, or the method, all that it sends apply. */
const SECURITY_FIELDS = [
	"require_pushed_authorization_requests",
	"require_proof_of_possession",
	"compliance_level",
] as const;
const METHOD_FIELDS = ["token_endpoint_auth_method", "client_authentication_methods"];

/** Lists whose order means nothing. Of others the first address is a default. */
const UNORDERED = ["grant_types", "allowed_logout_urls", "web_origins", "allowed_origins", "allowed_clients"];

/**
 * The fields of a request that change a client. One whose value reads the same afterwards is none, however it is sent:
 * as it was read, in part, as null for a default. What is stored of it stays a default, or relative to the service.
 * @param response the client as the caller reads it
 */
export function changedFields(
	service: IdentityService,
	before: ClientRow,
	response: Record<string, unknown>,
	request: UpdateClientRequest,
): UpdateClientRequest {
	const sent = Object.entries(request).filter(([, value]) => value !== undefined);
	const changed = sent
		.filter(([name, value]) => !isDeepStrictEqual(value, response[name]) && !readsTheSame(service, before, name, value))
		.map(([name]) => name);
	const security: readonly string[] = SECURITY_FIELDS;
	const isSecurity = changed.some((name) => security.includes(name) || METHOD_FIELDS.includes(name));
	const applies = (name: string) => changed.includes(name) || (isSecurity && security.includes(name));
	return Object.fromEntries(sent.filter(([name]) => applies(name)));
}

function readsTheSame(service: IdentityService, before: ClientRow, name: string, value: unknown): boolean {
	// A secret is in no column that is compared here.
	if (name === "client_secret") return false;
	const read = (row: ClientRow) => {
		const response = wholeResponse(service, row);
		// The console's own can't be changed, so that another order of a list must be no change.
		return isConsoleClient(before) ? inOneOrder(response) : response;
	};
	try {
		return isDeepStrictEqual(read(changedClient(before, { [name]: value })), read(before));
	} catch (error) {
		if (error instanceof Refusal) return false;
		throw error;
	}
}

function inOneOrder(response: Record<string, unknown>): Record<string, unknown> {
	return Object.fromEntries(
		Object.entries(response).map(([name, value]) => [
			name,
			UNORDERED.includes(name) && Array.isArray(value) ? value.toSorted() : value,
		]),
	);
}
