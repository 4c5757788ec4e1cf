"use client";

import { ProblemAlert } from "@/app/(dashboard)/problem-alert";
import { Alert } from "@/components/ui/alert";
import { Card } from "@/components/ui/card";
import type { MdlElements } from "@/lib/contract/mdl-elements";
import type { Problem } from "@/lib/dashboard/problem";
import { AttributeSection } from "../attributes/attribute-section";
import { ErrorSummary } from "./error-summary";
import { TemplateAside, type TemplatePanels } from "./template-aside";
import { TemplateDetailFields } from "./template-detail-fields";
import type { TemplateFormValues } from "./template-form-values";
import { useTemplateForm } from "./use-template-form";

export type TemplateFormProps = {
	/** Absent for a template that is yet to be created. */
	id?: string;
	start: TemplateFormValues;
	stored: MdlElements;
	/** The template's certificate authority, which can't be changed once it is created. */
	certificateAuthority?: string | null;
	canWrite: boolean;
	submitLabel: string;
	/** Where the request goes: shown, never called from here. */
	url: string;
	/** The preset that `start` was made of. */
	presetId?: string | null;
	/** Who is signed in: drafts are kept apart by it. */
	subject: string;
	/** This page is where a creation has led: the draft it came from is done with. */
	isCreated?: boolean;
	/** What stands beside the form, as the server made it for `start`. */
	panels: TemplatePanels;
};

/** A native form that posts to one action; scripts make it live, see `use-template-form.ts`. */
export function TemplateForm(props: TemplateFormProps) {
	const { id, certificateAuthority, canWrite, panels } = props;
	const form = useTemplateForm(props);
	const { late, values, startNow, storedNow, errors, state } = form;
	return (
		// biome-ignore lint/a11y/useKeyWithClickEvents: the clicks are those of links and buttons inside, which keys make too.
		<form
			ref={form.formRef}
			action={form.submit}
			onSubmit={form.onSubmit}
			onInput={form.onInput}
			onClick={form.onClick}
			{...form.lateHandlers}
			noValidate
			autoComplete="off"
		>
			{id ? <input type="hidden" name="templateId" value={id} /> : null}
			<input type="hidden" name="stored" value={JSON.stringify(storedNow)} />
			<fieldset disabled={!canWrite} className="grid items-start gap-5 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
				<legend className="sr-only">Template</legend>
				<div className="grid gap-5">
					<div ref={form.summaryRef} tabIndex={-1} className="grid gap-3 empty:hidden">
						<ErrorSummary errors={errors} />
						{state.problem ? <TemplateProblem problem={state.problem} /> : null}
						{late && form.draft ? <late.DraftOffer draft={form.draft} onChoice={form.onDraftChoice} /> : null}
					</div>
					<Card className="grid gap-5">
						<TemplateDetailFields
							{...{ values, start: startNow, errors, certificateAuthority, late }}
							isNew={!id}
							onRewrap={form.onRewrap}
						>
							{panels.certificate}
						</TemplateDetailFields>
					</Card>
					{canWrite ? (
						<Card className={id ? "script-only grid gap-3" : "grid gap-3"}>
							{panels.presets}
							<div aria-live="polite" className="empty:hidden">
								{late ? (
									<late.PresetStatus {...{ values }} choice={form.preset} onChoice={form.onPresetChoice} />
								) : (
									panels.presetStatus
								)}
							</div>
						</Card>
					) : null}
					<Card>
						<AttributeSection
							key={JSON.stringify(storedNow)}
							{...{ start: startNow, values, late, onSelect: form.onSelect }}
							error={errors.attributes}
						/>
					</Card>
				</div>
				<TemplateAside {...props} {...{ form }} />
			</fieldset>
		</form>
	);
}

/** Signing in again happens in another tab, so that nobody has to leave what was typed. */
function TemplateProblem({ problem }: { problem: Problem }) {
	if (problem.about !== "signed-out") return <ProblemAlert problem={problem} />;
	return (
		<Alert tone="error" title={problem.title}>
			<p>{problem.message}</p>
			<p>
				<a href="/sign-in" target="_blank" rel="noreferrer" className="font-medium text-accent underline">
					Sign in again in a new tab
				</a>
				, then come back and press the button again.
			</p>
		</Alert>
	);
}
