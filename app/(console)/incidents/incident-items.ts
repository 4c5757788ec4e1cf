import "server-only";
import { createHash } from "node:crypto";
import type { PlanCounts } from "@/app/_bulk/plan-counts";
import type { OperationName } from "@/lib/contract/operations";
import { type FoundUser, foundUsers } from "@/lib/dashboard/incidents/found-users";
import { type IncidentActor, protectionOf } from "@/lib/dashboard/incidents/incident-user";
import { usersInWords } from "@/lib/dashboard/incidents/incident-words";
import type { UserList } from "@/lib/dashboard/incidents/user-list";
import { missingScope } from "@/lib/dashboard/management/tenant-link/granted-scopes";
import { may, whoMay } from "@/lib/dashboard/session/permissions";
import type { Session } from "@/lib/dashboard/session/session";
import type { BulkItem, BulkItemPlan, BulkItemState } from "@/lib/dashboard/store/bulk-edit";
import type { IncidentAct, Listing } from "@/lib/dashboard/store/incident";

/** The ID of the one incident that a list leads to. */
export function incidentOf(listId: string): string {
	return idFrom(`incident of ${listId}`);
}

/** The ID of the one list of those who are not done of a list or an incident. */
export function listAgainOf(id: string): string {
	return idFrom(`list again of ${id}`);
}

function idFrom(text: string): string {
	return createHash("sha256").update(text).digest("base64url").slice(0, 22);
}

/** Each entry of a list, to be looked up. */
export function listItems({ entries }: Pick<UserList, "entries">): BulkItemPlan[] {
	return entries.map((listing) => ({ ...itemOf(listing), id: listing.text, state: "planned", note: {} }));
}

function itemOf(listing: Listing): Omit<BulkItemPlan, "id" | "state" | "note"> {
	return { name: listing.text, detail: null, baseline: null, listing };
}

/** `protection`: why the admin may not act on them; null: they may. */
export type UserOfList = FoundUser & { protection: string | null };

/** The accounts that the items of a list have led to, each once, in its order. */
export function usersOfList(items: readonly BulkItem[], actor: IncidentActor): UserOfList[] {
	const looked = items.flatMap(({ listing, note }) => (listing ? { listing, users: note.users ?? [] } : []));
	return foundUsers(looked).map((found) => ({ ...found, protection: protectionOf(found.user, actor) }));
}

/** The operation whose scope an act needs. */
export const operationOf = {
	block: "patch_users_by_id",
	end: "delete_user_sessions",
	revoke: "delete_user_refresh-tokens",
} as const satisfies Record<IncidentAct, OperationName>;

/** Why an act is not offered here, once the scopes are known; null: it is. */
export function whyNot(act: IncidentAct, { role }: Pick<Session, "role">): string | null {
	if (act === "block" && !may(role, "blockUsers")) return whoMay("blockUsers");
	return missingScope(operationOf[act]);
}

const planned = { state: "planned", note: {} } as const;
const unticked = { state: "left", note: { why: "unticked" } } as const;

/**
 * The items of an incident: who is ticked is planned; all others have their result, so that it tells of every line.
 * @param items of the list
 */
export function incidentItems(
	items: readonly BulkItem[],
	ticked: ReadonlySet<string>,
	actor: IncidentActor,
): BulkItemPlan[] {
	const users = usersOfList(items, actor).map(({ user, listing, protection }): BulkItemPlan => {
		const item = { ...itemOf(listing), id: user.id, name: user.label, detail: user.name, listed: user };
		if (protection !== null) return { ...item, state: "protected", note: { message: protection } };
		return { ...item, ...(ticked.has(user.id) ? planned : unticked) };
	});
	const others = items.flatMap(({ listing, state, note }): BulkItemPlan[] => {
		if (!listing || state === "done") return [];
		const item = { ...itemOf(listing), id: listing.text, note };
		if (state === "left") return [{ ...item, state, note: { ...note, why: "not-looked-up" } }];
		return [{ ...item, state: state === "gone" || state === "refused" ? state : "unread" }];
	});
	return [...users, ...others];
}

const NOT_DONE: readonly BulkItemState[] = ["refused", "not-written", "unconfirmed", "unread", "left"];

/** Of whom another attempt makes sense: not of those who were left out on purpose. */
function mayBeLookedUpAgain({ state, listing, note }: BulkItem): boolean {
	return listing !== undefined && NOT_DONE.includes(state) && note.why !== "unticked";
}

/** The entries for another list of those who are not done, each account by its ID. */
export function entriesAgain(items: readonly BulkItem[]): Listing[] {
	return items.filter(mayBeLookedUpAgain).flatMap(({ id, listing, listed }) => {
		if (!listing) return [];
		return [listed ? { ...listing, kind: "id" as const, text: id } : listing];
	});
}

/**
 * Whether an incident was begun with this choice.
 * @param chosen the items that it would be begun with
 */
export function isSameChoice(begun: readonly BulkItem[], chosen: readonly BulkItemPlan[]): boolean {
	const unticked = new Set(begun.filter(({ note }) => note.why === "unticked").map(({ id }) => id));
	return chosen.every(
		({ id, state, listed }) => !listed || state === "protected" || unticked.has(id) === (state === "left"),
	);
}

const phrases: readonly (readonly [BulkItemState, string])[] = [
	["done", "done"],
	["unchanged", "with nothing to end"],
	["gone", "not found"],
	["protected", "left out as not allowed"],
	["left", "left out"],
	["refused", "refused by the tenant"],
	["not-written", "not done because no response came"],
	["unconfirmed", "not confirmed"],
	["unread", "could not be read"],
];

/** The results so far: of a list, how many users were found. */
export function countResults(items: readonly BulkItem[], isList = false): PlanCounts {
	const count = (state: BulkItemState) => items.filter((item) => item.state === state).length;
	const open = count("planned") + count("writing");
	const found = new Set(items.flatMap(({ note }) => (note.users ?? []).map(({ id }) => id)));
	const parts = phrases.flatMap(([state, words]) => {
		if (count(state) === 0) return [];
		return [
			isList && state === "done"
				? `${usersInWords(found.size)} found`
				: `${count(state).toLocaleString("en")} ${words}`,
		];
	});
	const partly = items.filter(({ state, note }) => state !== "done" && (note.did?.length ?? 0) > 0).length;
	if (partly > 0) parts.push(`${partly.toLocaleString("en")} of them done in part`);
	if (open > 0) parts.push(`${open.toLocaleString("en")} not tried yet`);
	return {
		total: items.length,
		ended: items.length - open,
		open,
		left: items.filter(mayBeLookedUpAgain),
		summary: parts.join(", "),
	};
}
