"use server";

import { continueOn } from "@/app/_forms/after-write";
import type { ConfirmedState } from "@/app/_forms/confirmed-action";
import { outdatedPage } from "@/app/_forms/json-response";
import { metadataAccess } from "@/lib/dashboard/management/metadata-holders";
import { problemOf } from "@/lib/dashboard/problem/problem-of";
import { type MetadataResource, metadataResources, pageOf, resources } from "@/lib/dashboard/resources/resources";
import { requireReason } from "@/lib/dashboard/session/reason";
import { permittedForm } from "@/lib/dashboard/session/session";

/**
 * Requests the end of what a form names: the field with the identifier names the resource. Redirects to its page, or to that
 * of its user where the form was there; both show the progress.
 */
export async function requestRevocationAction(_: ConfirmedState, sent: FormData): Promise<ConfirmedState> {
	let resource: MetadataResource | undefined;
	try {
		const { form } = await permittedForm("endSessions", sent);
		resource = metadataResources.find((name) => form.has(resources[name].idField));
		if (!resource) return { problem: outdatedPage };
		requireReason(resource === "session" ? ["end", "revoke"] : "revoke");
		const [id, user] = [form.get(resources[resource].idField), form.get("userId")];
		if (typeof id !== "string" || id === "") return { problem: outdatedPage };
		const userId = typeof user === "string" && user !== "" ? user : null;
		await metadataAccess[resource].end(id, userId);
		const isOnUserPage = userId !== null && form.get("on") === "user";
		return await continueOn(isOnUserPage ? pageOf("user", userId) : pageOf(resource, id));
	} catch (error) {
		return { problem: problemOf(error, resource ?? "session") };
	}
}
