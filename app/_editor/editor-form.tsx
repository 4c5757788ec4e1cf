"use client";

import { type ReactNode, useState } from "react";
import { useResult } from "@/app/_forms/action-form";
import { type ChangedBy, changerSince } from "@/app/_history/changed-by";
import { HistoryList, type PastChange } from "@/app/_history/history-list";
import { classNames } from "@/components/ui/class-names";
import { useWindowEvent } from "@/components/ui/use-window-event";
import { PROPOSE_INTENT } from "@/lib/dashboard/proposals/proposal";
import { ConflictPanel } from "./conflict-panel";
import { Drafts, type DraftsProps } from "./drafts";
import type { Conflict, EditState } from "./edit-state";
import type { Content, Fields } from "./editor";
import { EditorProvider } from "./editor-context";
import type { EditorOptions } from "./editor-reducer";
import type { Names } from "./kinds/words";
import { Problems } from "./problems";
import { SaveBar, SkipToSave } from "./save-bar";
import { EDITOR_FORM_ID, useEditor } from "./use-editor";
import { SUMMARY_ID } from "./use-store";

/** What a page passes to its form. */
export type EditorPage = Pick<DraftsProps<Fields>, "subject" | "isCreated"> &
	Pick<EditorOptions<Fields>, "canWrite" | "madeAt"> & {
		/** Past changes; absent where there is no history. */
		history?: PastChange[];
		/** For how many days it is kept. */
		historyDays: number;
		/** URL of the page with all states of the resource, where there is one. */
		versionsPage?: string;
		/** The user's time zone, as an IANA name. */
		timeZone: string;
	};

type EditorFormProps<F extends Fields, Made> = EditorPage &
	EditorOptions<F, Made> &
	Omit<DraftsProps<F>, "changerSince"> & {
		known?: Names;
		className?: string;
		/** In place of the conflict panel. */
		conflict?: ReactNode;
		/** What a state of the resource looks like, for the conflict panel. */
		picture?: (content: Content<F>) => ReactNode;
		/** Wraps the form, with components beside it that use its values. */
		frame?: (form: ReactNode, result: EditState<F, Made>) => ReactNode;
		/** Shown above the fields, with what stops a save; a function: of the result, and of whether the address still fills in the form. */
		notes?: ReactNode | ((result: EditState<F, Made>, isFilled: boolean) => ReactNode);
		aside?: ReactNode;
		/** In place of the bar. */
		bar?: ReactNode;
		children: ReactNode;
	};

const noNames: Names = new Map();

/**
 * The form of an editor, rendered on the server and hydrated in the browser: the same components, one store. It is a native
 * form as well, which submits its controls to the same action without scripts and before it is hydrated.
 */
export function EditorForm<F extends Fields, Made = never>(props: EditorFormProps<F, Made>) {
	const { by = "" } = props.edits ?? {};
	const [form, setForm] = useState({ key: by, by, isSaved: false });
	// A link that fills in something else is to another form. Once it is saved the address no longer fills it in.
	if (by !== form.by) setForm({ key: by === "" && form.isSaved ? form.key : by, by, isSaved: false });
	return <OpenForm key={form.key} {...props} onSave={() => setForm({ ...form, isSaved: true })} />;
}

