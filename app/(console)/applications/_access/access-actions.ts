"use server";

import { revalidatePath } from "next/cache";
import { allowScopes, removeGrant } from "@/lib/dashboard/management/applications/write-applications";
import type { Problem } from "@/lib/dashboard/problem/problem";
import { problemOf } from "@/lib/dashboard/problem/problem-of";
import { sentForm } from "@/lib/dashboard/request/read-form";
import { requireActionPermission } from "@/lib/dashboard/session/session";

export type AccessState = { problem?: Problem; done?: string };

/** Grants an application scopes of the management interface. */
export async function allowScopesAction(_: AccessState, form: FormData): Promise<AccessState> {
	const sent = sentForm(form);
	const id = String(sent.get("applicationId"));
	const scopes = [...new Set(sent.getAll("scope").map(String))];
	try {
		await requireActionPermission("changeApplications");
		if (scopes.length === 0) return { problem: { title: "Choose a scope", message: "Nothing was chosen or changed." } };
		await allowScopes(id, scopes);
	} catch (error) {
		const problem = problemOf(error, "application");
		return { problem: problem.about === "conflict" ? granted : problem };
	}
	revalidatePath(`/applications/${id}`);
	return { done: `Allowed ${scopes.length} ${scopes.length === 1 ? "scope" : "scopes"}.` };
}

const granted: Problem = {
	title: "It has been granted something meanwhile",
	message: "Nothing was changed. Reload the page to see what it may do.",
};

/** Removes an application's grant for one API. */
export async function removeGrantAction(_: AccessState, form: FormData): Promise<AccessState> {
	const sent = sentForm(form);
	const id = String(sent.get("applicationId"));
	try {
		await requireActionPermission("changeApplications");
		await removeGrant(id, String(sent.get("grantId")));
	} catch (error) {
		return { problem: problemOf(error, "application") };
	}
	revalidatePath(`/applications/${id}`);
	return { done: "Removed." };
}
