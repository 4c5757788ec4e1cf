import type { Metadata } from "next";
import { bulkEditPage } from "@/app/_bulk/bulk-edit-page";
import { obstacleTo, RefusedPage } from "@/app/_page/notices";
import { TextLink } from "@/components/layout/links";
import { PageHeader } from "@/components/layout/page-header";
import { Section } from "@/components/ui/section";
import { TimeText } from "@/components/ui/time-text";
import { incidentName } from "@/lib/dashboard/incidents/incident-words";
import { INCIDENT_USERS_MAX } from "@/lib/dashboard/incidents/user-list";
import { pageClock } from "@/lib/dashboard/request/page";
import { INCIDENTS } from "@/lib/dashboard/resources/places";
import { may } from "@/lib/dashboard/session/permissions";
import { requirePageSession } from "@/lib/dashboard/session/session";
import { BULK_EDIT_KEPT_HOURS, listBulkEdits, listUnfinishedBulkEdits } from "@/lib/dashboard/store/bulk-edits";
import { ListForm } from "./_list/list-form";

const { title, path, permission } = INCIDENTS;

export const metadata: Metadata = { title };

/** Begins an incident, and lists the admin's own. */
export default async function IncidentsPage() {
	const { role, subject } = await requirePageSession(path);
	if (!may(role, permission)) return <RefusedPage title={title} permission={permission} role={role} />;
	const obstacle = await obstacleTo(["get_users_by_id"], { role, towards: role });
	return (
		<>
			<PageHeader title={title}>
				<p>
					For many users whose accounts are in wrong hands: ends their sessions, revokes their refresh tokens, and
					blocks them. You see first who they are, and what would end.
				</p>
				<p>
					A list is kept for {BULK_EDIT_KEPT_HOURS} hours, and what is begun with it, with its lines and results, for{" "}
					{BULK_EDIT_KEPT_HOURS} hours from then, for you alone. The activity keeps what was done with each user, and
					the reason.
				</p>
			</PageHeader>
			<div className="grid gap-6">
				{obstacle ?? (
					<ListForm
						description={`By e-mail address or user ID, one a line, or a column of a CSV file: at most ${INCIDENT_USERS_MAX.toLocaleString("en")} different ones.`}
					/>
				)}
				<OwnRuns subject={subject} />
			</div>
		</>
	);
}

async function OwnRuns({ subject }: { subject: string }) {
	const runs = await listBulkEdits(subject, "user list", "incident");
	if (runs.length === 0) return null;
	const unfinished = await listUnfinishedBulkEdits(subject, "user list", "incident");
	const clock = await pageClock();
	return (
		<Section title={`Yours of the last ${BULK_EDIT_KEPT_HOURS} hours`}>
			<ul className="grid gap-2 text-sm">
				{runs.map((run) => {
					const left = unfinished.find(({ id }) => id === run.id)?.left ?? 0;
					return (
						<li key={run.id} className="flex flex-wrap gap-x-3">
							<TextLink href={bulkEditPage(run.resource, run.id)}>
								{run.resource === "incident" ? incidentName(run) : "List of users"}
							</TextLink>
							<TimeText value={run.createdAt} clock={clock} />
							<span>{left > 0 ? `${left.toLocaleString("en")} not tried yet` : "finished"}</span>
						</li>
					);
				})}
			</ul>
		</Section>
	);
}
