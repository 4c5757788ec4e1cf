import "server-only";
import { ManagementError, type ManagementErrorKind } from "@/lib/dashboard/management/call/errors";
import { pacedWrite } from "@/lib/dashboard/management/call/rate-pause";
import { readsBefore } from "@/lib/dashboard/management/call/user-guard";
import { getRefreshToken } from "@/lib/dashboard/management/refresh-tokens";
import { endUserSession, getUserSession } from "@/lib/dashboard/management/sessions";
import { problemOf } from "@/lib/dashboard/problem/problem-of";
import { type Revoking, revokeThose } from "../../../refresh-tokens/revoke/revoke-those";
import { type EndOutcome, sessionItem, tokenItem } from "./lost-device-state";
import type { Devices } from "./read-devices";

type Ended = {
	/** By the items of the form; what was not tried is absent. */
	outcomes: Map<string, { outcome: EndOutcome; why?: string }>;
	isOneByOne: boolean;
	/** Why the rest was not tried, or is not confirmed; absent: the time was over, or nothing is left. */
	error?: unknown;
};
type Chosen = { sessions: readonly string[]; tokens: readonly string[] };

/** A refusal of one, after which the others may still be accepted. */
const OF_ONE: readonly ManagementErrorKind[] = ["rejected", "forbidden", "conflict"];

/**
 * Requests the end of sessions of a user, then the revocation of refresh tokens that end with none of them. Waits where the
 * tenant requires it; stops at a failure that would meet the others too.
 * @param until milliseconds since the epoch: after it no request is begun
 */
export async function endChosen(
	userId: string,
	chosen: Chosen,
	devices: Devices,
	{ until, isOneByOne }: { until: number; isOneByOne: boolean },
): Promise<Ended> {
	const ended: Ended = { outcomes: new Map(), isOneByOne };
	try {
		for (const id of chosen.sessions) {
			if (Date.now() > until) return ended;
			await endOne(id, userId, devices, ended, until);
		}
		await revokeRest(chosen.tokens, userId, devices, ended, until);
	} catch (error) {
		ended.error = error;
	}
	return ended;
}

/** @throws SessionError, StoreError, ReasonRefused, ManagementError */
async function endOne(id: string, userId: string, devices: Devices, { outcomes }: Ended, until: number): Promise<void> {
	const item = sessionItem(id);
	try {
		const isListed = devices.sessions.value?.items.some((session) => session.id === id);
		if (!isListed && (await isGone(getUserSession(id), userId))) return void outcomes.set(item, { outcome: "gone" });
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

/**
 * Of one that is not listed: one of another user counts as gone, since its ID can only come from another page.
 * @throws SessionError, ManagementError
 */
async function isGone(reading: Promise<{ user_id?: string | null | undefined }>, userId: string): Promise<boolean> {
	try {
		const { user_id } = await reading;
		return Boolean(user_id) && user_id !== userId;
	} catch (error) {
		if (error instanceof ManagementError && error.kind === "not-found") return true;
		throw error;
	}
}

/** @throws SessionError, StoreError, ReasonRefused, ManagementError */
async function revokeRest(
	tokens: readonly string[],
	userId: string,
	devices: Devices,
	ended: Ended,
	until: number,
): Promise<void> {
	const { outcomes } = ended;
	const listed = new Map(devices.tokens.value?.items.map((token) => [token.id, token]));
	const left: string[] = [];
	for (const id of tokens) {
		const token = listed.get(id);
		const withSession = outcomes.get(sessionItem(token?.session_id ?? ""));
		if (withSession?.outcome === "requested") outcomes.set(tokenItem(id), withSession);
		else if (!token && (await isGone(getRefreshToken(id), userId))) outcomes.set(tokenItem(id), { outcome: "gone" });
		else left.push(id);
	}
	const revoking: Revoking = { requested: [], gone: [], left, unconfirmed: [], isOneByOne: ended.isOneByOne };
	try {
		await revokeThose(userId, revoking, until, listed);
	} finally {
		ended.isOneByOne = revoking.isOneByOne;
		for (const id of revoking.requested) outcomes.set(tokenItem(id), { outcome: "requested" });
		for (const id of revoking.gone) outcomes.set(tokenItem(id), { outcome: "gone" });
		for (const id of revoking.unconfirmed) outcomes.set(tokenItem(id), { outcome: "not confirmed" });
	}
}
