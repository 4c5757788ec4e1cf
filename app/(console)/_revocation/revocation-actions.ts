"use server";

import type { ConfirmedState } from "@/app/_forms/confirmed-action";
import { continueOn } from "@/app/_fresh/after-write";
import { revokeRefreshToken } from "@/lib/dashboard/management/refresh-tokens";
import { endUserSession } from "@/lib/dashboard/management/sessions";
import { problemOf } from "@/lib/dashboard/problem/problem-of";
import { permittedForm } from "@/lib/dashboard/request/read-form";
import { type MetadataResource, pageOf, resources } from "@/lib/dashboard/resources/resources";
import { permissionFor } from "@/lib/dashboard/resources/writes";
import { pageAfterRevocation } from "./requested-revocation";

export async function revokeTokenAction(_: ConfirmedState, form: FormData): Promise<ConfirmedState> {
	return requestRevocation(form, "refresh token", revokeRefreshToken);
}

export async function endSessionAction(_: ConfirmedState, form: FormData): Promise<ConfirmedState> {
	return requestRevocation(form, "session", endUserSession);
}

/**
 * Requests the end of the token or session that a form names, and redirects to its page, or to that of its user where the
 * form was there; both show the progress.
 */
async function requestRevocation(
	sent: unknown,
	resource: MetadataResource,
	end: (id: string, userId: string | null) => Promise<void>,
): Promise<ConfirmedState> {
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
		const isOnUserPage = userId !== null && form.get("on") === "user";
		page = isOnUserPage
			? `${pageOf("user", userId)}?${new URLSearchParams({ ended: id })}`
			: pageAfterRevocation(resource, id, userId);
	} catch (error) {
		return { problem: problemOf(error, resource) };
	}
	return continueOn(page);
}
