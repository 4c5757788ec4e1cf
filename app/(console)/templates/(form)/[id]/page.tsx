import type { Metadata } from "next";
import { NotReadAgain, ResponseNotes, ScopeMissing } from "@/app/_forms/page-notices";
import { RoleNote } from "@/app/_forms/role-note";
import { Unread } from "@/app/_forms/unread";
import { historyOf } from "@/app/(console)/activity/history-of";
import { PageLink } from "@/components/layout/links";
import { Alert } from "@/components/ui/alert";
import { Badge } from "@/components/ui/badge";
import { buttonClass } from "@/components/ui/button";
import { Identifier } from "@/components/ui/identifier";
import { nameInWords } from "@/components/ui/invisible-characters";
import { Notices } from "@/components/ui/notices";
import { dashboardConfig } from "@/lib/dashboard/config";
import { canUse } from "@/lib/dashboard/management/tenant-link/can-use";
import { readFlash } from "@/lib/dashboard/request/flash";
import { pageClock } from "@/lib/dashboard/request/page";
import { pageReader } from "@/lib/dashboard/request/submitted-baseline";
import { pageOf, resources } from "@/lib/dashboard/resources/resources";
import { operationsOf } from "@/lib/dashboard/resources/writes";
import { may } from "@/lib/dashboard/session/permissions";
import { requirePageSession, type Session } from "@/lib/dashboard/session/session";
import { requestedNames, requestsAlmostEverything } from "@/lib/dashboard/templates/attribute-facts";
import { goneTemplate, templateVersion } from "@/lib/dashboard/templates/history/read-history";
import { snapshotOf } from "@/lib/dashboard/templates/history/snapshot";
import { legalBases, presetStatements } from "@/lib/dashboard/templates/preset-statements";
import { noPurpose } from "@/lib/dashboard/templates/purpose";
import { getTemplateWithPurpose, type TemplateWithPurpose } from "@/lib/dashboard/templates/template-with-purpose";
import type { TemplateContent } from "../../_edit/template-editor";
import { contentOf, templateSave } from "../../_edit/template-save";
import { DeleteTemplate } from "../../_form/delete-template";
import { PurposeHelp, StoredTrust, TrustFacts, templateUrl } from "../../_form/server-parts";
import { TemplateForm } from "../../_form/template-form";
import { MoreActions, TitleRow } from "../../_form/title-row";
import { GoneNotice } from "../../_history/gone-notice";
import { RestoreNote } from "../../_history/restore-note";
import { restoredValues } from "../../_history/restored-version";
import { WhileUnsaved } from "../../_history/while-unsaved";
import { TryItControls } from "../../try-it/_tab/try-it-controls";

type PageProps = {
	params: Promise<{ id: string }>;
	/** `restore`: the version that the form is filled in with. */
	searchParams: Promise<{ restore?: string | string[] }>;
};

const readEditedTemplate = pageReader(getTemplateWithPurpose, "template", templateSave.submitted);

export async function generateMetadata({ params }: Pick<PageProps, "params">): Promise<Metadata> {
	const id = decodeURIComponent((await params).id);
	const { outcome, submitted } = await readEditedTemplate(id);
	const name = outcome.problem ? submitted?.name : outcome.value.name || id;
	return { title: name ? `${nameInWords(name)} · Templates` : "Template" };
}

