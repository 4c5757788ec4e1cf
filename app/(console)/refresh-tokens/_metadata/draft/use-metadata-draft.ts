"use client";

import { useEffect, useState } from "react";
import { draftKey, type MetadataDraft, parseDrafts } from "./metadata-draft";

type DraftOptions = { subject: string; tokenId: string; current: Omit<MetadataDraft, "savedAt">; isDirty: boolean };

const WRITE_AFTER_MS = 300;

/**
 * Keeps unsaved edits in this tab's storage and offers what earlier pages left there, one after the other. Nothing is
 * applied by itself, and what is offered stays in the storage until it is decided on, whatever is typed beside it. A
 * saved or taken back edit leaves no draft.
 */
export function useMetadataDraft({ subject, tokenId, current, isDirty }: DraftOptions) {
	const [offers, setOffers] = useState<MetadataDraft[]>([]);
	const [isRead, setIsRead] = useState(false);
	const key = draftKey(subject, tokenId);

	useEffect(() => {
		setOffers(parseDrafts(storage((store) => store.getItem(key))));
		setIsRead(true);
	}, [key]);

	const text = JSON.stringify(current);
	useEffect(() => {
		if (!isRead) return;
		if (!isDirty) return keep(key, offers);
		const timer = setTimeout(() => keep(key, [draftOf(JSON.parse(text)), ...offers]), WRITE_AFTER_MS);
		return () => clearTimeout(timer);
	}, [key, text, isDirty, isRead, offers]);

	return {
		offered: offers.at(0) ?? null,
		discard: () => setOffers(offers.slice(1)),
		/** The offered draft takes the place of what is typed now; what was typed is offered in turn. */
		swap: () => setOffers([...(isDirty ? [draftOf(current)] : []), ...offers.slice(1)]),
	};
}

function draftOf(edits: Omit<MetadataDraft, "savedAt">): MetadataDraft {
	return { ...edits, savedAt: new Date().toISOString() };
}

function keep(key: string, drafts: readonly MetadataDraft[]): void {
	storage((store) => (drafts.length > 0 ? store.setItem(key, JSON.stringify(drafts)) : store.removeItem(key)));
}

/** Storage may be switched off: then there are no drafts. */
function storage<Value>(use: (store: Storage) => Value): Value | null {
	try {
		return use(window.sessionStorage);
	} catch {
		return null;
	}
}
