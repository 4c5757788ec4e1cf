import {
	type FocusEvent,
	type KeyboardEvent,
	startTransition,
	useDeferredValue,
	useEffect,
	useLayoutEffect,
	useRef,
	useState,
} from "react";
import { useEditing } from "@/app/_editor/editor-context";
import { Button } from "@/components/ui/button";
import { KeySuggestions, type useKeysInUse } from "./key-suggestions";
import { ADD_BUTTON, metadataEditor } from "./metadata-editor";
import { MarkWord, MetadataRowFields, type RowHandlers } from "./metadata-row-fields";
import { rowMarks } from "./rows/metadata-changes";
import { type EditedRow, EMPTY_ROW, originalInForm, textOf } from "./rows/metadata-rows";
import { metadataWarnings, NO_WARNINGS } from "./rows/metadata-warnings";
import type { RemovedRow, useMetadataRows } from "./use-metadata-rows";

type MetadataRowListProps = {
	many: string;
	/** The sentence without any row. */
	none: string;
	editor: ReturnType<typeof useMetadataRows>;
	errors: Record<string, string>;
	inUse: ReturnType<typeof useKeysInUse>;
	/** The row that has the focus when the page opens. */
	focusRow?: number | undefined;
	/** A text that may contain several keys was pasted into a row's key. */
	onPaste: (row: EditedRow, text: string) => void;
};

/** The rows, with adding, removing and restoring. The focus moves to the next control; a live region announces the change. */
export function MetadataRowList({ many, none, editor, errors, inUse, focusRow, onPaste }: MetadataRowListProps) {
	const { rows, removed } = editor;
	const { baseline } = useEditing(metadataEditor).edit;
	const opened = baseline?.rows ?? [];
	const marks = rowMarks(opened, rows);
	const [announcement, setAnnouncement] = useState("");
	const focusNext = useRef<string | null>(null);
	const warnings = metadataWarnings(rows);
	const meant = inUse.nearMisses(rows);
	const ids = rows.map(({ id }) => id).join(" ");
	const numbers = rowNumbers(rows, useDeferredValue(ids).split(" "));
	const [typingId, setTypingId] = useState<string | null>(null);
	const typing = rows.find(({ id, key, original }) => id === typingId && original?.[0] !== key);

	useEffect(() => {
		const next = focusNext.current === null ? null : document.getElementById(focusNext.current);
		// A rendering that began before may come first, without the new row.
		if (!next) return;
		next.focus();
		focusNext.current = null;
	});

	function add() {
		focusNext.current = `metadata-key-${editor.add()}`;
		setAnnouncement(`Row ${rows.length + 1} added.`);
	}

	function remove(id: string) {
		const index = rows.findIndex((row) => row.id === id);
		const row = rows[index];
		if (!row) return;
		const neighbour = rows[index + 1] ?? rows[index - 1];
		focusNext.current = neighbour ? `metadata-key-${neighbour.id}` : ADD_BUTTON;
		editor.remove(row);
		setAnnouncement(`Removed ${row.key || `row ${index + 1}`}. ${rows.length - 1} left.`);
	}

	function putBack(removedRow: RemovedRow) {
		focusNext.current = `metadata-key-${removedRow.row.id}`;
		editor.putBack(removedRow);
		setAnnouncement(`Put back ${removedRow.row.key || "the row"}.`);
	}

	function setKey(id: string, key: string, next: "key" | "value") {
		editor.change(id, { key });
		focusNext.current = `metadata-${next}-${id}`;
		setAnnouncement(`The key of row ${rows.findIndex((row) => row.id === id) + 1} is ${key}.`);
	}

	function pasteLines(id: string, value: string) {
		editor.change(id, { value });
		focusNext.current = `metadata-value-${id}`;
	}

	function pasteSeveral(id: string, text: string) {
		const row = rows.find((one) => one.id === id);
		if (row) onPaste(row, text);
	}

	const now: RowHandlers = {
		change: editor.change,
		pasteLines,
		remove,
		acceptSuggestion: (id, key) => setKey(id, key, "key"),
		pasteSeveral,
	};
	const handlers = useRef(now);
	useLayoutEffect(() => {
		handlers.current = now;
	});

	/** Fills the row whose key is being typed, else a new one. */
	function applySuggestion(key: string) {
		if (typing) return setKey(typing.id, key, "value");
		focusNext.current = `metadata-value-${editor.add({ ...EMPTY_ROW, key })}`;
		setAnnouncement(`Row ${rows.length + 1} added with the key ${key}.`);
	}

	function onFocus({ target }: FocusEvent<HTMLElement>) {
		const isKey = "name" in target && target.name === "key";
		const id = isKey ? rows.find((row) => target.id === `metadata-key-${row.id}`)?.id : undefined;
		// Only the suggestions follow: the frame of the click that moved the focus does not wait for them.
		startTransition(() => {
			if (isKey) inUse.request();
			setTypingId(id ?? null);
		});
	}

	/** Enter moves to the next field; after the last value it adds a row. In a text area it is a line break. */
	function onKeyDown(event: KeyboardEvent<HTMLElement>) {
		if (event.key !== "Enter" || event.nativeEvent.isComposing || event.metaKey || event.ctrlKey) return;
		if (!(event.target instanceof HTMLInputElement)) return;
		event.preventDefault();
		const index = rows.findIndex(
			(row) => event.target instanceof HTMLElement && event.target.id.endsWith(`-${row.id}`),
		);
		const next = rows[index + 1];
		if (event.target.name === "key") document.getElementById(`metadata-value-${rows[index]?.id}`)?.focus();
		else if (next) document.getElementById(`metadata-key-${next.id}`)?.focus();
		else add();
	}

	return (
		<fieldset className="min-w-0">
			<legend className="sr-only">Rows</legend>
			{/* A browser lays out a fieldset, with all its rows, again whenever a direct child is added or removed. */}
			<div className="grid">
				{rows.length === 0 ? (
					<p className="text-sm text-muted">{none} Add a row to begin.</p>
				) : (
					<>
						<div aria-hidden="true" className="metadata-head">
							<span>Key</span>
							<span>Value</span>
						</div>
						<ol onKeyDown={onKeyDown} onFocus={onFocus}>
							{rows.map((row, index) => (
								<MetadataRowFields
									key={row.id}
									row={row}
									original={originalInForm(row, opened)}
									number={numbers[index] ?? index + 1}
									keyError={errors[`rows.${index}.key`]}
									valueError={errors[`rows.${index}.value`]}
									warnings={warnings[index] ?? NO_WARNINGS}
									meant={meant[index] ?? null}
									others={many}
									mark={marks[index] ?? null}
									hasFocus={index === focusRow}
									handlers={handlers}
								/>
							))}
						</ol>
					</>
				)}
				<RemovedRows removed={removed} onPutBack={putBack} />
				<div className="pt-3">
					<Button
						id={ADD_BUTTON}
						name="intent"
						value="add"
						onClick={(event) => {
							event.preventDefault();
							add();
						}}
					>
						Add row
					</Button>
				</div>
				<KeySuggestions what={many} keys={inUse.suggested(rows, typing?.key ?? "")} onUse={applySuggestion} />
				{errors["rows.count"] ? <p className="pt-3 text-sm font-medium text-danger">{errors["rows.count"]}</p> : null}
				<p role="status" className="sr-only">
					{announcement}
				</p>
			</div>
		</fieldset>
	);
}

