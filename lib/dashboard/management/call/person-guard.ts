import "server-only";
import { z } from "zod";
import type { OperationName } from "@/lib/contract/operations";
import { writeEntry } from "../../registry/operation-entries";
import type { ResourceName } from "../../registry/resources";
import { knowsAdmins, mayActOn } from "../../session/admin-role";
import { may, whoMay } from "../../session/permissions";
import { type Session, SessionError } from "../../session/session";

type Path = Record<string, string>;
type Owned = { user_id?: string | null | undefined };
type ReadOwned = (name: OperationName, call: { path: Path; schema: z.ZodType<Owned> }) => Promise<Owned>;

const owned = z.looseObject({ user_id: z.string().nullish() });

/** What tells the user of a resource; the form does not. */
const reads: Partial<Record<ResourceName, OperationName>> = {
	session: "get_sessions_by_id",
	"refresh token": "get_refresh-tokens_by_id",
};

/**
 * Refuses a write for the user whom it concerns: no one blocks themself, and only an editor works on the sessions and tokens
 * of an editor of the embedded tenant. Where it is not known whom it concerns, it is refused.
 * @param read reads the resource in the tenant, for its user
 * @throws SessionError; ManagementError where the resource can't be read
 */
export async function requireReach(name: OperationName, session: Session, path: Path, read: ReadOwned): Promise<void> {
	if (name === "patch_users_by_id" && path.user_id === session.subject) {
		throw new SessionError("oneself", "You can't block or unblock yourself. Another editor can. Nothing was changed.");
	}
	if (may(session.role, "actOnEditors") || !knowsAdmins()) return;
	const userId = await userOf(writeEntry(name)?.resource, path, read);
	if (await mayActOn(session.role, userId)) return;
	const unknown = userId ? "" : "The service does not say whose this is, so it is treated as an editor's. ";
	throw new SessionError("person", `${unknown}${whoMay("actOnEditors")} Your role is ${session.role}.`);
}

async function userOf(resource: ResourceName | undefined, path: Path, read: ReadOwned): Promise<string | null> {
	if (resource === "user") return path.user_id ?? null;
	const operation = resource && reads[resource];
	return operation ? ((await read(operation, { path, schema: owned })).user_id ?? null) : null;
}
