import { useDraft } from "@/app/_forms/draft/use-draft";
import { useUnsavedGuard } from "@/app/_forms/use-unsaved-guard";
import { hasEdits } from "../_edit/template-changes";
import { type EditStep, onDraft } from "../_edit/template-edit";
import type { TemplateFormValues } from "../_edit/template-form-values";
import { readDraft } from "./draft/draft";
import { DraftOffer } from "./draft/draft-offer";
import { useTemplateEdit, useTemplateValues } from "./template-edit-context";

type UnsavedEditsProps = {
	id: string | undefined;
	subject: string;
	isCreated: boolean;
	unchanged: TemplateFormValues;
	isPending: boolean;
	onRestore: (step: EditStep) => void;
};

/** Asks before unsaved edits are left, keeps a draft of them, and offers the one that an earlier page left. */
export function UnsavedEdits({ unchanged, isPending, onRestore, ...rest }: UnsavedEditsProps) {
	const { edit, canWrite } = useTemplateEdit();
	const values = useTemplateValues();
	const isDirty = hasEdits(unchanged, values);
	useUnsavedGuard(isDirty && canWrite && !isPending);
	const draft = useDraft({
		...{ ...rest, kind: "template", canWrite, isDirty },
		current: { values, opened: edit.opened },
		read: readDraft,
	});

	function onChoice(isRestored: boolean) {
		if (isRestored && draft.offered) onRestore(onDraft(edit.opened, draft.offered));
		draft.decide();
		document.getElementById("name")?.focus();
	}

	return draft.offered ? <DraftOffer draft={draft.offered} {...{ isDirty, onChoice }} /> : null;
}
