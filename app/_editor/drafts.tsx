"use client";

import { useEffect, useEffectEvent, useState } from "react";
import { useUnsavedGuard } from "@/app/_forms/use-unsaved-guard";
import { Button } from "@/components/ui/button";
import { inSentence } from "@/lib/dashboard/change-in-words";
import type { ChangedBy } from "./changed-by";
import { onDraft } from "./edit-state";
import type { Content, Editor, Fields, Values } from "./editor";
import { useEditing, useNow } from "./editor-context";
import { draftKey, keepDrafts, NO_DRAFTS, storedDrafts } from "./stored-drafts";

/** Unsaved values with their baseline (null for a new resource). A stored one never contains a secret. */
export type Draft<F extends Fields> = {
	values: Values<F>;
	opened: Content<F> | null;
	/** When the baseline was read, ISO 8601 UTC, by the console's clock. */
	openedAt: string;
};

type DraftsProps<F extends Fields> = Pick<DraftOptions<F>, "editor" | "id" | "subject" | "canWrite"> & {
	isCreated?: boolean;
	/** Values of an empty form for a new resource, where this page may start with more. */
	blank?: Values<F>;
	/** @param opened the draft's baseline; null for a new resource */
	draftInWords: (values: Values<F>, opened: Content<F> | null) => string;
	/** The author of a change since a time (ISO 8601 UTC); undefined where unknown. */
	changerSince: (openedAt: string) => ChangedBy | undefined;
};

/** Confirms before the user leaves unsaved edits, stores them as a draft, and offers the drafts of earlier pages. */
export function Drafts<F extends Fields>(props: DraftsProps<F>) {
	const { editor, id, subject, canWrite, isCreated = false, blank, draftInWords, changerSince } = props;
	const { edit, unchanged, result, submittedValues, isPending, openedAt, restore } = useEditing(editor);
	const { values, isEdited } = useNow(editor);
	const isSettled = result.isSettled && JSON.stringify(values) === JSON.stringify(submittedValues);
	const isDirty = !isSettled && isEdited;
	const omitted = omittedFields(editor);
	const isOmitted = omitted.some((name) => JSON.stringify(values[name]) !== JSON.stringify(unchanged[name]));
	const without = omitted.map((name) => inSentence(editor.fields[name]?.label ?? name)).join(" and ");
	useUnsavedGuard(
		isDirty && canWrite && !isPending,
		isOmitted ? `Leave? Your edits stay as a draft in this tab, without the ${without}.` : undefined,
	);
	const current = { values, opened: edit.baseline, openedAt };
	const restored = (draft: Draft<F>) =>
		onDraft(editor, edit.baseline, {
			values: { ...draft.values, ...Object.fromEntries(omitted.map((name) => [name, values[name]])) },
			baseline: draft.opened,
		});
	const changesAnything = (draft: Draft<F>) =>
		[unchanged, blank ?? unchanged].every((start) => editor.hasEdits(start, restored(draft).values, edit.baseline));
	const { offered, settle } = useDrafts({
		...{ editor, id, subject, canWrite, isCreated, current, isDirty },
		changesAnything,
	});
	if (offered.length === 0) return null;
	return (
		<div className="draft-offers">
			{offered.map((draft, index) => (
				<DraftOffer
					// biome-ignore lint/suspicious/noArrayIndexKey: drafts have no names, and the second becomes the first once that is settled.
					key={index}
					what={draftInWords(draft.values, draft.opened)}
					isDirty={isDirty}
					onChoice={(isRestored) => {
						if (isRestored) restore(restored(draft), changerSince(draft.openedAt));
						settle(draft);
						// The buttons, one of which had the focus, are gone.
						document.getElementById(editor.names[0] ?? "")?.focus();
					}}
				/>
			))}
		</div>
	);
}

