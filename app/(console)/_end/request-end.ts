import "server-only";
import { continueOn } from "@/app/_fresh/after-write";
import type { OperationName } from "@/lib/contract/operations";
import type { Problem } from "@/lib/dashboard/problem/problem";
import { problemOf } from "@/lib/dashboard/problem/problem-of";
import { permissionFor } from "@/lib/dashboard/registry/operation-entries";
import { type MetadataResource, pageOf, resources } from "@/lib/dashboard/registry/resources";
import { permittedForm } from "@/lib/dashboard/request/read-form";
import { metadataWords } from "../_metadata/metadata-words";
import { endWords } from "./end-words";

/**
 * Requests the end of the token or session that a form names, and redirects to its page, or to that of its user where the
 * form was there; both show the progress.
 * @param operation that `end` calls
 */
export async function requestEnd(
	sent: unknown,
	resource: MetadataResource,
	operation: OperationName,
	end: (id: string, userId: string | null) => Promise<void>,
): Promise<{ problem: Problem }> {
	let page: string;
	try {
		const { form } = await permittedForm(permissionFor(operation), sent);
		const id = form.get(resources[resource].idField);
		if (typeof id !== "string" || id === "") return { problem: nothing(resource) };
		const user = form.get("userId");
		const userId = typeof user === "string" && user !== "" ? user : null;
		await end(id, userId);
		page = pageAfter(resource, id, userId, form);
	} catch (error) {
		return { problem: problemOf(error, resource) };
	}
	return continueOn(page);
}

function pageAfter(resource: MetadataResource, id: string, user: string | null, form: FormData): string {
	if (user === null) return `${pageOf(resource, id)}?end=requested`;
	if (form.get("on") === "user") return `${pageOf("user", user)}?${new URLSearchParams({ ended: id })}`;
	return `${pageOf(resource, id)}?${new URLSearchParams({ end: "requested", user })}`;
}

function nothing(resource: MetadataResource): Problem {
	return { title: `No ${metadataWords[resource].one}`, message: `Nothing was ${endWords[resource].ended}.` };
}
