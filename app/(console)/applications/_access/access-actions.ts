"use server";

import { revalidatePath } from "next/cache";
import { allowScopes, removeGrant } from "@/lib/dashboard/management/applications/write-applications";
import type { Problem } from "@/lib/dashboard/problem/problem";
import { problemOf } from "@/lib/dashboard/problem/problem-of";
import { permittedForm } from "@/lib/dashboard/request/read-form";

/** Of a refusal: the grant that it is about, and the scopes that were ticked, for the form without scripts. */
export type AccessState = { problem?: Problem; done?: string; of?: string; scopes?: readonly string[] };

/** Grants an application scopes of the management interface. */
export async function allowScopesAction(_: AccessState, sent: FormData): Promise<AccessState> {
	let scopes: string[] = [];
	try {
		const { form } = await permittedForm("changeApplications", sent);
		const id = String(form.get("applicationId"));
		scopes = [...new Set(form.getAll("scope").map(String))];
		if (scopes.length === 0) return { problem: { title: "Choose a scope", message: "Nothing was chosen or changed." } };
		await allowScopes(id, scopes);
		revalidatePath(`/applications/${id}`);
		return { done: `Allowed ${scopes.length} ${scopes.length === 1 ? "scope" : "scopes"}.` };
	} catch (error) {
		return { scopes, problem: problemOf(error, "application") };
	}
}

/** Removes an application's grant for one API. */
export async function removeGrantAction(_: AccessState, sent: FormData): Promise<AccessState> {
	let of = "";
	try {
		const { form } = await permittedForm("changeApplications", sent);
		const id = String(form.get("applicationId"));
		of = String(form.get("grantId"));
		await removeGrant(id, of);
		revalidatePath(`/applications/${id}`);
		return { done: "Removed." };
	} catch (error) {
		return { of, problem: problemOf(error, "application") };
	}
}
