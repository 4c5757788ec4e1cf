"use server";

import type { FormResult } from "@/app/_forms/action-form";
import { continueOn, orPage } from "@/app/_forms/after-write";
import { permittedForm } from "@/lib/dashboard/session/session";
import { deleteOwnSession } from "@/lib/dashboard/store/sessions";

const PATH = "/your-sessions";

/** "Sign out this session", of another browser: by the key that the list gives it. */
export async function endSessionAction(_: FormResult, sent: unknown): Promise<FormResult> {
	const { session, form } = await permittedForm("look", sent).catch(orPage(PATH));
	const hasEnded = await deleteOwnSession(session.subject, String(form.get("session")));
	return continueOn(
		PATH,
		hasEnded
			? "Session signed out. Its browser may still be signed in at the tenant."
			: "That session had already ended.",
	);
}