function OpenForm<F extends Fields, Made>(props: EditorFormProps<F, Made> & { onSave: () => void }) {
	const { id, canWrite, children, aside, known = noNames } = props;
	const editing = useEditor<F, Made>(props);
	const { formRef, edit, result, done, latest, isHydrated, submit, onSubmit, hiddenFields } = editing;
	// Beneath an open dialog the key does nothing.
	useWindowEvent("keydown", (event) => {
		if (event.key.toLowerCase() !== "s" || event.altKey || !(event.metaKey || event.ctrlKey)) return;
		event.preventDefault();
		if (document.querySelector("dialog[open]") === null) formRef.current?.requestSubmit();
	});
	useResult(result, ({ kind }) => void ((kind === "saved" || kind === "partly") && props.onSave()));
	const pastChanges = latest?.history ?? props.history;
	const readAt = latest?.at ?? props.madeAt;

	function changerOfDraft(since: string): ChangedBy | undefined {
		const found = changerSince(pastChanges, since);
		// A history older than the baseline can't show that no admin made the change.
		if (!found) return readAt < editing.openedAt ? undefined : found;
		// The admin's own change may have been made on this very page.
		return { ...found, isHere: true };
	}

	const picturesOf = ({ baseline, theirs, yours }: Conflict<F>) =>
		props.picture && {
			baseline: props.picture(baseline),
			theirs: props.picture(theirs),
			yours: props.picture(yours),
		};
	const fields = (
		<>
			<div id={SUMMARY_ID} tabIndex={-1} className="grid gap-3 empty:hidden">
				<Problems />
				{typeof props.notes === "function" ? props.notes(result, editing.filled !== null) : props.notes}
			</div>
			{props.conflict ?? (edit.conflict ? <ConflictPanel pictures={picturesOf(edit.conflict)} /> : null)}
			{done ?? children}
		</>
	);
	return (
		<EditorProvider editing={editing} known={known} frame={(form) => props.frame?.(form, result) ?? form}>
			<form
				ref={formRef}
				id={EDITOR_FORM_ID}
				// Without scripts its hidden fields hold the result, which may be a secret that is shown once.
				action={done ? undefined : submit}
				onSubmit={onSubmit}
				noValidate
				autoComplete="off"
				autoCapitalize="none"
				spellCheck={false}
				data-early-guard={isHydrated ? undefined : ""}
				className={classNames("grid content-start gap-5", props.className)}
			>
				{/* Enter in a field saves, or proposes: the first button of a form is the one that it presses. */}
				{canWrite && !done ? (
					<button
						type="submit"
						{...(editing.proposing.isNeverSaved && { name: "intent", value: PROPOSE_INTENT })}
						tabIndex={-1}
						aria-hidden="true"
						className="sr-only"
					/>
				) : null}
				{Object.entries(hiddenFields).map(([name, value]) => (
					<input key={name} type="hidden" name={name} value={value} />
				))}
				{edit.conflict ? <input type="hidden" name="conflict" value={JSON.stringify(edit.conflict)} /> : null}
				{/* A form with an aside has the link after its first field. */}
				{aside || done ? null : <SkipToSave />}
				{aside ? (
					<div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_clamp(20rem,30%,30rem)] lg:items-start lg:gap-8">
						<div className="grid content-start gap-2.5">{fields}</div>
						{/* The panels stay in view; the visible one scrolls by itself. */}
						<div className="flex flex-col lg:sticky lg:top-[calc(var(--top-bar)+3.25rem)] lg:max-h-[calc(100dvh-var(--top-bar)-6.75rem)] lg:noscript:static lg:noscript:max-h-none lg:[@media(height<44rem)]:static lg:[@media(height<44rem)]:max-h-none">
							{aside}
						</div>
					</div>
				) : (
					fields
				)}
				{pastChanges ? (
					<HistoryList
						id={id}
						changes={pastChanges}
						clock={{ now: new Date(readAt), timeZone: props.timeZone }}
						days={props.historyDays}
						versionsPage={props.versionsPage}
					/>
				) : null}
				{/* What is always in view need not be scrolled clear of the bar (globals.css: scroll-padding). */}
				<div className="@container sticky bottom-0 z-10 -mx-4 bg-canvas empty:hidden sm:mx-0 print:hidden **:scroll-mt-28 **:-scroll-mb-76">
					<Drafts {...props} changerSince={changerOfDraft} />
					{done ? null : (props.bar ?? <SaveBar />)}
				</div>
			</form>
		</EditorProvider>
	);
}
