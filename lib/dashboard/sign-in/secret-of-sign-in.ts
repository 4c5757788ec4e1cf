import "server-only";
import type { NextRequest } from "next/server";
import { decode } from "next-auth/jwt";
import { dashboardConfig } from "../config";
import { dashboardSecrets } from "../secrets/dashboard-secrets";
import { cookieName } from "../session/cookie-names";

/**
 * The secret under which a sign-in goes on: the one that its state was encrypted with in the browser, else the current
 * one. They differ where the secret was replaced, or another instance began the sign-in, in the meantime.
 */
export async function secretOfSignIn(request: NextRequest): Promise<string> {
	const { current, known } = await dashboardSecrets();
	const salt = cookieName("state", dashboardConfig());
	const token = request.cookies.get(salt)?.value;
	if (!token || known.length === 1) return current;
	for (const secret of known) {
		if (await decode({ token, secret, salt }).catch(() => null)) return secret;
	}
	return current;
}
