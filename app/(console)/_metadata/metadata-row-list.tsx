import { useQuery } from "@tanstack/react-query";
import { type FocusEvent, type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useEditing } from "@/app/_editor/editor-context";
import { Button } from "@/components/ui/button";
import { type MetadataResource, resources } from "@/lib/dashboard/resources/resources";
import { ADD_BUTTON, metadataEditor, rowErrors } from "./metadata-editor";
import { MarkWord, MetadataRowFields, type RowHandlers } from "./metadata-row-fields";
import { nearMisses, suggestedKeys } from "./rows/keys-in-use";
import { type EditedRow, originalInForm, textOf } from "./rows/metadata-rows";
import { metadataWarnings, NO_WARNINGS } from "./rows/metadata-warnings";
import { rowMarks } from "./rows/row-marks";
import type { RemovedRow, useMetadataRows } from "./use-metadata-rows";

type MetadataRowListProps = {
	resource: MetadataResource;
	id: string;
	userId: string | null;
	/** The sentence without any row. */
	none: string;
	editor: ReturnType<typeof useMetadataRows>;
	/** The row that has the focus when the page opens. */
	focusRow: number | undefined;
	/** A text was pasted into a row's key; true: it has several keys. */
	onPaste: (row: EditedRow, text: string) => boolean;
};

