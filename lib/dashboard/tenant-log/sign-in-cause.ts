import type { LogEntry } from "@/lib/contract/log-entry";
import { timeOf } from "../devices/flags";
import { type BlockedSince, type CauseKind, causeInWords, type Part } from "./cause-in-words";
import { entryTime } from "./entry-in-words";
import { clears, groupOf, isCounted, isOfBlockedUser, kindOf, type Refused, revokes } from "./failures";

/** Why a user can't sign in. */
export type SignInCause = {
	kind: CauseKind;
	parts: Part[];
	/** The application that it concerns alone, where the log names it. */
	clientId: string | null;
	/** The latest entry that says so; null where only the user's profile does. */
	logId: string | null;
};

export type SignInBlock = { ip?: string | null | undefined; connection?: string | null | undefined };

/** What the tenant says of a user now. Undefined or null: not known. */
export type UserNow = {
	blocked: boolean | null | undefined;
	/** Null where it is not known. */
	blockedSince: BlockedSince | null;
	isConfirmed: boolean | null | undefined;
	/** The blocks after failed sign-ins. */
	blocks: readonly SignInBlock[] | null;
	/** Their last sign-in, ISO 8601, of which the log may have no entry yet. */
	signedInAt: string | null;
};

/** @param isWhole whether the entries are all of the user's: where they are not, there may have been more failures */
type Log = { entries: readonly LogEntry[]; isWhole: boolean; now: Date };

const CAUSES_MAX = 3;
/**
 * Failures so long before the user's latest attempt are past, where what the tenant says now does not go on from them. A user
 * who gave up has no later one.
 */
const RECENT_MS = 24 * 3_600_000;
/** Between the tenant's entry of a sign-in and the user's profile. */
const SAME_MOMENT_MS = 10_000;

type Causes = { causes: SignInCause[]; more: number; isShutOut: boolean };
type Group = [Refused, ...Refused[]];
type Ranked = SignInCause & { rank: number };

/**
 * Why a user can't sign in, by their entries of the log, newest first, and by what the tenant says of them now; none where
 * neither says it. A failure is no cause any more once the user has got in the same way. What holds now stands first.
 * @returns `more`: how many other causes there are. `isShutOut`: nothing says that the user can sign in all the same
 */
export function signInCauses(log: Log, user: UserNow): Causes {
	const { entries } = log;
	const refused = refusedSince(log, user);
	const limits = refused.flatMap(({ entry, kind }) => (kind === "limit" ? [entry] : []));
	const groups = [...Map.groupBy(refused, groupOf(refused)).values()] as Group[];
	const blocksOf = new Map(groups.map((group) => [group, limits.filter((limit) => followsOn(limit, group, refused))]));
	const owned = new Set([...blocksOf.values()].flat());
	const untold = new Set(user.blocks ?? []);
	// What the others of a counted kind were is not known, where its type leaves that open.
	const isWhole = log.isWhole && !refused.some(({ entry, kind }) => kind === "other" && isCounted(entry));
	const isBlockKnown = owned.size > 0 || limits.some(({ type }) => type !== "f");
	const causes = groups.flatMap((group): Ranked[] => {
		const [{ entry, kind }] = group;
		const isLimit = kind === "limit";
		const all = group.map((each) => each.entry);
		const own = isLimit
			? all.filter((limit) => !owned.has(limit) && !(limit.type === "f" && isBlockKnown))
			: (blocksOf.get(group) ?? []);
		const block = own.find(({ type, details }) => type !== "f" && timeOf(details?.until)) ?? own[0];
		const holding = block ? [...untold].filter((one) => isBlockOf(one, { entry: block, kind })) : [];
		for (const one of holding) untold.delete(one);
		const isTold = block && (holding.length > 0 || !isOver(block, log, user));
		if (isLimit && !isTold) return [];
		const parts = causeInWords(kind, isLimit && block ? [block] : all, {
			block: block
				? {
						entry: block,
						isLifted: isLifted(block, entries),
						isBefore: entries.indexOf(block) > entries.indexOf(entry),
					}
				: null,
			holding: holding.length > 0 ? holding : null,
			isAtLeast: !isWhole && !all.every(isCounted) && !group.every((each) => entries.some((one) => clears(one, each))),
			isBlocked: user.blocked === true,
			blockedSince: user.blockedSince,
			revocation:
				kind === "renewal" ? entries.slice(entries.indexOf(entry)).find((other) => revokes(other, entry)) : undefined,
		});
		const rank = rankOf(kind, holding.length > 0, user);
		return [
			{
				kind,
				parts,
				rank,
				clientId: entry.client_id || null,
				logId: (isLimit && block?.log_id) || entry.log_id || null,
			},
		];
	});
	const ofUser = (kind: CauseKind, parts: Part[], rank: number) =>
		causes.push({ kind, parts, rank, clientId: null, logId: null });
	if (untold.size > 0) ofUser("limit", causeInWords("limit", [], { holding: [...untold] }), 1);
	if (user.blocked && !causes.some(({ kind }) => kind === "blocked"))
		ofUser("blocked", causeInWords("blocked", [], { isBlocked: true, blockedSince: user.blockedSince }), 0);
	const ranked = causes.toSorted((one, other) => one.rank - other.rank).map(({ rank, ...cause }) => cause);
	return {
		causes: ranked.slice(0, CAUSES_MAX),
		more: Math.max(0, ranked.length - CAUSES_MAX),
		isShutOut: causes.some(({ rank }) => rank <= HOLDS_MAX) || !isInSince(log, user, refused),
	};
}

