import { inTransaction } from "@/lib/database/in-transaction";
import { seal, unseal } from "@/lib/secrets/sealed-text";
import { epochSeconds } from "../context/clock";
import type { Block, IdentityService, Throttle } from "../context/identity-service";
import { isShared } from "../context/service-request";
import { Refusal } from "../http/refusal";
import { keyedHash } from "../keys/derived";
import { LOGIN_ADDRESS_PURPOSE } from "../keys/service-secrets";
import type { IdentityServiceDatabase } from "../store/schema";

const WINDOW_SECONDS = 15 * 60;

type ServiceParts = Pick<IdentityService, "secrets" | "database" | "now">;

/** `address`: of a pair. */
type Key = { keyHash: string; limit: number; accountHash: string | null; address: string | null };

type Limits = {
	/** Of one account from one network address; null: no limit of its own. */
	pair: number | null;
	/** Of one account from all addresses: what an attacker with many addresses gets. */
	account: number;
	/** Of all accounts from one address: what an attacker with one password and many accounts gets. */
	address: number;
	/** Of the refusal; `problem` is its name on the login page. */
	words: { message: string; problem: string };
};

const MESSAGES = {
	message: "Too many messages were requested for this e-mail address or number.",
	problem: "messages",
};

/** Passwords; codes; messages with codes; messages with links, of sign-ups and for forgotten passwords. */
const LIMITS = {
	login: {
		pair: 10,
		account: 100,
		address: 100,
		words: {
			message: "Your account has been blocked after multiple consecutive login attempts.",
			problem: "blocked",
		},
	},
	code: {
		pair: null,
		account: 10,
		address: 100,
		words: { message: "Signing in with a code is blocked after too many wrong codes.", problem: "blocked-code" },
	},
	// So that no mailbox is flooded.
	message: { pair: 10, account: 20, address: 100, words: MESSAGES },
	link: { pair: 10, account: 20, address: 100, words: MESSAGES },
} satisfies Record<string, Limits>;

/** Rolls the transaction back. */
class Refused extends Error {}

/**
 * Counts failed attempts of one purpose in the service's store, for all its instances and across restarts: per account
 * and address, per account, and per address. As many failures as a limit block what it is of until fifteen minutes after
 * the last one; refused attempts don't prolong that. Unknown accounts are counted like known ones. Only keyed hashes are
 * stored, and beside a pair's its address, encrypted.
 */
export class LoginThrottle implements Throttle {
	readonly #service: ServiceParts;
	readonly #purpose: keyof typeof LIMITS;
	readonly #limits: Limits;

	constructor(service: ServiceParts, purpose: keyof typeof LIMITS) {
		this.#service = service;
		this.#purpose = purpose;
		this.#limits = LIMITS[purpose];
	}