/** Rows that saving would remove stay visible, and can be restored to their place. */
function RemovedRows({
	removed,
	onPutBack,
}: {
	removed: readonly RemovedRow[];
	onPutBack: (removedRow: RemovedRow) => void;
}) {
	if (removed.length === 0) return null;
	return (
		<ul aria-label="Removed rows">
			{removed.map((removedRow) => {
				const { id, key, value } = removedRow.row;
				return (
					<li
						key={id}
						className="grid min-h-9 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 border-b border-line text-sm max-sm:py-1.5 sm:grid-cols-[minmax(0,1fr)_auto_auto] sm:pl-2.5"
					>
						<span className="truncate text-muted line-through">
							<bdi>{key || '""'}</bdi> <bdi>{textOf(value)}</bdi>
						</span>
						<MarkWord mark="removed" />
						<Button
							type="button"
							variant="quiet"
							className="max-sm:justify-self-start max-sm:px-0"
							onClick={() => onPutBack(removedRow)}
						>
							<span className="max-w-40 truncate">Put back {key || "the row without a key"}</span>
						</Button>
					</li>
				);
			})}
		</ul>
	);
}

/**
 * The rows' numbers, from 1. After a removal only the next row, which takes the focus, gets its new number at once; the rows
 * after it follow in a later frame.
 */
function rowNumbers(rows: readonly EditedRow[], idsBefore: readonly string[]): number[] {
	const next = rows.findIndex(({ id }, index) => id !== idsBefore[index]);
	return rows.map(({ id }, index) => {
		const before = rows.length < idsBefore.length && index !== next ? idsBefore.indexOf(id) : -1;
		return before === -1 ? index + 1 : before + 1;
	});
}
