import { Button } from "@/components/ui/button";
import { Scroller } from "@/components/ui/scroller";
import { attributeLabel } from "../../_attributes/attribute-catalogue";
import { requestedNames } from "../../_attributes/attribute-facts";
import { listInWords } from "../../_attributes/list-in-words";
import { requestedInWords } from "../../_edit/requested-count";
import { contentChanges, hasEdits, wantedContent } from "../../_edit/template-changes";
import type { TemplateContent, TemplateFormValues } from "../../_edit/template-form-values";
import { AsOpened } from "../as-opened";
import { useTemplateEdit, useTemplateValues } from "../template-edit-context";
import { SAVE_BUTTON_ID } from "../use-template-form";
import { ChangeList } from "./change-list";

type SaveBarProps = {
	submitLabel: string;
	/** The values that count as unchanged. */
	unchanged: TemplateFormValues;
	isPending: boolean;
	isCreated: boolean;
	onUndo: () => void;
};

/** What saving would do, the one counter and the button: always in sight. */
export function SaveBar(props: SaveBarProps) {
	// At once, unlike the panels: nobody presses the button beside words of a moment ago.
	const { canWrite, edit } = useTemplateEdit();
	const { opened } = edit;
	const wanted = wantedContent(opened, useTemplateValues());
	return (
		<div className="save-bar">
			<p role="status" className="font-medium tabular-nums">
				{requestedInWords(wanted.elements)}
			</p>
			{canWrite ? (
				<>
					<Scroller label="Changes" className="changes">
						{opened ? <ChangeList changes={contentChanges(opened, wanted)} /> : <p>{creationInWords(wanted)}</p>}
						<AsOpened />
					</Scroller>
					<SaveControls {...props} />
				</>
			) : null}
		</div>
	);
}

function SaveControls({ submitLabel, unchanged, isPending, isCreated, onUndo }: SaveBarProps) {
	const { answer } = useTemplateEdit();
	const isAnswered = !hasEdits(unchanged, useTemplateValues()) && !isPending;
	const success = answer.saved ? "Saved." : isCreated ? "Template created." : "";
	const isSuccess = isAnswered && !answer.isUnchanged && success !== "";
	return (
		<div className="ml-auto flex flex-wrap items-center gap-x-3">
			<p role="status" className={isSuccess ? "text-success" : "text-muted"}>
				{isPending ? "Sending…" : ""}
				{isAnswered && answer.isUnchanged ? "Nothing to save: nothing was changed." : ""}
				{isSuccess ? success : ""}
			</p>
			{isAnswered && answer.saved ? (
				<Button type="button" className="script-only" onClick={onUndo}>
					Undo
				</Button>
			) : null}
			<Button id={SAVE_BUTTON_ID} variant="primary" aria-disabled={isPending}>
				{submitLabel}
			</Button>
		</div>
	);
}

function creationInWords({ name, elements }: TemplateContent): string {
	const labels = requestedNames(elements).map(attributeLabel);
	const what = name === "" ? "Creates a template" : `Creates “${name}”`;
	if (labels.length === 0) return `${what}. Nothing is ticked yet.`;
	return `${what}, asking for ${listInWords(labels)}.`;
}
