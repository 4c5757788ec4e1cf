"use client";

import { useEffect, useEffectEvent, useState } from "react";
import { useUnsavedGuard } from "@/app/_forms/use-unsaved-guard";
import { Button } from "@/components/ui/button";
import type { ChangedBy } from "./changed-by";
import { onDraft } from "./edit-state";
import type { Content, Editor, Fields, Values } from "./editor";
import { useEditing, useNow } from "./editor-context";

/** What was typed and not saved, with what it was typed over (null for what is new). No secret is ever in it. */
export type Draft<F extends Fields> = {
	values: Values<F>;
	opened: Content<F> | null;
	/** When that was read, ISO 8601 UTC, by the console's clock. */
	openedAt: string;
};

type DraftsProps<F extends Fields> = Pick<DraftOptions<F>, "editor" | "id" | "subject" | "canWrite"> & {
	isCreated?: boolean;
	/** What an empty form of something new holds, where this page may begin with more. */
	blank?: Values<F>;
	/** @param opened what it was typed over; null for what is new */
	draftInWords: (values: Values<F>, opened: Content<F> | null) => string;
	/** Who has changed the thing since a time (ISO 8601 UTC); undefined where that is not known. */
	changerSince: (openedAt: string) => ChangedBy | undefined;
};

/** Asks before unsaved edits are left, keeps a draft of them, and offers those that an earlier page left. */
export function Drafts<F extends Fields>(props: DraftsProps<F>) {
	const { editor, id, subject, canWrite, isCreated = false, blank, draftInWords, changerSince } = props;
	const { edit, unchanged, result, submittedValues, isPending, openedAt, restore } = useEditing(editor);
	const { values, isEdited } = useNow(editor);
	const isSettled = result.isSettled && JSON.stringify(values) === JSON.stringify(submittedValues);
	const isDirty = !isSettled && isEdited;
	useUnsavedGuard(isDirty && canWrite && !isPending);
	const current = { values, opened: edit.baseline, openedAt };
	const restored = (draft: Draft<F>) =>
		onDraft(editor, edit.baseline, { values: draft.values, baseline: draft.opened });
	const changesAnything = (draft: Draft<F>) =>
		[unchanged, blank ?? unchanged].every((start) => editor.hasEdits(start, restored(draft).values));
	const { offered, settle } = useDrafts({
		...{ editor, id, subject, canWrite, isCreated, current, isDirty },
		changesAnything,
	});
	if (offered.length === 0) return null;
	return (
		<div className="draft-offers">
			{offered.map((draft, index) => (
				<DraftOffer
					// biome-ignore lint/suspicious/noArrayIndexKey: they have no names, and the second is the first once that is settled.
					key={index}
					what={draftInWords(draft.values, draft.opened)}
					isDirty={isDirty}
					onChoice={(isRestored) => {
						if (isRestored) restore(restored(draft), changerSince(draft.openedAt));
						settle(draft);
						// The buttons are gone.
						document.getElementById(editor.names[0] ?? "")?.focus();
					}}
				/>
			))}
		</div>
	);
}

type DraftOptions<F extends Fields> = {
	editor: Editor<F>;
	/** Empty for what is yet to be created. */
	id: string;
	/** Who is signed in: drafts are kept apart by it. */
	subject: string;
	canWrite: boolean;
	/** This page is where a creation has led: the draft it came from is done with. */
	isCreated: boolean;
	current: Draft<F>;
	isDirty: boolean;
	/** Whether restoring it would leave the form otherwise than it was opened. */
	changesAnything: (draft: Draft<F>) => boolean;
};

const WRITE_AFTER_MS = 300;

/**
 * Keeps unsaved edits in the tab's session storage, so that a reload or a new sign-in does not lose them. What is found
 * there is offered, never applied by itself, and stays until it is decided on; what is typed beside the offer is a second
 * draft. A draft goes when its edits are saved or taken back, and at sign-out.
 */
