import type { Metadata } from "next";
import { RoleNote, ScopeMissing } from "@/app/_page/notices";
import { CreateLink, NoneYet, UnreadPart } from "@/app/_page/unread";
import { LineLink } from "@/components/layout/links";
import { PageHeader } from "@/components/layout/page-header";
import { Notices } from "@/components/ui/notices";
import { canUse } from "@/lib/dashboard/management/tenant-link/granted-scopes";
import { outcomeOf } from "@/lib/dashboard/problem/problem-of";
import { roleToPropose } from "@/lib/dashboard/proposals/rights";
import { resources } from "@/lib/dashboard/resources/resources";
import { may } from "@/lib/dashboard/session/permissions";
import { requirePageSession } from "@/lib/dashboard/session/session";
import type { BulkItem } from "@/lib/dashboard/store/bulk-edit";
import { findBulkEdit } from "@/lib/dashboard/store/bulk-edits";
import { printOf } from "@/lib/dashboard/templates/request-print";
import { readListQuery, templatesAddress, templateViews } from "../_list/list-query";
import { readTemplates } from "../_list/read-templates";
import { elementsAtPreview } from "../bulk/template-change";
import { columnOf, type MatrixEdits, withCell } from "./matrix";
import { MatrixBrowser } from "./matrix-browser";

export const metadata: Metadata = { title: "Matrix · Templates" };

/** Who asks for what: a row for each template, and a column for each attribute. */
export default async function MatrixPage({ searchParams }: PageProps<"/templates/matrix">) {
	const parameters = await searchParams;
	const query = readListQuery(parameters, "matrix");
	const { role, subject } = await requirePageSession(templatesAddress(query));
	const outcome = await outcomeOf(readTemplates(query.from, query.pages), "template");
	const editing = roleToPropose(role);
	const canWrite = canUse(editing, "patch_vc_templates_by_id");
	const canCreate = canUse(editing, "post_vc_templates");
	const preview = query.changes === null ? null : await findBulkEdit(subject, query.changes);
	const start = {
		preview: preview?.id ?? null,
		chosen: [parameters.template ?? []].flat(),
		edits: preview?.resource === "template" && preview.run === "preview" && canWrite ? [...editsOf(preview.items)] : [],
	};
	return (
		<>
			<PageHeader title={resources.template.title} actions={canCreate ? <CreateLink what="template" /> : null}>
				<p>
					Filled: asked for; without a corner: sensitive; a ring: listed as false.
					{canWrite ? " Tick or clear cells, then preview the changes." : null}
				</p>
			</PageHeader>
			<Notices>
				<RoleNote role={role} towards={editing} permission={resources.template.permission} />
				{may(editing, resources.template.permission) ? <ScopeMissing of="patch_vc_templates_by_id" /> : null}
			</Notices>
			{outcome.problem ? (
				<>
					<UnreadPart problem={outcome.problem} />
					{query.from ? <LineLink href={templateViews.matrix}>Begin again from the first page</LineLink> : null}
				</>
			) : outcome.value.rows.length === 0 && !outcome.value.unreadable && !query.from ? (
				<NoneYet what="template" canCreate={canCreate} />
			) : (
				<MatrixBrowser loaded={outcome.value} query={query} canWrite={canWrite} start={start} />
			)}
		</>
	);
}

/** The edits that a preview was made of, over what its templates requested then. */
function editsOf(items: readonly BulkItem[]): MatrixEdits {
	return items.reduce<MatrixEdits>((edits, item) => {
		const elements = elementsAtPreview(item);
		const row = { id: item.id, name: item.name, print: elements && printOf(elements) };
		return (item.changes ?? []).reduce((edited, { name, after }) => {
			const column = columnOf(name);
			return column ? withCell(edited, [row], column, after !== null) : edited;
		}, edits);
	}, new Map());
}
