import "server-only";
import { ManagementError, type ManagementErrorKind } from "@/lib/dashboard/management/call/errors";
import { pacedWrite } from "@/lib/dashboard/management/call/rate-pause";
import { readsBefore } from "@/lib/dashboard/management/call/user-guard";
import { getRefreshToken } from "@/lib/dashboard/management/refresh-tokens";
import { endUserSession, getUserSession } from "@/lib/dashboard/management/sessions";
import type { Problem } from "@/lib/dashboard/problem/problem";
import { problemOf } from "@/lib/dashboard/problem/problem-of";
import { type Revoking, revokeThose } from "../../../refresh-tokens/revoke/revoke-those";
import { type EndResult, sessionItem, tokenItem } from "./lost-device-state";
import type { Lists } from "./read-devices";

/** By the items of the form; what was not tried is absent. */
type Outcomes = Map<string, Pick<EndResult, "outcome" | "why">>;
/** `problem`: why the rest was not tried, or is not confirmed; absent: the time was over, or nothing is left. */
type Ended = { outcomes: Outcomes; problem?: Problem };
type Chosen = { sessions: readonly string[]; tokens: readonly string[] };

/** A refusal of one, after which the others may still be accepted. */
const OF_ONE: readonly ManagementErrorKind[] = ["rejected", "forbidden", "conflict"];

/**
 * Requests the end of sessions of a user, then the revocation of refresh tokens that end with none of them. Waits where the
 * tenant requires it; stops at a failure that would meet the others too.
 * @param until milliseconds since the epoch: after it no request is begun
 */
export async function endChosen(userId: string, chosen: Chosen, lists: Lists, until: number): Promise<Ended> {
	const outcomes: Outcomes = new Map();
	try {
		for (const id of chosen.sessions) {
			if (Date.now() > until) return { outcomes };
			await endOne(id, userId, lists, outcomes, until);
		}
	} catch (error) {
		return { outcomes, problem: problemOf(error, "session") };
	}
	try {
		await revokeRest(chosen.tokens, userId, lists, outcomes, until);
		return { outcomes };
	} catch (error) {
		return { outcomes, problem: problemOf(error, "refresh token") };
	}
}

/** @throws SessionError, StoreError, ReasonRefused, ManagementError */
async function endOne(id: string, userId: string, lists: Lists, outcomes: Outcomes, until: number): Promise<void> {
	const item = sessionItem(id);
	try {
		const isListed = lists.sessions.value?.items.some((session) => session.id === id);
		const found = isListed ? null : await foundApart(() => getUserSession(id), userId, until);
		if (found) return void outcomes.set(item, found);
		await pacedWrite(() => endUserSession(id, userId, until), until, await readsBefore(id));
		outcomes.set(item, { outcome: "requested" });
	} catch (error) {
		if (!(error instanceof ManagementError)) throw error;
		if (error.kind === "not-found") return void outcomes.set(item, { outcome: "gone" });
		if (error.outcomeUnknown) outcomes.set(item, { outcome: "not confirmed" });
		if (error.outcomeUnknown || !OF_ONE.includes(error.kind)) throw error;
		const { title, message } = problemOf(error, "session");
		outcomes.set(item, { outcome: "refused", why: `${title}. ${message}` });
	}
}

const ownerless = { outcome: "refused", why: "The tenant neither lists it nor reports whose it is." } as const;

/**
 * Reads one that is not listed. One of another user counts as gone, since its ID can only come from another page.
 * @returns why its end is not requested; null: it is the user's
 * @throws SessionError, ManagementError
 */
async function foundApart(
	read: () => Promise<{ user_id?: string | null | undefined }>,
	userId: string,
	until: number,
): Promise<Pick<EndResult, "outcome" | "why"> | null> {
	try {
		const { user_id } = await pacedWrite(read, until);
		if (!user_id) return ownerless;
		return user_id === userId ? null : { outcome: "gone" };
	} catch (error) {
		if (error instanceof ManagementError && error.kind === "not-found") return { outcome: "gone" };
		throw error;
	}
}

/** Those that are listed first: each of the others takes a request of its own before. @throws as `endChosen` catches */
async function revokeRest(
	tokens: readonly string[],
	userId: string,
	lists: Lists,
	outcomes: Outcomes,
	until: number,
): Promise<void> {
	const listed = new Map(lists.tokens.value?.items.map((token) => [token.id, token]));
	const [known, others]: [string[], string[]] = [[], []];
	for (const id of tokens) {
		const token = listed.get(id);
		const withSession = outcomes.get(sessionItem(token?.session_id ?? ""));
		if (withSession?.outcome === "requested") outcomes.set(tokenItem(id), withSession);
		else (token ? known : others).push(id);
	}
	await revoke(known, userId, listed, outcomes, until);
	for (const id of others) {
		if (Date.now() > until) return;
		const found = await foundApart(() => getRefreshToken(id), userId, until);
		if (found) outcomes.set(tokenItem(id), found);
		else await revoke([id], userId, listed, outcomes, until);
	}
}

async function revoke(
	left: string[],
	userId: string,
	listed: ReadonlyMap<string, unknown>,
	outcomes: Outcomes,
	until: number,
): Promise<void> {
	const revoking: Revoking = { requested: [], gone: [], left, unconfirmed: [], isOneByOne: false };
	try {
		await revokeThose(userId, revoking, until, listed);
	} finally {
		for (const id of revoking.requested) outcomes.set(tokenItem(id), { outcome: "requested" });
		for (const id of revoking.gone) outcomes.set(tokenItem(id), { outcome: "gone" });
		for (const id of revoking.unconfirmed) outcomes.set(tokenItem(id), { outcome: "not confirmed" });
	}
}
