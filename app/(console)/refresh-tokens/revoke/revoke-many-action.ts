"use server";

import { setTimeout as delay } from "node:timers/promises";
import { redirect } from "next/navigation";
import { z } from "zod";
import { ManagementError } from "@/lib/dashboard/management/call/errors";
import { revokeRefreshToken } from "@/lib/dashboard/management/refresh-tokens";
import type { Problem } from "@/lib/dashboard/problem/problem";
import { problemOf } from "@/lib/dashboard/problem/problem-of";
import { resources } from "@/lib/dashboard/registry/resources";
import { setFlash } from "@/lib/dashboard/request/flash";
import { permittedForm } from "@/lib/dashboard/request/read-form";
import { REVOKE_TOKENS_MAX } from "../_find/find-tokens";

/** `left`: not tried, because an earlier one was refused or there was no more time. */
export type RevokeManyState = { revoked: string[]; gone: string[]; left: string[]; problem?: Problem };

/** The last token that is started needs the rest of the request's time. */
const TIME_MAX_MS = 5_000;

const ids = z.array(z.string().min(1)).max(REVOKE_TOKENS_MAX);
/** The browser sends the previous state, like the form. */
const submittedIds = z.object({ revoked: ids, gone: ids, left: ids.min(1) });

/**
 * Requests the revocation of tokens one after the other, waits where the service requires it, and stops at the first refusal;
 * the state contains the progress, so that it can be resumed. At the end it redirects to the user's list.
 */
export async function revokeManyAction(before: RevokeManyState, sent: FormData): Promise<RevokeManyState> {
	let state = before;
	let user: string;
	try {
		const { form } = await permittedForm("revokeTokens", sent);
		const parsed = submittedIds.safeParse({ ...before, left: form.getAll("token") });
		if (!parsed.success) return { ...before, problem: { title: "No tokens", message: "Nothing was revoked." } };
		state = parsed.data;
		user = String(form.get("userId"));
		await revokeThose(parsed.data, Date.now() + TIME_MAX_MS);
		if (state.left.length > 0) return state;
	} catch (error) {
		return { ...state, problem: problemOf(error, "refresh token") };
	}
	const { path } = resources["refresh token"];
	await setFlash(path, `Revocation requested: ${summary(state.revoked.length, state.gone.length)}.`);
	redirect(`${path}?${new URLSearchParams({ user })}`);
}

/** Moves each token that was tried in time. */
async function revokeThose({ revoked, gone, left }: z.infer<typeof submittedIds>, until: number): Promise<void> {
	for (const id of [...left]) {
		if (Date.now() > until) break;
		((await revoke(id, until)) ? revoked : gone).push(id);
		left.shift();
	}
}

function summary(revoked: number, gone: number): string {
	const tokens = `${revoked} ${revoked === 1 ? "token" : "tokens"}`;
	return gone > 0 ? `${tokens}; ${gone} more had gone already` : tokens;
}

/** @returns false where the token was gone already. A rate-limited request has had no effect, so it may be repeated. */
async function revoke(id: string, until: number): Promise<boolean> {
	try {
		await revokeRefreshToken(id);
		return true;
	} catch (error) {
		if (!(error instanceof ManagementError)) throw error;
		if (error.kind === "not-found") return false;
		const wait = (error.retryAfterSeconds ?? 1) * 1000;
		if (error.kind !== "rate-limited" || Date.now() + wait > until) throw error;
		await delay(wait);
		return revoke(id, until);
	}
}
