"use client";

import { type ReactNode, useRef, useState } from "react";
import { useEditing, useNow } from "@/app/_editor/editor-context";
import { EditorForm, type EditorPage } from "@/app/_editor/editor-form";
import { SaveBar } from "@/app/_editor/save-bar";
import { wasShown } from "@/app/_editor/seen";
import type { Editing } from "@/app/_editor/use-editor";
import { attributesInWords, requestedCount, requestedNames } from "@/lib/dashboard/templates/attribute-facts";
import type { PresetStatements } from "@/lib/dashboard/templates/preset-statements";
import { AttributeSection } from "../_attributes/attribute-section";
import { EditInWordsProvider } from "../_edit/edit-in-words";
import { ALL_PRESETS_ID, OWN_PURPOSE } from "../_edit/presets";
import { emptyValues, type TemplateContent, type TemplateFormValues, templateEditor } from "../_edit/template-editor";
import { tickedNames } from "../_edit/template-elements";
import { withAdvice } from "../_edit/with-advice";
import type { Press } from "../try-it/_run/try-it-fields";
import { type Importer, ImportPanel } from "./import-panel";
import { NameRow } from "./name-row";
import { focusChip, PresetNote, PresetPanel, pressedPreset } from "./preset-panel";
import { PurposeSection } from "./purpose-section";
import { createTemplateAction, updateTemplateAction } from "./template-actions";
import { TemplatePanels } from "./template-panels";
import { TrustSection } from "./trust-section";

type TemplateFormProps = EditorPage & {
	/** Above the fields, server-rendered. */
	notes?: ReactNode;
	/** Empty for a new template. */
	id: string;
	/** What the service stored when the page was rendered; null for a new template. */
	baseline: TemplateContent | null;
	/** Initial values of a new template, where it is not empty. */
	start?: TemplateFormValues | undefined;
	/** Those of a stored template, where they differ from what is stored. */
	edits?: TemplateFormValues | null;
	submitLabel: string;
	/** URL of the request: only shown, never called from here. */
	url: string;
	/** The verifier's name, as the holder reads it. */
	verifier: string;
	/** The presets' purposes, as data and server-rendered. */
	presetStatements: PresetStatements;
	/** To choose from. */
	legalBases: readonly string[];
	/** About the fields of the purpose and of trust, server-rendered. */
	purposeHelp: ReactNode;
	trustFacts: ReactNode;
	/** For a viewer: why nothing can be changed. */
	viewerNote?: ReactNode;
	/** The stored certificate authority, server-rendered. */
	certificate?: ReactNode;
	/** The controls of the import, and those of the tab “Try it” with their result, server-rendered. */
	transfer?: ReactNode;
	tryIt: ReactNode;
};

/** One form for new and stored templates. */
export function TemplateForm(props: TemplateFormProps) {
	const { id, start = emptyValues, edits, canWrite, submitLabel, url, verifier, madeAt } = props;
	const [isCreated] = useState(() => props.isCreated === true && !wasShown(madeAt));
	/** The id of a pressed preset that would change what is ticked. */
	const [proposed, setProposed] = useState<string | null>(null);
	const [pressed, setPressed] = useState<Press | null>(null);
	const importer = useRef<Importer>(null);

	function onIntent(intent: string, editing: Editing<typeof templateEditor.fields>): boolean {
		if (intent === "import") void importer.current?.fillIn();
		else if (intent.startsWith("try ")) setPressed({ intent });
		else if (intent.startsWith("fix ")) follow(intent.slice("fix ".length), editing);
		else if (intent === OWN_PURPOSE) keepOwnPurpose(editing);
		else if (intent.startsWith("preset ")) choose(intent.slice("preset ".length), editing);
		else return false;
		return true;
	}

	function choose(pressed: string, { getValues, apply }: Editing<typeof templateEditor.fields>): void {
		const values = pressedPreset(pressed, getValues(), props.presetStatements);
		setProposed(values ? null : pressed);
		if (values) apply(values);
		const all = document.getElementById(ALL_PRESETS_ID);
		if (!all?.hasAttribute("open")) return;
		// The preset may have been pressed in that list.
		all.removeAttribute("open");
		focusChip(pressed);
	}

	return (
		<EditorForm
			{...props}
			start={start}
			editor={templateEditor}
			idField="templateId"
			action={id ? updateTemplateAction : createTemplateAction}
			isCreated={isCreated}
			blank={emptyValues}
			draftInWords={draftInWords}
			onIntent={onIntent}
			bar={<TemplateSaveBar submitLabel={submitLabel} isCreated={isCreated} />}
			aside={
				<EditInWordsProvider>
					<TemplatePanels url={url} verifier={verifier} pressed={pressed} tryIt={props.tryIt} />
				</EditInWordsProvider>
			}
		>
			<EditInWordsProvider>
				{canWrite ? (
					<>
						<NameRow />
						<PresetPanel proposed={proposed} onDecided={() => setProposed(null)} statements={props.presetStatements} />
					</>
				) : (
					<>
						<ValuesOfViewer />
						{props.viewerNote}
					</>
				)}
				<AttributeSection
					start={(edits ?? start).elements}
					note={<PresetNote />}
					counter={canWrite ? null : <Counter />}
				/>
				<PurposeSection help={props.purposeHelp} legalBases={props.legalBases} />
				{id || !canWrite ? null : <MadeAgain />}
				{props.transfer && canWrite ? <ImportPanel ref={importer}>{props.transfer}</ImportPanel> : null}
				<TrustSection isNew={!id} certificate={props.certificate} facts={props.trustFacts} />
			</EditInWordsProvider>
		</EditorForm>
	);
}

/** The deleted template that a new one is made of, without scripts too. */
function MadeAgain() {
	const { again } = useEditing(templateEditor).getValues();
	return again ? <input type="hidden" name="again" value={again} /> : null;
}

function follow(adviceId: string, { edit, getValues, apply }: Editing<typeof templateEditor.fields>): void {
	const values = getValues();
	apply(withAdvice(adviceId, templateEditor.contentOf(values, edit.baseline), values));
}

function keepOwnPurpose({ getValues, apply }: Editing<typeof templateEditor.fields>): void {
	apply({ ...getValues(), preset: "" });
	// The button is gone.
	document.getElementById("purpose")?.focus();
}

function draftInWords(values: TemplateFormValues): string {
	const count = tickedNames(values).length;
	const what = values.name ? `“${values.name}”` : "Without a name";
	return `${what}, ${count} ${count === 1 ? "attribute" : "attributes"} ticked.`;
}

/** Disabled controls are not submitted, and “Try it” is for viewers too. */
function ValuesOfViewer() {
	const { getValues } = useEditing(templateEditor);
	return <input type="hidden" name="values" value={JSON.stringify(getValues())} />;
}

/** The one counter of the form. */
function Counter() {
	const { elements } = useNow(templateEditor).content;
	const { count, details } = requestedCount(elements);
	return (
		<p role="status" className="tabular-nums">
			{count}
			{details === null ? null : <span>{`: ${details}`}</span>}
		</p>
	);
}

type TemplateSaveBarProps = { submitLabel: string; isCreated: boolean };

/** What saving would do, the one counter and the button: always in view. */
function TemplateSaveBar({ submitLabel, isCreated }: TemplateSaveBarProps) {
	// Not deferred, unlike the panels: the text beside the button is always current.
	const { content } = useNow(templateEditor);
	return (
		<SaveBar
			submitLabel={submitLabel}
			lead={<Counter />}
			creation={creationInWords(content)}
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
