"use server";

import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import type { FormResult } from "@/app/_forms/action-form";
import { continueOn } from "@/app/_forms/after-write";
import { dashboardConfig } from "@/lib/dashboard/config";
import { requireActionPermission, SessionError } from "@/lib/dashboard/session/session";
import { FIRST_STEPS_COOKIE } from "./first-steps-cookie";

const ONE_YEAR_SECONDS = 365 * 24 * 3600;

/** Hides the list of first steps in this browser. */
export async function dismissFirstSteps(): Promise<FormResult> {
	try {
		await requireActionPermission("look");
	} catch (error) {
		// The overview page redirects to the sign-in.
		if (error instanceof SessionError) redirect("/");
		throw error;
	}
	(await cookies()).set(FIRST_STEPS_COOKIE, "dismissed", {
		path: "/",
		maxAge: ONE_YEAR_SECONDS,
		sameSite: "lax",
		httpOnly: true,
		secure: dashboardConfig().secure,
	});
	return continueOn("/");
}
