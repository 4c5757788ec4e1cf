import "server-only";
import { z } from "zod";
import { PAGE_SIZE_DEFAULT } from "@/lib/contract/limits";
import type { OperationName } from "@/lib/contract/operations";
import { revokeRefreshTokensRequest, userRefreshTokenPage } from "@/lib/contract/refresh-token";
import { revokeAccessRequest } from "@/lib/contract/user";
import { isMetadataResource, type MetadataResource, resources } from "../../resources/resources";
import { writeEntry } from "../../resources/writes";
import { may, whoMay } from "../../session/permissions";
import { getSession, knowsAdmins, mayActOn, type Session, SessionError } from "../../session/session";
import { ownerOf } from "../seen";
import { ManagementError } from "./errors";
import { secondsUntilRoomFor } from "./rate-pause";

type Path = Record<string, string>;
type Write = { path?: Path; body?: unknown };
type Read = <Result>(
	name: OperationName,
	call: { path: Path; query?: Record<string, string | undefined>; schema: z.ZodType<Result> },
) => Promise<Result>;
type UserId = string | null;

const owned = z.looseObject({ user_id: z.string().nullish() });

/**
 * Refuses a write for the users whom it concerns: no one blocks themself, and only an editor works on the sessions and tokens
 * of an editor of the embedded tenant. Where it is not known whom it concerns, it is refused.
 * @param read reads a resource in the tenant, for its user
 * @throws SessionError; ManagementError where a resource can't be read
 */
export async function requireUserAccess(
	name: OperationName,
	session: Session,
	{ path = {}, body }: Write,
	read: Read,
): Promise<void> {
	if (name === "patch_users_by_id" && path.user_id === session.subject) {
		throw new SessionError("oneself", "You can't block or unblock yourself. Another editor can. Nothing was changed.");
	}
	if (!isGuarded(session)) return;
	for (const userId of await usersOf(name, { path, body }, read)) {
		if (await mayActOn(session.role, userId)) continue;
		const unknown = userId ? "" : "The tenant does not say whose this is, so it is treated as an editor's. ";
		throw new SessionError("person", `${unknown}${whoMay("actOnEditors")} Your role is ${session.role}.`);
	}
}

function isGuarded({ role }: Session): boolean {
	return !may(role, "actOnEditors") && knowsAdmins();
}

/**
 * The requests that the guard adds to a write of this request's admin: they count for the tenant's rate limit. A single session
 * or token is read; several tokens take pages of their user's list besides, at least as many as they fill.
 */
export async function guardReads(tokens = 1): Promise<number> {
	const session = await getSession();
	return session && isGuarded(session) ? 1 + Math.ceil((tokens - 1) / PAGE_SIZE_DEFAULT) : 0;
}

/** At least one; null: one who is not known. */
async function usersOf(name: OperationName, { path = {}, body }: Write, read: Read): Promise<UserId[]> {
	const ofUser = path.user_id ?? null;
	/** The resource itself tells its user, else a list of the tenant that has it; the form does not. */
	const ofResource = async (kind: MetadataResource, at: Path): Promise<UserId> => {
		const listed = ownerOf(at.id ?? "");
		const { user_id } = await read(resources[kind].metadata.read, { path: at, schema: owned }).catch(
			(error: unknown) => {
				const isOdd = error instanceof ManagementError && error.kind === "not-understood";
				if (isOdd && listed !== null) return { user_id: listed };
				throw error;
			},
		);
		return user_id || listed;
	};
	if (name === "post_user_revoke_access") {
		const request = revokeAccessRequest.safeParse(body ?? {}).data;
		if (!request) return [null];
		return request.session_id ? [ofUser, await ofResource("session", { id: request.session_id })] : [ofUser];
	}
	if (name === "post_refresh_tokens_revoke") {
		const { ids = [], user_id = null } = revokeRefreshTokensRequest.safeParse(body).data ?? {};
		if (ids.length === 0) return [user_id];
		const users = await usersOfTokens(ids, ofResource, read);
		return user_id === null ? users : [user_id, ...users];
	}
	const resource = writeEntry(name)?.resource;
	if (resource === "user") return [ofUser];
	return isMetadataResource(resource) ? [await ofResource(resource, path)] : [null];
}

/** Each token is read, or found in the list of the user of another: a page of it tells of many in one request. */
async function usersOfTokens(
	ids: readonly string[],
	ofResource: (kind: "refresh token", at: Path) => Promise<UserId>,
	read: Read,
): Promise<UserId[]> {
	const left = new Set(ids);
	const users = new Set<UserId>();
	for (const id of ids) {
		if (!left.delete(id)) continue;
		const userId = await ofResource("refresh token", { id });
		if (userId === null || users.has(userId)) {
			users.add(userId);
			continue;
		}
		users.add(userId);
		let from: string | undefined;
		do {
			if (left.size === 0) break;
			const call = { path: { user_id: userId }, query: { from }, schema: userRefreshTokenPage };
			const { tokens, unreadable, next } = await read("get_user_refresh-tokens", call);
			for (const token of tokens) left.delete(token.id);
			from = (tokens.length + unreadable > 0 && next) || undefined;
		} while (from);
	}
	return [...users];
}

/** For the trail alone: the write after it needs the rest of the request's time. */
const OWNER_WITHIN_MS = 2_000;

/**
 * The requests that come before a write to one session or refresh token: the guard's, or `learnOwner`'s. They count for the
 * tenant's rate limit.
 */
export async function readsBefore(id: string): Promise<number> {
	return (await guardReads()) || (ownerOf(id) === null ? 1 : 0);
}

/**
 * Reads a session or a refresh token whose owner is not known yet, unless the guard of the write does. Where that fails, or the
 * tenant's rate limit has no room for the read and the write, the owner stays unknown.
 */
export async function learnOwner(id: string, read: (withinMs: number) => Promise<unknown>): Promise<void> {
	if (ownerOf(id) !== null || secondsUntilRoomFor(2) > 0 || (await guardReads()) > 0) return;
	await read(OWNER_WITHIN_MS).catch((error: unknown) => {
		if (!(error instanceof ManagementError)) throw error;
	});
}
