"use client";

import { useEffect, useEffectEvent, useState } from "react";
import { UnsavedGuard } from "@/app/_forms/unsaved-guard";
import type { ChangedBy } from "@/app/_history/changed-by";
import { Button } from "@/components/ui/button";
import { nameInWords } from "@/components/ui/invisible-characters";
import { relativeTime } from "@/components/ui/time-text";
import { inSentence } from "@/lib/dashboard/change-in-words";
import { onDraft } from "./edit-state";
import type { Content, Editor, Fields, Values } from "./editor";
import { useEditing, useNow } from "./editor-context";
import type { EditorOptions } from "./editor-reducer";
import { isText } from "./kinds/kind";
import { draftKey, keepDrafts, storedDrafts } from "./stored-drafts";

/** Unsaved values with their baseline (null for a new resource). A stored one never contains a secret. */
type Draft<F extends Fields> = {
	values: Values<F>;
	opened: Content<F> | null;
	/** When the baseline was read, ISO 8601 UTC, by the console's clock. */
	openedAt: string;
	/** When it was last edited, ISO 8601 UTC, by the browser's clock; absent in a draft of an older version. */
	at?: string;
};

export type DraftsProps<F extends Fields> = Pick<EditorOptions<F>, "editor" | "id"> & {
	/** The signed-in user: drafts are stored per user. */
	subject: string;
	/** A creation has redirected to this page: its draft is obsolete. */
	isCreated?: boolean;
	/** Absent: its name, or the number of its changes where it has none. */
	draftInWords?: (values: Values<F>) => string;
	/** The author of a change since a time (ISO 8601 UTC); undefined where unknown. */
	changerSince: (openedAt: string) => ChangedBy | undefined;
};

/**
 * Asks before the user leaves unsaved edits, and stores them in the tab's session storage, so that a reload or a new
 * sign-in does not lose them. A stored draft is offered, never applied by itself, and stays until the user restores or
 * discards it; edits made meanwhile are a second draft. A draft is removed when its edits are saved, proposed or undone; the
 * response to a sign-out removes all of them.
 */
