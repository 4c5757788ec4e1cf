import "server-only";
import { cookies } from "next/headers";
import { seal, unseal } from "@/lib/secrets/sealed-text";
import { cookieName, dashboardConfig } from "../config";
import { dashboardSecrets } from "../secrets/dashboard-secrets";

/** Long enough to read why, and to try again. */
const LIFETIME_SECONDS = 300;
const PURPOSE = "refused-account-encryption";

// An address does not stand in a URL, which logs and the browser's history keep: an encrypted cookie holds it.

/** @param account its e-mail address, or its identifier where it has none */
export async function noteRefusedAccount(account: string): Promise<void> {
	const { name, ...options } = cookieOfRefusal();
	const sealed = await seal(account, (await dashboardSecrets()).current, PURPOSE);
	(await cookies()).set(name, sealed, { ...options, httpOnly: true, sameSite: "lax", maxAge: LIFETIME_SECONDS });
}

/** The account that was refused last in this browser, a short time ago; null: none. */
export async function lastRefusedAccount(): Promise<string | null> {
	const sealed = (await cookies()).get(cookieOfRefusal().name)?.value;
	return sealed ? ((await unseal(sealed, (await dashboardSecrets()).known, PURPOSE))?.text ?? null) : null;
}

export async function forgetRefusedAccount(): Promise<void> {
	const jar = await cookies();
	const cookie = cookieOfRefusal();
	if (jar.get(cookie.name)) jar.delete(cookie);
}

function cookieOfRefusal() {
	const config = dashboardConfig();
	return { name: cookieName("refused", config), path: "/", secure: config.secure };
}
