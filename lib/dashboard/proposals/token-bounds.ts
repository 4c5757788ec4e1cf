import "server-only";
import type { Kysely, SelectQueryBuilder } from "kysely";
import { WriteRefused } from "../management/call/errors";
import { fromNow } from "../store/dashboard-database";
import type { DashboardSchema } from "../store/schema";
import { UNDECIDED } from "./proposal";

/** Of one user, or of the command line. */
export const OPEN_OF_USER_MAX = 100;
/** Of one token. */
export const OPEN_OF_TOKEN_MAX = 20;
export const PROPOSED_A_MINUTE_MAX = 6;
const MINUTE_MS = 60_000;

/** As many proposals are open as there may be, of a user or of the console: nothing was stored. */
export class TooManyOpen extends WriteRefused {
	override name = "TooManyOpen";

	constructor(message: string) {
		super("Nothing was proposed", message);
	}
}

/** A token has proposed as much as it may: nothing was stored. `retryAfterSeconds`: when it may again; null: once one is decided. */
export class TokenBound extends WriteRefused {
	override name = "TokenBound";
	readonly retryAfterSeconds: number | null;

	constructor(message: string, retryAfterSeconds: number | null) {
		super("Nothing was proposed", message);
		this.retryAfterSeconds = retryAfterSeconds;
	}
}

/**
 * Whether a token may propose one more, counted in the store: all instances of the console count together. In a serializable
 * transaction with what is added, it is exact.
 * @throws TokenBound
 */
export async function requireRoomOfToken(store: Kysely<DashboardSchema>, tokenId: string): Promise<void> {
	const ofToken = store.selectFrom("proposals").where("token_id", "=", tokenId);
	if ((await countUndecided(ofToken)) >= OPEN_OF_TOKEN_MAX)
		throw new TokenBound(
			`${OPEN_OF_TOKEN_MAX} proposals of this token are open already. Wait until one is decided.`,
			null,
		);
	const last = await ofToken
		.select("created_at")
		.where("created_at", ">", fromNow(-MINUTE_MS))
		.orderBy("created_at", "desc")
		.limit(PROPOSED_A_MINUTE_MAX)
		.execute();
	const first = last.at(PROPOSED_A_MINUTE_MAX - 1);
	if (!first) return;
	const seconds = Math.max(1, Math.ceil((Date.parse(first.created_at) + MINUTE_MS - Date.now()) / 1000));
	throw new TokenBound(
		`${PROPOSED_A_MINUTE_MAX} proposals a minute may come with this token. Try again in ${seconds} s.`,
		seconds,
	);
}

/**
 * Whether a user may propose one more by hand: whoever may only propose must not keep all others from it.
 * @throws TooManyOpen
 */
export async function requireRoomOfUser(store: Kysely<DashboardSchema>, subject: string): Promise<void> {
	const ofUser = store.selectFrom("proposals").where("subject", "=", subject).where("token_id", "is", null);
	if ((await countUndecided(ofUser)) < OPEN_OF_USER_MAX) return;
	throw new TooManyOpen(
		`${OPEN_OF_USER_MAX} proposals of yours are open already. Withdraw one, or wait until one is decided.`,
	);
}

async function countUndecided(of: SelectQueryBuilder<DashboardSchema, "proposals", object>): Promise<number> {
	const { count } = await of
		.select(({ fn }) => fn.countAll<number | string>().as("count"))
		.where("state", "in", UNDECIDED)
		.where("expires_at", ">", fromNow(0))
		.executeTakeFirstOrThrow();
	return Number(count);
}
