"use client";

import { type ReactNode, useContext, useEffect, useState } from "react";
import { EditorField, KeptField, useEditing, useNow } from "@/app/_editor/editor-context";
import { EditorForm, type EditorPage } from "@/app/_editor/editor-form";
import type { EditorOptions } from "@/app/_editor/editor-reducer";
import { SaveBar, SkipToSave } from "@/app/_editor/save-bar";
import { wasShown } from "@/app/_editor/seen";
import { ReasonRules } from "@/app/_forms/reason-field";
import { EmergencyField, WhyProposed } from "@/app/_forms/second-editor";
import { loadPart } from "@/app/_page/lazy";
import { Print } from "@/app/_print/print";
import { classNames } from "@/components/ui/class-names";
import { nameInWords } from "@/components/ui/invisible-characters";
import { Tabs } from "@/components/ui/tabs";
import { attributesInWords, requestedCount, requestedNames } from "@/lib/dashboard/templates/attribute-facts";
import type { PresetStatements } from "@/lib/dashboard/templates/preset-statements";
import { printOf } from "@/lib/dashboard/templates/request-print";
import { adviceFor } from "../_advice/advice";
import { AdviceList } from "../_advice/advice-list";
import { AttributeSection } from "../_attributes/attribute-section";
import { EditInWordsProvider, useEditInWords } from "../_edit/edit-in-words";
import { withAdvice } from "../_edit/presets";
import {
	asksForMore,
	changesOfSave,
	emptyValues,
	purposeOf,
	type TemplateContent,
	type TemplateFormValues,
	templateEditor,
} from "../_edit/template-editor";
import { isTicked } from "../_edit/template-elements";
import { TryItProvider } from "../try-it/_tab/try-it-run";
import { HolderPreview } from "./holder-preview";
import { ImportPanel } from "./import-panel";
import { PresetNote, PresetPanel } from "./preset-panel";
import { PurposeSection } from "./purpose-section";
import { RequestPanel } from "./request-panel";
import { RunningSheet } from "./running-sheet";
import { createTemplateAction, updateTemplateAction } from "./template-actions";
import { TrustSection } from "./trust-section";

type TemplateFormProps = EditorPage &
	Pick<
		EditorOptions<typeof templateEditor.fields>,
		"id" | "baseline" | "start" | "edits" | "page" | "isProposedOnly"
	> & {
		/** The page's heading and what is below it, server-rendered. */
		head?: ReactNode;
		/** Above the fields until the form is saved, server-rendered. */
		notes?: ReactNode;
		/** URL of the request: only shown, never called from here. */
		url: string;
		/** The verifier's name, as the holder reads it. */
		verifier: string;
		/** The presets' purposes, as data, so that no script contains them. */
		presetStatements: PresetStatements;
		/** For a viewer: why nothing can be changed. */
		viewerNote?: ReactNode;
		/** The stored certificate authority, server-rendered. */
		certificate?: ReactNode;
		/** The controls of the tab “Try it” with their result, server-rendered. */
		tryIt: ReactNode;
	};

const loadPointing = () => import("../_attributes/pointing");

/** What it needs is loaded when something is first pointed at. */
function usePointedAttributes(): void {
	useEffect(() => {
		// Once: a page that can't load it does without.
		let pointing: ReturnType<typeof loadPart<Awaited<ReturnType<typeof loadPointing>>>> | undefined;
		const onMove = async (event: Event) => {
			pointing ??= loadPart(loadPointing);
			(await pointing)?.lightUp(event);
		};
		const listening = new AbortController();
		for (const type of ["pointerover", "focusin", "focusout"]) document.addEventListener(type, onMove, listening);
		return () => {
			listening.abort();
			delete document.documentElement.dataset.lit;
		};
	}, []);
}

/** One form for new and stored templates. */
export function TemplateForm(props: TemplateFormProps) {
	const { id, start = emptyValues, canWrite, madeAt } = props;
	usePointedAttributes();
	const [isCreated] = useState(() => props.isCreated === true && !wasShown(madeAt));
	return (
		<EditorForm
			{...props}
			start={start}
			notes={({ kind }, isFilled) => (isFilled || (!props.edits && kind === "idle") ? props.notes : null)}
			editor={templateEditor}
			idField="templateId"
			action={id ? updateTemplateAction : createTemplateAction}
			changesOf={changesOfSave}
			isCreated={isCreated}
			draftInWords={draftInWords}
			picture={({ elements }) => <Print of={printOf(elements)} />}
			bar={<TemplateSaveBar isNew={!id} isCreated={isCreated} />}
			frame={(form) => (
				<EditInWordsProvider>
					{props.head}
					{form}
				</EditInWordsProvider>
			)}
			aside={
				<Trials>
					<TemplatePanels url={props.url} verifier={props.verifier} tryIt={props.tryIt} />
				</Trials>
			}
		>
			{canWrite ? (
				<>
					<div className="name-line">
						<EditorField of={templateEditor} name="name" />
						<SkipToSave />
					</div>
					<PresetPanel statements={props.presetStatements} />
				</>
			) : (
				<>
					<ValuesOfViewer />
					{props.viewerNote}
				</>
			)}
			<AttributeSection note={<PresetNote />} counter={canWrite ? null : <Counter />} />
			<PurposeSection />
			{id || !canWrite ? null : (
				<>
					<KeptField of={templateEditor} name="again" />
					<ImportPanel />
				</>
			)}
			<TrustSection isNew={!id} certificate={props.certificate} />
		</EditorForm>
	);
}

