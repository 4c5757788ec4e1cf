import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";
import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
import { storeFailureOf } from "@/lib/database/error-codes";
import { processWide } from "@/lib/process/process-wide";
import { markStoreFault, requestWide } from "@/lib/process/request-context";
import { cookieName, dashboardConfig, roleOfEmbeddedUser } from "../config";
import { type ClaimedRole, findClaimedRole } from "../store/claimed-roles";
import { findSession, type StoredSession } from "../store/sessions";
import { type Access, isRole, may, type Permission, type Role, whoMay } from "./permissions";
import { noteReason } from "./reason";
import { type Identity, type RoleRule, roleOf } from "./role";

export type Session = { subject: string; name: string; email: string | null; role: Role };

/**
 * There is no session, its role may not do this (to this `person`), or no admin may do it to `oneself`. Thrown before
 * anything is done. The message is for the admin.
 */
export class SessionError extends Error {
	override name = "SessionError";
	readonly reason: "signed-out" | "role" | "origin" | "person" | "oneself";
	constructor(reason: SessionError["reason"], message: string) {
		super(message);
		this.reason = reason;
	}
}

export async function sessionIdOfRequest(): Promise<string | null> {
	return (await cookies()).get(cookieName("session", dashboardConfig()))?.value ?? null;
}

/** @throws SessionError without the cookie of a session */
export async function requireSessionId(): Promise<string> {
	const id = await sessionIdOfRequest();
	if (!id) throw signedOut();
	return id;
}

function signedOut(): SessionError {
	return new SessionError("signed-out", "Your session has ended. Sign in again; what you typed is still here.");
}

const unattended = processWide("unattended-requests", () => new AsyncLocalStorage<true>());

/** Responds to a request that a page sends on its own: it is no activity of the admin, and does not prolong the session. */
export function whileUnattended<Result>(respond: () => Promise<Result>): Promise<Result> {
	return unattended.get().run(true, respond);
}

const sessionOfRequest = requestWide("session", async () => sessionOf(await sessionIdOfRequest()));

/** The session of this request, looked up once for all that it reads; null where there is none. */
export function getSession(): Promise<Session | null> {
	return sessionOfRequest.get();
}

/** The session with an identifier, and the role that its admin has now; null where there is none. */
export async function sessionOf(sessionId: string | null): Promise<Session | null> {
	const stored = sessionId
		? await findSession(sessionId, { isActivity: !unattended.get().getStore() }).catch(storeFailed)
		: null;
	if (!stored) return null;
	const role = await adminRole(identityOf(stored)).catch(storeFailed);
	return role && { subject: stored.subject, name: stored.name, email: stored.email, role };
}

function identityOf({ subject, email, email_verified }: StoredSession): Identity {
	return { subject, email, emailVerified: email_verified === 1 };
}

/** The admin of this request's session, and what gives the role. Times are ISO 8601 UTC. */
export type Account = RoleNow & {
	identity: Identity;
	name: string;
	signedInAt: string;
	sessionEnds: string;
	/** What is left when a role by claim ends. */
	roleByName: Role | null;
};

/** Null where there is no session. */
export async function accountOfRequest(): Promise<Account | null> {
	const id = await sessionIdOfRequest();
	const stored = id ? await findSession(id).catch(storeFailed) : null;
	const now = stored && (await roleNow(identityOf(stored)).catch(storeFailed));
	if (!now) return null;
	const { name, created_at, expires_at } = stored;
	const identity = identityOf(stored);
	const roleByName = now.rule ? (roleOf(identity, dashboardConfig())?.role ?? null) : null;
	return { ...now, identity, name, signedInAt: created_at, sessionEnds: expires_at, roleByName };
}

/** Whether this browser's session still stands, and only the role that a claim gave has ended with its time. */
export async function hasRoleEnded(): Promise<boolean> {
	const id = await sessionIdOfRequest();
	const stored = id ? await findSession(id, { isActivity: false }).catch(storeFailed) : null;
	const config = dashboardConfig();
	if (!stored || !config.roleClaim || roleOfEmbeddedUser.get()) return false;
	const claimed = await findClaimedRole(stored.subject, config.roleClaim.name).catch(storeFailed);
	return claimed?.isOver === true && roleOf(identityOf(stored), config, claimed.values) !== null;
}

