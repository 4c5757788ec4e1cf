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
import { Identifier } from "@/components/ui/identifier";
import { dashboardConfig } from "@/lib/dashboard/config";
import {
	APPLICATIONS_PER_PAGE,
	type ApplicationPage,
	listApplications,
} from "@/lib/dashboard/management/applications/read-applications";
import { lackedPartScopes, lackedScopes } from "@/lib/dashboard/management/tenant-link/granted-scopes";
import { outcomeOf } from "@/lib/dashboard/problem/problem-of";
import { resources } from "@/lib/dashboard/resources/resources";
import { may } from "@/lib/dashboard/session/permissions";
import { requirePageSession } from "@/lib/dashboard/session/session";
import { ApplicationTable, applicationColumns, rowOf } from "./application-table";

export const metadata: Metadata = { title: resources.application.title };

const PATH = resources.application.path;
type PageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function ApplicationsPage({ searchParams }: PageProps) {
	const view = readListView(applicationColumns, await searchParams);
	const session = await requirePageSession(listAddress(PATH, view));
	const { authentication } = dashboardConfig();
	const outcome = await outcomeOf(listApplications(view.page), "application");
	const isAllowed = may(session.role, "changeApplications");
	const lacked = isAllowed ? lackedScopes("post_clients") : [];
	const canCreate = isAllowed && lacked.length === 0;
	const isEmpty = !outcome.problem && outcome.value.count === 0 && view.page === 0;
	return (
		<>
			<FlashStatus path={PATH} />
			<PageHeader
				title={resources.application.title}
				actions={
					canCreate && !isEmpty ? (
						<PageLink href={resources.application.create.path} className={buttonClass("primary")}>
							{resources.application.create.title}
						</PageLink>
					) : null
				}
			>
				Who may ask this tenant for tokens, and by which flows.
			</PageHeader>
			<div className="grid gap-5">
				<ScopeMissing scopes={lacked} what="create applications" />
				<ScopeMissing
					scopes={lackedPartScopes("client settings")}
					what="see more of applications than names and types"
				/>
				<ScopeMissing scopes={lackedPartScopes("client keys")} what="see which of them authenticate with a key" />
				<p className="grid gap-1 text-sm">
					<span>Libraries of OpenID Connect and OAuth 2.0 set themselves up from the discovery document:</span>
					<Identifier
						value={`${authentication.baseUrl}/.well-known/openid-configuration`}
						label="Copy discovery document address"
					/>
				</p>
				{outcome.problem ? <UnreadPart problem={outcome.problem} /> : null}
				{outcome.problem ? null : <Listed {...outcome.value} view={view} canCreate={canCreate} />}
			</div>
		</>
	);
}

type ListedProps = ApplicationPage & { view: ListView; canCreate: boolean };

function Listed({ applications, total, unread, unreadable, count, isLast, view, canCreate }: ListedProps) {
	const { management, authentication } = dashboardConfig();
	const rows = applications.map((application) => rowOf(application, [management.clientId, authentication.clientId]));
	const shown = listedRows(applicationColumns, rows, view);
	const addressOf = (changed: Partial<ListView>) => listAddress(PATH, { ...view, ...changed });
	const hasMore = total === null ? !isLast : firstOf(view) + count < total;
	const isPart = hasMore || view.page > 0;
	return (
		<>
			<UnreadItems count={unread} what="application" unreadable={unreadable} />
			<ListFilter path={PATH} view={view} label="Name or client ID" />
			<p role="status" className="text-sm text-muted">
				{countInWords(rows.length, shown.length, view)}
				{isPart ? ` ${partInWords(count, total, view)}` : ""}
			</p>
			{shown.length > 0 ? (
				<ApplicationTable rows={shown} sort={view.sort} addressOf={(sort) => addressOf({ sort })} />
			) : rows.length === 0 && count > 0 ? null : (
				<EmptyState title={rows.length === 0 ? "No applications" : "Nothing matches"}>
					<p>
						{rows.length === 0 ? "There is none on this page." : "No loaded application has this name or client ID."}
					</p>
					{rows.length > 0 ? (
						<PageLink href={addressOf({ q: "" })} className={buttonClass()}>
							Clear filter
						</PageLink>
					) : canCreate && view.page === 0 ? (
						<PageLink href={resources.application.create.path} className={buttonClass("primary")}>
							{resources.application.create.title}
						</PageLink>
					) : null}
				</EmptyState>
			)}
			<ListPages
				label="Pages of applications"
				first={view.page > 0 ? addressOf({ page: 0 }) : null}
				next={hasMore ? addressOf({ page: view.page + 1 }) : null}
			/>
		</>
	);
}

function firstOf({ page }: ListView): number {
	return page * APPLICATIONS_PER_PAGE;
}

function countInWords(loaded: number, shown: number, { q }: ListView): string {
	const counted = `${loaded} ${loaded === 1 ? "application" : "applications"}`;
	return q ? `${shown} of ${counted}` : counted;
}

/** The loaded range of all applications: filter and order apply to that alone. */
function partInWords(loaded: number, total: number | null, view: ListView): string {
	const first = firstOf(view);
	const range = loaded === 0 ? "none" : `${first + 1} to ${first + loaded}`;
	return `loaded (${range}${total === null ? "" : ` of ${total}`}); filter and order are among these.`;
}
