import { LOCAL_ADDRESS } from "../http/remote-address";

const FAILURES_MAX = 10;
/** Whatever address they come from: an attacker with many addresses gets this many guesses at one account. */
const FAILURES_PER_ACCOUNT_MAX = 100;
/** Whichever account they are at: an attacker with one password and many accounts gets this many guesses. */
const FAILURES_PER_ADDRESS_MAX = 100;
const WINDOW_MILLISECONDS = 15 * 60 * 1000;
const ENTRIES_MAX = 10_000;

type Entry = { failures: number; until: number };

/**
 * Counts failed attempts in memory: per account and address, per account, and per address. Ten failures close the pair,
 * a hundred the account or the address, until fifteen minutes have gone by without a further failure. Unknown accounts
 * count like known ones.
 */
export class LoginThrottle {
	readonly #entries = new Map<string, Entry>();
	readonly #now: () => Date;

	constructor(now: () => Date) {
		this.#now = now;
	}

	/**
	 * Takes one attempt, counted as failed until `succeeded` says otherwise, so that attempts at the same moment
	 * cannot slip through together.
	 * @returns false when the attempt is refused; refused attempts are not counted
	 */
	begin(account: string, address: string): boolean {
		const keys = limitedKeys(account, address);
		if (keys.some(({ key, limit }) => this.#failures(key) >= limit)) return false;
		for (const { key } of keys) this.#count(key);
		return true;
	}

	/** The attempt was right: the pair begins anew, the account's and the address's counts lose this attempt. */
	succeeded(account: string, address: string): void {
		const [pair, ...others] = limitedKeys(account, address);
		if (pair) this.#entries.delete(pair.key);
		for (const { key } of others) {
			const entry = this.#entries.get(key);
			if (entry) entry.failures -= 1;
		}
	}

	#failures(key: string): number {
		const entry = this.#entries.get(key);
		return entry && entry.until > this.#now().getTime() ? entry.failures : 0;
	}

	#count(key: string): void {
		const failures = this.#failures(key) + 1;
		// Deleted first, so that the map's order is that of the latest failure and the oldest go when it is full.
		this.#entries.delete(key);
		this.#entries.set(key, { failures, until: this.#now().getTime() + WINDOW_MILLISECONDS });
		if (this.#entries.size <= ENTRIES_MAX) return;
		const [oldest] = this.#entries.keys();
		if (oldest !== undefined) this.#entries.delete(oldest);
	}
}

/** The pair first. Without a proxy all callers share one address, which says nothing about them. */
function limitedKeys(account: string, address: string): { key: string; limit: number }[] {
	const ofAddress = { key: JSON.stringify(["address", address]), limit: FAILURES_PER_ADDRESS_MAX };
	return [
		{ key: JSON.stringify(["pair", account, address]), limit: FAILURES_MAX },
		{ key: JSON.stringify(["account", account]), limit: FAILURES_PER_ACCOUNT_MAX },
		...(address === LOCAL_ADDRESS ? [] : [ofAddress]),
	];
}
