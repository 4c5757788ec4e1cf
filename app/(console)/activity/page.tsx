import type { Metadata } from "next";
import { readRowSort, rowSortText } from "@/app/_tables/list-view";
import { PageLink } from "@/components/layout/links";
import { PageHeader } from "@/components/layout/page-header";
import { Button, buttonClass } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { SelectField } from "@/components/ui/select-field";
import { TextField } from "@/components/ui/text-field";
import { AUDIT_OUTCOMES, type AuditFilter, outcomeLabels } from "@/lib/dashboard/audit/audit-entry";
import { auditPage } from "@/lib/dashboard/audit/audit-pages";
import { auditQuery, type Parameters, readAuditFilter } from "@/lib/dashboard/audit/read-filter";
import { dashboardConfig } from "@/lib/dashboard/config";
import { writeLabels } from "@/lib/dashboard/registry/operation-entries";
import { requirePageSession } from "@/lib/dashboard/session/session";
import { ActivityTable, activityColumns } from "./activity-table";

export const metadata: Metadata = { title: "Activity" };

export default async function ActivityPage({ searchParams }: { searchParams: Promise<Parameters> }) {
	const parameters = await searchParams;
	const filter = readAuditFilter(parameters);
	const sort = readRowSort(activityColumns, parameters.sort);
	const order = sort ? { sort: rowSortText(sort) } : {};
	await requirePageSession(addressOf(filter, order));
	const from = typeof parameters.from === "string" ? parameters.from : null;
	const { entries, next } = await auditPage(filter, from);
	const isFiltered = Object.keys(auditQuery(filter)).length > 0;
	return (
		<>
			<PageHeader
				title="Activity"
				actions={
					<>
						<a href={exportOf(filter, "csv")} download className={buttonClass()}>
							Export as CSV
						</a>
						<a href={exportOf(filter, "json")} download className={buttonClass()}>
							Export as JSON
						</a>
					</>
				}
			>
				What was written to the tenant through this console in the last {dashboardConfig().auditRetentionDays} days:
				names of keys and attributes, never their values; addresses, grants and scopes of applications, never a secret.{" "}
				<PageLink href="/sessions" className="text-accent underline">
					Your sessions
				</PageLink>{" "}
				are listed apart.
			</PageHeader>
			<div className="grid gap-5">
				<ActivityFilter filter={filter} />
				{entries.length > 0 ? (
					<>
						{sort && (from || next) ? (
							<p className="text-sm text-muted">Sorted among the {entries.length} on this page.</p>
						) : null}
						<ActivityTable
							entries={entries}
							sort={sort}
							addressOf={(sort) => addressOf(filter, { sort: rowSortText(sort), ...(from ? { from } : {}) })}
						/>
					</>
				) : (
					<EmptyState title={isFiltered || from ? "Nothing matches" : "Nothing was written yet"}>
						<p>
							{isFiltered || from ? "Try with fewer conditions." : "Every change that an editor makes appears here."}
						</p>
					</EmptyState>
				)}
				<p className="flex flex-wrap gap-3">
					{from ? (
						<PageLink href={addressOf(filter, order)} className={buttonClass()}>
							Newest
						</PageLink>
					) : null}
					{next ? (
						<PageLink href={addressOf(filter, { ...order, from: next })} className={buttonClass()}>
							Older
						</PageLink>
					) : null}
				</p>
			</div>
		</>
	);
}

function addressOf(filter: AuditFilter, rest: Partial<Record<"sort" | "from", string>>): string {
	const query = new URLSearchParams({ ...auditQuery(filter), ...rest }).toString();
	return query ? `/activity?${query}` : "/activity";
}

function exportOf(filter: AuditFilter, format: string): string {
	return `/activity/export?${new URLSearchParams({ ...auditQuery(filter), format })}`;
}

/** A plain form whose values are the address of the page. */
function ActivityFilter({ filter }: { filter: AuditFilter }) {
	return (
		<search>
			<form action="/activity" className="grid items-end gap-3 sm:grid-cols-2 lg:grid-cols-[1fr_1fr_1fr_1fr_auto]">
				<TextField label="Person" name="person" defaultValue={filter.person} />
				<SelectField
					label="Operation"
					name="operation"
					defaultValue={filter.operation}
					options={[["", "All"], ...writeLabels]}
				/>
				<TextField label="Subject" name="subject" defaultValue={filter.target} />
				<SelectField
					label="Outcome"
					name="outcome"
					defaultValue={filter.outcome}
					options={[["", "All"], ...AUDIT_OUTCOMES.map((outcome) => [outcome, outcomeLabels[outcome]] as const)]}
				/>
				<Button>Filter</Button>
			</form>
		</search>
	);
}
