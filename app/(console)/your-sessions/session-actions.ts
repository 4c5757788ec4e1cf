"use server";

import { redirect } from "next/navigation";
import type { FormResult } from "@/app/_forms/action-form";
import { continueOn } from "@/app/_forms/after-write";
import { setFlash } from "@/lib/dashboard/request/flash";
import { permittedForm } from "@/lib/dashboard/request/read-form";
import { SessionError } from "@/lib/dashboard/session/session";
import { deleteOwnSession } from "@/lib/dashboard/store/sessions";

const PATH = "/your-sessions";

/** "Sign out this session", of another browser: by the key that the list gives it. */
export async function endSessionAction(_: FormResult, sent: unknown): Promise<FormResult> {
	try {
		const { session, form } = await permittedForm("look", sent);
		const hasEnded = await deleteOwnSession(session.subject, String(form.get("session")));
		await setFlash(PATH, hasEnded ? "The session was signed out." : "That session had ended already.");
	} catch (error) {
		if (!(error instanceof SessionError)) throw error;
		redirect(PATH);
	}
	return continueOn(PATH);
}
