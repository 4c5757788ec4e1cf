import type { Metadata } from "next";
import { againText } from "@/app/_bulk/again-text";
import { bulkEditOf, bulkTitle, KeptFor, NoBulkEdit } from "@/app/_bulk/bulk-page";
import { BulkPlan } from "@/app/_bulk/bulk-plan";
import { obstacleOf } from "@/app/_bulk/obstacle";
import { PageLink } from "@/components/layout/links";
import { PageHeader } from "@/components/layout/page-header";
import { Button, buttonClass } from "@/components/ui/button";
import { resources } from "@/lib/dashboard/resources/resources";
import { getSession, requirePageSession } from "@/lib/dashboard/session/session";
import type { TemplateOperation } from "@/lib/dashboard/store/bulk-edit";
import { runTemplatesAction } from "../run-action";
import { templateActInWords, templateCounts, templateOperationInWords } from "../template-change";
import { TemplatePlanList } from "../template-plan-list";

type PageProps = { params: Promise<{ id: string }> };

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
	const session = await getSession();
	const edit = session ? await bulkEditOf(session.subject, (await params).id) : null;
	if (edit?.resource !== "template") return { title: "Bulk edit" };
	const name = templateOperationInWords(edit.operation);
	return { title: bulkTitle(edit.run, name) };
}

/** A stored bulk edit of templates: the preview, then its progress. Nothing is read from the service but the scopes. */
export default async function BulkTemplatesPlanPage({ params }: PageProps) {
	const { id } = await params;
	const session = await requirePageSession(`/templates/bulk/${id}`);
	const edit = await bulkEditOf(session.subject, id);
	if (edit?.resource !== "template")
		return (
			<NoBulkEdit>
				<PageLink href={resources.template.path} className={buttonClass()}>
					Back to the templates
				</PageLink>
			</NoBulkEdit>
		);
	const { operation, run, createdAt } = edit;
	const counts = templateCounts(edit);
	const isPreview = run === "preview";
	const isDelete = operation.kind === "delete";
	const exportQuery = new URLSearchParams(edit.items.map((item) => ["template", item.id]));
	return (
		<>
			<PageHeader
				title={counts.total > 0 ? templateActInWords(operation, counts.total) : templateOperationInWords(operation)}
			>
				{isDelete ? (
					<p>
						Applications that start verifications with the identifier of what is deleted stop working. For 30 days it
						can be made again, with another identifier.
						{isPreview ? (
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
				)}
				<KeptFor createdAt={createdAt} />
			</PageHeader>
			<BulkPlan
				{...{ editId: id, run, counts, action: runTemplatesAction }}
				what="template"
				apply={{ text: templateActInWords(operation, counts.open), isFinal: isDelete }}
				obstacle={await obstacleOf(session.role, [isDelete ? "delete_vc_templates_by_id" : "patch_vc_templates_by_id"])}
				back={
					<PageLink href={resources.template.path} className={buttonClass()}>
						{isPreview && counts.open > 0 ? "Cancel" : "Back to the templates"}
					</PageLink>
				}
				list={<TemplatePlanList edit={edit} />}
				again={<Again operation={operation} ids={counts.left.map((item) => item.id)} />}
			/>
		</>
	);
}

/** A native form that leads to the new preview. */
function Again({ operation, ids }: { operation: TemplateOperation; ids: string[] }) {
	return (
		<form action="/templates/bulk">
			<input type="hidden" name="operation" value={operation.kind} />
			{operation.kind === "take-out" ? <input type="hidden" name="attribute" value={operation.attribute} /> : null}
			{ids.map((id) => (
				<input key={id} type="hidden" name="template" value={id} />
			))}
			<Button>{againText(ids.length)}</Button>
		</form>
	);
}
