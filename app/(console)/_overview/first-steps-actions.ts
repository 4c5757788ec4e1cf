"use server";

import type { FormResult } from "@/app/_forms/action-form";
import { continueOn, orPage } from "@/app/_forms/after-write";
import { FIRST_STEPS_COOKIE, setLastingCookie } from "@/lib/dashboard/request/page";
import { requireActionPermission } from "@/lib/dashboard/session/session";

/** Hides the list of first steps in this browser. */
export async function dismissFirstSteps(): Promise<FormResult> {
	await requireActionPermission("look").catch(orPage("/"));
	await setLastingCookie(FIRST_STEPS_COOKIE, "dismissed");
	return continueOn("/");
}
