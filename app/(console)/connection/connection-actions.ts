"use server";

import { continueOn, orPage } from "@/app/_forms/after-write";
import { requireActionPermission } from "@/lib/dashboard/session/session";

/**
 * The "Check connection" button: the page that it redirects to runs the check, on whichever instance serves it. The message
 * is never shown.
 */
export async function checkConnectionAction() {
	await requireActionPermission("look").catch(orPage("/connection"));
	return continueOn("/connection", "check");
}
