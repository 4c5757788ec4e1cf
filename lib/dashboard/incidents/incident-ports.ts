import "server-only";
import type { User } from "@/lib/contract/user";
import { consoleAccessOf, endConsoleAccess, endsWithBlock } from "../console-tokens/console-access";
import { LOOK_UP_WITHIN_MS } from "../management/call/send";
import { countUserTokens, revokeUserRefreshTokens } from "../management/refresh-tokens";
import { type LookedUp, writeOrLookUp } from "../management/safe-writes";
import { countUserSessions, endUserSessions } from "../management/sessions";
import { getUser, listUsersByEmail, setUserBlocked } from "../management/users";
import type { CommandLine } from "../session/command-line";
import { requireActionPermission } from "../session/session";
import type { Count } from "../store/incident";
import type { IncidentActor } from "./incident-user";

/** What an incident needs of the tenant. All throw SessionError, StoreError and ManagementError. */
export type IncidentPorts = {
	/** Who acts, with the role of this moment. */
	actor: () => Promise<IncidentActor>;
	read: (userId: string) => Promise<User>;
	readByEmail: (email: string) => Promise<User[]>;
	countSessions: (userId: string) => Promise<Count>;
	countTokens: (userId: string) => Promise<Count>;
	/** @returns whether the user is blocked now; null: not known */
	block: (userId: string) => Promise<boolean | null>;
	/** Whether the user has something of this console itself that a block ends. */
	hasConsoleAccess: (userId: string) => Promise<boolean>;
	/** Ends that, as often as it is called. @returns whether there was something */
	endConsoleAccess: (userId: string) => Promise<boolean>;
	/**
	 * Ends the sessions, and the refresh tokens unless they stay. Where the tenant does not offer that in one request, `apart` is
	 * called before one is sent that ends the sessions alone.
	 */
	end: (userId: string, options: { keepsTokens: boolean; apart: () => Promise<void> }) => Promise<void>;
	revoke: (userId: string) => Promise<void>;
};

type Call = <Result>(call: () => Promise<Result>) => Promise<Result>;

/**
 * @param call carries out each, and may wait and repeat as `patientCall` does
 * @param actor the command line; absent: the admin of the request
 */
export function incidentPorts(call: Call = (run) => run(), actor?: CommandLine): IncidentPorts {
	const sessionsLeft = (userId: string) => countUserSessions(userId, actor, LOOK_UP_WITHIN_MS);
	const tokensLeft = (userId: string) => countUserTokens(userId, actor, LOOK_UP_WITHIN_MS);
	return {
		actor: async () => actor ?? (await requireActionPermission("endSessions")),
		read: (userId) => call(() => getUser(userId, undefined, actor)),
		readByEmail: (email) => call(() => listUsersByEmail(email, actor)),
		countSessions: (userId) => call(() => countUserSessions(userId, actor)),
		countTokens: (userId) => call(() => countUserTokens(userId, actor)),
		block: (userId) => call(() => setUserBlocked(userId, true, actor)),
		hasConsoleAccess: (userId) => call(async () => endsWithBlock(await consoleAccessOf(userId, actor))),
		endConsoleAccess: (userId) => call(() => endConsoleAccess(userId, actor)),
		end: (userId, { keepsTokens, apart }) =>
			call(async () => {
				let isAlone = keepsTokens;
				await writeOrLookUp<unknown>(
					() =>
						endUserSessions(userId, {
							keepsTokens,
							actor,
							apart: () => {
								isAlone = true;
								return apart();
							},
						}),
					async () =>
						nothingLeft(
							await Promise.all([sessionsLeft(userId), isAlone ? NONE : tokensLeft(userId)]).catch(() => null),
							undefined,
						),
				);
			}),
		revoke: (userId) =>
			call(() =>
				writeOrLookUp(
					() => revokeUserRefreshTokens(userId, actor),
					async () => nothingLeft([await tokensLeft(userId).catch(() => null)], undefined),
				),
			),
	};
}

const NONE: Count = { count: 0, isAtLeast: false };

/** A request that ends something takes effect later: while something is left, it is not known whether it was carried out. */
function nothingLeft<Value>(counts: readonly (Count | null)[] | null, value: Value): LookedUp<Value> {
	return counts?.every(isNone) ? { outcome: "done", value } : { outcome: "unknown" };
}

export function isNone(count: Count | null): boolean {
	return count !== null && count.count === 0 && !count.isAtLeast;
}
