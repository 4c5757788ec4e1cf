import "server-only";
import { REVOKED_TOKENS_MAX } from "@/lib/contract/refresh-token";
import { settleTargets } from "@/lib/dashboard/audit/audited-write";
import { eitherOperation } from "@/lib/dashboard/management/call/access-token";
import { ManagementError } from "@/lib/dashboard/management/call/errors";
import { pacedWrite } from "@/lib/dashboard/management/call/rate-pause";
import { guardReads, readsBefore } from "@/lib/dashboard/management/call/user-guard";
import { readCheckpointList } from "@/lib/dashboard/management/list-pages";
import {
	listUserRefreshTokens,
	revokeRefreshToken,
	revokeRefreshTokens,
} from "@/lib/dashboard/management/refresh-tokens";
import { outcomeOf } from "@/lib/dashboard/problem/problem-of";
import { listChosen } from "../../_metadata-bulk/bulk-work";

/** The rest of the time is for revoking. */
const LIST_WITHIN_MS = 2_500;

/** Identifiers of tokens, by what has become of them. */
export type Revoking = {
	requested: string[];
	gone: string[];
	/** Not requested: not tried, because an earlier one was refused or there was no more time, or not confirmed. */
	left: string[];
	/** Of these, the ones whose request had no response. */
	unconfirmed: string[];
	/** The tenant does not offer to revoke several in one request. */
	isOneByOne: boolean;
};

/**
 * Moves each token that was tried in time. Only those that the tenant lists as the user's go into one request: its response
 * does not tell which of them were there. A request for a single one does. Waits where the tenant requires it, and stops at
 * the first refusal.
 * @param until milliseconds since the epoch: after it no request is begun
 * @param known the user's tokens, where they have been listed
 * @throws SessionError, StoreError, ManagementError; `state` then has what was requested before
 */
export async function revokeThose(
	userId: string,
	state: Revoking,
	until: number,
	known?: { has: (id: string) => boolean },
): Promise<void> {
	const { left } = state;
	const isSeveral = left.length > 1 && !state.isOneByOne;
	const listUntil = Math.min(until, Date.now() + LIST_WITHIN_MS);
	const list = async () => (await outcomeOf(listChosen("refresh token", userId, left, listUntil), "user")).value;
	// Where they can't be listed, each is revoked by itself.
	const listed = isSeveral ? (known ?? (await list())) : null;
	while (left.length > 0 && Date.now() <= until) {
		const some = state.isOneByOne ? [] : left.filter((id) => listed?.has(id)).slice(0, REVOKED_TOKENS_MAX);
		if (some.length > 1) await revokeTogether(userId, state, some, until);
		else await revokeFirst(state, until);
	}
}

/** Where the tenant does not offer it, it only notes that. */
async function revokeTogether(userId: string, state: Revoking, some: string[], until: number): Promise<void> {
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

async function revokeFirst(state: Revoking, until: number): Promise<void> {
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

function move(state: Revoking, some: readonly string[], to: "requested" | "gone"): void {
	state[to].push(...some);
	state.left.splice(0, state.left.length, ...state.left.filter((id) => !some.includes(id)));
}