/** Without a session nothing can be shown: the server reports the reason. */
function storeFailed(error: unknown): never {
	const fault = storeFailureOf(error);
	if (fault) markStoreFault(fault);
	throw error;
}

/** For pages: redirects to the sign-in, and back to `path`. */
export async function requirePageSession(path: string): Promise<Session> {
	return (await getSession()) ?? redirect(`/sign-in?callbackUrl=${encodeURIComponent(path)}`);
}

/** For all reads and writes. @throws SessionError */
export async function requirePermission(permission: Permission | undefined): Promise<Session> {
	const session = await getSession();
	if (!session) throw signedOut();
	if (!may(session.role, permission)) {
		throw new SessionError("role", `${whoMay(permission)} Your role is ${session.role}.`);
	}
	return session;
}

/** Whether this request is one of an action or of a handler that writes, also for the page that follows in its response. */
export const isActionRequest = requestWide("is-action", () => false);

/**
 * For actions, handlers that write, and each write: requires a page of this origin, and the permission. A request without
 * `Origin` is refused too; every browser sends it with a POST. The session is looked up anew: a request that waits for its
 * turn or for the rate limit between two writes may outlive it, or its role. @throws SessionError
 */
export async function requireActionPermission(permission: Permission | undefined): Promise<Session> {
	if ((await headers()).get("origin") !== dashboardConfig().appUrl) {
		throw new SessionError("origin", "The request did not come from this console's own pages.");
	}
	sessionOfRequest.forget();
	isActionRequest.set(true);
	return requirePermission(permission);
}

/**
 * The form data in an action's argument, for a session that may do this: an action gets its form here alone, so that nothing
 * of it is read before. An empty form where a forged call has anything else. Its reason is that of all that the request
 * writes.
 * @throws SessionError
 */
export async function permittedForm(
	permission: Permission | undefined,
	argument: unknown,
): Promise<{ session: Session; form: FormData }> {
	const session = await requireActionPermission(permission);
	const form = argument instanceof FormData ? argument : new FormData();
	noteReason(form);
	return { session, form };
}

/** A user's role now, and what gives it: a rule of the settings with the sign-in that it depends on, or the embedded tenant. */
export type RoleNow = { role: Role; rule: RoleRule | null; claimed: ClaimedRole | null };

/** The current role: of the embedded tenant, or by the settings for a real one. Null: no access. */
export async function roleNow(identity: Identity): Promise<RoleNow | null> {
	const embedded = roleOfEmbeddedUser.get();
	if (embedded) {
		const role = await embedded(identity.subject);
		return isRole(role) ? { role, rule: null, claimed: null } : null;
	}
	const config = dashboardConfig();
	const byName = roleOf(identity, config);
	if (!config.roleClaim || byName?.role === "editor") return byName && { ...byName, claimed: null };
	const claimed = await findClaimedRole(identity.subject, config.roleClaim.name);
	const found = roleOf(identity, config, claimed && !claimed.isOver ? claimed.values : []);
	return found && { ...found, claimed };
}

/** The role alone. */
export async function adminRole(identity: Identity): Promise<Role | null> {
	return (await roleNow(identity))?.role ?? null;
}

/** Whether the tenant's users who are admins here are known: a real tenant's are named by settings, in part by address. */
export function knowsAdmins(): boolean {
	return roleOfEmbeddedUser.get() !== null;
}

/**
 * Whether a role may work on the sessions and tokens of a user. Those of an editor, blocked or not, are for editors, where that is known.
 * @param userId null where the user is unknown: treated as an editor
 */
export async function mayActOn(role: Role, userId: string | null | undefined): Promise<boolean> {
	const roleOfUser = roleOfEmbeddedUser.get();
	if (may(role, "actOnEditors") || !roleOfUser) return true;
	return Boolean(userId) && (await roleOfUser(userId ?? "", { evenBlocked: true })) !== "editor";
}

/** For pages about a user's sessions and tokens. */
export async function accessTo(role: Role, userId: string | null | undefined): Promise<Access> {
	return { role, towards: (await mayActOn(role, userId)) ? role : "viewer" };
}
