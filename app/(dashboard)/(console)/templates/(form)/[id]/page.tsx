import type { Metadata } from "next";
import { AnswerNotes } from "@/app/(dashboard)/answer-notes";
import { FlashStatus } from "@/app/(dashboard)/flash-status";
import { ProblemAlert } from "@/app/(dashboard)/problem-alert";
import { PageLink } from "@/components/layout/links";
import { PageHeader } from "@/components/layout/page-header";
import { Alert } from "@/components/ui/alert";
import { buttonClass } from "@/components/ui/button";
import { Identifier } from "@/components/ui/identifier";
import { TimeText } from "@/components/ui/time-text";
import { elementsOf } from "@/lib/contract/mdl-elements";
import type { Template } from "@/lib/contract/template";
import { TEMPLATE_TYPE_DEFAULT } from "@/lib/contract/template-defaults";
import { readFlash } from "@/lib/dashboard/flash";
import { getTemplate } from "@/lib/dashboard/management/templates";
import { outcomeOf } from "@/lib/dashboard/problem-of";
import { hasRole } from "@/lib/dashboard/role";
import { requirePageSession } from "@/lib/dashboard/session";
import { DeleteTemplate } from "../../delete-template";
import { TemplateForm } from "../../form/template-form";
import { selectionOf } from "../../form/template-form-values";
import { templatePanels } from "../../form/template-panels";
import { templateUrl } from "../../request/template-url";

export const metadata: Metadata = { title: "Template" };

export default async function TemplatePage({ params }: { params: Promise<{ id: string }> }) {
	const id = decodeURIComponent((await params).id);
	const path = `/templates/${encodeURIComponent(id)}`;
	const session = await requirePageSession(path);
	const outcome = await outcomeOf(getTemplate(id), "template");
	if (outcome.problem) {
		return (
			<>
				<PageHeader title="Template">
					<code>{id}</code>
				</PageHeader>
				<ProblemAlert problem={outcome.problem} />
			</>
		);
	}
	const template = outcome.value;
	const canWrite = hasRole(session.role, "editor");
	return (
		<>
			<PageHeader
				title={template.name || template.id}
				actions={
					<>
						<PageLink href={`/templates/compare?a=${encodeURIComponent(id)}`} className={buttonClass()}>
							Compare
						</PageLink>
						<a href={`${path}/json`} download className={buttonClass()}>
							Download as JSON
						</a>
						{canWrite ? (
							<>
								<PageLink href={`/templates/new?from=${encodeURIComponent(id)}`} className={buttonClass()}>
									Duplicate
								</PageLink>
								<DeleteTemplate id={template.id} name={template.name || template.id} />
							</>
						) : null}
					</>
				}
			>
				<p className="flex flex-wrap gap-x-6 gap-y-1">
					<Identifier value={template.id} label="Copy id" />
					<span>
						Updated <TimeText value={template.updated_at ?? template.created_at} now={new Date()} />
					</span>
				</p>
			</PageHeader>
			<FlashStatus path={path} />
			<AnswerNotes />
			<TemplateEditor
				template={template}
				canWrite={canWrite}
				subject={session.subject}
				isCreated={(await readFlash(path)) !== null}
			/>
		</>
	);
}

type TemplateEditorProps = { template: Template; canWrite: boolean; subject: string; isCreated: boolean };

function TemplateEditor({ template, canWrite, subject, isCreated }: TemplateEditorProps) {
	const { id, name, type, presentation, custom_certificate_authority } = template;
	if (!presentation) {
		return (
			<Alert tone="warning" title="This template can't be edited here">
				<p>Its presentation request has a shape that this console does not know. Nothing was changed.</p>
			</Alert>
		);
	}
	const elements = elementsOf(presentation);
	const start = {
		name: name ?? "",
		type: type ?? TEMPLATE_TYPE_DEFAULT,
		certificateAuthority: "",
		...selectionOf(elements),
		added: "",
	};
	const url = templateUrl(id);
	const certificateAuthority = custom_certificate_authority ?? null;
	return (
		<TemplateForm
			{...{ id, start, url, certificateAuthority, canWrite, subject, isCreated }}
			stored={elements}
			submitLabel="Save changes"
			panels={templatePanels({
				...{ start, url, canWrite, certificateAuthority },
				stored: elements,
				isNew: false,
				presetId: null,
			})}
		/>
	);
}
