"use client";

import { type ReactNode, useRef, useState } from "react";
import { EditorField, useEditing, useNow } from "@/app/_editor/editor-context";
import { EditorForm, type EditorPage } from "@/app/_editor/editor-form";
import { SaveBar } from "@/app/_editor/save-bar";
import { wasShown } from "@/app/_editor/seen";
import type { Editing } from "@/app/_editor/use-editor";
import { AttributeSection } from "../_attributes/attribute-section";
import { attributesInWords, requestedNames } from "../_catalogue/attribute-facts";
import { EditInWordsProvider } from "../_edit/edit-in-words";
import { createTemplateAction, updateTemplateAction } from "../_edit/template-actions";
import { savingInWords, type TemplateContent, type TemplateFormValues, templateEditor } from "../_edit/template-editor";
import { requestedInWords, tickedNames } from "../_edit/template-elements";
import { withAdvice } from "../_edit/with-advice";
import type { Press } from "../try-it/_run/try-it-fields";
import { type Importer, ImportPanel } from "./import-panel";
import { type PresetChoice, PresetPanel } from "./preset-panel";
import { TemplatePanels } from "./template-panels";
import { TrustSection } from "./trust-section";

type TemplateFormProps = EditorPage & {
	/** Empty for a template that is yet to be created. */
	id: string;
	/** What the service held when the page was made; null for a new template. */
	baseline: TemplateContent | null;
	/** What the form starts with. */
	start: TemplateFormValues;
	submitLabel: string;
	/** Where the request goes: shown, never called from here. */
	url: string;
	/** Who asks, as the holder reads it. */
	verifier: string;
	/** What each preset is for, as the server renders it. */
	presetNotes: ReactNode;
	/** The preset that `start` was made of. */
	presetId?: string | null;
	/** The stored certificate authority, as the server renders it. */
	certificate?: ReactNode;
	/** The controls of the import, and those of the tab “Try it” with what became of them, as the server renders them. */
	transfer?: ReactNode;
	tryIt: ReactNode;
};

/** One form for new and stored templates. */
export function TemplateForm(props: TemplateFormProps) {
	const { id, start, canWrite, submitLabel, url, verifier, madeAt } = props;
	const [isCreated] = useState(() => props.isCreated === true && !wasShown(madeAt));
	const [preset, setPreset] = useState<PresetChoice>({ current: props.presetId ?? null, proposed: null });
	const [pressed, setPressed] = useState<Press | null>(null);
	const importer = useRef<Importer>(null);

	function onIntent(intent: string, editing: Editing<typeof templateEditor.fields>): boolean {
		if (intent === "import") void importer.current?.fillIn();
		else if (intent.startsWith("try ")) setPressed({ intent });
		else if (intent.startsWith("fix ")) follow(intent.slice("fix ".length), editing);
		else return false;
		return true;
	}

	return (
		<EditorForm
			{...props}
			editor={templateEditor}
			idField="templateId"
			action={id ? updateTemplateAction : createTemplateAction}
			isCreated={isCreated}
			draftInWords={draftInWords}
			onIntent={onIntent}
			bar={<TemplateSaveBar submitLabel={submitLabel} isCreated={isCreated} />}
			aside={
				<EditInWordsProvider>
					<TemplatePanels
						url={url}
						verifier={verifier}
						pressed={pressed}
						tryIt={props.tryIt}
						presetId={preset.current}
					/>
				</EditInWordsProvider>
			}
		>
			<EditInWordsProvider>
				{canWrite ? null : <ValuesOfViewer />}
				<EditorField of={templateEditor} name="name" />
				{canWrite ? (
					<div className={id ? "script-only grid gap-2" : "grid gap-2"}>
						<h2 className="text-sm font-medium">Start from a preset</h2>
						<PresetPanel choice={preset} onChoice={setPreset} />
						<div className="side-notes">
							{props.presetNotes}
							{props.transfer ? <ImportPanel ref={importer}>{props.transfer}</ImportPanel> : null}
						</div>
					</div>
				) : null}
				<AttributeSection start={start.elements} />
				<TrustSection isNew={!id} certificate={props.certificate} />
			</EditInWordsProvider>
		</EditorForm>
	);
}

function follow(adviceId: string, { edit, getValues, apply }: Editing<typeof templateEditor.fields>): void {
	const values = getValues();
	apply(withAdvice(adviceId, templateEditor.contentOf(values, edit.baseline).elements, values));
}

function draftInWords(values: TemplateFormValues): string {
	const count = tickedNames(values).length;
	const what = values.name ? `“${values.name}”` : "Without a name";
	return `${what}, ${count} ${count === 1 ? "attribute" : "attributes"} ticked.`;
}

/** Disabled controls are not posted, and “Try it” is for viewers too. */
function ValuesOfViewer() {
	const { getValues } = useEditing(templateEditor);
	return <input type="hidden" name="values" value={JSON.stringify(getValues())} />;
}

type TemplateSaveBarProps = { submitLabel: string; isCreated: boolean };

/** What saving would do, the one counter and the button: always in sight. */
function TemplateSaveBar({ submitLabel, isCreated }: TemplateSaveBarProps) {
	// At once, unlike the panels: nobody presses the button beside words of a moment ago.
	const { baseline } = useEditing(templateEditor).edit;
	const { content: wanted } = useNow(templateEditor);
	return (
		<SaveBar
			submitLabel={submitLabel}
			lead={
				<p role="status" className="font-medium tabular-nums">
					{requestedInWords(wanted.elements)}
				</p>
			}
			heading={() => (baseline ? savingInWords(baseline, wanted) : "")}
			creation={<p>{creationInWords(wanted)}</p>}
			{...(isCreated ? { success: "Template created." } : {})}
		/>
	);
}

function creationInWords({ name, elements }: TemplateContent): string {
	const names = requestedNames(elements);
	const what = name === "" ? "Creates a template" : `Creates “${name}”`;
	if (names.length === 0) return `${what}. Nothing is ticked yet.`;
	return `${what}, asking for ${attributesInWords(names)}.`;
}
