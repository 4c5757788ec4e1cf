import "server-only";
import { redirect } from "next/navigation";
import type { OperationName } from "@/lib/contract/operations";
import type { Problem } from "@/lib/dashboard/problem/problem";
import { problemOf } from "@/lib/dashboard/problem/problem-of";
import { permissionFor } from "@/lib/dashboard/registry/operation-entries";
import { type MetadataResource, pageOf, resources } from "@/lib/dashboard/registry/resources";
import { sentForm } from "@/lib/dashboard/request/read-form";
import { requireActionPermission } from "@/lib/dashboard/session/session";
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
	end: (id: string) => Promise<void>,
): Promise<{ problem: Problem }> {
	const fields = sentForm(sent);
	const [id, user] = [fields.get(resources[resource].idField), fields.get("userId")];
	try {
		await requireActionPermission(permissionFor(operation));
		if (typeof id !== "string" || id === "") return { problem: nothing(resource) };
		await end(id);
	} catch (error) {
		return { problem: problemOf(error, resource) };
	}
	if (fields.get("on") === "user" && typeof user === "string" && user) {
		redirect(`${pageOf("user", user)}?${new URLSearchParams({ ended: id })}`);
	}
	const query = new URLSearchParams({ end: "requested", ...(typeof user === "string" && user ? { user } : {}) });
	redirect(`${pageOf(resource, id)}?${query}`);
}

function nothing(resource: MetadataResource): Problem {
	return { title: `No ${metadataWords[resource].one}`, message: `Nothing was ${endWords[resource].ended}.` };
}
