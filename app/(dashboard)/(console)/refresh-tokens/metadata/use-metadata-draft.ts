"use client";

import { useEffect, useState } from "react";
import { draftKey, type MetadataDraft, parseDraft } from "./metadata-draft";

type DraftOptions = { subject: string; tokenId: string; current: Omit<MetadataDraft, "savedAt">; isDirty: boolean };

const WRITE_AFTER_MS = 300;

/**
 * Keeps unsaved edits in this tab's storage and offers what an earlier page left there. Nothing is applied by itself;
 * a saved or taken back edit leaves no draft.
 */
export function useMetadataDraft({ subject, tokenId, current, isDirty }: DraftOptions) {
	const [offered, setOffered] = useState<MetadataDraft | null>(null);
	const [isRead, setIsRead] = useState(false);
	const key = draftKey(subject, tokenId);

	useEffect(() => {
		setOffered(parseDraft(storage((store) => store.getItem(key))));
		setIsRead(true);
	}, [key]);

	const text = JSON.stringify(current);
	useEffect(() => {
		if (!isRead) return;
		if (isDirty) {
			const write = () => {
				const draft = JSON.stringify({ ...JSON.parse(text), savedAt: new Date().toISOString() });
				storage((store) => store.setItem(key, draft));
			};
			const timer = setTimeout(write, WRITE_AFTER_MS);
			return () => clearTimeout(timer);
		}
		// What is offered stays until it is decided on.
		if (!offered) storage((store) => store.removeItem(key));
		return undefined;
	}, [key, text, isDirty, isRead, offered]);

	return {
		offered,
		discard() {
			setOffered(null);
		},
	};
}

/** Storage may be switched off: then there are no drafts. */
function storage<Value>(use: (store: Storage) => Value): Value | null {
	try {
		return use(window.sessionStorage);
	} catch {
		return null;
	}
}
