"use client";

import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { HistoryList } from "@/app/_editor/history-list";
import type { PastChange } from "@/app/_editor/past-change";
import { rememberPage, seenSince, wasShown } from "@/app/_editor/seen";
import { SaveProblems } from "@/app/_forms/save-problems";
import { useSaveKey } from "@/app/_forms/use-save-key";
import { withAdvice } from "../_advice/with-fix";
import { AttributeSection } from "../_attributes/attribute-section";
import { wantedContent } from "../_edit/template-changes";
import type { TemplateSave } from "../_edit/template-form-state";
import { type TemplateContent, type TemplateFormValues, valuesOf } from "../_edit/template-form-values";
import { type PresetChoice, PresetPanel } from "../_presets/preset-panel";
import { type Importer, ImportPanel } from "../_transfer/import-panel";
import type { Press } from "../try-it/press";
import { ErrorSummary } from "./error-summary";
import { SaveBar } from "./save/save-bar";
import { TemplateConflict } from "./save/template-conflict";
import { NameField, TrustSection } from "./template-detail-fields";
import { TemplateEditProvider } from "./template-edit-context";
import { TemplatePanels } from "./template-panels";
import { UnsavedEdits } from "./unsaved-edits";
import { useTemplateForm } from "./use-template-form";

type TemplateFormProps = {
	/** Absent for a template that is yet to be created. */
	id?: string;
	/** What the service held when the page was made; null for a new template. */
	opened: TemplateContent | null;
	/** What the form starts with. */
	start: TemplateFormValues;
	canWrite: boolean;
	submitLabel: string;
	/** Where the request goes: shown, never called from here. */
	url: string;
	/** Who asks, as the holder reads it. */
	verifier: string;
	/** What each preset is for, as the server draws it. */
	presetNotes: ReactNode;
	/** The preset that `start` was made of. */
	presetId?: string | null;
	/** Who is signed in: drafts are kept apart by it. */
	subject: string;
	/** This page is where a creation has led. */
	isCreated?: boolean;
	/** The stored certificate authority, as the server draws it. */
	certificate?: ReactNode;
	/** The controls of the import, and those of the tab “Try it” with what became of them, as the server draws them. */
	transfer?: ReactNode;
	tryIt: ReactNode;
	history?: PastChange[];
	/** When the page was made, ISO 8601 UTC. */
	madeAt: string;
	/** Where its reader lives, as IANA names it. */
	timeZone: string;
};

/**
 * One form for new and stored templates, drawn by the server and live in the browser: the same components, one store. It
 * is a native form as well, which posts its controls to the same action while, and where, no scripts run.
 */
export function TemplateForm(props: TemplateFormProps) {
	const { id, canWrite, submitLabel, url, verifier, subject, certificate, madeAt } = props;
	const [known] = useState(() => seenSince<TemplateSave>(id ?? "", madeAt));
	const [isCreated] = useState(() => props.isCreated === true && !wasShown(madeAt));
	useEffect(() => rememberPage(madeAt), [madeAt]);
	const form = useTemplateForm({
		...(id === undefined ? {} : { id }),
		opened: known?.after ?? props.opened,
		start: known ? valuesOf(known.after) : props.start,
		canWrite,
	});
	const { formRef, editing, edit, answer, isPending, unchanged } = form;
	const [preset, setPreset] = useState<PresetChoice>({ current: props.presetId ?? null, proposed: null });
	const [pressed, setPressed] = useState<Press | null>(null);
	const importer = useRef<Importer>(null);
	const latest = answer.saved ?? known;
	useSaveKey(formRef);

	function onSubmit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		const intent = (event.nativeEvent as SubmitEvent).submitter?.getAttribute("value") ?? "";
		if (intent === "import") return void importer.current?.fillIn();
		if (intent.startsWith("try ")) return setPressed({ intent });
		if (intent.startsWith("fix ")) return follow(intent.slice("fix ".length));
		form.save();
	}

	function follow(adviceId: string) {
		const values = editing.getValues();
		editing.apply(withAdvice(adviceId, wantedContent(edit.opened, values).elements, values));
	}

	return (
		<TemplateEditProvider editing={editing}>
			<form
				ref={formRef}
				action={form.submit}
				onSubmit={onSubmit}
				noValidate
				autoComplete="off"
				data-early-guard={editing.isLive ? undefined : ""}
				className="grid gap-5"
			>
				{/* The first submit button answers Enter in a text field: that must save, not follow an advice. */}
				<button type="submit" tabIndex={-1} aria-hidden="true" className="sr-only" />
				{/* Disabled controls are not posted. */}
				{canWrite ? null : <input type="hidden" name="values" value={JSON.stringify(editing.getValues())} />}
				{id ? <input type="hidden" name="templateId" value={id} /> : null}
				{edit.opened ? (
					<input type="hidden" name="opened" value={JSON.stringify(edit.opened)} />
				) : (
					<input type="hidden" name="source" value={JSON.stringify(editing.source)} />
				)}
				<div className="form-and-aside">
					<div className="grid content-start gap-5">
						<div ref={form.summaryRef} tabIndex={-1} className="grid gap-3 empty:hidden">
							<ErrorSummary />
							<SaveProblems problem={answer.problem} differing={answer.saved?.differing} />
							<UnsavedEdits {...{ id, subject, isCreated, unchanged, isPending }} onRestore={form.take} />
						</div>
						{edit.conflict ? <TemplateConflict ref={form.conflictRef} conflict={edit.conflict} /> : null}
						<NameField />
						{canWrite ? (
							<div className={id ? "script-only grid gap-2" : "grid gap-2"}>
								<h2 className="text-sm font-medium">Start from a preset</h2>
								<PresetPanel choice={preset} onChoice={setPreset} />
								<div className="side-notes">
									{props.presetNotes}
									{props.transfer ? (
										<details open={!!answer.imported}>
											<summary>Import a template</summary>
											<ImportPanel ref={importer}>{props.transfer}</ImportPanel>
										</details>
									) : null}
								</div>
							</div>
						) : null}
						<AttributeSection />
						<TrustSection isNew={!id} certificate={certificate} />
					</div>
					<TemplatePanels {...{ url, verifier, pressed }} tryIt={props.tryIt} presetId={preset.current} />
				</div>
				{id ? (
					<HistoryList
						id={id}
						changes={latest?.history ?? props.history ?? []}
						clock={{ now: new Date(latest?.at ?? madeAt), timeZone: props.timeZone }}
					/>
				) : null}
				<SaveBar {...{ submitLabel, unchanged, isPending, isCreated }} onUndo={form.undo} />
			</form>
		</TemplateEditProvider>
	);
}
