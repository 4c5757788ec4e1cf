"use server";

import type { FormResult } from "@/app/_forms/action-form";
import { renewPages } from "@/app/_forms/after-write";
import { isolated } from "@/lib/contract/name-or-id";
import { rotateSecret } from "@/lib/dashboard/management/applications/write-applications";
import { type ChangedScopes, changeScopes, removeGrant } from "@/lib/dashboard/management/applications/write-grants";
import { ManagementError } from "@/lib/dashboard/management/call/errors";
import type { Problem } from "@/lib/dashboard/problem/problem";
import { problemOf } from "@/lib/dashboard/problem/problem-of";
import { requireReason } from "@/lib/dashboard/session/reason";
import { permittedForm } from "@/lib/dashboard/session/session";
import { countOfScopes } from "./count-of-scopes";
import { type SecretShown, shownSecret } from "./shown-secret";

/** Of a refusal: the grant that it is about, and the scopes that were ticked, for the form without scripts. */
export type AccessState = FormResult & { of?: string; scopes?: readonly string[] };

/** Changes what an application may ask of the management interface: `scope` are the ticked ones, `shown` those that it had. */
export async function changeScopesAction(_: AccessState, sent: FormData): Promise<AccessState> {
	let scopes: string[] = [];
	try {
		const { form } = await permittedForm("changeApplications", sent);
		const id = String(form.get("applicationId"));
		scopes = [...new Set(form.getAll("scope").map(String))];
		const shown = String(form.get("shown") ?? "").split(" ");
		const add = scopes.filter((scope) => !shown.includes(scope));
		const remove = shown.filter((scope) => scope !== "" && !scopes.includes(scope));
		if (add.length + remove.length === 0) {
			return { scopes, problem: { title: "Choose a scope", message: "Nothing was chosen or changed." } };
		}
		// With the last one the grant is removed.
		if (scopes.length === 0) requireReason("delete");
		const changed = await changeScopes(id, { add, remove });
		await renewPages();
		return resultOf(changed);
	} catch (error) {
		return { scopes, problem: problemOfGrant(error) };
	}
}

function resultOf({ added, removed, isConfirmed }: ChangedScopes): AccessState {
	if (!isConfirmed) {
		const title = isConfirmed === null ? "Not confirmed" : "The tenant stored something different from what was sent";
		const message = `The tenant accepted the change, but ${isConfirmed === null ? "does not say which scopes it stores" : "its response has other scopes"}. Reload the page to see.`;
		return { problem: { title, message } };
	}
	const done = [
		added.length > 0 && `Allowed ${countOfScopes(added)}.`,
		removed.length > 0 && `Removed ${countOfScopes(removed)}. ${TOKENS_STAY}`,
	];
	return { done: done.filter(Boolean).join(" ") || "Nothing to change." };
}

const TOKENS_STAY = "Access tokens that it holds work until they expire.";

/** Removes an application's grant for one API. */
export async function removeGrantAction(_: AccessState, sent: FormData): Promise<AccessState> {
	let of = "";
	try {
		const { form } = await permittedForm("changeApplications", sent);
		const id = String(form.get("applicationId"));
		of = String(form.get("grantId"));
		requireReason("delete");
		const audience = await removeGrant(id, of);
		await renewPages();
		return { done: `Removed the grant${audience ? ` for “${isolated(audience)}”` : ""}. ${TOKENS_STAY}` };
	} catch (error) {
		return { of, problem: problemOfGrant(error) };
	}
}

function problemOfGrant(error: unknown): Problem {
	const problem = problemOf(error, "application");
	return problem.about === "missing" ? { ...problem, ...missing } : problem;
}

const missing: Pick<Problem, "title" | "message"> = {
	title: "The tenant has no such grant",
	message: "The grant or the application was removed in the meantime. Nothing was changed: reload the page.",
};

export type RotateState = { problem?: Problem; shown?: SecretShown };

/** Rotates an application's secret; the new one is in this result alone. */
export async function rotateSecretAction(_: RotateState, sent: FormData): Promise<RotateState> {
	try {
		const { form } = await permittedForm("changeApplications", sent);
		requireReason("rotate");
		const { application, secret } = await rotateSecret(String(form.get("applicationId")));
		return { shown: shownSecret(application, secret) };
	} catch (error) {
		const problem = problemOf(error, "application");
		const isLost = error instanceof ManagementError && error.outcomeUnknown;
		return { problem: isLost ? { ...problem, message: lost } : problem };
	}
}

const lost =
	"The request went out, but no usable response came, so the secret may be a new one that no one has seen. Rotate it again to see one.";
