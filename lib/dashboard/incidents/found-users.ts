import type { ListedUser, Listing } from "../store/incident";

/** An account that a list has led to, and all lines of the list that name it. */
export type FoundUser = {
	user: ListedUser;
	listing: Listing;
	/** How many accounts the entry names: several connections may have the same e-mail address. */
	accounts: number;
};

/** The accounts that the entries of a list have led to, each once, in the order of the list. */
export function foundUsers(looked: readonly { listing: Listing; users: readonly ListedUser[] }[]): FoundUser[] {
	const found = new Map<string, FoundUser>();
	for (const { listing, users } of looked) {
		for (const user of users) {
			const known = found.get(user.id);
			const named = new Set([...(known?.listing.lines ?? []), ...listing.lines]);
			const lines = [...named].toSorted((one, other) => one - other);
			const accounts = Math.max(known?.accounts ?? 0, users.length);
			found.set(user.id, { user, listing: { ...(known?.listing ?? listing), lines }, accounts });
		}
	}
	return [...found.values()];
}
