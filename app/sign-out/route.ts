import { cookies, headers } from "next/headers";
import { refreshPage } from "@/app/plain-page";
import { cookieName, dashboardConfig } from "@/lib/dashboard/config";
import { nonceOf } from "@/lib/dashboard/request/page";
import { readForm, refuseForm } from "@/lib/dashboard/request/read-form";
import { requireActionPermission, sessionIdOfRequest } from "@/lib/dashboard/session/session";
import { noteSignOut, respondSessionNotEnded, signOut } from "@/lib/dashboard/sign-in/sign-out";

/**
 * Ends the session here, then the tenant's. The page between removes the drafts of this tab, which not every browser does for
 * the header; the page before has stored its last ones when it was left.
 */
export async function POST(request: Request) {
	const config = dashboardConfig();
	const sessionId = await sessionIdOfRequest();
	const allowed = await requireActionPermission("look").catch(() => null);
	const form = allowed ? await readForm(request) : new FormData();
	if (!form) return refuseForm();
	const everywhere = form.get("everywhere") === "yes";
	(await cookies()).delete({ name: cookieName("session", config), path: "/", secure: config.secure });
	const ending = allowed && sessionId ? signOut(sessionId, { everywhere }) : new URL("/sign-in", config.appUrl);
	const target = await Promise.resolve(ending).catch(respondSessionNotEnded);
	if (target instanceof Response) return target;
	await noteSignOut(everywhere);
	const script = `<script nonce="${nonceOf(await headers())}">sessionStorage.clear()</script>`;
	return refreshPage("Signing out", target, "Finish signing out", script, { "clear-site-data": '"storage"' });
}