export default async function TemplatePage({ params, searchParams }: PageProps) {
	const id = decodeURIComponent((await params).id);
	const path = pageOf("template", id);
	const session = await requirePageSession(path);
	const { outcome, submitted } = await readEditedTemplate(id);
	if (outcome.problem && !submitted)
		return <Unread what="template" id={id} problem={outcome.problem} gone={await goneNoticeOf(id, session)} />;
	const template: TemplateWithPurpose = outcome.problem
		? { id, name: submitted?.name, purpose: noPurpose }
		: outcome.value;
	const isAllowed = may(session.role, "changeTemplates");
	// What was typed stays in its form: the service checks when it is submitted again.
	const canWrite = submitted ? isAllowed : canUse(session.role, "patch_vc_templates_by_id");
	const { restore } = await searchParams;
	const baseline = submitted ?? contentOf(template);
	return (
		<>
			<TitleRow
				title={template.name || template.id}
				actions={
					<>
						{canUse(session.role, "post_vc_templates") ? (
							<PageLink
								href={`${resources.template.create.path}?from=${encodeURIComponent(id)}`}
								className={buttonClass()}
							>
								Duplicate
							</PageLink>
						) : null}
						{canUse(session.role, "delete_vc_templates_by_id") ? (
							<DeleteTemplate id={template.id} name={template.name || template.id} />
						) : null}
						<MoreActions>
							<PageLink href={`${path}/history`}>Versions</PageLink>
							<PageLink href={`/templates/compare?a=${encodeURIComponent(id)}`}>Compare</PageLink>
							<a href={`${path}/json`} download>
								Download as JSON
							</a>
						</MoreActions>
					</>
				}
			>
				{requestsAlmostEverything(requestedNames(baseline?.elements ?? {})) ? (
					<Badge tone="warning">asks for almost everything</Badge>
				) : null}
				<Identifier value={template.id} label="Copy id" />
			</TitleRow>
			<Notices>
				{outcome.problem ? <NotReadAgain problem={outcome.problem} /> : <ResponseNotes />}
				{isAllowed ? <ScopeMissing of={operationsOf("template")} /> : null}
			</Notices>
			<TemplateEditor
				baseline={baseline}
				template={template}
				canWrite={canWrite}
				session={session}
				restore={canWrite && typeof restore === "string" ? restore : null}
				isCreated={(await readFlash(path)) !== null}
			/>
		</>
	);
}

type TemplateEditorProps = {
	/** Null for a shape that this console does not know. */
	baseline: TemplateContent | null;
	template: TemplateWithPurpose;
	canWrite: boolean;
	session: Session;
	/** Identifier of a version. */
	restore: string | null;
	isCreated: boolean;
};

async function TemplateEditor({ baseline, template, canWrite, session, restore, isCreated }: TemplateEditorProps) {
	const { id } = template;
	if (!baseline) {
		return (
			<Alert tone="warning" title="This template can't be edited here">
				<p>Its presentation request has a shape that this console does not know. Nothing was changed.</p>
			</Alert>
		);
	}
	const clock = await pageClock();
	const version = restore === null ? null : await templateVersion(id, restore);
	const restored = version && restoredValues(version, template);
	return (
		<TemplateForm
			// Another version is another form.
			key={restore}
			id={id}
			canWrite={canWrite}
			subject={session.subject}
			isCreated={isCreated}
			baseline={baseline}
			{...(restored && { edits: restored })}
			{...(restore !== null && {
				notes: (
					<WhileUnsaved>
						<RestoreNote id={id} version={restored && version} present={snapshotOf(template)} clock={clock} />
					</WhileUnsaved>
				),
			})}
			submitLabel="Save changes"
			url={templateUrl(id)}
			verifier={dashboardConfig().tenant.name}
			presetStatements={presetStatements}
			legalBases={legalBases}
			purposeHelp={<PurposeHelp />}
			trustFacts={<TrustFacts />}
			{...(!canWrite && { viewerNote: <RoleNote role={session.role} permission="changeTemplates" /> })}
			certificate={<StoredTrust template={template} clock={clock} />}
			tryIt={<TryItControls id={id} authority={template.custom_certificate_authority ?? null} />}
			history={await historyOf("template", id)}
			versionsPage={`${pageOf("template", id)}/history`}
			madeAt={clock.now.toISOString()}
			timeZone={clock.timeZone}
		/>
	);
}

/** What is known of a template that is missing. */
async function goneNoticeOf(id: string, { role }: Session) {
	const gone = await goneTemplate(id);
	if (!gone) return undefined;
	return (
		<GoneNotice
			gone={gone}
			name={gone.content.name ?? gone.templateId}
			clock={await pageClock()}
			canMake={canUse(role, "post_vc_templates")}
		/>
	);
}