/** The rows, with adding, removing and restoring. The focus moves to the next control; a live region announces the change. */
export function MetadataRowList({ resource, id, userId, none, editor, focusRow, onPaste }: MetadataRowListProps) {
	const { many } = resources[resource].metadata;
	const { rows, removed } = editor;
	const opened = useEditing(metadataEditor).edit.baseline?.rows ?? [];
	const errors = new Map(rowErrors(rows).map(({ target, message }) => [target, message]));
	const marks = rowMarks(opened, rows);
	const warnings = metadataWarnings(rows);
	const [announcement, setAnnouncement] = useState("");
	const focusNext = useRef<string | null>(null);
	const [typingId, setTypingId] = useState<string | null>(null);
	const query = new URLSearchParams({ resource, user: userId ?? "", except: id });
	// Failures are not reported: the editor works without suggestions.
	const { data } = useQuery<{ keys?: readonly string[] }>({
		queryKey: [`/api/console/keys-in-use?${query}`],
		enabled: typingId !== null && userId !== null,
	});
	const keysInUse = data?.keys ?? [];
	const meant = nearMisses(rows, keysInUse);
	const typing = rows.find(({ id, key, original }) => id === typingId && original?.[0] !== key);
	const suggested = suggestedKeys(rows, keysInUse, typing?.key ?? "");

	useEffect(() => {
		const next = focusNext.current === null ? null : document.getElementById(focusNext.current);
		// A rendering that began before may come first, without the new row.
		if (!next) return;
		next.focus();
		focusNext.current = null;
	});

	/** @param next the id of the control that takes the focus */
	function announce(text: string, next: string) {
		focusNext.current = next;
		setAnnouncement(text);
	}

	function add() {
		announce(`Row ${rows.length + 1} added.`, `metadata-key-${editor.add()}`);
	}

	function setKey({ id }: EditedRow, key: string, next: "key" | "value") {
		editor.change(id, { key });
		announce(`The key of row ${indexOf(id) + 1} is ${key}.`, `metadata-${next}-${id}`);
	}

	function indexOf(id: string): number {
		return rows.findIndex((row) => row.id === id);
	}

	const now: RowHandlers = {
		change: editor.change,
		pasteLines(id, value) {
			editor.change(id, { value });
			focusNext.current = `metadata-value-${id}`;
		},
		remove(row) {
			const index = indexOf(row.id);
			const neighbour = rows[index + 1] ?? rows[index - 1];
			editor.remove(row);
			announce(
				`Removed ${row.key || `row ${index + 1}`}. ${rows.length - 1} left.`,
				neighbour ? `metadata-key-${neighbour.id}` : ADD_BUTTON,
			);
		},
		acceptSuggestion: (row, key) => setKey(row, key, "key"),
		pasteKeys: onPaste,
	};
	const handlers = useRef(now);
	useLayoutEffect(() => {
		handlers.current = now;
	});

	function putBack(removedRow: RemovedRow) {
		editor.putBack(removedRow);
		announce(`Put back ${removedRow.row.key || "the row"}.`, `metadata-key-${removedRow.row.id}`);
	}

	/** Fills the row whose key is being typed, else a new one. */
	function applySuggestion(key: string) {
		if (typing) return setKey(typing, key, "value");
		announce(`Row ${rows.length + 1} added with the key ${key}.`, `metadata-value-${editor.add(key)}`);
	}

	function onFocus({ target }: FocusEvent<HTMLElement>) {
		setTypingId(rows.find(({ id }) => target.id === `metadata-key-${id}`)?.id ?? null);
	}

	/** Enter moves to the next field; after the last value it adds a row. In a text area it is a line break. */
	function onKeyDown(event: KeyboardEvent<HTMLElement>) {
		if (event.key !== "Enter" || event.nativeEvent.isComposing || event.metaKey || event.ctrlKey) return;
		if (!(event.target instanceof HTMLInputElement)) return;
		event.preventDefault();
		const fields = [...event.currentTarget.querySelectorAll<HTMLElement>("[name=key], [name=value]")];
		const next = fields[fields.indexOf(event.target) + 1];
		if (next) next.focus();
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
						<div
							aria-hidden="true"
							className="metadata-head hidden border-b border-line pb-1.5 text-sm text-muted *:pl-2.5 sm:grid"
						>
							<span>Key</span>
							<span>Value</span>
						</div>
						<ol onKeyDown={onKeyDown} onFocus={onFocus}>
							{rows.map((row, index) => (
								<MetadataRowFields
									key={row.id}
									row={row}
									original={originalInForm(row, opened)}
									number={index + 1}
									keyError={errors.get(`metadata-key-${row.id}`)}
									valueError={errors.get(`metadata-value-${row.id}`)}
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
				{/* Rows that saving would remove stay visible, and can be restored to their place. */}
				{removed.length > 0 ? (
					<ul aria-label="Removed rows">
						{removed.map((one) => (
							<li
								key={one.row.id}
								className="grid min-h-9 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 border-b border-line text-sm max-sm:py-1.5 sm:grid-cols-[minmax(0,1fr)_auto_auto] sm:pl-2.5"
							>
								<span className="truncate text-muted line-through">
									<bdi>{one.row.key || '""'}</bdi> <bdi>{textOf(one.row.value)}</bdi>
								</span>
								<MarkWord mark="removed" />
								<Button
									type="button"
									variant="quiet"
									className="max-sm:justify-self-start max-sm:px-0"
									onClick={() => putBack(one)}
								>
									<span className="max-w-40 truncate">Put back {one.row.key || "the row without a key"}</span>
								</Button>
							</li>
						))}
					</ul>
				) : null}
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
				{/* Buttons rather than a datalist, which would turn the text field into a combobox. */}
				{suggested.length > 0 ? (
					<fieldset className="mt-4">
						<legend className="mb-1.5 text-sm text-muted">Keys on other {many} of this user</legend>
						<div className="flex flex-wrap gap-2">
							{suggested.map((key) => (
								<Button key={key} type="button" aria-label={`Use ${key} as a key`} onClick={() => applySuggestion(key)}>
									<code className="max-w-60 truncate text-xs">{key}</code>
								</Button>
							))}
						</div>
					</fieldset>
				) : null}
				{errors.has(ADD_BUTTON) ? (
					<p className="pt-3 text-sm font-medium text-danger">{errors.get(ADD_BUTTON)}</p>
				) : null}
				<p role="status" className="sr-only">
					{announcement}
				</p>
			</div>
		</fieldset>
	);
}
