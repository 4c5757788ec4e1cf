"use server";

import { type EditState, formOf } from "@/app/_editor/edit-state";
import { createEdited } from "@/app/_editor/submitted-edit";
import type { FormResult } from "@/app/_forms/action-form";
import { continueOn, renewPages } from "@/app/_forms/after-write";
import { nameInWords } from "@/components/ui/invisible-characters";
import { addConsoleToken, revokeConsoleToken } from "@/lib/dashboard/console-tokens/console-tokens";
import { problemOf } from "@/lib/dashboard/problem/problem-of";
import { resources } from "@/lib/dashboard/resources/resources";
import { permittedForm } from "@/lib/dashboard/session/session";
import { readTokenEditor } from "./read-token-editor";

const { path, permission, idField, stays } = resources["read token"];

/** What was typed and ticked, and what is wrong with it, by field. */
type Sent = {
	values?: { name: string; rights: string; until: string; stays: boolean };
	faults?: { name?: string; rights?: string; until?: string };
};

/** `token`: one that was just created, in this result alone. */
export type NewTokenState = FormResult & Sent & { token?: string; isToPropose?: boolean };

export async function addReadTokenAction(_: NewTokenState, sent: FormData): Promise<NewTokenState> {
	const checks = { editor: readTokenEditor, idField, subject: "read token" as const };
	type Added = EditState<typeof readTokenEditor.fields, string>;
	let isToPropose = false;
	const result = await createEdited(checks, sent, async ({ rights, ...content }, edit): Promise<Added> => {
		// Another value is refused at its field before.
		isToPropose = rights === "propose";
		const made = await addConsoleToken({ ...content, rights: isToPropose ? "propose" : "read" });
		await renewPages();
		return { kind: "settled", made, ...formOf(edit) };
	});
	if (result.kind === "settled") return { token: result.made, isToPropose };
	return {
		...("values" in result && { values: result.values }),
		...("problem" in result && { problem: result.problem }),
		...(result.kind === "refused" && { faults: result.faults }),
	};
}

export async function revokeReadTokenAction(_: FormResult, sent: FormData): Promise<FormResult> {
	try {
		const { form } = await permittedForm(permission, sent);
		const name = await revokeConsoleToken(String(form.get(idField)));
		await renewPages();
		const which = name === null ? "the token" : `read token “${nameInWords(name)}”`;
		return await continueOn(path, `Revoked ${which}. ${stays}`);
	} catch (error) {
		return { problem: problemOf(error, "read token") };
	}
}
