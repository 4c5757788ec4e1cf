import type { SigningKeyTable } from "../store/schema";

/** The longest life of anything that is signed: an access token's day, and an hour for clocks and caches. */
export const SIGNED_TOKEN_SECONDS_MAX = 25 * 3600;

/**
 * `next`: published, signs later. `active`: signs. `previous`: signs no more, but tokens signed with it may be alive.
 * `retired`: nothing signed with it is alive.
 */
export type SigningKeyState = { row: SigningKeyTable; state: "next" | "active" | "previous" | "retired" };

/** Every instance comes to the same result from the same rows and clock; nothing has to be told to anybody. */
export function signingKeyStates(rows: readonly SigningKeyTable[], now: Date): SigningKeyState[] {
	return rows.map((row) => {
		const successor = rows
			.filter(({ alg, sequence }) => alg === row.alg && sequence > row.sequence)
			.sort((one, other) => one.sequence - other.sequence)
			.find(({ active_at }) => Date.parse(active_at) <= now.getTime());
		if (Date.parse(row.active_at) > now.getTime()) return { row, state: "next" };
		if (!successor) return { row, state: "active" };
		const isDead = Date.parse(successor.active_at) + SIGNED_TOKEN_SECONDS_MAX * 1000 <= now.getTime();
		return { row, state: isDead ? "retired" : "previous" };
	});
}
