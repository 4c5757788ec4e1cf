"use server";

import { z } from "zod";
import { continueInPlace } from "@/app/_forms/after-write";
import { REVOKED_TOKENS_MAX } from "@/lib/contract/refresh-token";
import { settleTargets } from "@/lib/dashboard/audit/audited-write";
import { eitherOperation } from "@/lib/dashboard/management/call/access-token";
import { ManagementError } from "@/lib/dashboard/management/call/errors";
import { pacedWrite, WRITES_WITHIN_MS } from "@/lib/dashboard/management/call/rate-pause";
import { guardReads, readsBefore } from "@/lib/dashboard/management/call/user-guard";
import { readCheckpointList } from "@/lib/dashboard/management/list-pages";
import {
	listUserRefreshTokens,
	revokeRefreshToken,
	revokeRefreshTokens,
} from "@/lib/dashboard/management/refresh-tokens";
import type { Problem } from "@/lib/dashboard/problem/problem";
import { outcomeOf, problemOf } from "@/lib/dashboard/problem/problem-of";
import { setFlash } from "@/lib/dashboard/request/flash";
import { resources } from "@/lib/dashboard/resources/resources";
import { requireReason } from "@/lib/dashboard/session/reason";
import { permittedForm } from "@/lib/dashboard/session/session";
import { listChosen } from "../../_metadata-bulk/bulk-work";
import { REVOKE_TOKENS_MAX } from "../find-tokens";

/** The rest of the time is for revoking. */
const LIST_WITHIN_MS = 2_500;

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

/**
 * Moves each token that was tried in time. Only those that the tenant lists as the user's go into one request: its response
 * does not tell which of them were there. A request for a single one does.
 */
async function revokeThose(userId: string, state: RevokeManyState, until: number): Promise<void> {
	const { left } = state;
	const isSeveral = left.length > 1 && !state.isOneByOne;
	const listUntil = Math.min(until, Date.now() + LIST_WITHIN_MS);
	// Where they can't be listed, each is revoked by itself.
	const listed = isSeveral
		? (await outcomeOf(listChosen("refresh token", userId, left, listUntil), "user")).value
		: null;
	while (left.length > 0 && Date.now() <= until) {
		const some = state.isOneByOne ? [] : left.filter((id) => listed?.has(id)).slice(0, REVOKED_TOKENS_MAX);
		if (some.length > 1) await revokeTogether(userId, state, some, until);
		else await revokeFirst(state, until);
	}
}

/** Where the tenant does not offer it, it only notes that. */
async function revokeTogether(userId: string, state: RevokeManyState, some: string[], until: number): Promise<void> {
	try {
		await eitherOperation(
			"post_refresh_tokens_revoke",
			async () => pacedWrite(() => revokeRefreshTokens(some), until, await guardReads(some.length)),
			async () => {
				state.isOneByOne = true;
			},
		);
		if (!state.isOneByOne) move(state, some, "requested");
	} catch (error) {
		if (!(error instanceof ManagementError && error.outcomeUnknown)) throw error;
		const present = await presentOf(userId).catch(() => null);
		const done = some.filter((id) => present && !present.has(id));
		await settleTargets(error, done);
		move(state, done, "requested");
		state.unconfirmed = some.filter((id) => !done.includes(id));
		if (state.unconfirmed.length > 0) throw error;
	}
}

/** The identifiers of all tokens of a user; null where some can't be read. @throws SessionError, ManagementError */
async function presentOf(userId: string): Promise<Set<string> | null> {
	const list = (from: string | undefined) => listUserRefreshTokens(userId, from);
	const { items, unreadable } = await readCheckpointList(list, Number.POSITIVE_INFINITY);
	// One of those may be among them.
	if (unreadable > 0) return null;
	return new Set(items.map(({ id }) => id));
}

async function revokeFirst(state: RevokeManyState, until: number): Promise<void> {
	const [id = ""] = state.left;
	try {
		await pacedWrite(() => revokeRefreshToken(id), until, await readsBefore(id));
		move(state, [id], "requested");
	} catch (error) {
		if (!(error instanceof ManagementError)) throw error;
		if (error.outcomeUnknown) state.unconfirmed = [id];
		if (error.kind !== "not-found") throw error;
		move(state, [id], "gone");
	}
}

function move(state: RevokeManyState, some: readonly string[], to: "requested" | "gone"): void {
	state[to].push(...some);
	state.left.splice(0, state.left.length, ...state.left.filter((id) => !some.includes(id)));
}
