"use server";

import { continueOn } from "@/app/_forms/after-write";
import type { ConfirmedState } from "@/app/_forms/confirmed-action";
import { outdatedPage } from "@/app/_forms/json-response";
import { endConsoleAccess } from "@/lib/dashboard/console-tokens/console-access";
import { ManagementError, StoreError } from "@/lib/dashboard/management/call/errors";
import { revokeUserRefreshTokens } from "@/lib/dashboard/management/refresh-tokens";
import { endUserSessions } from "@/lib/dashboard/management/sessions";
import { getUser, liftSignInBlocks, setUserBlocked } from "@/lib/dashboard/management/users";
import type { Problem } from "@/lib/dashboard/problem/problem";
import { problemOf } from "@/lib/dashboard/problem/problem-of";
import { pageOf, resources } from "@/lib/dashboard/resources/resources";
import type { Permission } from "@/lib/dashboard/session/permissions";
import { requireReason } from "@/lib/dashboard/session/reason";
import { permittedForm } from "@/lib/dashboard/session/session";

/** Requests the end of all sessions of a user; where the form says so, the revocation of all refresh tokens too. */
export async function endSessionsAction(_: ConfirmedState, form: FormData): Promise<ConfirmedState> {
	return act(form, "endSessions", async (userId, fields) => {
		const keepsTokens = fields.get("revoke") !== "yes";
		requireReason(keepsTokens ? "end" : ["end", "revoke"]);
		const { tokensError } = await endUserSessions(userId, { keepsTokens });
		return tokensError && tokensProblem(tokensError);
	});
}

/** Of the second of two requests, after the first was accepted. */
function tokensProblem(error: ManagementError): Problem {
	const { title: reason, ...why } = problemOf(error, "user");
	const tokens = `the revocation of the refresh tokens ${error.outcomeUnknown ? "is not confirmed" : "was not"}`;
	return { ...why, title: `The end of all sessions was requested, ${tokens}`, reason };
}

/** Requests the revocation of all refresh tokens of a user. */
export async function revokeTokensAction(_: ConfirmedState, form: FormData): Promise<ConfirmedState> {
	return act(form, "revokeTokens", (userId) => revokeUserRefreshTokens(userId).then(() => undefined));
}

/** Blocks a user, or lifts that; where the form says so, the blocks after failed sign-ins too. */
export async function setBlockedAction(_: ConfirmedState, form: FormData): Promise<ConfirmedState> {
	return act(form, "blockUsers", async (userId, fields) => {
		const blocks = fields.get("blocked") === "yes";
		const isBlocked = await setUserBlocked(userId, blocks);
		if (isBlocked !== null && isBlocked !== blocks) return notStored;
		const sentence = isBlocked === null ? notReported(blocks) : blocks ? BLOCKED : UNBLOCKED;
		if (blocks) return `${sentence}${await consoleAccessInWords(userId)}`;
		if (fields.get("lift") === "yes") return `${sentence} ${await liftedInWords(userId)}`;
		return fields.has("mayHaveSignInBlocks") ? `${sentence} ${FAILURES_STAY}` : sentence;
	});
}

/** Ends what a blocked user has of this console itself. @returns what has become of it, after a sentence */
async function consoleAccessInWords(userId: string): Promise<string> {
	try {
		return (await endConsoleAccess(userId)) ? ` ${ACCESS_ENDED}` : "";
	} catch (error) {
		if (!(error instanceof StoreError)) throw error;
		const { reference } = problemOf(error, "user");
		return ` Whether their access to this console ended is not known (reference ${reference}): press “End access to this console” where this page offers it.`;
	}
}

/** Ends what a user who is blocked already has of this console itself. */
export async function endConsoleAccessAction(_: ConfirmedState, form: FormData): Promise<ConfirmedState> {
	return act(form, "blockUsers", async (userId) => {
		requireReason("block");
		if ((await getUser(userId)).blocked !== true) return notBlocked;
		return (await endConsoleAccess(userId)) ? ACCESS_ENDED : "There was no access to this console left to end.";
	});
}

/** Lifts the blocks after failed sign-ins, once the user is unblocked. @returns what has become of it */
async function liftedInWords(userId: string): Promise<string> {
	try {
		await liftSignInBlocks(userId);
		return LIFTED;
	} catch (error) {
		if (!(error instanceof ManagementError)) throw error;
		if (error.outcomeUnknown) return "Whether the blocks after failed sign-ins were lifted is not confirmed.";
		const { title, message } = problemOf(error, "user");
		return `The blocks after failed sign-ins were not lifted: ${title}. ${message}`;
	}
}

/** Lifts the blocks after failed sign-ins alone. */
export async function liftBlocksAction(_: ConfirmedState, form: FormData): Promise<ConfirmedState> {
	return act(form, "blockUsers", (userId) => liftSignInBlocks(userId).then(() => LIFTED));
}

const BLOCKED = `Blocked. Sign-ins and refresh tokens are refused from now on. ${resources.user.stays}`;
const FAILURES_STAY = "Blocks after failed sign-ins stay, and refuse sign-ins as before.";
const UNBLOCKED = "Unblocked. Sign-ins and refresh tokens work again.";
const LIFTED = "The blocks after failed sign-ins were lifted.";

function notReported(blocks: boolean): string {
	return `The tenant has accepted the request to ${blocks ? "block" : "unblock"}, but does not report whether the user is blocked now.`;
}

const ACCESS_ENDED = "Access to this console ended, and unblocking does not restore it.";

const notBlocked: Problem = {
	title: "Nothing was ended",
	message: "The tenant does not report that this user is blocked. A block ends their access to this console as well.",
};

const notStored: Problem = {
	title: "The tenant did not store it",
	message: "It accepted the request, but reports the user as before.",
};

/**
 * Redirects to the page of the user that the form names.
 * @param run returns a problem, or what that page says once; what was requested it says by itself
 */
async function act(
	sent: FormData,
	permission: Permission,
	run: (userId: string, form: FormData) => Promise<Problem | string | undefined>,
): Promise<ConfirmedState> {
	let isTicked = false;
	try {
		const { form } = await permittedForm(permission, sent);
		isTicked = form.get("revoke") === "yes" || form.get("lift") === "yes";
		const userId = form.get("userId");
		if (typeof userId !== "string" || userId === "") return { problem: outdatedPage };
		const done = await run(userId, form);
		if (typeof done === "object") return { problem: done, isTicked };
		return await continueOn(pageOf("user", userId), done);
	} catch (error) {
		return { problem: problemOf(error, "user"), isTicked };
	}
}
