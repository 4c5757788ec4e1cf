import "server-only";
import { continueOn } from "@/app/_forms/after-write";
import type { Problem } from "@/lib/dashboard/problem/problem";
import { problemOf } from "@/lib/dashboard/problem/problem-of";
import { type ResourceName, resources } from "@/lib/dashboard/resources/resources";
import { permittedForm } from "@/lib/dashboard/session/session";

/**
 * Deletes the resource that a form names, and redirects to the list.
 * @param sent the form
 * @param send deletes it in the service @throws SessionError, ManagementError
 * @returns the reason why it was not deleted
 */
export async function deleteResource(
	name: Exclude<ResourceName, "refresh token">,
	sent: unknown,
	send: (id: string) => Promise<unknown>,
): Promise<{ problem: Problem }> {
	const { idField, path } = resources[name];
	try {
		const { form } = await permittedForm(resources[name].permission, sent);
		await send(String(form.get(idField)));
	} catch (error) {
		return { problem: problemOf(error, name) };
	}
	return continueOn(path, `${name.charAt(0).toUpperCase()}${name.slice(1)} deleted.`);
}
