import "server-only";
import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { storeFailureOf } from "@/lib/database/error-codes";
import { markStoreFault } from "@/lib/process/request-context";
import { cookieName, dashboardConfig } from "../config";
import { findSession } from "../store/sessions";
import { adminRole, hasRole, type Role } from "./role";

export type Session = { subject: string; name: string; email: string | null; role: Role };

const reasons = {
	"signed-out": "Your session has ended. Sign in again; what you typed is still here.",
	role: "Your account may look but not change anything: this needs the editor role.",
	origin: "The request did not come from this console's own pages.",
};

/** There is no session, or not with the required role. Thrown before anything is done. */
export class SessionError extends Error {
	override name = "SessionError";
	readonly reason: keyof typeof reasons;
	constructor(reason: keyof typeof reasons) {
		super(reasons[reason]);
		this.reason = reason;
	}
}

export async function sessionIdOfRequest(): Promise<string | null> {
	return (await cookies()).get(cookieName("session", dashboardConfig()))?.value ?? null;
}

/** The session of this request, looked up once; null where there is none. */
export const getSession = cache(async (): Promise<Session | null> => {
	const sessionId = await sessionIdOfRequest();
	const stored = sessionId ? await findSession(sessionId).catch(storeFailed) : null;
	if (!stored) return null;
	const identity = { subject: stored.subject, email: stored.email, emailVerified: stored.email_verified === 1 };
	const role = await adminRole(identity);
	return role && { subject: stored.subject, name: stored.name, email: stored.email, role };
});

/** Without a session nothing can be shown: the server says why. */
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
export async function requireRole(needed: Role): Promise<Session> {
	const session = await getSession();
	if (!session) throw new SessionError("signed-out");
	if (!hasRole(session.role, needed)) throw new SessionError("role");
	return session;
}

/**
 * For actions and for handlers that write: requires a page of this origin, and the role. A request without `Origin` is
 * refused too; every browser sends it with a POST. @throws SessionError
 */
export async function requireActionRole(needed: Role): Promise<Session> {
	if ((await headers()).get("origin") !== dashboardConfig().appUrl) throw new SessionError("origin");
	return requireRole(needed);
}
