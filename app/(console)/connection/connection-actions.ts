"use server";

import { redirect } from "next/navigation";
import type { FormResult } from "@/app/_forms/action-form";
import { continueOn } from "@/app/_forms/after-write";
import { requireActionPermission, SessionError } from "@/lib/dashboard/session/session";
import { CONNECTION_PATH, RUN_CHECK } from "./connection-path";

/** The "Check connection" button: the page that it redirects to runs the check, on whichever instance serves it. */
export async function checkConnectionAction(): Promise<FormResult> {
	try {
		await requireActionPermission("look");
	} catch (error) {
		if (!(error instanceof SessionError)) throw error;
		redirect(CONNECTION_PATH);
	}
	return continueOn(CONNECTION_PATH, RUN_CHECK);
}
