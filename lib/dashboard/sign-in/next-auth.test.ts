import { cookies } from "next/headers";
import { afterEach, beforeEach, expect, test } from "vitest";
import { cookieName, dashboardConfig } from "../config";
import { openIdToken } from "../secrets/dashboard-secrets";
import { getSession, sessionIdOfRequest } from "../session/session";
import { findSession } from "../store/sessions";
import { clearDashboardState, pointAtService, signInAs } from "../testing/dashboard-state";
import { nextAuthOptions } from "./next-auth";
import { forgetRefusedAccount, lastRefusedAccount } from "./refused-account";

const SECRET = "s".repeat(32);

beforeEach(() => pointAtService("http://127.0.0.1:9"));
afterEach(clearDashboardState);

/** The last step of a sign-in that succeeded at the tenant. */
async function completeSignIn(sub = "editor", id_token = "an.id.token"): Promise<string> {
	const { callbacks } = nextAuthOptions(SECRET);
	const account = { provider: "identity-service", type: "oauth", providerAccountId: sub, id_token } as const;
	const token = await callbacks?.jwt?.({ token: {}, user: { id: sub }, account, profile: { sub } as object });
	return String(token?.sessionId);
}

test("signing in again in one browser ends the session that it had", async () => {
	signInAs("viewer");
	const before = (await sessionIdOfRequest()) ?? "";
	expect(await findSession(before)).toMatchObject({ subject: "viewer" });
	const after = await completeSignIn();
	expect(await findSession(before)).toBeNull();
	expect(await findSession(after)).toMatchObject({ subject: "editor" });
});

test("a sign-in leaves the sessions of other browsers", async () => {
	signInAs(null);
	const own = await completeSignIn();
	const other = await completeSignIn();
	expect(await findSession(own)).not.toBeNull();
	expect(await findSession(other)).not.toBeNull();
});

test("a sign-in that is refused leaves the session that the browser has", async () => {
	signInAs("viewer");
	const { callbacks } = nextAuthOptions(SECRET);
	const outsider = { user: { id: "outsider" }, account: null, profile: { sub: "outsider" } as object };
	expect(await callbacks?.signIn?.(outsider)).toBe(false);
	expect(await getSession()).toMatchObject({ subject: "viewer" });
});

test("of a sign-in that is refused the browser keeps which account it was, encrypted, until the next one is begun", async () => {
	signInAs(null);
	expect(await lastRefusedAccount()).toBeNull();
	const profile = { sub: "outsider", email: "outsider@example.com" } as object;
	await nextAuthOptions(SECRET).callbacks?.signIn?.({ user: { id: "outsider" }, account: null, profile });
	const kept = (await cookies()).get(cookieName("refused", dashboardConfig()))?.value ?? "";
	expect([await lastRefusedAccount(), kept.includes("outsider")]).toEqual(["outsider@example.com", false]);
	await forgetRefusedAccount();
	expect(await lastRefusedAccount()).toBeNull();
});

test("the ID token that sign-out needs is not stored unencrypted", async () => {
	const stored = await findSession(await completeSignIn("editor", "header.payload.signature"));
	expect(JSON.stringify(stored)).not.toContain("payload");
	expect(await openIdToken(stored?.id_token ?? "")).toBe("header.payload.signature");
});
