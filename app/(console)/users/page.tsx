import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { NoneYet, UnreadPart } from "@/app/_page/unread";
import { ListPages } from "@/app/_tables/list-controls";
import { type ListView, listAddress, readListView } from "@/app/_tables/list-view";
import { LiveSearch } from "@/app/_tables/live-search";
import { UnreadItems } from "@/app/_tables/unread-items";
import { TextLink } from "@/components/layout/links";
import { PageHeader } from "@/components/layout/page-header";
import { EmptyState } from "@/components/ui/empty-state";
import { nameInWords } from "@/components/ui/invisible-characters";
import { Name } from "@/components/ui/name";
import type { Clock } from "@/components/ui/time-text";
import { LISTED_USERS_MAX, USERS_PAGE_SIZE } from "@/lib/dashboard/management/users";
import { outcomeOf } from "@/lib/dashboard/problem/problem-of";
import { pageClock } from "@/lib/dashboard/request/page";
import { LOG } from "@/lib/dashboard/resources/places";
import { pageOf, resources } from "@/lib/dashboard/resources/resources";
import { searchFault } from "@/lib/dashboard/search-text";
import { may } from "@/lib/dashboard/session/permissions";
import { requirePageSession } from "@/lib/dashboard/session/session";
import { findUsers, type ListedUsers } from "./find-users";
import { CountTokens } from "./token-counts";
import { sharedBy, UserTable } from "./user-table";

const { title, path } = resources.user;
const LAST_PAGE = LISTED_USERS_MAX / USERS_PAGE_SIZE - 1;

type Props = PageProps<"/users">;

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
	const { q } = viewOf(await searchParams);
	return { title: q && !searchFault(q) ? `${nameInWords(q)} · ${title}` : title };
}

export default async function UsersPage({ searchParams }: Props) {
	const view = viewOf(await searchParams);
	const { role } = await requirePageSession(listAddress(path, view));
	const outcome = searchFault(view.q) ? null : await outcomeOf(findUsers(view.q, view.page), "user");
	if (outcome?.value?.kind === "place") redirect(pageOf(outcome.value.resource, outcome.value.id));
	return (
		<>
			<PageHeader title={title}>
				Everyone who can sign in to this tenant’s applications: their sessions, their refresh tokens, and whether they
				are blocked.
			</PageHeader>
			<LiveSearch
				path={path}
				label="Search users"
				help="Any word of a name, an e-mail address, a user name or a phone number; or a user ID."
				text={view.q}
			>
				{outcome?.value?.kind === "users" ? (
					<Listed {...outcome.value} view={view} clock={await pageClock()} seesLog={may(role, LOG.permission)} />
				) : outcome?.problem ? (
					<UnreadPart problem={outcome.problem} />
				) : null}
			</LiveSearch>
		</>
	);
}

/** A page beyond the last is the last: the service refuses to list further. */
function viewOf(parameters: Awaited<Props["searchParams"]>): ListView {
	const view = readListView([], parameters);
	return { ...view, q: view.q.trim(), page: Math.min(view.page, LAST_PAGE) };
}

type ListedProps = Omit<ListedUsers, "kind"> & { view: ListView; clock: Clock; seesLog: boolean };

function Listed({ users, total, unread, unreadable, view, clock, seesLog }: ListedProps) {
	const addressOf = (changed: Partial<ListView>) => listAddress(path, { ...view, ...changed });
	const first = view.page * USERS_PAGE_SIZE;
	const loaded = users.length + unread + unreadable;
	const hasMore = total === null ? loaded === USERS_PAGE_SIZE : first + loaded < total;
	if (loaded === 0) return <NoUsers view={view} seesLog={seesLog} />;
	const ids = users.map(({ id }) => id);
	return (
		<>
			<div className="flex flex-wrap items-baseline gap-x-2 text-sm text-muted">
				<p role="status">
					{rangeText(first + 1, first + loaded, total)}
					<Shared {...sharedBy(users)} isPart={view.page > 0 || hasMore} />
				</p>
				{ids.length > 0 ? <CountTokens key={ids.join()} userIds={ids} /> : null}
			</div>
			<UnreadItems count={unread} what="user" unreadable={unreadable} />
			<UserTable users={users} clock={clock} />
			<ListPages
				label="Pages of users"
				first={view.page > 0 ? addressOf({ page: 0 }) : null}
				next={hasMore && view.page < LAST_PAGE ? addressOf({ page: view.page + 1 }) : null}
			/>
		</>
	);
}

/** What the rows have in common, where the table has no column for it. Nothing about what the tenant does not report. */
function Shared({ Connection, Blocked, isPart }: ReturnType<typeof sharedBy> & { isPart: boolean }) {
	return (
		<>
			{Connection && Connection.value !== null ? (
				<>
					{" "}
					All {isPart ? "on this page " : ""}sign in through <Name text={Connection.value} />.
				</>
			) : null}
			{Blocked && Blocked.value === false ? ` None ${isPart ? "on this page " : ""}is blocked.` : null}
		</>
	);
}

/** "1–50 of 230.", "3 users." @param total null where the tenant does not say */
function rangeText(from: number, to: number, total: number | null): string {
	if (from === 1 && to === total) return total === 1 ? "1 user." : `${total} users.`;
	const range = `${from.toLocaleString("en")}–${to.toLocaleString("en")}`;
	if (total === null || total < LISTED_USERS_MAX) return `${range}${total === null ? "" : ` of ${total}`}.`;
	return `${range} of the first ${LISTED_USERS_MAX.toLocaleString("en")}. The tenant lists no more: search to narrow it down.`;
}

function NoUsers({ view: { q, page }, seesLog }: Pick<ListedProps, "view" | "seesLog">) {
	if (page === 0 && q === "") {
		return (
			<NoneYet what="user">
				<p>A user is added by the first sign-up, or by the first sign-in through an identity provider.</p>
			</NoneYet>
		);
	}
	return (
		<EmptyState title={page > 0 ? "No more users" : "Nothing found"}>
			{page > 0 ? null : (
				<p>
					No user matches “<Name text={q} />
					”.
				</p>
			)}
			{page === 0 && seesLog ? (
				<TextLink href={listAddress(LOG.path, q.includes("@") ? { user: q } : { text: q })}>
					Look for it in the tenant’s log
				</TextLink>
			) : null}
			<TextLink href={listAddress(path, { q: page > 0 ? q : "" })}>{page > 0 ? "First page" : "All users"}</TextLink>
		</EmptyState>
	);
}
