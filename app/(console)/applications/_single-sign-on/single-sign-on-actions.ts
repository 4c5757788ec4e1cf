"use server";

import { singleSignOnSave } from "./single-sign-on-save";

/** Saves how people sign in to an application, or fills the form from metadata: that sends nothing. */
export async function singleSignOnAction(_: unknown, form: FormData) {
	return singleSignOnSave.update(form);
}