function useDrafts<F extends Fields>(options: DraftOptions<F>) {
	const { editor, id, subject, canWrite, isCreated, current, isDirty, changesAnything } = options;
	const [offered, setOffered] = useState<readonly Draft<F>[]>([]);
	const [isRead, setRead] = useState(false);
	const [isOver, setOver] = useState(false);
	const keyOf = (thing: string) => `${editor.what}-draft ${thing || "new"} ${subject}`;
	const key = keyOf(id);

	const find = useEffectEvent(() => {
		setRead(true);
		if (!canWrite) return;
		// The last of them is what was created.
		if (isCreated) keep(keyOf(""), JSON.stringify(readDrafts(editor, keyOf("")).slice(0, -1)));
		setOffered(readDrafts(editor, key).filter(changesAnything));
	});
	useEffect(() => find(), []);

	const isIdle = !isRead || isOver || !canWrite;
	const drafts = isDirty ? [...offered.slice(0, 1), current] : offered;
	const text = JSON.stringify(drafts);
	useEffect(() => {
		if (isIdle) return;
		if (text === NONE) return keep(key, text);
		const write = () => keep(key, text);
		const timer = setTimeout(write, WRITE_AFTER_MS);
		// Whoever leaves right after the last key.
		window.addEventListener("pagehide", write);
		return () => {
			clearTimeout(timer);
			window.removeEventListener("pagehide", write);
		};
	}, [isIdle, key, text]);

	useEffect(() => {
		const onSubmit = ({ target }: SubmitEvent) => {
			if (!(target instanceof HTMLFormElement) || new URL(target.action).pathname !== "/sign-out") return;
			setOver(true);
			withStorage((storage) => {
				for (const name of Object.keys(storage)) if (name.includes("-draft ")) storage.removeItem(name);
			});
		};
		document.addEventListener("submit", onSubmit);
		return () => document.removeEventListener("submit", onSubmit);
	}, []);

	return { offered, settle: (draft: Draft<F>) => setOffered((all) => all.filter((one) => one !== draft)) };
}

const NONE = "[]";

function keep(key: string, text: string): void {
	withStorage((storage) => (text === NONE ? storage.removeItem(key) : storage.setItem(key, text)));
}

/** The drafts that the session storage holds, at most two; what is something else is none. */
function readDrafts<F extends Fields>(editor: Editor<F>, key: string): Draft<F>[] {
	try {
		const stored: unknown = JSON.parse(withStorage((storage) => storage.getItem(key)) ?? NONE);
		return [stored].flat().flatMap((one) => {
			const { values, opened, openedAt } = one as { values: unknown; opened: unknown; openedAt?: unknown };
			const [typed, over] = [editor.valuesIn(values), opened === null ? null : editor.contentIn(opened)];
			return typed && (over || opened === null) ? [{ values: typed, opened: over, openedAt: String(openedAt) }] : [];
		});
	} catch {
		return [];
	}
}

/** Browsers may refuse the storage or be out of room; the form works without drafts then. */
function withStorage<Value>(use: (storage: Storage) => Value): Value | null {
	try {
		return use(sessionStorage);
	} catch {
		return null;
	}
}

type DraftOfferProps = {
	/** What the draft holds, in a few words. */
	what: string;
	/** Something was typed beside the offer: restoring puts the draft in its place. */
	isDirty: boolean;
	onChoice: (isRestored: boolean) => void;
};

/** Offers what was typed before the page was left, over the page and moving none of it. Nothing is restored unasked. */
function DraftOffer({ what, isDirty, onChoice }: DraftOfferProps) {
	return (
		<div role="status" className="draft-offer">
			<div className="grow">
				<p className="font-medium">There is a draft that was not saved</p>
				<p>{what}</p>
				{isDirty ? <p>Restoring it takes the place of what you have changed on this page since.</p> : null}
			</div>
			<Button type="button" onClick={() => onChoice(false)}>
				Discard
			</Button>
			<Button type="button" onClick={() => onChoice(true)}>
				Restore draft
			</Button>
		</div>
	);
}