type DraftOptions<F extends Fields> = {
	editor: Editor<F>;
	/** Empty for a new resource. */
	id: string;
	/** The signed-in user: drafts are stored per user. */
	subject: string;
	canWrite: boolean;
	/** A creation has redirected to this page: its draft is obsolete. */
	isCreated: boolean;
	current: Draft<F>;
	isDirty: boolean;
	/** Whether restoring it would change the form from its baseline. */
	changesAnything: (draft: Draft<F>) => boolean;
};

const WRITE_AFTER_MS = 300;

/**
 * Stores unsaved edits in the tab's session storage, so that a reload or a new sign-in does not lose them. A stored draft is
 * offered, never applied by itself, and stays until the user restores or discards it; edits made meanwhile are a second
 * draft. A draft is removed when its edits are saved or undone; the response to a sign-out removes all of them.
 */
function useDrafts<F extends Fields>(options: DraftOptions<F>) {
	const { editor, id, subject, canWrite, isCreated, current, isDirty, changesAnything } = options;
	const [offered, setOffered] = useState<readonly Draft<F>[]>([]);
	const [isRead, setRead] = useState(false);
	const textOf = (drafts: readonly Draft<F>[]) =>
		JSON.stringify(drafts, (name, value) => (editor.fields[name]?.isSensitive ? undefined : value));
	const keyOf = (draftId: string) => draftKey(editor.what, draftId, subject);
	const key = keyOf(id);

	const find = useEffectEvent(() => {
		setRead(true);
		if (!canWrite) return;
		// The last of them became the created resource.
		if (isCreated) keepDrafts(keyOf(""), textOf(readDrafts(editor, keyOf(""), current).slice(0, -1)));
		setOffered(readDrafts(editor, key, current).filter(changesAnything));
	});
	useEffect(() => find(), []);

	const isIdle = !isRead || !canWrite;
	const drafts = isDirty ? [...offered.slice(0, 1), current] : offered;
	const text = textOf(drafts);
	useEffect(() => {
		if (isIdle) return;
		if (text === NO_DRAFTS) return keepDrafts(key, text);
		const write = () => keepDrafts(key, text);
		const timer = setTimeout(write, WRITE_AFTER_MS);
		// The user may leave right after the last key.
		window.addEventListener("pagehide", write);
		return () => {
			clearTimeout(timer);
			window.removeEventListener("pagehide", write);
		};
	}, [isIdle, key, text]);

	return { offered, settle: (draft: Draft<F>) => setOffered((all) => all.filter((one) => one !== draft)) };
}

/** The fields that no stored draft contains. */
function omittedFields<F extends Fields>({ fields, stored }: Editor<F>) {
	return stored.filter((name) => fields[name]?.isSensitive);
}

/**
 * The drafts in the session storage, at most two; anything else stored there is ignored.
 * @param page what it shows, of which the fields that no stored draft contains stay as they are
 */
function readDrafts<F extends Fields>(editor: Editor<F>, key: string, page: Draft<F>): Draft<F>[] {
	const omitted = omittedFields(editor);
	const completed = (of: object, shown: Content<F> | Values<F> | null) => ({
		...of,
		...Object.fromEntries(omitted.map((name) => [name, shown?.[name]])),
	});
	try {
		const stored: unknown = JSON.parse(storedDrafts(key));
		return [stored].flat().flatMap((one) => {
			const { values, opened, openedAt } = one as { values: object; opened: object | null; openedAt?: unknown };
			const typed = editor.valuesIn(completed(values, page.values));
			const over = opened && editor.contentIn(completed(opened, page.opened));
			return typed && (over || opened === null) ? [{ values: typed, opened: over, openedAt: String(openedAt) }] : [];
		});
	} catch {
		return [];
	}
}

type DraftOfferProps = {
	/** A short description of the draft. */
	what: string;
	/** The page has edits of its own, which restoring replaces. */
	isDirty: boolean;
	onChoice: (isRestored: boolean) => void;
};

/** Offers a stored draft in an overlay, without shifting the page. A draft is restored only on request. */
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