function draftInWords(values: TemplateFormValues): string {
	const count = values.elements.filter(isTicked).length;
	const what = values.name ? `“${nameInWords(values.name)}”` : "Without a name";
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
		<p role="status">
			{count}
			{details === null ? null : <span className="@max-lg:sr-only">{`: ${details}`}</span>}
		</p>
	);
}

/** The print of what is ticked, for the page's heading. */
export function PrintOfForm() {
	const { baseline, values } = useEditInWords();
	return <Print of={printOf(templateEditor.contentOf(values, baseline).elements)} isPointable />;
}

/** What saving would do, the one counter and the button: always in view. */
function TemplateSaveBar({ isNew, isCreated }: { isNew: boolean; isCreated: boolean }) {
	// Not deferred, unlike the panels: the text beside the button is always current.
	const { content } = useNow(templateEditor);
	return (
		<>
			<ReasonOfSave />
			<SaveBar
				{...(isNew && { submitLabel: "Create template" })}
				lead={<Counter />}
				creation={creationInWords(content)}
				{...(isCreated ? { success: "Template created." } : {})}
			/>
		</>
	);
}

/**
 * Offered while a save, or the Undo that is offered, would request more, and where the edit is proposed in place of being saved or
 * is saved in an emergency; under a rule for a second editor with every edit that can be proposed; always without scripts.
 */
function ReasonOfSave() {
	const { canWrite, edit, isHydrated, lastSave, proposing } = useEditing(templateEditor);
	const { content, isEdited, decision } = useNow(templateEditor);
	const isRequired = useContext(ReasonRules).required.includes("request-more");
	const isUndone = lastSave !== null && !isEdited && asksForMore(lastSave.after, lastSave.before);
	const isMore = isUndone || asksForMore(edit.baseline, content);
	const isDecided = (decision.isNeeded || proposing.isProposedOnly) && (isEdited || !edit.baseline);
	const mayBeProposed = proposing.takesReason && isEdited;
	if (!canWrite || (isHydrated && !isMore && !isDecided && !mayBeProposed)) return null;
	return (
		<div
			className={classNames(
				"reason-of-save mb-1 space-y-1.5 rounded-lg border border-line bg-surface px-4 py-2 sm:ml-auto sm:max-w-xl",
				!isHydrated && "hidden noscript:block",
			)}
		>
			{proposing.takesReason && !proposing.isProposedOnly ? (
				<WhyProposed isShown={isDecided && decision.isProposed} />
			) : null}
			{proposing.allowsEmergency && (!isHydrated || isDecided) ? (
				<EmergencyField isTicked={proposing.isTicked} onChange={proposing.setEmergency} />
			) : null}
			<EditorField
				of={templateEditor}
				name="reason"
				required={isHydrated && ((isRequired && isMore) || decision.isEmergency)}
				{...(isRequired && !isHydrated && { description: "Needed where the template asks for more than before." })}
			/>
		</div>
	);
}

function creationInWords({ name, elements }: TemplateContent): string {
	const names = requestedNames(elements);
	const what = name === "" ? "Creates a template" : `Creates “${nameInWords(name)}”`;
	if (names.length === 0) return `${what}. Nothing is ticked yet.`;
	return `${what}, asking for ${attributesInWords(names)}.`;
}

/** Tries what is in the form. */
function Trials({ children }: { children: ReactNode }) {
	const { edit, getValues } = useEditing(templateEditor);
	return <TryItProvider current={() => ({ baseline: edit.baseline, values: getValues() })}>{children}</TryItProvider>;
}

/** Beside the form: the request as the holder sees it, advice, the request itself, and a trial with a wallet. */
function TemplatePanels({ url, verifier, tryIt }: Pick<TemplateFormProps, "url" | "verifier" | "tryIt">) {
	const { canWrite, edit, getValues, apply } = useEditing(templateEditor);
	const { baseline, values } = useEditInWords();
	const content = templateEditor.contentOf(values, baseline);
	const found = adviceFor(content.elements, purposeOf(content).preset);
	const follow = (adviceId: string) => {
		const now = getValues();
		apply(withAdvice(adviceId, templateEditor.contentOf(now, edit.baseline), now));
	};
	const panel = (id: string, title: string, content: ReactNode, count = 0) => ({
		id,
		title,
		count,
		content: (
			<>
				<span className="as-opened absolute top-1 right-1" />
				{content}
			</>
		),
	});
	return (
		<Tabs
			label="What the template asks for"
			tabs={[
				panel(
					"holder",
					"Holder",
					<HolderPreview content={content} verifier={verifier} canWrite={canWrite} Sheet={RunningSheet} />,
				),
				panel("advice", "Advice", <AdviceList found={found} canWrite={canWrite} onFollow={follow} />, found.length),
				panel("request", "Request", <RequestPanel content={content} url={url} canWrite={canWrite} />),
				{ id: "try-it", title: "Try it", content: tryIt },
			]}
		/>
	);
}
