"use server";

import { redirect } from "next/navigation";
import type { ConfirmedState } from "@/app/_forms/confirmed-action";
import { revokeUserRefreshTokens } from "@/lib/dashboard/management/refresh-tokens";
import { endUserSessions } from "@/lib/dashboard/management/sessions";
import { setUserBlocked } from "@/lib/dashboard/management/users";
import type { Problem } from "@/lib/dashboard/problem/problem";
import { problemOf } from "@/lib/dashboard/problem/problem-of";
import { pageOf } from "@/lib/dashboard/registry/resources";
import { setFlash } from "@/lib/dashboard/request/flash";
import { permittedForm } from "@/lib/dashboard/request/read-form";
import type { Permission } from "@/lib/dashboard/session/permissions";
import type { Requested } from "./person-part";

type State = ConfirmedState;

/** Requests the end of all sessions of a user; where the form says so, of all refresh tokens too. */
export async function endSessionsAction(_: State, form: FormData): Promise<State> {
	return act(form, "endSessions", async (userId, fields) => {
		await endUserSessions(userId);
		if (fields.get("revoke") !== "yes") return { ended: "all" };
		try {
			await revokeUserRefreshTokens(userId);
		} catch (error) {
			const { title, ...why } = problemOf(error, "user");
			return { problem: { ...why, title: "The sessions end, the refresh tokens stay", reason: title } };
		}
		return { ended: "all", revoked: "all" };
	});
}

/** Requests the revocation of all refresh tokens of a user. */
export async function revokeTokensAction(_: State, form: FormData): Promise<State> {
	return act(form, "revokeTokens", async (userId) => {
		await revokeUserRefreshTokens(userId);
		return { revoked: "all" };
	});
}

/** Blocks a user, or lifts that. */
export async function setBlockedAction(_: State, form: FormData): Promise<State> {
	return act(form, "blockUsers", async (userId, fields) => {
		const isBlocked = fields.get("blocked") === "yes";
		await setUserBlocked(userId, isBlocked);
		await setFlash(
			pageOf("user", userId),
			isBlocked
				? "Blocked. Sign-ins and refresh tokens are refused from now on. Sessions and tokens stay until they are ended."
				: "Unblocked. Sign-ins and refresh tokens work again.",
		);
		return {};
	});
}

const nothingNamed: Problem = { title: "Nothing was named", message: "Nothing was changed." };

/** Redirects to the page of the user that the form names, which shows what was requested. */
async function act(
	sent: FormData,
	permission: Permission,
	run: (userId: string, form: FormData) => Promise<Requested & Pick<State, "problem">>,
): Promise<State> {
	let page: string;
	let isTicked = false;
	try {
		const { form } = await permittedForm(permission, sent);
		isTicked = form.get("revoke") === "yes";
		const userId = form.get("userId");
		if (typeof userId !== "string" || userId === "") return { problem: nothingNamed };
		const { problem, ...requested } = await run(userId, form);
		if (problem) return { problem, isTicked };
		const query = new URLSearchParams(requested).toString();
		page = query ? `${pageOf("user", userId)}?${query}` : pageOf("user", userId);
	} catch (error) {
		return { problem: problemOf(error, "user"), isTicked };
	}
	redirect(page);
}