/** Of what holds now, by the tenant. */
const HOLDS_MAX = 2;

/** Whether no failure but those of an application came after the user's last sign-in. */
function isInSince({ entries }: Log, { signedInAt }: UserNow, refused: readonly Refused[]): boolean {
	const signIn = entries.findIndex(({ type }) => type === "s");
	return refused.every(({ entry, kind }) => {
		if (kind === "renewal" || kind === "exchange") return true;
		return (signIn >= 0 && signIn < entries.indexOf(entry)) || millis(signedInAt) > millis(entryTime(entry));
	});
}

function rankOf(kind: CauseKind, isHolding: boolean, { isConfirmed }: UserNow): number {
	if (kind === "blocked") return 0;
	if (isHolding) return 1;
	if (kind === "unconfirmed" && isConfirmed === false) return 2;
	return kind === "renewal" || kind === "exchange" ? 4 : 3;
}

/** The failures after which the user has not got in the same way, newest first. */
function refusedSince({ entries }: Log, user: UserNow): Refused[] {
	const refused: Refused[] = [];
	const others: LogEntry[] = [];
	const signedIn = unloggedSignIn(entries, user);
	const attempts = entries.filter((entry) => kindOf(entry) !== null || ["s", "seacft"].includes(entry.type ?? ""));
	const latest = Math.max(...attempts.map((entry) => millis(entryTime(entry))).filter(Number.isFinite));
	for (const entry of entries) {
		const kind = kindOf(entry);
		if (kind === null) others.push(entry);
		else if (
			isStill({ entry, kind }, user, latest) &&
			!(kind !== "renewal" && millis(entryTime(entry)) < signedIn) &&
			!others.some((later) => clears(later, { entry, kind }))
		)
			refused.push({ entry, kind });
	}
	return refused;
}

/** The time of the user's last sign-in where the log has no entry of it, which would say how they got in. */
function unloggedSignIn(entries: readonly LogEntry[], { signedInAt }: UserNow): number {
	const at = millis(signedInAt);
	const isLogged = entries.some(
		(entry) => entry.type === "s" && Math.abs(millis(entryTime(entry)) - at) <= SAME_MOMENT_MS,
	);
	return isLogged ? Number.NaN : at;
}

/** Not a number, which is neither before nor after another, where there is no time. */
function millis(time: string | null): number {
	return time === null ? Number.NaN : Date.parse(time);
}

/**
 * Whether what the tenant says now goes on from a failure, or it is recent and nothing contradicts it.
 * @param latest the time of the user's latest attempt
 */
function isStill({ entry, kind }: Refused, { blocked, isConfirmed, blocks }: UserNow, latest: number): boolean {
	if (isOfBlockedUser(entry) && blocked !== undefined && blocked !== null) {
		if (kind === "blocked" || !blocked) return blocked;
	}
	if (kind === "unconfirmed" && typeof isConfirmed === "boolean") return !isConfirmed;
	const isOfBlock = kind === "password" || kind === "code" || kind === "limit";
	if (isOfBlock && (blocks?.length ?? 0) > 0) return true;
	return !(latest - millis(entryTime(entry)) > RECENT_MS);
}

/** Whether a block came after failures of this way to sign in, and after those of no other. */
function followsOn(limit: LogEntry, [{ entry: newest }, ...others]: Group, refused: readonly Refused[]): boolean {
	const group = [newest, ...others.map(({ entry }) => entry)];
	const { connection } = limit;
	if (!connection || connection !== newest.connection) return false;
	const before = refused.slice(refused.findIndex(({ entry }) => entry === limit) + 1);
	const last = before.find(({ kind }) => kind === "password" || kind === "code");
	return last !== undefined && group.includes(last.entry);
}

/** Whether a block that the tenant lists is the one of an entry. One without a connection is of passwords. */
function isBlockOf({ connection, ip }: SignInBlock, { entry, kind }: Refused): boolean {
	if (connection) return connection === entry.connection;
	return kind === "password" || (kind === "limit" && (!ip || ip === entry.ip));
}

/** Of a block that the tenant does not list, where it says what it lists. */
function isOver(limit: LogEntry, { entries, now }: Log, { blocks }: UserNow): boolean {
	const until = timeOf(limit.details?.until);
	return blocks !== null || isLifted(limit, entries) || (until !== null && Date.parse(until) <= now.getTime());
}

/** Whether blocks were lifted after this one began. */
function isLifted(limit: LogEntry, entries: readonly LogEntry[]): boolean {
	return entries.slice(0, entries.indexOf(limit)).some(({ type }) => type === "ublkdu");
}
