"use client";

import { type FormEvent, type ReactNode, type RefObject, useEffect, useState } from "react";
import { classNames } from "@/components/ui/class-names";
import { type ChangedBy, changerSince } from "./changed-by";
import { ConflictPanel } from "./conflict-panel";
import { Drafts } from "./drafts";
import type { EditState, Save } from "./edit-state";
import type { Content, Fields, Values } from "./editor";
import { EditorProvider } from "./editor-context";
import { HistoryList, type PastChange } from "./history-list";
import type { Names } from "./kinds/kind";
import { Problems } from "./problems";
import { SaveBar, SkipToSave } from "./save-bar";
import { rememberPage, seenSince } from "./seen";
import { EDITOR_FORM_ID, type EditorOptions, SUMMARY_ID, useEditor } from "./use-editor";

/** What a page passes to its form. */
export type EditorPage = {
	canWrite: boolean;
	/** The signed-in user: drafts are stored per user. */
	subject: string;
	/** A creation has redirected to this page. */
	isCreated?: boolean;
	/** Past changes; absent where there is no history. */
	history?: PastChange[];
	/** URL of the page with all states of the resource, where there is one. */
	versionsPage?: string;
	/** When the page was rendered, ISO 8601 UTC. */
	madeAt: string;
	/** The user's time zone, as an IANA name. */
	timeZone: string;
};

type EditorFormProps<F extends Fields> = EditorPage &
	Omit<EditorOptions<F>, "start" | "seenAs" | "madeAt" | "page"> & {
		/** The initial values for a new resource. */
		start?: Values<F>;
		/** The initial values of a stored one, where they differ from what is stored: an earlier version. */
		edits?: Values<F> | null;
		/** Display names of identifiers. */
		known?: Names;
		/** @param baseline of the draft; null for a new resource */
		draftInWords: (values: Values<F>, baseline: Content<F> | null) => string;
		/** Shown in place of the fields for some results. */
		done?: (result: EditState<F>) => ReactNode;
		/** Values of an empty form for a new resource, where this page may start with more. */
		blank?: Values<F>;
		className?: string;
		/** Shows why nothing can be saved at present; true: shown. */
		isBlocked?: () => boolean;
		/** In place of the conflict panel. */
		conflict?: ReactNode;
		/** Wraps the form, with components beside it that use its values. */
		frame?: (form: ReactNode) => ReactNode;
		/** Shown above the fields, with what stops a save. */
		notes?: ReactNode;
		/** Beside the fields. */
		aside?: ReactNode;
		/** In place of the bar. */
		bar?: ReactNode;
		children: ReactNode;
	};

const noNames: Names = new Map();

/** What this tab has seen of the resource since the page was rendered: its own save, or what a conflict showed. */
type Seen<F extends Fields> = Save<F> | Pick<Save<F>, "after" | "at">;

function isSave<F extends Fields>(seen: Seen<F> | null): seen is Save<F> {
	return seen !== null && "before" in seen;
}

/**
 * The form of an editor, rendered on the server and hydrated in the browser: the same components, one store. It is a native
 * form as well, which submits its controls to the same action without scripts and before it is hydrated.
 */
export function EditorForm<F extends Fields>(props: EditorFormProps<F>) {
	const { editor, id, madeAt, canWrite, children, aside, history, known = noNames } = props;
	const seenAs = `${editor.what} ${id}`;
	const [seen] = useState(() => (id === "" ? null : seenSince<Seen<F>>(seenAs, madeAt)));
	useEffect(() => rememberPage(madeAt), [madeAt]);
	const baseline = seen?.after ?? props.baseline;
	const stored = baseline ? editor.valuesOf(baseline) : (props.start ?? editor.valuesOf(editor.defaults));
	const start = (seen ? null : props.edits) ?? stored;
	const editing = useEditor({
		...props,
		madeAt: seen?.at ?? madeAt,
		page: { baseline: props.baseline, madeAt },
		baseline,
		start,
		seenAs,
		seen: isSave(seen) ? seen : null,
	});
	const { formRef, result, isHydrated, submit, save, wait, hiddenFields } = editing;
	useSaveKey(formRef);
	const latest = result.saved ?? (isSave(seen) ? seen : null);
	const pastChanges = latest?.history ?? history;
	const readAt = latest?.at ?? madeAt;

	function changerOfDraft(since: string): ChangedBy | undefined {
		const found = changerSince(pastChanges, since);
		// A history older than the baseline can't show that no admin made the change.
		if (!found) return readAt < editing.openedAt ? undefined : found;
		// The admin's own change may have been made on this very page.
		return found.isOneself ? { person: "You", isOneself: false, at: found.at } : found;
	}

	function onSubmit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		if (props.isBlocked?.()) return;
		if (canWrite && !done && wait === 0) save();
	}

	const done = props.done?.(result);
	const fields = (
		<>
			<div id={SUMMARY_ID} tabIndex={-1} className="grid gap-3 empty:hidden">
				<Problems />
				{props.notes}
			</div>
			{props.conflict ?? <ConflictPanel />}
			{done ?? children}
		</>
	);
	return (
		<EditorProvider editing={editing} known={known} frame={props.frame}>
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
				className={classNames("grid min-w-0 content-start gap-5", props.className)}
			>
				{/* Enter in a field saves: the first button of a form is the one that it presses. */}
				{canWrite && !done ? <button type="submit" tabIndex={-1} aria-hidden="true" className="sr-only" /> : null}
				{Object.entries(hiddenFields).map(([name, value]) => (
					<input key={name} type="hidden" name={name} value={value} />
				))}
				{/* A form with an aside has the link after its first field. */}
				{aside || done ? null : <SkipToSave />}
				{aside ? (
					<div className="form-and-aside">
						<div className="grid content-start gap-2.5">{fields}</div>
						{aside}
					</div>
				) : (
					fields
				)}
				{pastChanges ? (
					<HistoryList
						id={id}
						changes={pastChanges}
						clock={{ now: new Date(readAt), timeZone: props.timeZone }}
						versionsPage={props.versionsPage}
					/>
				) : null}
				<div className="save-place">
					<Drafts {...props} changerSince={changerOfDraft} />
					{done ? null : (props.bar ?? <SaveBar />)}
				</div>
			</form>
		</EditorProvider>
	);
}

/** Cmd+S or Ctrl+S saves the open form, as if its own button were pressed. Beneath an open dialog it does nothing. */
function useSaveKey(formRef: RefObject<HTMLFormElement | null>): void {
	useEffect(() => {
		function onKeyDown(event: KeyboardEvent) {
			if (event.key.toLowerCase() !== "s" || event.altKey || !(event.metaKey || event.ctrlKey)) return;
			event.preventDefault();
			if (document.querySelector("dialog[open]") === null) formRef.current?.requestSubmit();
		}
		document.addEventListener("keydown", onKeyDown);
		return () => document.removeEventListener("keydown", onKeyDown);
	}, [formRef]);
}
