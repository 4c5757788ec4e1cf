import { nameOrId } from "@/lib/contract/name-or-id";
import "server-only";
import type { OperationName } from "@/lib/contract/operations";
import { isJsonObject } from "@/lib/contract/safe-object";
import type { User } from "@/lib/contract/user";
import { processWide } from "@/lib/process/process-wide";
import { metadataResources, resources } from "../resources/resources";
import { type WriteName, writeEntry } from "../resources/writes";
import { requirePermission } from "../session/session";

// What recent responses to any admin have shown: names by identifier, and the users of sessions and refresh tokens.

const seen = processWide("seen-names", () => new Map<string, string>());
/** More than the applications that are listed: their names would take the place of all others. */
const SEEN_MAX = 20_000;

/** Names by identifier, of all resources, from recent responses to any admin; sends no request. @throws SessionError */
export async function seenNames(): Promise<ReadonlyMap<string, string>> {
	await requirePermission("look");
	return seen.get();
}

export function nameSeen(id: string): string | null {
	return seen.get().get(id) ?? null;
}

/** Notes nothing where the name or the user's is not known: an identifier is no name. */
export function noteOwnedName(id: string, name: string | null | undefined, userId: string): void {
	const user = lastLabel(userId);
	if (name && user !== null) noteName(id, ownedName(name, user));
}

/** "Member portal of jose@example.org": a token by its application, a session by its device. */
export function ownedName(name: string, user: string): string {
	return `${name} of ${user}`;
}

/** Stores a name for pages that have only the identifier; beyond the maximum in place of the oldest. */
export function noteName(id: string, name: string | null | undefined): void {
	if (!name) return;
	const names = seen.get();
	names.delete(id);
	names.set(id, name);
	const [oldest] = names.keys();
	if (names.size > SEEN_MAX && oldest !== undefined) names.delete(oldest);
}

const LABEL_LIFETIME_MS = 60_000;
const LABELS_MAX = 500;
const OWNERS_MAX = 20_000;

const labels = processWide("user-labels", () => new Map<string, { label: string; until: number }>());
/** Users by the identifiers of their sessions and refresh tokens: a tenant never gives one to another user. */
const owners = processWide("owners", () => new Map<string, string>());

export function labelOf({ user_id, email, name }: Pick<User, "user_id" | "email" | "name">): string {
	return nameOrId(email || name, user_id);
}

/** A user's label as it was read within the last minute. */
export function freshLabel(userId: string): string | null {
	const known = labels.get().get(userId);
	return known && Date.now() < known.until ? known.label : null;
}

/** A user's label as it was read last. */
function lastLabel(userId: string): string | null {
	return labels.get().get(userId)?.label ?? null;
}

/** The user of a session or a refresh token, by a response of the tenant; null: not read yet. */
export function ownerOf(id: string): string | null {
	return owners.get().get(id) ?? null;
}

/** `label`: the e-mail address or name as it was read last; null where it was not. */
export type UserConcerned = { id: string; label: string | null };

/**
 * The user whom a write to a target concerns: the one in its path, or the owner of a session or a refresh token by a response
 * of the tenant, never by what a form says. Null where that is not known, or the write concerns no user.
 */
export function userConcerned(
	name: WriteName,
	path: Record<string, string> | undefined,
	target: string,
): UserConcerned | null {
	const concerns = writeEntry(name)?.concerns;
	const id = concerns === "owner" ? ownerOf(target) : concerns === "user" ? (path?.user_id ?? null) : null;
	return id === null ? null : { id, label: lastLabel(id) };
}

type Call = { path?: Record<string, string>; body?: unknown };

/** Learns from a successful response whose its sessions and refresh tokens are, and how its users are called. */
export function learnUsers(name: OperationName, call: Call, value: unknown): void {
	const given = isJsonObject(value) ? value : {};
	for (const [id, userId] of ownersIn(name, call, given)) noteOwner(id, userId);
	if (name === "get_users_by_id" || name === "patch_users_by_id") noteLabel(given);
	if (name === "get_users") for (const one of itemsOf(given.users)) noteLabel(one);
}

function ownersIn(
	name: OperationName,
	{ path = {}, body }: Call,
	given: Record<string, unknown>,
): [id: unknown, userId: unknown][] {
	// What a list of a user holds is the user's.
	const listed = (list: unknown) =>
		itemsOf(list).map(({ id, user_id }): [unknown, unknown] => [id, user_id ?? path.user_id]);
	for (const resource of metadataResources) {
		const { read, update, list } = resources[resource].metadata;
		if (name === read || name === update) return [[path.id, given.user_id]];
		if (name === list.operation) return listed(given[list.items]);
	}
	if (name === "get_refresh_tokens") return listed(given.refresh_tokens);
	// A tenant accepts the session of another user too, and does nothing: what it has said before counts.
	const isEnd = name === "post_user_revoke_access" && isJsonObject(body) && ownerOf(String(body.session_id)) === null;
	return isEnd ? [[body.session_id, path.user_id]] : [];
}

function itemsOf(list: unknown): Record<string, unknown>[] {
	return Array.isArray(list) ? list.filter(isJsonObject) : [];
}

function noteLabel(user: Record<string, unknown>): void {
	const { user_id, email, name } = user;
	if (typeof user_id !== "string") return;
	const text = (value: unknown) => (typeof value === "string" ? value : null);
	const known = labels.get();
	if (known.size >= LABELS_MAX) known.clear();
	const label = labelOf({ user_id, email: text(email), name: text(name) });
	known.set(user_id, { label, until: Date.now() + LABEL_LIFETIME_MS });
}

function noteOwner(id: unknown, userId: unknown): void {
	if (typeof id !== "string" || typeof userId !== "string" || userId === "") return;
	const known = owners.get();
	if (known.size >= OWNERS_MAX) known.clear();
	known.set(id, userId);
}
