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
import { type Editing, type EditorOptions, SUMMARY_ID, useEditor } from "./use-editor";

/** What a page gives the form of what it shows. */
export type EditorPage = {
	canWrite: boolean;
	/** Who is signed in: drafts are kept apart by it. */
	subject: string;
	/** This page is where a creation has led. */
	isCreated?: boolean;
	/** What was changed before; absent where there is no history. */
	history?: PastChange[];
	/** When the page was made, ISO 8601 UTC. */
	madeAt: string;
	/** Where its reader lives, as IANA names it. */
	timeZone: string;
};

type EditorFormProps<F extends Fields> = EditorPage &
	Omit<EditorOptions<F>, "start" | "seenAs" | "madeAt"> & {
		/** What the controls of a new thing begin with. */
		start?: Values<F>;
		/** What the admin knows its identifiers by. */
		known?: Names;
		/** @param baseline what it was typed over; null for what is new */
		draftInWords: (values: Values<F>, baseline: Content<F> | null) => string;
		/** In place of the fields, where a result calls for it. */
		done?: (result: EditState<F>) => ReactNode;
		/** What an empty form of something new holds, where this page may begin with more. */
		blank?: Values<F>;
		className?: string;
		/** What a button with a value does in the browser; true: it is done. */
		onIntent?: (intent: string, editing: Editing<F>) => boolean;
		/** Says why nothing can be saved just now; true: it has. */
		isBlocked?: () => boolean;
		/** In place of the usual panel of a conflict. */
		conflict?: ReactNode;
		/** Around the form: what stands beside it and works with what it holds. */
		frame?: (form: ReactNode) => ReactNode;
		/** Said above the fields beside what stops a save. */
		notes?: ReactNode;
		/** Beside the fields. */
		aside?: ReactNode;
		/** In place of the usual bar. */
		bar?: ReactNode;
		children: ReactNode;
	};

const noNames: Names = new Map();

/** What this tab has seen of the thing since the page was made: a save of its own, or what a conflict showed. */
type Seen<F extends Fields> = Save<F> | Pick<Save<F>, "after" | "at">;

function isSave<F extends Fields>(seen: Seen<F> | null): seen is Save<F> {
	return seen !== null && "before" in seen;
}

/**
 * The form of what an editor edits, rendered on the server and hydrated in the browser: the same components, one store. It
 * is a native form as well, which posts its controls to the same action while, and where, no scripts run.
 */
export function EditorForm<F extends Fields>(props: EditorFormProps<F>) {
	const { editor, id, madeAt, canWrite, children, aside, history, known = noNames } = props;
	const seenAs = `${editor.what} ${id}`;
	const [seen] = useState(() => (id === "" ? null : seenSince<Seen<F>>(seenAs, madeAt)));
	useEffect(() => rememberPage(madeAt), [madeAt]);
	const baseline = seen?.after ?? props.baseline;
	const start = baseline ? editor.valuesOf(baseline) : (props.start ?? editor.valuesOf(editor.usual));
	const editing = useEditor({
		...props,
		madeAt: seen?.at ?? madeAt,
		baseline,
		start,
		seenAs,
		seen: isSave(seen) ? seen : null,
	});
	const { formRef, result, isHydrated, submit, save, hiddenFields } = editing;
	useSaveKey(formRef);
	const latest = result.saved ?? (isSave(seen) ? seen : null);
	const told = latest?.history ?? history;
	const toldAt = latest?.at ?? madeAt;

	function changerOfDraft(since: string): ChangedBy | undefined {
		const found = changerSince(told, since);
		// That a history knows of nobody tells nothing where it is older than what was read last.
		if (!found) return toldAt < editing.openedAt ? undefined : found;
		// The admin's own change may have been made on this very page.
		return found.isOneself ? { person: "You", isOneself: false, at: found.at } : found;
	}

	function onSubmit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		const intent = (event.nativeEvent as SubmitEvent).submitter?.getAttribute("value") ?? "";
		if (intent !== "" && props.onIntent?.(intent, editing)) return;
		if (props.isBlocked?.()) return;
		if (canWrite && !done) save();
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
				action={submit}
				onSubmit={onSubmit}
				noValidate
				autoComplete="off"
				data-early-guard={isHydrated ? undefined : ""}
				className={classNames("grid min-w-0 content-start gap-5", props.className)}
			>
				{/* Enter in a field saves: the first button of a form is the one that it presses. */}
				{canWrite ? <button type="submit" tabIndex={-1} aria-hidden="true" className="sr-only" /> : null}
				{Object.entries(hiddenFields).map(([name, value]) => (
					<input key={name} type="hidden" name={name} value={value} />
				))}
				{/* A form with something beside it has the link after its first field. */}
				{aside || done ? null : <SkipToSave />}
				{aside ? (
					<div className="form-and-aside">
						<div className="grid content-start gap-2.5">{fields}</div>
						{aside}
					</div>
				) : (
					fields
				)}
				{told ? (
					<HistoryList id={id} changes={told} clock={{ now: new Date(toldAt), timeZone: props.timeZone }} />
				) : null}
				<div className="save-place">
					<Drafts {...props} changerSince={changerOfDraft} />
					{done ? null : (props.bar ?? <SaveBar />)}
				</div>
			</form>
		</EditorProvider>
	);
}

/** Cmd+S or Ctrl+S saves the open form, as if its own button were pressed. */
function useSaveKey(formRef: RefObject<HTMLFormElement | null>): void {
	useEffect(() => {
		function onKeyDown(event: KeyboardEvent) {
			if (event.key.toLowerCase() !== "s" || event.altKey || !(event.metaKey || event.ctrlKey)) return;
			event.preventDefault();
			formRef.current?.requestSubmit();
		}
		document.addEventListener("keydown", onKeyDown);
		return () => document.removeEventListener("keydown", onKeyDown);
	}, [formRef]);
}
