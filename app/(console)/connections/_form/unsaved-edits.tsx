"use client";

import { DraftAlert } from "@/app/_forms/draft/draft-alert";
import { useDraft } from "@/app/_forms/draft/use-draft";
import { useUnsavedGuard } from "@/app/_forms/use-unsaved-guard";
import { type ConnectionDraft, readDraft } from "./draft";

type UnsavedEditsProps = {
	/** Empty for a connection that is yet to be created. */
	id: string;
	subject: string;
	canWrite: boolean;
	/** This page is where a creation has led. */
	isCreated: boolean;
	isDirty: boolean;
	isPending: boolean;
	current: ConnectionDraft;
	onRestore: (draft: ConnectionDraft) => void;
};

/** Asks before unsaved edits are left, keeps a draft of them, and offers the one that an earlier page left. */
export function UnsavedEdits(props: UnsavedEditsProps) {
	const { id, subject, canWrite, isCreated, isDirty, isPending, current, onRestore } = props;
	useUnsavedGuard(isDirty && canWrite && !isPending);
	const draft = useDraft<ConnectionDraft>({
		...{ kind: "connection", id: id === "" ? undefined : id, subject, canWrite, isCreated, current, isDirty },
		read: readDraft,
	});

	function onChoice(isRestored: boolean) {
		if (isRestored && draft.offered) onRestore(draft.offered);
		draft.decide();
		document.getElementById("displayName")?.focus();
	}

	if (!draft.offered) return null;
	const { name, displayName, issuer } = draft.offered.values;
	const label = displayName || name || issuer;
	return <DraftAlert what={label ? `“${label}”` : "Without a name"} {...{ isDirty, onChoice }} />;
}
