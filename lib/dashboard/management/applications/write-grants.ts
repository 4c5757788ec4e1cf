import "server-only";
import { isDeepStrictEqual } from "node:util";
import { type ClientGrant, clientGrant } from "@/lib/contract/client/client-grant";
import type { NamedValues } from "../../audit/changes";
import { dashboardConfig } from "../../config";
import { callManagement } from "../call/client";
import { ManagementError } from "../call/errors";
import { lookUpChanged, oneSaveAtATime, writeOrLookUp } from "../safe-writes";
import { listClientGrants, managementGrants, requireChangeable, requireGrantable, scopesOf } from "./protection";

/** What became of a change of scopes: `isConfirmed` is null where the tenant does not say, also not when it is asked again. */
export type ChangedScopes = { added: string[]; removed: string[]; isConfirmed: boolean | null };

/**
 * Changes what an application may ask of the management interface in its own name: the scopes as they were read in this
 * request, with some more, out of those of the console, and without some. Its grant is changed in place; the first scopes
 * make it, and with the last one it is removed.
 * @throws SessionError, ProtectedError before anything is sent, ManagementError ("conflict" where it got a grant meanwhile,
 * "not-found" where it has none any more)
 */
export function changeScopes(id: string, change: ScopeChange): Promise<ChangedScopes> {
	return oneSaveAtATime(id, () => readAndChange(id, change));
}

type ScopeChange = { add: readonly string[]; remove: readonly string[] };

async function readAndChange(id: string, { add, remove }: ScopeChange): Promise<ChangedScopes> {
	const { application, grants } = await requireChangeable(id);
	const [grant] = managementGrants(grants);
	const before = grant?.scope ?? [];
	const added = add.filter((scope) => !before.includes(scope));
	const removed = before.filter((scope) => remove.includes(scope));
	const scope = [...before.filter((each) => !removed.includes(each)), ...added];
	if (added.length > 0) await requireGrantable(application, added);
	else if (!grant) throw new ManagementError("not-found");
	if (added.length + removed.length === 0) return { added, removed, isConfirmed: true };
	const audit = { target: id, name: application.name, before: named(before), after: named(scope) };
	if (grant && scope.length === 0) {
		await callManagement("delete_client-grants_by_id", { path: { id: grant.id }, audit });
		return { added, removed, isConfirmed: true };
	}
	const stored = grant
		? await patchGrant(id, grant.id, scope, audit)
		: await callManagement("post_client-grants", {
				body: { client_id: id, audience: dashboardConfig().management.audience, scope },
				schema: clientGrant,
				audit,
			});
	return { added, removed, isConfirmed: await isStored(id, stored, scope) };
}

function patchGrant(id: string, grantId: string, scope: string[], audit: object): Promise<ClientGrant> {
	return writeOrLookUp(
		() =>
			callManagement("patch_client-grants_by_id", {
				path: { id: grantId },
				body: { scope },
				schema: clientGrant,
				audit,
			}),
		() =>
			lookUpChanged(
				() => findGrant(id, grantId),
				(found) => hasScopes(found, scope),
			),
	);
}

/** Whether the scopes are stored, by the response or, where it omits them, by a read. */
async function isStored(id: string, stored: ClientGrant, scope: readonly string[]): Promise<boolean | null> {
	const told = hasScopes(stored, scope);
	if (told !== null) return told;
	const found = await findGrant(id, stored.id).catch(() => null);
	return found && hasScopes(found, scope);
}

/** Null where the grant does not name its scopes. */
function hasScopes({ scope }: ClientGrant, expected: readonly string[]): boolean | null {
	return scope ? isDeepStrictEqual(new Set(scope), new Set(expected)) : null;
}

async function findGrant(id: string, grantId: string): Promise<ClientGrant> {
	const found = (await listClientGrants(id)).rows.find((grant) => grant.id === grantId);
	if (!found) throw new ManagementError("not-found");
	return found;
}

/** Scopes by name, for the audit trail. */
function named(scopes: readonly string[]): NamedValues {
	return Object.fromEntries(scopes.map((scope) => [scope, true]));
}

/**
 * Removes a client grant of an application.
 * @param grantId another application's is "not-found"
 * @returns the API that it was for; null where it does not say
 * @throws SessionError, ProtectedError, ManagementError
 */
export function removeGrant(id: string, grantId: string): Promise<string | null> {
	return oneSaveAtATime(id, () => readAndRemove(id, grantId));
}

async function readAndRemove(id: string, grantId: string): Promise<string | null> {
	const { application, grants } = await requireChangeable(id);
	const grant = grants.find((candidate) => candidate.id === grantId);
	if (!grant) throw new ManagementError("not-found");
	await callManagement("delete_client-grants_by_id", {
		path: { id: grantId },
		audit: { target: id, name: application.name, before: named(scopesOf(grant)), after: {} },
	});
	return grant.audience ?? null;
}