export function Drafts<F extends Fields>(props: DraftsProps<F>) {
	const { editor, id, subject, isCreated = false, changerSince } = props;
	const { edit, unchanged, filled, canWrite, isPending, isProposed, openedAt, restore } = useEditing(editor);
	const { values, isEdited: isChanged } = useNow(editor);
	// What the page's address has filled in is not written by anybody: it fills it in again.
	const isEdited = isChanged && (filled === null || editor.hasEdits(filled, values, edit.baseline));
	/** Null until they are read, and for a viewer. */
	const [found, setFound] = useState<readonly Draft<F>[] | null>(null);
	const offered = found ?? [];
	/** The fields that no stored draft contains. */
	const omitted = editor.stored.filter((name) => editor.fields[name]?.codec.isSensitive);
	const isOmitted = omitted.some((name) => JSON.stringify(values[name]) !== JSON.stringify(unchanged[name]));
	const without = omitted.map((name) => inSentence(editor.fields[name]?.words.label ?? name)).join(" and ");
	const guard = (
		<UnsavedGuard
			isDirty={isEdited && canWrite && !isPending}
			lost={isOmitted ? `Your edits stay as a draft in this tab, without the ${without}.` : undefined}
		/>
	);
	const current: Draft<F> = { values, opened: edit.baseline, openedAt };
	const textOf = (drafts: readonly Draft<F>[]) =>
		JSON.stringify(drafts, (name, value) => (omitted.some((each) => each === name) ? undefined : value));
	const key = draftKey(editor.what, id, subject);

	/** It on this page: what a draft omits stays. */
	const onPage = ({ values: drafted, opened, openedAt: since }: Draft<F>) => ({
		opened,
		values: { ...drafted, ...Object.fromEntries(omitted.map((name) => [name, values[name]])) },
		changedBy: changerSince(since),
		at: openedAt,
	});

	const find = useEffectEvent(() => {
		if (!canWrite) return;
		const newKey = draftKey(editor.what, "", subject);
		// The last of them became the created resource.
		if (isCreated) keepDrafts(newKey, textOf(readDrafts(editor, newKey, current).slice(0, -1)));
		const valuesWith = (draft: Draft<F>) => onDraft(editor, edit.baseline, onPage(draft)).values;
		const changesAnything = (draft: Draft<F>) =>
			[unchanged, filled ?? unchanged].every((shown) => editor.hasEdits(shown, valuesWith(draft), edit.baseline));
		setFound(readDrafts(editor, key, current).filter(changesAnything));
	});
	useEffect(() => find(), []);

	const kept = isEdited ? [...offered.slice(0, 1), current] : offered;
	const text = textOf(kept);
	const keep = useEffectEvent(() =>
		textOf(kept.map((draft) => (draft === current ? { ...draft, at: new Date().toISOString() } : draft))),
	);
	// The user may leave right after the last key.
	useEffect(() => {
		if (found) keepDrafts(key, isEdited ? keep() : text);
	}, [found, key, text, isEdited]);

	const forget = useEffectEvent(() => {
		if (isProposed.current) keepDrafts(key, textOf(offered));
	});
	useEffect(() => () => forget(), []);

	function settle(draft: Draft<F>) {
		setFound(offered.filter((one) => one !== draft));
		// The buttons, one of which had the focus, are gone.
		document.getElementById(editor.names[0] ?? "")?.focus();
	}

	if (offered.length === 0) return guard;
	return (
		<>
			{guard}
			<div className="absolute inset-x-0 bottom-full flex flex-wrap gap-2 px-2 pb-2">
				{offered.map((draft, index) => (
					<div
						// biome-ignore lint/suspicious/noArrayIndexKey: drafts have no names, and the second becomes the first once that is settled.
						key={index}
						role="status"
						className="flex flex-1 basis-80 flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border border-accent bg-surface px-3.5 py-2.5 text-sm shadow-lg"
					>
						<div className="grow basis-40">
							<p className="font-medium">{ageInWords(draft)}</p>
							<p className="wrap-anywhere">{props.draftInWords?.(draft.values) ?? inWords(editor, draft)}</p>
							{isEdited ? <p>Restoring it replaces your edits on this page.</p> : null}
						</div>
						<Button type="button" onClick={() => settle(draft)}>
							Discard
						</Button>
						<Button
							type="button"
							onClick={() => {
								restore(onPage(draft));
								settle(draft);
							}}
						>
							Restore draft
						</Button>
					</div>
				))}
			</div>
		</>
	);
}

/** "Draft from 5 minutes ago". */
function ageInWords({ at = "" }: { at?: string }): string {
	const time = new Date(at);
	return Number.isNaN(time.getTime())
		? "Draft"
		: `Draft from ${relativeTime(time, new Date()).replace("just now", "a moment ago")}`;
}

function inWords<F extends Fields>(editor: Editor<F>, { values, opened }: Draft<F>): string {
	const { name }: { name?: unknown } = values;
	if (isText(name)) return name === "" ? "Without a name" : `“${nameInWords(name)}”`;
	const before = opened ?? editor.defaults;
	const { length } = editor.describeChanges(before, editor.contentOf(values, before), new Map());
	return `${length} ${length === 1 ? "change" : "changes"}.`;
}

/**
 * The drafts in the session storage, at most two; anything else stored there is ignored.
 * @param page what it shows: it stays where a draft omits it, or has it in the form of an older version
 */
function readDrafts<F extends Fields>(editor: Editor<F>, key: string, page: Draft<F>): Draft<F>[] {
	try {
		const stored: unknown = JSON.parse(storedDrafts(key));
		return [stored].flat().flatMap((one) => {
			const { values, opened, openedAt, at } = one as Pick<Draft<F>, "values" | "at"> & {
				opened: object | null;
				openedAt?: unknown;
			};
			const held = editor.names.flatMap((name) => {
				const { codec }: F[string] = editor.fields[name];
				const value = codec.ofDraft(values[name]);
				return codec.isValue(value) ? [[name, value]] : [];
			});
			const typed = { ...page.values, ...Object.fromEntries(held) };
			const over = opened && editor.contentIn({ ...page.opened, ...opened });
			return over || opened === null
				? [{ values: typed, opened: over, openedAt: String(openedAt), ...(isText(at) && { at }) }]
				: [];
		});
	} catch {
		return [];
	}
}
