import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { UnfinishedBulkEdits } from "@/app/_bulk/unfinished-bulk-edits";
import { deletedInWords } from "@/app/_forms/after-write";
import { FlashStatus, ScopeMissing } from "@/app/_page/notices";
import { CreateLink, NoneYet, UnreadPart } from "@/app/_page/unread";
import { linkClass } from "@/components/layout/link-class";
import { LineLink, PageLink } from "@/components/layout/links";
import { PageHeader } from "@/components/layout/page-header";
import { Notices } from "@/components/ui/notices";
import { canUse } from "@/lib/dashboard/management/tenant-link/granted-scopes";
import { outcomeOf } from "@/lib/dashboard/problem/problem-of";
import { roleToPropose } from "@/lib/dashboard/proposals/rights";
import { resources } from "@/lib/dashboard/resources/resources";
import { operationsOf } from "@/lib/dashboard/resources/writes";
import { may, whoMay } from "@/lib/dashboard/session/permissions";
import { requirePageSession } from "@/lib/dashboard/session/session";
import { listUnfinishedBulkEdits } from "@/lib/dashboard/store/bulk-edits";
import { goneTemplatePage } from "@/lib/dashboard/templates/history/read-history";
import { nameOfGone, RestoreLink } from "./_history/restore";
import { findingTexts } from "./_list/finding";
import { pastedId, readListQuery, templatesAddress } from "./_list/list-query";
import { readTemplates } from "./_list/read-templates";
import { TemplateBrowser } from "./_list/template-browser";
import { templateActInWords } from "./bulk/template-change";
import { IMPORT_PATH } from "./import/import-form";

export const metadata: Metadata = { title: resources.template.title };

export default async function TemplatesPage({ searchParams }: PageProps<"/templates">) {
	const query = readListQuery(await searchParams);
	const session = await requirePageSession(templatesAddress(query));
	const id = pastedId(query.q);
	if (id) redirect(`/templates/${id}`);
	const editing = roleToPropose(session.role);
	const canEdit = may(editing, "changeTemplates");
	const outcome = await outcomeOf(readTemplates(query.from, query.pages), "template");
	const rights = {
		create: canUse(editing, "post_vc_templates"),
		write: canUse(editing, "patch_vc_templates_by_id"),
		delete: canUse(editing, "delete_vc_templates_by_id"),
	};
	const isEmpty = !outcome.problem && outcome.value.rows.length === 0 && !outcome.value.unreadable && !query.from;
	return (
		<>
			<PageHeader
				title={resources.template.title}
				actions={isEmpty ? null : rights.create ? <CreateLink what="template" /> : null}
			>
				<p>A verification template says which attributes of a mobile driving licence the holder is asked for.</p>
				<p className="flex flex-wrap gap-x-4">
					{isEmpty ? null : (
						<a href="/templates/export?all" className={linkClass}>
							Download all
						</a>
					)}
					{canEdit ? <LineLink href={IMPORT_PATH}>Import a folder</LineLink> : null}
					<LineLink href="/templates/deleted">Deleted templates</LineLink>
				</p>
			</PageHeader>
			<FlashStatus
				path={resources.template.path}
				beside={async (message) => {
					const { gone } = await goneTemplatePage();
					const deleted = gone.find((each) => message.startsWith(deletedInWords("template", nameOfGone(each))));
					return deleted && <RestoreLink gone={deleted} role={session.role} />;
				}}
			/>
			{canEdit ? (
				<UnfinishedBulkEdits
					edits={await listUnfinishedBulkEdits(session.subject, "template", "template import")}
					words={(edit) => (edit.resource === "template" ? templateActInWords(edit.operation) : "Import a folder")}
				/>
			) : null}
			<Notices>{canEdit ? <ScopeMissing of={operationsOf("template")} /> : null}</Notices>
			{outcome.problem ? (
				<>
					<UnreadPart problem={outcome.problem} />
					{query.from ? (
						<PageLink href={resources.template.path} className={`${linkClass} mt-4`}>
							Begin again from the first page
						</PageLink>
					) : null}
				</>
			) : isEmpty ? (
				<NoneYet what="template" canCreate={rights.create}>
					{rights.create ? <p>Create the first one by ticking what to ask for.</p> : null}
					{rights.create || canEdit ? null : <p>{whoMay("changeTemplates", "Creating one")}</p>}
				</NoneYet>
			) : (
				<>
					{query.show ? (
						<p className="mb-4 flex flex-wrap items-center gap-x-3 text-sm">
							<span className="font-medium">Only: {findingTexts[query.show]}</span>
							<LineLink href={templatesAddress({ ...query, show: null })}>Show all</LineLink>
						</p>
					) : null}
					<TemplateBrowser loaded={outcome.value} query={query} rights={rights} />
				</>
			)}
		</>
	);
}
