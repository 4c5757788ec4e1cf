import "server-only";
import { ownWrite } from "../audit/audited-write";
import { StoreError } from "../management/call/errors";
import type { CommandLine } from "../session/command-line";
import { statedReason } from "../session/reason";
import { requirePermission } from "../session/session";
import { deleteSessionsOf, listSessions } from "../store/sessions";
import { endTokensOf, type TokenLeft, tokensLeftOf } from "./end-tokens";

/** What a user has of this console itself: open sessions, and read tokens that have not ended. */
export type ConsoleAccess = { sessions: number; tokens: TokenLeft[] };

/** @param actor who reads, where it is not the admin of this request @throws SessionError, StoreError */
export async function consoleAccessOf(userId: string, actor?: CommandLine): Promise<ConsoleAccess> {
	if (!actor) await requirePermission("blockUsers");
	try {
		const [sessions, tokens] = [await listSessions(userId, null), await tokensLeftOf(userId)];
		return { sessions: sessions.length, tokens };
	} catch (cause) {
		throw new StoreError("the access of a user to the console can't be read", { cause });
	}
}

/** Whether a block ends something of it: tokens that are said to stay do. */
export function endsWithBlock({ sessions, tokens }: ConsoleAccess): boolean {
	return sessions > 0 || tokens.some(({ stays }) => !stays);
}

/**
 * Ends what a blocked user has of this console itself, as often as it is called: sessions, and read tokens that are not said
 * to stay. A real tenant's admins are named by settings, whether they are blocked or not.
 * @returns whether there was something; then the trail has a row of it, and one of each token
 * @throws SessionError, StoreError
 */
export async function endConsoleAccess(userId: string, actor?: CommandLine): Promise<boolean> {
	const { subject, name, email } = actor ?? (await requirePermission("blockUsers"));
	if (!endsWithBlock(await consoleAccessOf(userId, actor))) return false;
	const act = { subject, person: email ?? name, personName: name, reason: actor ? actor.reason : statedReason() };
	const audit = { target: userId, path: { user_id: userId } };
	await ownWrite("end_console_access", actor, audit, async () => {
		try {
			await deleteSessionsOf(userId);
			await endTokensOf(userId, act);
		} catch (cause) {
			throw new StoreError("the access of a blocked user to the console can't be ended", { cause });
		}
	});
	return true;
}
