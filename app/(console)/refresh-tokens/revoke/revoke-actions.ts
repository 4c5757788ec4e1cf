"use server";

import { redirect } from "next/navigation";
import { revokeRefreshToken } from "@/lib/dashboard/management/refresh-tokens";
import type { Problem } from "@/lib/dashboard/problem/problem";
import { problemOf } from "@/lib/dashboard/problem/problem-of";
import { pageOf } from "@/lib/dashboard/registry/resources";
import { sentForm } from "@/lib/dashboard/request/read-form";
import { requireActionPermission } from "@/lib/dashboard/session/session";

/** Requests the revocation of a token and redirects to its page, which shows the progress. */
export async function revokeTokenAction(_: { problem?: Problem }, form: FormData): Promise<{ problem?: Problem }> {
	const fields = sentForm(form);
	const [id, user] = [fields.get("tokenId"), fields.get("userId")];
	try {
		await requireActionPermission("revokeTokens");
		if (typeof id !== "string" || id === "") return { problem: { title: "No token", message: "Nothing was revoked." } };
		await revokeRefreshToken(id);
	} catch (error) {
		return { problem: problemOf(error, "refresh token") };
	}
	const query = new URLSearchParams({ revocation: "requested", ...(typeof user === "string" && user ? { user } : {}) });
	redirect(`${pageOf("refresh token", id)}?${query}`);
}
