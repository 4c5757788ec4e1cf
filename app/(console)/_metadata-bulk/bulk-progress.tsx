import type { Metadata } from "next";
import { bulkEditPage } from "@/app/_bulk/bulk-edit-page";
import { bulkEditOf, bulkTitle, KeptFor, NoBulkEdit } from "@/app/_bulk/bulk-page";
import { BulkPlan } from "@/app/_bulk/bulk-plan";
import { obstacleOf } from "@/app/_bulk/obstacle";
import { PageLink } from "@/components/layout/links";
import { PageHeader } from "@/components/layout/page-header";
import { buttonClass } from "@/components/ui/button";
import { Name } from "@/components/ui/name";
import { listPageOf, type MetadataResource, resources } from "@/lib/dashboard/resources/resources";
import { getSession, requirePageSession } from "@/lib/dashboard/session/session";
import type { BulkEdit, MetadataBulkEdit } from "@/lib/dashboard/store/bulk-edit";
import { runBulkEditAction } from "./bulk-actions";
import { BulkAgain } from "./bulk-again";
import { planCounts } from "./bulk-change";
import { BulkWarnings, OperationText } from "./operation-text";
import { PlanList } from "./plan-list";

export async function bulkProgressTitle(resource: MetadataResource, id: string): Promise<Metadata> {
	const session = await getSession();
	const edit = session ? await bulkEditOf(session.subject, id) : null;
	if (!isOf(edit, resource)) return { title: "Bulk edit" };
	const { operation, user } = edit;
	const name = `${operation.kind === "set" ? "Set" : "Remove"} ${operation.key} for ${user.label}`;
	return { title: bulkTitle(edit.run, name) };
}

/** A stored bulk edit of tokens or sessions: the preview, then its progress. Nothing is read from the service but the scopes. */
export async function BulkProgress({ resource, id }: { resource: MetadataResource; id: string }) {
	const session = await requirePageSession(bulkEditPage(resource, id));
	const edit = await bulkEditOf(session.subject, id);
	const { path, group, words, metadata } = resources[resource];
	const { one, many, update } = metadata;
	if (!isOf(edit, resource)) {
		return (
			<NoBulkEdit>
				<PageLink href={group === null ? resources.user.path : path} className={buttonClass()}>
					{group === null ? "Find a user" : `Find ${words.many}`}
				</PageLink>
			</NoBulkEdit>
		);
	}
	const { user, operation, run, createdAt } = edit;
	const counts = planCounts(edit);
	const isPreview = run === "preview";
	const back = (
		<PageLink href={listPageOf(resource, user.id)} className={buttonClass()}>
			{isPreview && counts.open > 0 ? "Cancel" : `Back to the user's ${many}`}
		</PageLink>
	);
	return (
		<>
			<PageHeader title={isPreview ? "Preview of a bulk edit" : "Bulk edit"}>
				<p>
					<OperationText operation={operation} /> on {many} of <Name text={user.label} />.
				</p>
				<KeptFor createdAt={createdAt} />
			</PageHeader>
			<BulkPlan
				{...{ editId: id, run, counts, back, action: runBulkEditAction }}
				what={one}
				apply={{ text: `Apply to ${counts.open} ${counts.open === 1 ? one : many}` }}
				obstacle={await obstacleOf(session.role, [update])}
				note={operation.kind === "set" ? <BulkWarnings values={{ ...operation, operation: "set" }} /> : null}
				list={<PlanList edit={edit} />}
				again={
					<BulkAgain
						resource={resource}
						userId={user.id}
						operation={operation}
						ids={counts.left.map((item) => item.id)}
					/>
				}
			/>
		</>
	);
}

function isOf(edit: BulkEdit | null, resource: MetadataResource): edit is MetadataBulkEdit {
	return edit?.resource === resource;
}
