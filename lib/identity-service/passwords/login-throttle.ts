import { inTransaction } from "@/lib/database/in-transaction";
import { seal, unseal } from "@/lib/secrets/sealed-text";
import { epochSeconds } from "../context/clock";
import type { IdentityService, Throttle } from "../context/identity-service";
import { isShared } from "../context/service-request";
import { keyedHash } from "../keys/derived";
import { LOGIN_ADDRESS_PURPOSE } from "../keys/service-secrets";
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

/** `address`: of a pair. */
type Key = { keyHash: string; limit: number; accountHash: string | null; address: string | null };

/** Logins; messages with codes; messages with links, of sign-ups and for forgotten passwords. */
type Purpose = "login" | "message" | "link";

/** Rolls the transaction back. */
class Refused extends Error {}

/**
 * Counts failed attempts in the service's store, for all its instances and across restarts: per account and address,
 * per account, and per address. Ten failures block the pair, a hundred the account or the address, until fifteen
 * minutes without a further failure. Unknown accounts are counted like known ones. Only keyed hashes are stored, and
 * beside a pair's its address, encrypted.
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
		const sealed = await seal(address, this.#service.secrets.current, LOGIN_ADDRESS_PURPOSE);
		try {
			await inTransaction(this.#service.database, async (transaction) => {
				// Always in the same order, so that two attempts cannot deadlock.
				for (const key of this.#limitedKeys(account, address)) {
					const sealedAddress = key.address && sealed;
					if (!(await countAttempt(transaction, { ...key, sealedAddress, now, until }))) throw new Refused();
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

	async blocksOf(account: string): Promise<{ address: string | null }[]> {
		const { database, secrets } = this.#service;
		const now = epochSeconds(this.#service.now());
		const rows = await database
			.selectFrom("login_failures")
			.select("sealed_address")
			.where("account_hash", "=", this.#hash("account", account))
			.where("until", ">", now)
			.where(({ eb, or, and }) =>
				or([
					eb("failures", ">=", this.#limitOfAccount),
					and([eb("sealed_address", "is not", null), eb("failures", ">=", FAILURES_MAX)]),
				]),
			)
			.execute();
		const opened = rows.map(async ({ sealed_address: sealed }) => ({
			address: sealed && ((await unseal(sealed, [secrets.current], LOGIN_ADDRESS_PURPOSE))?.text ?? null),
		}));
		return (await Promise.all(opened)).toSorted((one, other) => ((one.address ?? "") < (other.address ?? "") ? -1 : 1));
	}

	async lift(account: string): Promise<void> {
		const ofAccount = this.#service.database
			.deleteFrom("login_failures")
			.where("account_hash", "=", this.#hash("account", account));
		// In the order of an attempt, which could else wait for this, and this for it.
		await ofAccount.where("sealed_address", "is not", null).execute();
		await ofAccount.where("sealed_address", "is", null).execute();
	}

	get #limitOfAccount(): number {
		return this.#purpose === "link" ? LINKS_PER_ACCOUNT_MAX : FAILURES_PER_ACCOUNT_MAX;
	}

	#hash(...parts: string[]): string {
		return keyedHash(this.#service.secrets.current, "login-throttle", JSON.stringify([this.#purpose, ...parts]));
	}

	/** The pair first. */
	#limitedKeys(account: string, address: string): [Key, ...Key[]] {
		const accountHash = this.#hash("account", account);
		const pair = { keyHash: this.#hash("pair", account, address), limit: FAILURES_MAX, accountHash, address };
		const ofAccount = { keyHash: accountHash, limit: this.#limitOfAccount, accountHash, address: null };
		const keyHash = this.#hash("address", address);
		const ofAddress = { keyHash, limit: FAILURES_PER_ADDRESS_MAX, accountHash: null, address: null };
		return [pair, ofAccount, ...(isShared(address) ? [] : [ofAddress])];
	}
}

type CountedKey = Key & { sealedAddress: string | null; now: number; until: number };

/**
 * Counts one attempt, unless `limit` is reached. In one statement, so that concurrent attempts cannot exceed it. `now`
 * and `until` are seconds since the epoch: the count ends at `until`.
 * @returns false where the limit is reached; the attempt is not counted then
 */
async function countAttempt(
	database: IdentityServiceDatabase,
	{ keyHash, limit, accountHash, sealedAddress, now, until }: CountedKey,
): Promise<boolean> {
	const counted = await database
		.insertInto("login_failures")
		.values({ key_hash: keyHash, failures: 1, until, account_hash: accountHash, sealed_address: sealedAddress })
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
					account_hash: accountHash,
					sealed_address: sealedAddress,
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