	/**
	 * Counted as failed until `succeeded`, so that concurrent attempts cannot exceed the limit.
	 * @throws 429 too_many_attempts
	 */
	async begin(account: string, address: string): Promise<Block[]> {
		const now = epochSeconds(this.#service.now());
		const until = now + WINDOW_SECONDS;
		const sealed = await seal(address, this.#service.secrets.current, LOGIN_ADDRESS_PURPOSE);
		const keys = this.#limitedKeys(account, address);
		try {
			return await inTransaction(this.#service.database, async (transaction) => {
				const blocks: Block[] = [];
				// Always in the same order, so that two attempts cannot deadlock.
				for (const key of keys) {
					const sealedAddress = key.address && sealed;
					const failures = await countAttempt(transaction, { ...key, sealedAddress, now, until });
					if (failures === null) throw new Refused();
					if (failures < key.limit) continue;
					blocks.push({ of: blockedBy(key), until: timeOf(until) });
				}
				return blocks;
			});
		} catch (error) {
			if (!(error instanceof Refused)) throw error;
			throw this.#refusal((await this.#blockedUntil(keys, now)) - now);
		}
	}

	/** Resets the pair's count, and removes this attempt from those of the account and the address. */
	async succeeded(account: string, address: string): Promise<void> {
		await inTransaction(this.#service.database, async (transaction) => {
			for (const { keyHash, address: ofPair } of this.#limitedKeys(account, address)) {
				if (ofPair === null) await uncountAttempt(transaction, keyHash);
				else await transaction.deleteFrom("login_failures").where("key_hash", "=", keyHash).execute();
			}
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
					eb("failures", ">=", this.#limits.account),
					and([eb("sealed_address", "is not", null), eb("failures", ">=", this.#limits.pair ?? this.#limits.account)]),
				]),
			)
			.execute();
		const opened = rows.map(async ({ sealed_address: sealed }) => ({
			address: sealed && ((await unseal(sealed, [secrets.current], LOGIN_ADDRESS_PURPOSE))?.text ?? null),
		}));
		return (await Promise.all(opened)).toSorted((one, other) => ((one.address ?? "") < (other.address ?? "") ? -1 : 1));
	}

	async lift(account: string, database: IdentityServiceDatabase): Promise<boolean> {
		const { account: ofAll, pair } = this.#limits;
		const ofAccount = database
			.deleteFrom("login_failures")
			.where("account_hash", "=", this.#hash("account", account))
			.returning(["failures", "until"]);
		// In the order of an attempt, which could else wait for this, and this for it.
		const pairs = await ofAccount.where("sealed_address", "is not", null).execute();
		const all = await ofAccount.where("sealed_address", "is", null).execute();
		const now = epochSeconds(this.#service.now());
		const isBlock = (limit: number) => (row: (typeof all)[number]) => row.failures >= limit && row.until > now;
		return pairs.some(isBlock(pair ?? ofAll)) || all.some(isBlock(ofAll));
	}

	#refusal(seconds: number): Refusal {
		const { message, problem } = this.#limits.words;
		const headers = { "retry-after": String(seconds) };
		return new Refusal(429, "too_many_attempts", `${message} Try again in ${inMinutes(seconds)}.`, {
			headers,
			problem,
			inLog: message,
		});
	}

	/** The end of the last of the blocks, in seconds since the epoch. */
	async #blockedUntil(keys: readonly Key[], now: number): Promise<number> {
		const limits = new Map(keys.map(({ keyHash, limit }) => [keyHash, limit]));
		const counted = await this.#service.database
			.selectFrom("login_failures")
			.select(["key_hash", "failures", "until"])
			.where("key_hash", "in", [...limits.keys()])
			.execute();
		const blocks = counted.filter(({ key_hash, failures }) => failures >= (limits.get(key_hash) ?? Infinity));
		// One that was lifted in the meantime is over in a second.
		return Math.max(now + 1, ...blocks.map(({ until }) => until));
	}

	#hash(...parts: string[]): string {
		return keyedHash(this.#service.secrets.current, "login-throttle", JSON.stringify([this.#purpose, ...parts]));
	}

	/** The pair's first, where there is one. */
	#limitedKeys(account: string, address: string): Key[] {
		const { pair, account: ofAccount, address: ofAddress } = this.#limits;
		const accountHash = this.#hash("account", account);
		const keys: Key[] = [{ keyHash: accountHash, limit: ofAccount, accountHash, address: null }];
		if (pair !== null) {
			keys.unshift({ keyHash: this.#hash("pair", account, address), limit: pair, accountHash, address });
		}
		if (!isShared(address)) {
			keys.push({ keyHash: this.#hash("address", address), limit: ofAddress, accountHash: null, address: null });
		}
		return keys;
	}
}

/** "1 minute", "12 minutes": the time of day of the user is not known. */
export function inMinutes(seconds: number): string {
	const minutes = Math.ceil(seconds / 60);
	return minutes === 1 ? "1 minute" : `${minutes} minutes`;
}

function blockedBy({ accountHash, address }: Key): Block["of"] {
	if (address !== null) return "pair";
	return accountHash === null ? "address" : "account";
}

function timeOf(seconds: number): string {
	return new Date(seconds * 1000).toISOString();
}

type CountedKey = Key & { sealedAddress: string | null; now: number; until: number };

/**
 * Counts one attempt, unless `limit` is reached. In one statement, so that concurrent attempts cannot exceed it. `now`
 * and `until` are seconds since the epoch: the count ends at `until`.
 * @returns the count; null where the limit was reached before, and the attempt is not counted
 */
async function countAttempt(
	database: IdentityServiceDatabase,
	{ keyHash, limit, accountHash, sealedAddress, now, until }: CountedKey,
): Promise<number | null> {
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
		.returning("failures")
		.executeTakeFirst();
	return counted ? counted.failures : null;
}

async function uncountAttempt(database: IdentityServiceDatabase, keyHash: string): Promise<void> {
	await database
		.updateTable("login_failures")
		.set((row) => ({ failures: row("failures", "-", 1) }))
		.where("key_hash", "=", keyHash)
		.where("failures", ">", 0)
		.execute();
}
