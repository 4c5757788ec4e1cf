import "server-only";
import { groupByDevice } from "@/lib/dashboard/devices/group-devices";
import { actorNames } from "@/lib/dashboard/devices/opened-by";
import { clientNames } from "@/lib/dashboard/management/applications/client-names";
import { ManagementError, noArea } from "@/lib/dashboard/management/call/errors";
import { waitOutRateLimit } from "@/lib/dashboard/management/call/rate-pause";
import { clientIdsOf } from "@/lib/dashboard/management/held-by-users";
import { listUserRefreshTokens } from "@/lib/dashboard/management/refresh-tokens";
import { listUserSessions } from "@/lib/dashboard/management/sessions";
import { outcomeOf } from "@/lib/dashboard/problem/problem-of";

/** Of each list. */
const PAGES_MAX = 10;

/** Of an action, the rest of whose time is for writing, and of a page. */
export const LISTS_WITHIN_MS = { action: 2_500, page: 5_000 };

type Page<Item> = { items: readonly Item[]; unreadable: number; next: string | null };
export type HeldList<Item> = { items: Item[]; unreadable: number; hasMore: boolean };
/** `shown`: marks of more that the page has shown. */
export type Lists = Awaited<ReturnType<typeof readLists>> & { shown?: string };
export type Devices = Awaited<ReturnType<typeof withNames>>;

/** A user's sessions and refresh tokens by device, with the names of applications and of others. @throws SessionError */
export async function readDevices(userId: string, withinMs: number): Promise<Devices> {
	const [lists] = await Promise.all([readLists(userId, withinMs), clientNames()]);
	return withNames(lists);
}

/**
 * A user's sessions and refresh tokens by device. Each list may be refused alone; of a long one the pages are read that fit
 * into the time and the tenant's rate limit.
 * @throws SessionError
 */
export async function readLists(userId: string, withinMs: number) {
	const until = Date.now() + withinMs;
	const [sessions, tokens] = await Promise.all([
		outcomeOf(
			readPages((from) => listUserSessions(userId, from), until),
			"user",
		),
		outcomeOf(
			readPages((from) => listUserRefreshTokens(userId, from), until),
			"user",
		),
	]);
	return {
		sessions,
		tokens,
		groups: groupByDevice(sessions.value?.items ?? [], tokens.value?.items ?? []),
		isWhole: isWhole(sessions.value) && isWhole(tokens.value),
	};
}

/** @throws SessionError */
export async function withNames(lists: Lists) {
	const [sessions, tokens] = [lists.sessions.value?.items ?? [], lists.tokens.value?.items ?? []];
	return {
		...lists,
		/** Of applications, by ID. */
		names: await clientNames([...sessions.flatMap(clientIdsOf), ...tokens.map(({ client_id }) => client_id)]),
		actorName: await actorNames(sessions),
	};
}

/** Whether a list was read to its end, and each of its entries could be. */
export function isWhole(list: HeldList<unknown> | undefined): boolean {
	return list !== undefined && !list.hasMore && list.unreadable === 0;
}

/** @throws SessionError, ManagementError where the first page can't be read */
async function readPages<Item>(
	read: (from: string | undefined) => Promise<Page<Item>>,
	until: number,
): Promise<HeldList<Item>> {
	const first = await read(undefined).catch(noArea);
	const items = [...first.items];
	let { unreadable, next } = first;
	for (let pages = 1; next && pages < PAGES_MAX; pages += 1) {
		if (Date.now() > until || !(await waitOutRateLimit(1, until))) break;
		const page = await read(next).catch((error: unknown) => {
			if (error instanceof ManagementError) return null;
			throw error;
		});
		if (!page) break;
		items.push(...page.items);
		unreadable += page.unreadable;
		next = page.next;
	}
	return { items, unreadable, hasMore: next !== null };
}
