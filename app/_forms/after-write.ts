import "server-only";
import { randomUUID } from "node:crypto";
import { cookies } from "next/headers";
import { RedirectType, redirect } from "next/navigation";
import { LAST_WRITE_COOKIE } from "@/components/layout/last-write";
import { nameInWords } from "@/components/ui/invisible-characters";
import { dashboardConfig } from "@/lib/dashboard/config";
import type { Problem } from "@/lib/dashboard/problem/problem";
import { problemOf } from "@/lib/dashboard/problem/problem-of";
import { setFlash } from "@/lib/dashboard/request/flash";
import type { ResourceDescription } from "@/lib/dashboard/resources/describe-resource";
import { type ResourceName, resources } from "@/lib/dashboard/resources/resources";
import { requireReason } from "@/lib/dashboard/session/reason";
import { permittedForm, SessionError } from "@/lib/dashboard/session/session";

/**
 * Makes all pages that this browser has been sent until now old. The response to the action then holds its page, rendered
 * anew, and the router forgets the others. An action whose page needs nothing new does without: the browser notes the write
 * (app/_forms/keep-input), and each of the other pages is read again when it is next shown.
 */
export async function renewPages(): Promise<void> {
	(await cookies()).set(LAST_WRITE_COOKIE, randomUUID(), {
		sameSite: "lax",
		secure: dashboardConfig().secure,
		path: "/",
	});
}

/** Ends an action with another page. @param message is shown there once */
export async function continueOn(path: string, message?: string): Promise<never> {
	await renewAndTell(path, message);
	redirect(path);
}

/** The same where the form is done with: Back leads to the page before it, and not to what its address would fill in again. */
export async function continueInPlace(path: string, message?: string): Promise<never> {
	await renewAndTell(path, message);
	redirect(path, RedirectType.replace);
}

async function renewAndTell(path: string, message: string | undefined): Promise<void> {
	if (message !== undefined) await setFlash(path, message);
	await renewPages();
}

/** For an action that is refused without a session or the role: ends it with a page, which says why. */
export function orPage(path: string): (error: unknown) => never {
	return (error) => {
		if (error instanceof SessionError) redirect(path);
		throw error;
	};
}

/**
 * Deletes the resource that a form names, and redirects to the list.
 * @param sent the form, with the resource's name
 * @param send deletes it in the service @throws SessionError, ManagementError
 * @returns the reason why it was not deleted
 */
export async function deleteResource(
	name: Exclude<ResourceName, "refresh token">,
	sent: unknown,
	send: (id: string) => Promise<unknown>,
): Promise<{ problem: Problem }> {
	const { idField, path, permission, stays }: ResourceDescription = resources[name];
	let label: string;
	try {
		const { form } = await permittedForm(permission, sent);
		requireReason("delete");
		const id = String(form.get(idField));
		await send(id);
		label = String(form.get("name") || id);
	} catch (error) {
		return { problem: problemOf(error, name) };
	}
	const deleted = deletedInWords(name, label);
	return continueOn(path, stays ? `${deleted} ${stays}` : deleted);
}

/** "Template “Front desk” deleted." */
export function deletedInWords(resource: ResourceName, label: string): string {
	return `${resource.charAt(0).toUpperCase()}${resource.slice(1)} “${nameInWords(label)}” deleted.`;
}
