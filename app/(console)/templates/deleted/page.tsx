import type { Metadata } from "next";
import { EmergencyBadge } from "@/app/_history/emergency-badge";
import { ProposedBy } from "@/app/_history/proposed-by";
import { ReasonText } from "@/app/_history/reason-text";
import { ScopeMissing } from "@/app/_page/notices";
import { Print } from "@/app/_print/print";
import { type Column, ColumnTable } from "@/app/_tables/column-table";
import { ListPages } from "@/app/_tables/list-controls";
import { ButtonLink, RowLink, TextLink } from "@/components/layout/links";
import { PageHeader } from "@/components/layout/page-header";
import { EmptyState } from "@/components/ui/empty-state";
import { Name } from "@/components/ui/name";
import { type Clock, TimeText } from "@/components/ui/time-text";
import { notesOfWrites, type WriteNote } from "@/lib/dashboard/audit/audit-trail";
import { reasonLinks } from "@/lib/dashboard/audit/reason-links";
import { learnScopes } from "@/lib/dashboard/management/tenant-link/granted-scopes";
import { roleToPropose } from "@/lib/dashboard/proposals/rights";
import { pageClock } from "@/lib/dashboard/request/page";
import { pageOf, resources } from "@/lib/dashboard/resources/resources";
import { may, type Role } from "@/lib/dashboard/session/permissions";
import { requirePageSession } from "@/lib/dashboard/session/session";
import { GONE_TEMPLATES_KEPT_DAYS, type TemplateVersion } from "@/lib/dashboard/store/template-versions";
import { goneTemplatePage } from "@/lib/dashboard/templates/history/read-history";
import { printOfRequest } from "@/lib/dashboard/templates/request-print";
import { nameOfGone, RestoreLink } from "../_history/restore";
import { requestInWords } from "../_history/versions";

export const metadata: Metadata = { title: "Deleted templates" };

const PATH = "/templates/deleted";

const columns: Column<TemplateVersion, { role: Role; clock: Clock; notes: ReadonlyMap<string, WriteNote> }>[] = [
	{
		title: "Name",
		cell: (gone) => (
			<>
				<RowLink href={`${pageOf("template", gone.templateId)}/history`} name={nameOfGone(gone)} />
				<span className="with-print text-xs font-normal text-muted">
					<PrintOfGone content={gone.content} />
					<span>{requestInWords(gone.content)}</span>
				</span>
			</>
		),
	},
	{ title: "Deleted", cell: ({ at }, { clock }) => <TimeText value={at} clock={clock} isCompact /> },
	{
		title: "By",
		cell: ({ author }, { notes }) =>
			author ? (
				<span className="flex flex-wrap gap-x-2">
					<Name text={author.person} />
					<ProposedBy proposal={notes.get(author.auditId)?.proposal} />
					<EmergencyBadge isEmergency={notes.get(author.auditId)?.isEmergency} />
				</span>
			) : (
				"outside of this console"
			),
	},
	{
		title: "Reason",
		cell: ({ author }, { notes }) => {
			const reason = notes.get(author?.auditId ?? "")?.reason;
			return reason ? <ReasonText reason={reasonLinks(reason)} /> : <span className="text-muted">none kept</span>;
		},
	},
	{ title: "Actions", cell: (gone, { role }) => <RestoreLink gone={gone} role={role} /> },
];

function PrintOfGone({ content }: Pick<TemplateVersion, "content">) {
	const print = printOfRequest(content);
	return print ? <Print of={print} /> : null;
}

/** The templates that are gone, and can be restored. Nothing is read from the service but the scopes. */
export default async function DeletedTemplatesPage({ searchParams }: PageProps<"/templates/deleted">) {
	const { at, before } = await searchParams;
	const from = typeof at === "string" && typeof before === "string" ? { at, templateId: before } : undefined;
	const { role } = await requirePageSession(PATH);
	await learnScopes();
	const { gone, next } = await goneTemplatePage(from);
	const notes = await notesOfWrites(gone.flatMap(({ author }) => author?.auditId ?? []));
	return (
		<>
			<PageHeader
				title="Deleted templates"
				actions={<ButtonLink href={resources.template.path}>All templates</ButtonLink>}
			>
				Deleted in the last {GONE_TEMPLATES_KEPT_DAYS} days, here or elsewhere. A restored template gets a new ID.{" "}
				<TextLink href="/guides/templates#deleted-templates">About deleted templates</TextLink>
			</PageHeader>
			{gone.length === 0 && !from ? (
				<EmptyState title={`No template was deleted in the last ${GONE_TEMPLATES_KEPT_DAYS} days`}>
					<p>A deleted template is listed here, and can be restored.</p>
				</EmptyState>
			) : (
				<div className="grid gap-5">
					{may(roleToPropose(role), "changeTemplates") ? <ScopeMissing of="post_vc_templates" /> : null}
					<ColumnTable
						label="Deleted templates"
						columns={columns}
						rows={gone}
						idOf={({ templateId }) => templateId}
						shared={{ role, clock: await pageClock(), notes }}
					/>
					<ListPages
						label="Pages of deleted templates"
						first={from ? PATH : null}
						next={next && `${PATH}?${new URLSearchParams({ at: next.at, before: next.templateId })}`}
					/>
				</div>
			)}
		</>
	);
}
