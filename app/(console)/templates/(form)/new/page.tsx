import type { Metadata } from "next";
import { CannotCreate, NotReadAgain } from "@/app/_page/notices";
import { ProblemAlert } from "@/app/_page/problem-alert";
import { buttonClass } from "@/components/ui/button";
import { Notices } from "@/components/ui/notices";
import { dashboardConfig } from "@/lib/dashboard/config";
import { learnScopes } from "@/lib/dashboard/management/tenant-link/granted-scopes";
import { type Outcome, outcomeOf } from "@/lib/dashboard/problem/problem-of";
import { rightTo, roleToPropose } from "@/lib/dashboard/proposals/rights";
import { formPage, pageClock, respondWithNotFound } from "@/lib/dashboard/request/page";
import { resources } from "@/lib/dashboard/resources/resources";
import { may } from "@/lib/dashboard/session/permissions";
import { requirePageSession } from "@/lib/dashboard/session/session";
import { presetStatements } from "@/lib/dashboard/templates/preset-statements";
import { findPreset } from "@/lib/dashboard/templates/presets";
import { getTemplateWithPurpose } from "@/lib/dashboard/templates/template-access";
import { withPreset } from "../../_edit/presets";
import { emptyValues, type TemplateFormValues, templateEditor } from "../../_edit/template-editor";
import { contentOf, templateSave } from "../../_edit/template-save";
import { ProposedOnly, TitleRow, templateUrl } from "../../_form/page-parts";
import { PrintOfForm, TemplateForm } from "../../_form/template-form";
import { AgainNote, newTemplatePath, versionNotKept, versionToMake } from "../../_history/restore";
import { TryItControls } from "../../try-it/_tab/try-it-controls";

export const metadata: Metadata = { title: resources.template.create.title };

/** `?again=` a template that is restored as a new one, by default a deleted one's last version. */
export default async function NewTemplatePage({ searchParams }: Pick<PageProps<"/templates/new">, "searchParams">) {
	const query = await searchParams;
	const [original, presetId, again, version] = (["from", "preset", "again", "version"] as const).map((name) =>
		typeof query[name] === "string" ? query[name] : "",
	);
	const preset = findPreset(presetId);
	const path = newTemplatePath({ from: original, preset: preset?.id, again, version });
	const session = await requirePageSession(path);
	await learnScopes();
	const submitted = templateSave.submitted.of("");
	// What was typed stays in its form: the service checks when it is submitted again.
	const right = rightTo(session.role, "post_vc_templates");
	const towards = roleToPropose(session.role);
	const canWrite = right !== null || (submitted !== null && may(towards, "changeTemplates"));
	const made = again ? await versionToMake(again, version ?? "") : null;
	const outcome: Outcome<TemplateFormValues> = again
		? (made ?? { problem: versionNotKept })
		: original
			? await outcomeOf(copyOf(original), "template")
			: { value: preset ? withPreset(preset, emptyValues, presetStatements) : emptyValues };
	const start = outcome.problem ? submitted && emptyValues : outcome.value;
	if (outcome.problem?.about === "missing" && !submitted) respondWithNotFound();
	const clock = await pageClock();
	// A viewer may try a preset or a copy.
	const hasForm = start && (canWrite || original || preset);
	const head = (
		<>
			<TitleRow
				title={resources.template.create.title}
				actions={
					start && canWrite ? (
						<a href="#importText" className={buttonClass()}>
							Import JSON
						</a>
					) : null
				}
			>
				{hasForm ? <PrintOfForm /> : null}
				{canWrite ? (
					<p className="text-sm text-muted max-lg:hidden">
						Tick what a verification asks the holder for. Nothing else is requested.
					</p>
				) : null}
			</TitleRow>
			<Notices>
				{right === "propose" ? (
					<ProposedOnly role={session.role} />
				) : (
					<CannotCreate role={towards} create="post_vc_templates" />
				)}
				{outcome.problem && submitted ? <NotReadAgain problem={outcome.problem} /> : null}
				{outcome.problem && !submitted ? <ProblemAlert problem={outcome.problem} /> : null}
				{made && canWrite ? <AgainNote version={made.version} clock={clock} /> : null}
			</Notices>
		</>
	);
	if (!hasForm) return head;
	return (
		<TemplateForm
			// Another preset or original is another form.
			key={path}
			head={head}
			canWrite={canWrite}
			{...(towards !== session.role && { isProposedOnly: true })}
			{...formPage(session.subject, clock)}
			// The browser's scripts have the empty values.
			{...(start !== emptyValues && { start })}
			id=""
			baseline={null}
			url={templateUrl()}
			verifier={dashboardConfig().tenant.name}
			presetStatements={presetStatements}
			tryIt={<TryItControls id="" authority={null} />}
		/>
	);
}

/** The initial values of a duplicate: the original's request, with a new name. */
async function copyOf(id: string): Promise<TemplateFormValues> {
	const original = await getTemplateWithPurpose(id);
	const { name, ...rest } = contentOf(original) ?? { ...templateEditor.defaults, type: emptyValues.type };
	return {
		...templateEditor.valuesOf({ ...rest, name: name && `${name} (copy)` }),
		certificateAuthority: original.custom_certificate_authority ?? "",
	};
}
