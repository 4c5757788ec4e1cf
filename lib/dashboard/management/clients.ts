import "server-only";
import { type Client, clientList } from "@/lib/contract/client/client";
import { requireRole } from "../session/session";
import { callManagement } from "./call/client";
import { ManagementError } from "./call/errors";

/** The service gives no more at once. */
export const APPLICATIONS_MAX = 100;

/** The tenant's first hundred applications with what the applications page shows of them, by name. */
export function listApplications(): Promise<Client[]> {
	return callManagement("get_clients", {
		query: { fields: APPLICATION_FIELDS, include_fields: true, per_page: APPLICATIONS_MAX },
		answer: clientList,
	});
}

const APPLICATION_FIELDS = [
	"client_id",
	"name",
	"app_type",
	"is_first_party",
	"token_endpoint_auth_method",
	"grant_types",
	"callbacks",
	"refresh_token",
	"require_proof_of_possession",
	"compliance_level",
].join(",");

const NAMES_LIFETIME_MS = 60_000;

let cached: { names: ReadonlyMap<string, string>; until: number } | null = null;

/**
 * Names of the applications by `client_id`, in one call for all, kept for a minute. Names are a convenience: where the
 * tenant grants no scope for them the map is empty, and identifiers are shown instead.
 */
export async function clientNames(): Promise<ReadonlyMap<string, string>> {
	await requireRole("viewer");
	if (cached && Date.now() < cached.until) return cached.names;
	const names = await fetchNames();
	cached = { names, until: Date.now() + NAMES_LIFETIME_MS };
	return names;
}

async function fetchNames(): Promise<ReadonlyMap<string, string>> {
	try {
		const clients = await callManagement("get_clients", {
			query: { fields: "client_id,name", include_fields: true, per_page: APPLICATIONS_MAX },
			answer: clientList,
		});
		return new Map(clients.map(({ client_id, name }) => [client_id, name ?? client_id]));
	} catch (error) {
		if (error instanceof ManagementError) return new Map();
		throw error;
	}
}
