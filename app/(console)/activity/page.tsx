import type { Metadata } from "next";
import { EmergencySaves } from "@/app/_history/emergency-saves";
import { CreateLink } from "@/app/_page/unread";
import { ListPages } from "@/app/_tables/list-controls";
import { listAddress } from "@/app/_tables/list-view";
import { ButtonLink } from "@/components/layout/links";
import { PageHeader } from "@/components/layout/page-header";
import { buttonClass } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import type { AuditFilter } from "@/lib/dashboard/audit/audit-entry";
import { auditPage } from "@/lib/dashboard/audit/audit-trail";
import { auditFilterFaults, auditQuery, readAuditFilter } from "@/lib/dashboard/audit/read-filter";
import { dashboardConfig } from "@/lib/dashboard/config";
import { roleToPropose } from "@/lib/dashboard/proposals/rights";
import { pageClock } from "@/lib/dashboard/request/page";
import { resources } from "@/lib/dashboard/resources/resources";
import { may } from "@/lib/dashboard/session/permissions";
import { requirePageSession } from "@/lib/dashboard/session/session";
import { ActivityFilter } from "./activity-filter";
import { ActivityList } from "./activity-list";

export const metadata: Metadata = { title: "Activity" };

export default async function ActivityPage({ searchParams }: PageProps<"/activity">) {
	const parameters = await searchParams;
	const clock = await pageClock();
	const filter = readAuditFilter(parameters, clock.timeZone);
	const session = await requirePageSession(addressOf(filter));
	const from = typeof parameters.from === "string" ? parameters.from : null;
	const faults = auditFilterFaults(filter);
	const found = Object.keys(faults).length === 0 ? await auditPage(filter, from) : null;
	const { auditRetentionDays, keepsMetadataValues } = dashboardConfig();
	const isFiltered = from !== null || Object.keys(auditQuery(filter)).length > 0;
	return (
		<>
			<PageHeader
				title="Activity"
				actions={
					<>
						{may(session.role, "setLogStream") ? (
							<ButtonLink href={resources.webhook.path}>{resources.webhook.title}</ButtonLink>
						) : null}
						{found
							? ["csv", "json"].map((format) => (
									<a key={format} href={exportOf(filter, format)} download className={buttonClass()}>
										Export as {format.toUpperCase()}
									</a>
								))
							: null}
					</>
				}
			>
				Who changed what through this console in the last {auditRetentionDays} days, with old and new names, URLs and
				switches. For metadata it keeps{" "}
				{keepsMetadataValues ? "keys, and the values that don’t look like secrets." : "keys and no values."} It never
				keeps secrets.
			</PageHeader>
			<div className="grid gap-5">
				<EmergencySaves />
				<ActivityFilter filter={filter} faults={faults} />
				<p className="text-sm text-muted">Days and times are those of {clock.timeZone}.</p>
				{found && found.entries.length > 0 ? <ActivityList entries={found.entries} clock={clock} /> : null}
				{found && found.entries.length === 0 ? (
					<EmptyState title={isFiltered ? "Nothing matches" : "No changes yet"}>
						{isFiltered ? (
							<ButtonLink href="/activity">Show all activity</ButtonLink>
						) : (
							<>
								<p>Every change made here appears in this list.</p>
								{may(roleToPropose(session.role), resources.template.permission) ? (
									<CreateLink what="template" />
								) : null}
							</>
						)}
					</EmptyState>
				) : null}
				<ListPages
					label="Pages of the activity"
					first={found && from ? addressOf(filter) : null}
					next={found?.next ? addressOf(filter, found.next) : null}
				/>
			</div>
		</>
	);
}

/** @param from the checkpoint of a page */
function addressOf(filter: AuditFilter, from?: string): string {
	return listAddress("/activity", { ...auditQuery(filter), from });
}

function exportOf(filter: AuditFilter, format: string): string {
	return `/activity/export?${new URLSearchParams({ ...auditQuery(filter), format })}`;
}
