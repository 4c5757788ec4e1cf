"use server";

import type { EditState } from "@/app/_editor/edit-state";
import type { singleSignOnEditor } from "../_edit/single-sign-on-editor";
import { singleSignOnSave } from "./single-sign-on-save";

type State = EditState<(typeof singleSignOnEditor)["fields"]>;

/** Saves how people sign in to an application, or fills the form from metadata: that sends nothing. */
export async function singleSignOnAction(_: unknown, form: FormData): Promise<State> {
	return singleSignOnSave.update(form);
}
