"use server";

import { z } from "zod";
import { continueInPlace } from "@/app/_forms/after-write";
import { WRITES_WITHIN_MS } from "@/lib/dashboard/management/call/rate-pause";
import type { Problem } from "@/lib/dashboard/problem/problem";
import { problemOf } from "@/lib/dashboard/problem/problem-of";
import { setFlash } from "@/lib/dashboard/request/flash";
import { resources } from "@/lib/dashboard/resources/resources";
import { requireReason } from "@/lib/dashboard/session/reason";
import { permittedForm } from "@/lib/dashboard/session/session";
import { REVOKE_TOKENS_MAX } from "../find-tokens";
import { revokeThose } from "./revoke-those";

const ids = z.array(z.string().min(1)).max(REVOKE_TOKENS_MAX);
/** The browser sends the previous state, like the form. */
const submitted = z.object({
	requested: ids,
	gone: ids,
	/** Not requested: not tried, because an earlier one was refused or there was no more time, or not confirmed. */
	left: ids.min(1),
	/** Of these, the ones whose request had no response. */
	unconfirmed: ids,
	/** The tenant does not offer to revoke several in one request. */
	isOneByOne: z.boolean(),
});

/** Identifiers of tokens, by what has become of them. */
export type RevokeManyState = z.infer<typeof submitted> & { problem?: Problem };

/**
 * Requests the revocation of tokens, many in one request where the tenant offers it, else one after the other; waits where the
 * service requires it, and stops at the first refusal. The state contains the progress, so that it can be resumed. At the end
 * it redirects to the user's list.
 */
export async function revokeManyAction(before: RevokeManyState, sent: FormData): Promise<RevokeManyState> {
	let state = before;
	try {
		const { form } = await permittedForm("revokeTokens", sent);
		const parsed = submitted.safeParse({ ...before, left: form.getAll("token"), unconfirmed: [] });
		if (!parsed.success) return { ...before, problem: { title: "No tokens", message: "Nothing was revoked." } };
		state = parsed.data;
		requireReason("revoke");
		const user = String(form.get("userId"));
		await revokeThose(user, state, Date.now() + WRITES_WITHIN_MS);
		if (state.left.length > 0) return state;
		const { path, ends } = resources["refresh token"];
		await setFlash(
			path,
			`Revocation requested: ${summary(state.requested.length, state.gone.length)}. ${ends.stays.all}`,
		);
		return await continueInPlace(`${path}?${new URLSearchParams({ user })}`);
	} catch (error) {
		return { ...state, problem: problemOf(error, "refresh token") };
	}
}

function summary(requested: number, gone: number): string {
	const tokens = `${requested} ${requested === 1 ? "token" : "tokens"}`;
	return gone > 0 ? `${tokens}; ${gone} more ${gone === 1 ? "was" : "were"} already gone` : tokens;
}
