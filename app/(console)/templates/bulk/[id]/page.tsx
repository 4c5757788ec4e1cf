import type { Metadata } from "next";
import { BulkPlan, bulkTitle, NoBulkEdit } from "@/app/_bulk/bulk-plan";
import { againText } from "@/app/_bulk/plan-counts";
import { ButtonLink } from "@/components/layout/links";
import { Button } from "@/components/ui/button";
import { requirePageSession } from "@/lib/dashboard/session/session";
import type { BulkEdit } from "@/lib/dashboard/store/bulk-edit";
import { findBulkEdit } from "@/lib/dashboard/store/bulk-edits";
import { templateViews } from "../../_list/list-query";
import { countNeedingSecondEditor } from "../propose-run";
import { runTemplatesAction } from "../run-action";
import {
	backToTemplates,
	DELETED_IN_RUN,
	isUndo,
	templateActInWords,
	templateCounts,
	undoOf,
} from "../template-change";
import { TemplatePlanList } from "../template-plan-list";

export async function generateMetadata({ params }: PageProps<"/templates/bulk/[id]">): Promise<Metadata> {
	return bulkTitle((await params).id, (edit) =>
		edit.resource === "template" ? templateActInWords(edit.operation) : null,
	);
}

/** A stored bulk edit of templates. */
export default async function BulkTemplatesPlanPage({ params }: PageProps<"/templates/bulk/[id]">) {
	const { id } = await params;
	const session = await requirePageSession(`/templates/bulk/${id}`);
	const edit = await findBulkEdit(session.subject, id);
	if (edit?.resource !== "template") return <NoBulkEdit on={backToTemplates} />;
	const { operation, items } = edit;
	const counts = templateCounts(edit);
	const isDelete = operation.kind === "delete";
	const exportQuery = new URLSearchParams(items.map((item) => ["template", item.id]));
	return (
		<BulkPlan
			edit={edit}
			title={templateActInWords(operation, counts.total || undefined)}
			about={
				isDelete ? (
					<p>
						{DELETED_IN_RUN}
						{edit.run === "preview" ? (
							<>
								{" "}
								<a href={`/templates/export?${exportQuery}`} download className="text-accent underline">
									Export as JSON first
								</a>
							</>
						) : null}
					</p>
				) : (
					<p>Each template is read again before it is written, and what others have changed since is kept.</p>
				)
			}
			role={session.role}
			writes={[isDelete ? "delete_vc_templates_by_id" : "patch_vc_templates_by_id"]}
			needing={await countNeedingSecondEditor(edit)}
			counts={counts}
			what="template"
			apply={{ text: templateActInWords(operation, counts.open), isFinal: isDelete }}
			action={runTemplatesAction}
			back={operation.kind === "change" && !isUndo(operation) ? backToMatrix(edit) : backToTemplates}
			list={<TemplatePlanList edit={edit} />}
			undo={
				isDelete ? (
					counts.total > 0 && <ButtonLink href="/templates/deleted">Deleted templates</ButtonLink>
				) : undoOf(edit) ? (
					<form action="/templates/bulk">
						<Button name="undo" value={id}>
							Undo
						</Button>
					</form>
				) : null
			}
			again={
				<form action="/templates/bulk">
					<Button name="again" value={id}>
						{againText(counts.left.length)}
					</Button>
				</form>
			}
		/>
	);
}

/** With the edits, until they are carried out. */
function backToMatrix({ id, run }: Pick<BulkEdit, "id" | "run">) {
	const { matrix } = templateViews;
	return {
		href: run === "preview" ? `${matrix}?${new URLSearchParams({ changes: id })}` : matrix,
		text: "Back to the matrix",
	};
}
