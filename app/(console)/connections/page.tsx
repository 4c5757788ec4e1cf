import type { Metadata } from "next";
import { FlashStatus } from "@/app/_forms/flash-status";
import { ScopeMissing } from "@/app/_forms/scope-missing";
import { UnreadPart } from "@/app/_forms/unread-part";
import { ListFilter, ListPages } from "@/app/_tables/list-controls";
import { type ListView, listAddress, listedRows, readListView } from "@/app/_tables/list-view";
import { UnreadItems } from "@/app/_tables/unread-items";
import { PageLink } from "@/components/layout/links";
import { PageHeader } from "@/components/layout/page-header";
import { buttonClass } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import type { Clock } from "@/components/ui/time-text";
import { type ConnectionPage, listConnections } from "@/lib/dashboard/management/identity-providers/read-connections";
import { lackedPartScopes, lackedScopes } from "@/lib/dashboard/management/tenant-link/granted-scopes";
import { outcomeOf } from "@/lib/dashboard/problem/problem-of";
import { pageClock } from "@/lib/dashboard/request/page";
import { resources } from "@/lib/dashboard/resources/resources";
import { may } from "@/lib/dashboard/session/permissions";
import { requirePageSession } from "@/lib/dashboard/session/session";
import { type ConnectionRow, ConnectionTable, connectionColumns, rowOf } from "./connection-table";

export const metadata: Metadata = { title: resources["identity provider"].title };

const PATH = resources["identity provider"].path;
type PageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function ConnectionsPage({ searchParams }: PageProps) {
	const view = readListView(connectionColumns, await searchParams);
	const session = await requirePageSession(listAddress(PATH, view));
	const outcome = await outcomeOf(listConnections(view.page), "identity provider");
	const isAllowed = may(session.role, "changeProviders");
	const lacked = isAllowed ? lackedScopes("post_connections") : [];
	const canCreate = isAllowed && lacked.length === 0;
	const isEmpty = !outcome.problem && outcome.value.count === 0 && view.page === 0;
	return (
		<>
			<FlashStatus path={PATH} />
			<PageHeader
				title={resources["identity provider"].title}
				actions={
					canCreate && !isEmpty ? (
						<PageLink href={resources["identity provider"].create.path} className={buttonClass("primary")}>
							{resources["identity provider"].create.title}
						</PageLink>
					) : null
				}
			>
				Where people sign in to your applications. Those by SAML 2.0 are set up here; of all others, only which
				applications use them.
			</PageHeader>
			<div className="grid gap-5">
				<ScopeMissing scopes={lacked} what="create identity providers" />
				{outcome.problem ? null : (
					<ScopeMissing
						scopes={lackedPartScopes("connection options")}
						what="show the settings of identity providers"
					/>
				)}
				{outcome.problem ? <UnreadPart problem={outcome.problem} /> : null}
				{outcome.problem ? null : <Listed {...outcome.value} {...{ view, canCreate }} clock={await pageClock()} />}
			</div>
		</>
	);
}

type ListedProps = ConnectionPage & { view: ListView; canCreate: boolean; clock: Clock };

function Listed(props: ListedProps) {
	const { connections, total, unread, unreadable, count, hasMore, view, canCreate, clock } = props;
	const rows = connections.map((connection) => rowOf(connection, clock));
	const shown = listedRows(connectionColumns, rows, view);
	const addressOf = (changed: Partial<ListView>) => listAddress(PATH, { ...view, ...changed });
	if (count === 0 && view.page === 0 && !hasMore) {
		return (
			<EmptyState title="No identity providers">
				<p>
					An identity provider lets people of another organization sign in to your applications with the accounts that
					they have there. They stay apart from your own accounts, whatever their e-mail address.
				</p>
				<p>You need the provider's metadata: ask its administrators for it.</p>
				{canCreate ? (
					<PageLink href={resources["identity provider"].create.path} className={buttonClass("primary")}>
						{resources["identity provider"].create.title}
					</PageLink>
				) : null}
			</EmptyState>
		);
	}
	const isPart = hasMore || view.page > 0;
	return (
		<>
			<UnreadItems count={unread} what="identity provider" unreadable={unreadable} />
			<ListFilter path={PATH} view={view} label="Name, type or provider" />
			<p role="status" className="text-sm text-muted">
				{countInWords(rows, shown, isPart ? { ...view, total } : { q: view.q })}
			</p>
			{shown.length > 0 ? (
				<ConnectionTable rows={shown} sort={view.sort} addressOf={(sort) => addressOf({ sort })} />
			) : rows.length === 0 && count > 0 ? null : (
				<EmptyState title={rows.length === 0 ? "No identity providers" : "Nothing matches"}>
					<p>
						{rows.length === 0 ? "There is none on this page." : "No loaded provider has this name, type or entity ID."}
					</p>
					{rows.length > 0 ? (
						<PageLink href={addressOf({ q: "" })} className={buttonClass()}>
							Clear filter
						</PageLink>
					) : null}
				</EmptyState>
			)}
			<ListPages
				label="Pages of identity providers"
				first={view.page > 0 ? addressOf({ page: 0 }) : null}
				next={hasMore ? addressOf({ page: view.page + 1 }) : null}
			/>
		</>
	);
}

/** `page` where the list has more than one, and the `total` of all where it is known. */
type Counted = { q: string; page?: number; total?: number | null };

/** "50 of 163 identity providers loaded (page 1), 2 of them by SAML; filter and order are among these." */
function countInWords(
	rows: readonly ConnectionRow[],
	shown: readonly ConnectionRow[],
	{ q, page, total = null }: Counted,
): string {
	const of = q ? rows.length : total;
	const count = of === null ? `${shown.length}` : `${shown.length} of ${of}`;
	const what = (of ?? shown.length) === 1 ? "identity provider" : "identity providers";
	const saml = rows.every(({ isSaml }) => isSaml)
		? ""
		: `, ${shown.filter(({ isSaml }) => isSaml).length} of them by SAML`;
	return page === undefined
		? `${count} ${what}${saml}`
		: `${count} ${what} loaded (page ${page + 1})${saml}; filter and order are among these.`;
}
