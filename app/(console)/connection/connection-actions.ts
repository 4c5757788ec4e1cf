"use server";

import type { FormResult } from "@/app/_forms/action-form";
import { continueOn, orPage } from "@/app/_forms/after-write";
import { requireActionPermission } from "@/lib/dashboard/session/session";

/**
 * The "Check connection" button: the page that it redirects to runs the check, on whichever instance serves it. The message
 * is never shown.
 */
export async function checkConnectionAction(): Promise<FormResult> {
	await requireActionPermission("look").catch(orPage("/connection"));
	return continueOn("/connection", "check");
}
