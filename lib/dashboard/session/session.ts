import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";
import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
import { storeFailureOf } from "@/lib/database/error-codes";
import { processWide } from "@/lib/process/process-wide";
import { markStoreFault, requestWide } from "@/lib/process/request-context";
import { cookieName, dashboardConfig, roleOfEmbeddedUser } from "../config";
import { CLAIMED_ROLE_HOURS, type ClaimedRole, findClaimedRole } from "../store/claimed-roles";
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

/** The admin of a session, and what gives the role. Times are ISO 8601 UTC. */
export type Account = Session & RoleNow & { emailVerified: boolean; signedInAt: string; sessionEnds: string };

const account = requestWide("account", async () => accountOf(await sessionIdOfRequest()));

/** The admin of this request's session, looked up once for all that it reads; null where there is none. */
export function accountOfRequest(): Promise<Account | null> {
	return account.get();
}

/** The session of this request; null where there is none. */
export async function getSession(): Promise<Session | null> {
	return sessionIn(await accountOfRequest());
}

/** The session with an identifier, and the role that its admin has now; null where there is none. */
export async function sessionOf(sessionId: string | null): Promise<Session | null> {
	return sessionIn(await accountOf(sessionId));
}

function sessionIn(found: Account | null): Session | null {
	return found && { subject: found.subject, name: found.name, email: found.email, role: found.role };
}

async function accountOf(sessionId: string | null): Promise<Account | null> {
	const isActivity = !unattended.get().getStore();
	const stored = sessionId ? await findSession(sessionId, { isActivity }).catch(storeFailed) : null;
	const now = stored && (await roleNow(identityOf(stored)).catch(storeFailed));
	if (!now) return null;
	const { name, created_at, expires_at } = stored;
	return { ...identityOf(stored), ...now, name, signedInAt: created_at, sessionEnds: expires_at };
}

function identityOf({ subject, email, email_verified }: StoredSession): Identity {
	return { subject, email, emailVerified: email_verified === 1 };
}

/** Whether the role that a claim gave in this browser's session has ended with its time, whether or not the session was idle. */
export async function hasRoleEnded(): Promise<boolean> {
	const id = await sessionIdOfRequest();
	const stored = id ? await findSession(id, { isActivity: false, evenIdle: true }).catch(storeFailed) : null;
	return stored !== null && (await roleByClaim(identityOf(stored)).catch(storeFailed))?.isOver === true;
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
	const found = await accountOfRequest();
	const session = sessionIn(found);
	if (!found || !session) throw signedOut();
	if (may(session.role, permission)) return session;
	const ended = found.byClaim?.isOver && may(found.byClaim.role, permission) ? found.byClaim.role : null;
	const why = ended && `: the role ${ended} ended ${CLAIMED_ROLE_HOURS} hours after your last sign-in. Sign in again`;
	throw new SessionError("role", `${whoMay(permission)} Your role is ${session.role}${why ?? ""}.`);
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
	account.forget();
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

/** What a user's last sign-in gives beyond the names in the settings, or gave until its time was over. */
type RoleByClaim = { role: Role; rule: RoleRule } & Omit<ClaimedRole, "values">;

/** A user's role now, and what gives it: a rule of the settings, or where that is null the embedded tenant. */
export type RoleNow = { role: Role; rule: RoleRule | null; byName: Role | null; byClaim: RoleByClaim | null };

/** The current role: of the embedded tenant, or by the settings for a real one. Null: no access. */
export async function roleNow(identity: Identity): Promise<RoleNow | null> {
	const embedded = roleOfEmbeddedUser.get();
	if (embedded) {
		const role = await embedded(identity.subject);
		return isRole(role) ? { role, rule: null, byName: null, byClaim: null } : null;
	}
	const byName = roleOf(identity, dashboardConfig());
	const byClaim = byName?.role === "editor" ? null : await roleByClaim(identity);
	const found = byClaim && !byClaim.isOver ? byClaim : byName;
	return found && { role: found.role, rule: found.rule, byName: byName?.role ?? null, byClaim };
}

async function roleByClaim(identity: Identity): Promise<RoleByClaim | null> {
	const config = dashboardConfig();
	if (!config.roleClaim || roleOfEmbeddedUser.get()) return null;
	const claimed = await findClaimedRole(identity.subject, config.roleClaim.name);
	const found = roleOf(identity, config, claimed?.values);
	if (!claimed || found?.rule.by.kind !== "claim") return null;
	const { values, ...times } = claimed;
	return { ...found, ...times };
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
