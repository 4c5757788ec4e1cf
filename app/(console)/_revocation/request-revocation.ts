import "server-only";
import { continueOn } from "@/app/_fresh/after-write";
import type { Problem } from "@/lib/dashboard/problem/problem";
import { problemOf } from "@/lib/dashboard/problem/problem-of";
import { permittedForm } from "@/lib/dashboard/request/read-form";
import { type MetadataResource, pageOf, resources } from "@/lib/dashboard/resources/resources";
import { permissionFor } from "@/lib/dashboard/resources/writes";
import { pageAfterRevocation } from "./requested-revocation";

/**
 * Requests the end of the token or session that a form names, and redirects to its page, or to that of its user where the
 * form was there; both show the progress.
 */
export async function requestRevocation(
	sent: unknown,
	resource: MetadataResource,
	end: (id: string, userId: string | null) => Promise<void>,
): Promise<{ problem: Problem }> {
	const { idField, metadata, ends } = resources[resource];
	let page: string;
	try {
		const { form } = await permittedForm(permissionFor(ends.one[0]), sent);
		const id = form.get(idField);
		if (typeof id !== "string" || id === "") {
			return { problem: { title: `No ${metadata.one}`, message: `Nothing was ${ends.ended}.` } };
		}
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
	if (user !== null && form.get("on") === "user")
		return `${pageOf("user", user)}?${new URLSearchParams({ ended: id })}`;
	return pageAfterRevocation(resource, id, user);
}
