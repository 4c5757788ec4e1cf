import type { Metadata } from "next";
import { BulkPlan, bulkTitle, NoBulkEdit } from "@/app/_bulk/bulk-plan";
import { RefusedPage } from "@/app/_page/notices";
import { readListView } from "@/app/_tables/list-view";
import { incidentName } from "@/lib/dashboard/incidents/incident-words";
import { INCIDENTS } from "@/lib/dashboard/resources/places";
import { may } from "@/lib/dashboard/session/permissions";
import { requirePageSession } from "@/lib/dashboard/session/session";
import { findBulkEdit } from "@/lib/dashboard/store/bulk-edits";
import { LookUpAgain } from "../_list/look-up-again";
import { runIncidentAction } from "../incident-actions";
import { countResults } from "../incident-items";
import { FoundList, ListFaults } from "./found-list";
import { IncidentResults } from "./incident-results";

const { title, path, permission } = INCIDENTS;
const LIST = "Incident: list of users";
const back = { href: path, text: "Incidents" };

export async function generateMetadata({ params }: PageProps<"/incidents/[id]">): Promise<Metadata> {
	return bulkTitle(
		(await params).id,
		(edit) => {
			if (edit.resource === "user list") return LIST;
			return edit.resource === "incident" ? incidentName(edit) : null;
		},
		"Incident",
	);
}

/** A list of users as it is looked up, then whom to choose of it; or an incident, and what has become of each user. */
export default async function IncidentPage({ params, searchParams }: PageProps<"/incidents/[id]">) {
	const { id } = await params;
	const session = await requirePageSession(`${path}/${id}`);
	if (!may(session.role, permission)) return <RefusedPage title={title} permission={permission} role={session.role} />;
	const edit = await findBulkEdit(session.subject, id);
	const { page } = readListView([], await searchParams);
	const common = {
		action: runIncidentAction,
		what: "user",
		back,
		role: session.role,
		undo: null,
		again: edit && <LookUpAgain list={edit.id} />,
		continues: true,
	} as const;
	if (edit?.resource === "user list") {
		return (
			<BulkPlan
				{...common}
				edit={edit}
				title={LIST}
				made="Pasted"
				about={<ListFaults list={edit} />}
				writes={["get_users_by_id"]}
				counts={countResults(edit.items, true)}
				apply={{ text: "Show who they are" }}
				list={<FoundList list={edit} session={session} />}
			/>
		);
	}
	if (edit?.resource !== "incident") return <NoBulkEdit on={back} kind="Incident" />;
	return (
		<BulkPlan
			{...common}
			edit={edit}
			title={incidentName(edit)}
			about={null}
			made="Begun"
			writes={["get_users_by_id"]}
			counts={countResults(edit.items)}
			apply={{ text: "Begin", isFinal: true }}
			list={<IncidentResults incident={edit} page={page} />}
		/>
	);
}
