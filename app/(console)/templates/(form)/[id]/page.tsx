import type { Metadata } from "next";
import { AnswerNotes, NotReadAgain } from "@/app/_forms/page-notices";
import { Unread } from "@/app/_forms/unread";
import { PageLink } from "@/components/layout/links";
import { PageHeader } from "@/components/layout/page-header";
import { Alert } from "@/components/ui/alert";
import { Badge } from "@/components/ui/badge";
import { buttonClass } from "@/components/ui/button";
import { Identifier } from "@/components/ui/identifier";
import { Notices } from "@/components/ui/notices";
import { TimeText } from "@/components/ui/time-text";
import type { Template } from "@/lib/contract/template/template";
import { dashboardConfig } from "@/lib/dashboard/config";
import { lackedScopes } from "@/lib/dashboard/management/connection/lacked-scopes";
import { getTemplate } from "@/lib/dashboard/management/templates";
import { pageOf, resources } from "@/lib/dashboard/registry/resources";
import { readFlash } from "@/lib/dashboard/request/flash";
import { pageClock } from "@/lib/dashboard/request/page-clock";
import { pageReader } from "@/lib/dashboard/request/posted-opened";
import { hasRole } from "@/lib/dashboard/session/role";
import { requirePageSession } from "@/lib/dashboard/session/session";
import { requestedNames, requestsAlmostEverything } from "../../_catalogue/attribute-facts";
import { type TemplateContent, templateEditor } from "../../_edit/template-editor";
import { templateHistory } from "../../_edit/template-history";
import { contentOf, templateSave } from "../../_edit/template-save";
import { DeleteTemplate, TemplateForm } from "../../_form/form-script";
import { PresetNotes } from "../../_form/preset-notes";
import { StoredCertificate, templateUrl } from "../../_form/server-parts";
import { TryItControls } from "../../try-it/_tab/try-it-controls";

type PageProps = { params: Promise<{ id: string }> };

const readEditedTemplate = pageReader(getTemplate, "template", templateSave.submitted);

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
	const id = decodeURIComponent((await params).id);
	const { outcome, submitted } = await readEditedTemplate(id);
	const name = outcome.problem ? submitted?.name : outcome.value.name || id;
	return { title: name ? `${name} · Templates` : "Template" };
}

export default async function TemplatePage({ params }: PageProps) {
	const id = decodeURIComponent((await params).id);
	const path = pageOf("template", id);
	const session = await requirePageSession(path);
	const { outcome, submitted } = await readEditedTemplate(id);
	if (outcome.problem && !submitted)
		return <Unread what="template" id={id} title="Template" problem={outcome.problem} />;
	const template: Template = outcome.problem ? { id, name: submitted?.name } : outcome.value;
	const canWrite = hasRole(session.role, "editor");
	const baseline = submitted ?? contentOf(template);
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
								{lackedScopes("post_vc_templates").length === 0 ? (
									<PageLink
										href={`${resources.template.create.path}?from=${encodeURIComponent(id)}`}
										className={buttonClass()}
									>
										Duplicate
									</PageLink>
								) : null}
								<DeleteTemplate id={template.id} name={template.name || template.id} />
							</>
						) : null}
					</>
				}
			>
				<p className="flex flex-wrap items-center gap-x-6 gap-y-1">
					{requestsAlmostEverything(requestedNames(baseline?.elements ?? {})) ? (
						<Badge tone="warning">asks for almost everything</Badge>
					) : null}
					<Identifier value={template.id} label="Copy id" />
					{submitted ? null : (
						<span>
							Created <TimeText value={template.created_at} clock={await pageClock()} />
						</span>
					)}
				</p>
			</PageHeader>
			<Notices>{outcome.problem ? <NotReadAgain problem={outcome.problem} /> : <AnswerNotes />}</Notices>
			<TemplateEditor
				baseline={baseline}
				template={template}
				canWrite={canWrite}
				subject={session.subject}
				isCreated={(await readFlash(path)) !== null}
			/>
		</>
	);
}

type TemplateEditorProps = {
	/** Null where it has a shape that this console does not know. */
	baseline: TemplateContent | null;
	template: Template;
	canWrite: boolean;
	subject: string;
	isCreated: boolean;
};

async function TemplateEditor({ baseline, template, canWrite, subject, isCreated }: TemplateEditorProps) {
	const { id } = template;
	if (!baseline) {
		return (
			<Alert tone="warning" title="This template can't be edited here">
				<p>Its presentation request has a shape that this console does not know. Nothing was changed.</p>
			</Alert>
		);
	}
	const { now, timeZone } = await pageClock();
	return (
		<TemplateForm
			id={id}
			canWrite={canWrite}
			subject={subject}
			isCreated={isCreated}
			baseline={baseline}
			start={templateEditor.valuesOf(baseline)}
			submitLabel="Save changes"
			url={templateUrl(id)}
			verifier={dashboardConfig().tenant.name}
			presetNotes={<PresetNotes />}
			certificate={<StoredCertificate text={template.custom_certificate_authority ?? null} />}
			tryIt={<TryItControls id={id} authority={template.custom_certificate_authority ?? null} />}
			history={await templateHistory(id)}
			madeAt={now.toISOString()}
			timeZone={timeZone}
		/>
	);
}
