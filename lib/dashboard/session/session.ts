import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";
import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { storeFailureOf } from "@/lib/database/error-codes";
import { processWide } from "@/lib/process/process-wide";
import { markStoreFault } from "@/lib/process/request-context";
import { cookieName, dashboardConfig } from "../config";
import { findSession } from "../store/sessions";
import { adminRole } from "./admin-role";
import { may, type Permission, type Role, whoMay } from "./permissions";

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

/** The session of this request, looked up once; null where there is none. */
export const getSession = cache(async () => sessionOf(await sessionIdOfRequest()));

/** The session with an identifier, and the role that its admin has now; null where there is none. */
export async function sessionOf(sessionId: string | null): Promise<Session | null> {
	const stored = sessionId
		? await findSession(sessionId, { isActivity: !unattended.get().getStore() }).catch(storeFailed)
		: null;
	if (!stored) return null;
	const identity = { subject: stored.subject, email: stored.email, emailVerified: stored.email_verified === 1 };
	const role = await adminRole(identity);
	return role && { subject: stored.subject, name: stored.name, email: stored.email, role };
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

/**
 * For actions and for handlers that write: requires a page of this origin, and the permission. A request without `Origin`
 * is refused too; every browser sends it with a POST. @throws SessionError
 */
export async function requireActionPermission(permission: Permission | undefined): Promise<Session> {
	if ((await headers()).get("origin") !== dashboardConfig().appUrl) {
		throw new SessionError("origin", "The request did not come from this console's own pages.");
	}
	return requirePermission(permission);
}
