import type { Metadata } from "next";
import { historyOf } from "@/app/_history/history";
import { NotReadAgain, ResponseNotes, RoleNote, ScopeMissing } from "@/app/_page/notices";
import { Unread } from "@/app/_page/unread";
import { templateEditor } from "@/app/(console)/templates/_edit/template-editor";
import { ButtonLink, MenuLink } from "@/components/layout/links";
import { Menu } from "@/components/layout/menu";
import { Alert } from "@/components/ui/alert";
import { Badge } from "@/components/ui/badge";
import { Identifier } from "@/components/ui/identifier";
import { nameInWords } from "@/components/ui/invisible-characters";
import { Notices } from "@/components/ui/notices";
import { nameOrId } from "@/lib/contract/name-or-id";
import { dashboardConfig } from "@/lib/dashboard/config";
import { rightTo, roleToPropose } from "@/lib/dashboard/proposals/rights";
import { readFlash } from "@/lib/dashboard/request/flash";
import { formPage, pageClock, pageReader } from "@/lib/dashboard/request/page";
import { pageOf } from "@/lib/dashboard/resources/resources";
import { operationsOf } from "@/lib/dashboard/resources/writes";
import { may } from "@/lib/dashboard/session/permissions";
import { requirePageSession } from "@/lib/dashboard/session/session";
import { requestedNames, requestsAlmostEverything } from "@/lib/dashboard/templates/attribute-facts";
import { goneTemplate, templateVersion } from "@/lib/dashboard/templates/history/read-history";
import { snapshotOf } from "@/lib/dashboard/templates/history/snapshot";
import { presetStatements } from "@/lib/dashboard/templates/preset-statements";
import { noPurpose } from "@/lib/dashboard/templates/purpose";
import { getTemplateWithPurpose, type TemplateWithPurpose } from "@/lib/dashboard/templates/template-access";
import { contentOf, templateSave } from "../../_edit/template-save";
import { DeleteTemplate, ProposedOnly, StoredTrust, TitleRow, templateUrl } from "../../_form/page-parts";
import { PrintOfForm, TemplateForm } from "../../_form/template-form";
import { GoneNotice, newTemplatePath, RestoreNote, restoredValues } from "../../_history/restore";
import { TemplateLinks } from "../../_list/template-links";
import { TryItControls } from "../../try-it/_tab/try-it-controls";

type Props = PageProps<"/templates/[id]">;

const readEditedTemplate = pageReader(getTemplateWithPurpose, "template", templateSave.submitted);

export async function generateMetadata({ params }: Pick<Props, "params">): Promise<Metadata> {
	const id = decodeURIComponent((await params).id);
	const { outcome, submitted } = await readEditedTemplate(id);
	const name = outcome.problem ? submitted?.name : nameOrId(outcome.value.name, id);
	return { title: name ? `${nameInWords(name)} · Templates` : "Template" };
}

/** `?restore=` the version that the form is filled in with. */
export default async function TemplatePage({ params, searchParams }: Props) {
	const id = decodeURIComponent((await params).id);
	const path = pageOf("template", id);
	const { role, subject } = await requirePageSession(path);
	const { outcome, submitted } = await readEditedTemplate(id);
	if (outcome.problem && !submitted) {
		const gone = await goneTemplate(id);
		const notice = gone && <GoneNotice gone={gone} role={role} />;
		return <Unread what="template" id={id} problem={outcome.problem} gone={notice} />;
	}
	const template: TemplateWithPurpose = outcome.problem
		? { id, name: submitted?.name, purpose: noPurpose }
		: outcome.value;
	const title = nameOrId(template.name, id);
	const towards = roleToPropose(role);
	const isAllowed = may(towards, "changeTemplates");
	const right = rightTo(role, "patch_vc_templates_by_id");
	const deletion = rightTo(role, "delete_vc_templates_by_id");
	// What was typed stays in its form: the service checks when it is submitted again.
	const canWrite = right !== null || (submitted !== null && isAllowed);
	const baseline = submitted ?? contentOf(template);
	const { restore } = await searchParams;
	const version = canWrite && typeof restore === "string" ? await templateVersion(id, restore) : undefined;
	const values = version ? restoredValues(version, template) : null;
	const edits = version && values ? { by: version.id, values } : null;
	const clock = await pageClock();
	const head = (
		<>
			<TitleRow
				title={title}
				actions={
					<>
						{rightTo(role, "post_vc_templates") ? (
							<ButtonLink href={newTemplatePath({ from: id })}>Duplicate</ButtonLink>
						) : null}
						{deletion ? <DeleteTemplate id={id} name={title} right={deletion} /> : null}
						<Menu label="More">
							<ul>
								<MenuLink href={`${path}/history`}>History</MenuLink>
								<TemplateLinks id={id} />
							</ul>
						</Menu>
					</>
				}
			>
				{requestsAlmostEverything(requestedNames(baseline?.elements ?? {})) ? (
					<Badge tone="warning">asks for almost everything</Badge>
				) : null}
				{baseline ? <PrintOfForm /> : null}
				<Identifier value={id} label="Copy ID" />
			</TitleRow>
			<Notices>
				{outcome.problem ? <NotReadAgain problem={outcome.problem} /> : <ResponseNotes />}
				{isAllowed ? <ScopeMissing of={operationsOf("template")} /> : null}
				{right === "propose" ? <ProposedOnly role={role} /> : null}
			</Notices>
		</>
	);
	if (!baseline) {
		return (
			<>
				{head}
				<Alert tone="warning" title="This template can't be edited here">
					<p>Its presentation request has a shape that this console does not know. Nothing was changed.</p>
				</Alert>
			</>
		);
	}
	return (
		<TemplateForm
			head={head}
			edits={edits}
			page={path}
			notes={
				version === undefined ? null : (
					<RestoreNote id={id} version={edits && version} present={snapshotOf(template)} clock={clock} />
				)
			}
			id={id}
			canWrite={canWrite}
			{...(towards !== role && { isProposedOnly: true })}
			{...formPage(subject, clock)}
			isCreated={(await readFlash(path)) !== null}
			baseline={baseline}
			url={templateUrl(id)}
			verifier={dashboardConfig().tenant.name}
			presetStatements={presetStatements}
			{...(!canWrite && { viewerNote: <RoleNote role={role} towards={towards} permission="changeTemplates" /> })}
			certificate={<StoredTrust template={template} clock={clock} />}
			tryIt={<TryItControls id={id} authority={template.custom_certificate_authority ?? null} />}
			history={await historyOf([templateEditor], "template", id)}
			versionsPage={`${path}/history`}
		/>
	);
}
