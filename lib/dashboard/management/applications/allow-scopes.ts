import "server-only";
import { type ClientGrant, clientGrant } from "@/lib/contract/client/client-grant";
import { dashboardConfig } from "../../config";
import { callManagement } from "../call/client";
import { ManagementError } from "../call/errors";
import { requireChangeable, requireOwnName, requireOwnScopes } from "./protection";

/**
 * Lets an application request scopes of the management interface in its own name, of those that the console holds itself.
 * @throws SessionError, ProtectedError before anything is sent, ManagementError ("conflict" where it has a grant)
 */
export async function allowScopes(id: string, scopes: readonly string[]): Promise<ClientGrant> {
	const { application } = await requireChangeable(id);
	requireOwnName(application);
	await requireOwnScopes(id, scopes);
	return callManagement("post_client-grants", {
		body: { client_id: id, audience: dashboardConfig().management.audience, scope: [...scopes] },
		answer: clientGrant,
		audit: {
			target: id,
			name: application.name,
			before: {},
			after: Object.fromEntries(scopes.map((scope) => [scope, true])),
		},
	});
}

/**
 * Takes from an application what it may ask for of one API.
 * @param grantId one of this application's own: another's is "not-found"
 * @throws SessionError, ProtectedError, ManagementError
 */
export async function removeGrant(id: string, grantId: string): Promise<void> {
	const { application, grants } = await requireChangeable(id);
	const grant = grants.find((candidate) => candidate.id === grantId);
	if (!grant) throw new ManagementError("not-found");
	const scopes = Object.fromEntries((grant.scope ?? []).map((scope) => [scope, true]));
	await callManagement("delete_client-grants_by_id", {
		path: { id: grantId },
		audit: { target: id, name: application.name, before: scopes, after: {} },
	});
}
