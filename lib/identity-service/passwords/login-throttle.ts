import { inTransaction } from "@/lib/database/in-transaction";
import { epochSeconds } from "../context/clock";
import type { IdentityService, Throttle } from "../context/identity-service";
import { isShared } from "../context/service-request";
import { keyedHash } from "../keys/derived";
import type { IdentityServiceDatabase } from "../store/schema";

const FAILURES_MAX = 10;
/** From all addresses: an attacker with many addresses gets this many guesses at one account. */
const FAILURES_PER_ACCOUNT_MAX = 100;
/** From all addresses, so that no mailbox is flooded. */
const LINKS_PER_ACCOUNT_MAX = 20;
/** At all accounts: an attacker with one password and many accounts gets this many guesses. */
const FAILURES_PER_ADDRESS_MAX = 100;
const WINDOW_SECONDS = 15 * 60;

type ServiceParts = Pick<IdentityService, "secrets" | "database" | "now">;

type Key = { keyHash: string; limit: number };

/** Logins; messages with codes; messages with links, of sign-ups and for forgotten passwords. */
type Purpose = "login" | "message" | "link";

/** Rolls the transaction back. */
class Refused extends Error {}

/**
 * Counts failed attempts in the service's store, for all its instances and across restarts: per account and address,
 * per account, and per address. Ten failures block the pair, a hundred the account or the address, until fifteen
 * minutes without a further failure. Unknown accounts are counted like known ones. Only keyed hashes are stored.
 */
export class LoginThrottle implements Throttle {
	readonly #service: ServiceParts;
	readonly #purpose: Purpose;

	constructor(service: ServiceParts, purpose: Purpose) {
		this.#service = service;
		this.#purpose = purpose;
	}

	/** Counted as failed until `succeeded`, so that concurrent attempts cannot exceed the limit. */
	async begin(account: string, address: string): Promise<boolean> {
		const now = epochSeconds(this.#service.now());
		const until = now + WINDOW_SECONDS;
		await this.#service.database.deleteFrom("login_failures").where("until", "<=", now).execute();
		try {
			await inTransaction(this.#service.database, async (transaction) => {
				// Always in the same order, so that two attempts cannot deadlock.
				for (const key of this.#limitedKeys(account, address)) {
					if (!(await countAttempt(transaction, { ...key, now, until }))) throw new Refused();
				}
			});
			return true;
		} catch (error) {
			if (error instanceof Refused) return false;
			throw error;
		}
	}

	/** Resets the pair's count, and removes this attempt from those of the account and the address. */
	async succeeded(account: string, address: string): Promise<void> {
		const [pair, ...others] = this.#limitedKeys(account, address);
		await inTransaction(this.#service.database, async (transaction) => {
			await transaction.deleteFrom("login_failures").where("key_hash", "=", pair.keyHash).execute();
			for (const { keyHash } of others) await uncountAttempt(transaction, keyHash);
		});
	}

	/** The pair first. */
	#limitedKeys(account: string, address: string): [Key, ...Key[]] {
		const hash = (...parts: string[]) =>
			keyedHash(this.#service.secrets.current, "login-throttle", JSON.stringify([this.#purpose, ...parts]));
		const ofAccount = this.#purpose === "link" ? LINKS_PER_ACCOUNT_MAX : FAILURES_PER_ACCOUNT_MAX;
		const ofAddress = { keyHash: hash("address", address), limit: FAILURES_PER_ADDRESS_MAX };
		return [
			{ keyHash: hash("pair", account, address), limit: FAILURES_MAX },
			{ keyHash: hash("account", account), limit: ofAccount },
			...(isShared(address) ? [] : [ofAddress]),
		];
	}
}

/**
 * Counts one attempt, unless `limit` is reached. In one statement, so that concurrent attempts cannot exceed it. `now`
 * and `until` are seconds since the epoch: the count ends at `until`.
 * @returns false where the limit is reached; the attempt is not counted then
 */
async function countAttempt(
	database: IdentityServiceDatabase,
	{ keyHash, limit, now, until }: Key & { now: number; until: number },
): Promise<boolean> {
	const counted = await database
		.insertInto("login_failures")
		.values({ key_hash: keyHash, failures: 1, until })
		.onConflict((conflict) =>
			conflict
				.column("key_hash")
				.doUpdateSet((row) => ({
					failures: row
						.case()
						.when("login_failures.until", "<=", now)
						.then(1)
						.else(row("login_failures.failures", "+", 1))
						.end(),
					until,
				}))
				.where((row) => row.or([row("login_failures.until", "<=", now), row("login_failures.failures", "<", limit)])),
		)
		.returning("key_hash")
		.executeTakeFirst();
	return counted !== undefined;
}

async function uncountAttempt(database: IdentityServiceDatabase, keyHash: string): Promise<void> {
	await database
		.updateTable("login_failures")
		.set((row) => ({ failures: row("failures", "-", 1) }))
		.where("key_hash", "=", keyHash)
		.where("failures", ">", 0)
		.execute();
}
