import type { Metadata } from "next";
import { bulkEditPage } from "@/app/_bulk/bulk-edit-page";
import { BulkPlan, bulkTitle, NoBulkEdit } from "@/app/_bulk/bulk-plan";
import { againText } from "@/app/_bulk/plan-counts";
import { ButtonForm } from "@/app/_forms/action-form";
import { noAnswerToRead } from "@/app/_forms/read-json";
import { nameInWords } from "@/components/ui/invisible-characters";
import { listPageOf, type MetadataResource, resources } from "@/lib/dashboard/resources/resources";
import { requirePageSession } from "@/lib/dashboard/session/session";
import { findBulkEdit } from "@/lib/dashboard/store/bulk-edits";
import { previewAgainAction, runBulkEditAction, undoBulkEditAction } from "./bulk-actions";
import { planCounts, undoOf } from "./bulk-operation";
import { actWord, BulkEditText, BulkWarnings } from "./operation-text";
import { PlanList } from "./plan-list";

type PageProps = { params: Promise<{ id: string }> };

export function bulkProgressTitle(resource: MetadataResource) {
	return async ({ params }: PageProps): Promise<Metadata> =>
		bulkTitle((await params).id, (edit) => {
			if (edit.resource !== resource) return null;
			const { operation, user } = edit;
			return `${actWord(operation)} ${nameInWords(operation.key)} for ${nameInWords(user.label)}`;
		});
}

/**
 * The page of a stored bulk edit of tokens or sessions: the preview, then its progress. Nothing is read from the service but
 * the scopes.
 */
export function bulkProgressPage(resource: MetadataResource) {
	return async ({ params }: PageProps) => {
		const { id } = await params;
		const session = await requirePageSession(bulkEditPage(resource, id));
		const edit = await findBulkEdit(session.subject, id);
		const { path, group, words, metadata } = resources[resource];
		const { one, many, update } = metadata;
		if (edit?.resource !== resource) {
			const isOfUsers = group === null;
			const text = `Search ${isOfUsers ? "users" : words.many}`;
			return <NoBulkEdit on={{ href: isOfUsers ? resources.user.path : path, text }} />;
		}
		const { user, operation } = edit;
		const counts = planCounts(edit);
		return (
			<BulkPlan
				edit={edit}
				title={edit.run === "preview" ? "Preview of a bulk edit" : "Bulk edit"}
				about={
					<p>
						<BulkEditText of={edit} />.
					</p>
				}
				role={session.role}
				writes={[update]}
				counts={counts}
				what={one}
				apply={{ text: `Apply to ${counts.open} ${counts.open === 1 ? one : many}` }}
				action={runBulkEditAction}
				back={{ href: listPageOf(resource, user.id), text: `Back to the user's ${many}` }}
				note={<BulkWarnings of={operation} />}
				list={<PlanList edit={edit} />}
				undo={
					undoOf(edit) && (
						<ButtonForm
							action={undoBulkEditAction}
							label="Undo"
							sends={{ edit: id }}
							working={`Reading the ${many}…`}
							unconfirmed={noAnswerToRead}
						/>
					)
				}
				again={
					<ButtonForm
						action={previewAgainAction}
						label={againText(counts.left.length)}
						sends={{ edit: id }}
						working={`Reading the ${many}…`}
						unconfirmed={noAnswerToRead}
					/>
				}
			/>
		);
	};
}
