"use client";

import { DraftAlert } from "@/app/_forms/draft/draft-alert";
import { useDraft } from "@/app/_forms/draft/use-draft";
import { useUnsavedGuard } from "@/app/_forms/use-unsaved-guard";
import { type ApplicationDraft, readDraft } from "./draft";

type UnsavedEditsProps = {
	/** Absent for an application that is yet to be created. */
	id?: string;
	subject: string;
	canWrite: boolean;
	isDirty: boolean;
	isPending: boolean;
	current: ApplicationDraft;
	onRestore: (draft: ApplicationDraft) => void;
};

/** Asks before unsaved edits are left, keeps a draft of them, and offers the one that an earlier page left. */
export function UnsavedEdits(props: UnsavedEditsProps) {
	const { id, subject, canWrite, isDirty, isPending, current, onRestore } = props;
	useUnsavedGuard(isDirty && canWrite && !isPending);
	const draft = useDraft<ApplicationDraft>({
		...{ kind: "application", id, subject, canWrite, isCreated: false, current, isDirty },
		read: readDraft,
	});

	function onChoice(isRestored: boolean) {
		if (isRestored && draft.offered) onRestore(draft.offered);
		draft.decide();
		document.getElementById("name")?.focus();
	}

	if (!draft.offered) return null;
	const { name } = draft.offered.values;
	return <DraftAlert what={name ? `“${name}”` : "Without a name"} {...{ isDirty, onChoice }} />;
}
