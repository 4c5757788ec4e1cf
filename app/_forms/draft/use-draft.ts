"use client";

import { useEffect, useEffectEvent, useState } from "react";
import { type DraftKind, draftKey, isDraftKey } from "./draft-key";

type DraftOptions<Draft> = {
	kind: DraftKind;
	/** Absent for one that is yet to be created. */
	id: string | undefined;
	subject: string;
	canWrite: boolean;
	/** This page is where a creation has led: the draft it came from is done with. */
	isCreated: boolean;
	current: Draft;
	/** A draft as the session storage holds it, or null where that is something else. */
	read: (text: string) => Draft | null;
	isDirty: boolean;
};

const WRITE_AFTER_MS = 300;

/**
 * Keeps unsaved edits in the tab's session storage, so that a reload or a new sign-in does not lose them. A draft that
 * is found is offered, never applied by itself. What is typed beside the offer is the newer draft and is the one that is
 * kept; without it the offered one stays until it is decided on. A draft goes when the edits are saved or taken back, and
 * at sign-out.
 */
export function useDraft<Draft>(options: DraftOptions<Draft>) {
	const { kind, id, subject, canWrite, isCreated, current, isDirty, read } = options;
	const [offered, setOffered] = useState<Draft | null>(null);
	const [isRead, setRead] = useState(false);
	const [isOver, setOver] = useState(false);
	const key = draftKey(kind, subject, id);

	const find = useEffectEvent(() => {
		setRead(true);
		if (!canWrite) return;
		if (isCreated) withStorage((storage) => storage.removeItem(draftKey(kind, subject, undefined)));
		setOffered(read(withStorage((storage) => storage.getItem(key)) ?? ""));
	});
	useEffect(() => find(), []);

	const isIdle = !isRead || isOver || !canWrite;
	const text = JSON.stringify(current);
	const offeredText = offered === null ? null : JSON.stringify(offered);
	useEffect(() => {
		if (isIdle) return;
		const kept = isDirty ? text : offeredText;
		if (kept === null) return void withStorage((storage) => storage.removeItem(key));
		const write = () => withStorage((storage) => storage.setItem(key, kept));
		const timer = setTimeout(write, WRITE_AFTER_MS);
		// Whoever leaves right after the last key.
		window.addEventListener("pagehide", write);
		return () => {
			clearTimeout(timer);
			window.removeEventListener("pagehide", write);
		};
	}, [isIdle, isDirty, key, text, offeredText]);

	useEffect(() => {
		const onSubmit = ({ target }: SubmitEvent) => {
			if (!(target instanceof HTMLFormElement) || new URL(target.action).pathname !== "/sign-out") return;
			setOver(true);
			withStorage((storage) => {
				for (const name of Object.keys(storage)) if (isDraftKey(name)) storage.removeItem(name);
			});
		};
		document.addEventListener("submit", onSubmit);
		return () => document.removeEventListener("submit", onSubmit);
	}, []);

	return { offered, decide: () => setOffered(null) };
}

/** Browsers may refuse the storage or be out of room; the form works without drafts then. */
function withStorage<Value>(use: (storage: Storage) => Value): Value | null {
	try {
		return use(sessionStorage);
	} catch {
		return null;
	}
}
