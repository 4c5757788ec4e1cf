import { useQuery } from "@tanstack/react-query";
import { type ClipboardEvent, type FocusEvent, type KeyboardEvent, type MouseEvent, useMemo, useState } from "react";
import { useFieldArray } from "react-hook-form";
import { useEditing, useNow } from "@/app/_editor/editor-context";
import { Button } from "@/components/ui/button";
import { nameInWords } from "@/components/ui/invisible-characters";
import { Name } from "@/components/ui/name";
import { resources } from "@/lib/dashboard/resources/resources";
import type { MetadataSubject } from "./clear-metadata";
import { ADD_BUTTON, metadataEditor, rowErrors } from "./metadata-editor";
import { MarkWord, MetadataRowFields, pastedText } from "./metadata-row-fields";
import "./metadata-rows.css";
import { nearMisses, suggestedKeys } from "./rows/keys-in-use";
import { EMPTY_ROW, freshId, type MetadataRow, originalInForm, removedRow, textOf } from "./rows/metadata-rows";
import { rowMarks, similarKeys } from "./rows/row-notes";

/** A row that was removed, and where it was. */
export type RemovedRow = { row: MetadataRow; index: number };

type MetadataRowListProps = {
	of: MetadataSubject;
	/** The sentence without any row. */
	none: string;
	removed: readonly RemovedRow[];
	onRemoved: (removed: readonly RemovedRow[]) => void;
	/** A text was pasted into a row's key; true: it has several keys, and is shown in a preview instead. */
	onPaste: (rowId: string, text: string) => boolean;
};

/** The rows, with adding, removing and restoring. The focus moves to the next control; a live region announces the change. */
export function MetadataRowList({ of, none, removed, onRemoved, onPaste }: MetadataRowListProps) {
	const { resource, id, userId } = of;
	const { many } = resources[resource].metadata;
	const { control, edit, result, getValues, setValue } = useEditing(metadataEditor);
	const { rows } = useNow(metadataEditor).values;
	const { rows: opened } = edit.baseline ?? metadataEditor.defaults;
	// React's key is the row's own id, which stays through a save and a conflict; the store's key of a field does not.
	const { fields, append, insert, remove } = useFieldArray({ control, name: "rows", keyName: "fieldKey" });
	const originals = useMemo(() => fields.map((row) => originalInForm(row, opened)), [fields, opened]);
	const errors = new Map(rowErrors(rows).map(({ target, message }) => [target, message]));
	const [marks, similar] = [rowMarks(opened, rows), similarKeys(rows)];
	// The values follow an added or removed field one rendering later.
	const places = new Map(rows.map((row, place) => [row.id, place]));
	const [announcement, announce] = useState("");
	const [typingId, setTypingId] = useState<string | null>(null);
	const query = new URLSearchParams({ resource, user: userId ?? "", except: id });
	// Requested with the first focus of a key, and again until there is a response. Failures are not reported: the editor
	// works without suggestions.
	const { data, refetch } = useQuery<{ keys?: readonly string[] }>({
		queryKey: [`/api/console/keys-in-use?${query}`],
		enabled: false,
	});
	const keysInUse = data?.keys ?? [];
	const meant = nearMisses(rows, keysInUse);
	const typing = rows.find(({ id, key, original }) => id === typingId && original?.[0] !== key);
	const suggested = suggestedKeys(rows, keysInUse, typing?.key ?? "");

	function add(key = "") {
		const { length } = fields;
		const row = { ...EMPTY_ROW, key, id: freshId([...fields, ...removed.map((one) => one.row)]) };
		append(row, { focusName: `rows.${length}.${key === "" ? "key" : "value"}` });
		announce(`Row ${length + 1} added${key === "" ? "" : ` with the key ${nameInWords(key)}`}.`);
	}

	function putBack(one: RemovedRow) {
		// Rows before it may be gone as well.
		insert(Math.min(one.index, fields.length), one.row);
		onRemoved(removed.filter((other) => other !== one));
		announce(`Restored ${one.row.key ? nameInWords(one.row.key) : "the row"}.`);
	}

	/** Fills the row whose key is being typed, else a new one. */
	function applySuggestion(key: string) {
		if (!typing) return add(key);
		const index = fields.findIndex((row) => row.id === typing.id);
		setValue(`rows.${index}.key`, key, { shouldDirty: true });
		announce(`The key of row ${index + 1} is ${nameInWords(key)}.`);
		document.getElementById(`metadata-value-${typing.id}`)?.focus();
	}

	/** "Remove" of a row, which without scripts submits the form. */
	function onClick(event: MouseEvent<HTMLElement>) {
		const button = event.target instanceof Element ? event.target.closest("button") : null;
		const index = removedRow(button?.value ?? "");
		const now = getValues().rows;
		const row = index === null ? undefined : now[index];
		if (index === null || !row) return;
		event.preventDefault();
		const neighbour = now[index + 1] ?? now[index - 1];
		document.getElementById(neighbour ? `metadata-key-${neighbour.id}` : ADD_BUTTON)?.focus();
		remove(index);
		if (row.key !== "" || row.value !== "") onRemoved([...removed, { row, index }]);
		announce(`Removed ${row.key ? nameInWords(row.key) : `row ${index + 1}`}. ${now.length - 1} left.`);
	}

	/** The row whose key it is. */
	function rowOf(control: Element) {
		return fields.find((row) => control.id === `metadata-key-${row.id}`);
	}

	function onPasteKeys(event: ClipboardEvent<HTMLElement>) {
		const row = event.target instanceof HTMLInputElement ? rowOf(event.target) : undefined;
		if (row && onPaste(row.id, pastedText(event))) event.preventDefault();
	}

	function onFocus({ target }: FocusEvent<HTMLElement>) {
		const row = rowOf(target);
		setTypingId(row?.id ?? null);
		if (row && userId !== null && !data) void refetch();
	}

	/** Enter moves to the next field; after the last value it adds a row. In a text area it is a line break. */
	function onKeyDown(event: KeyboardEvent<HTMLElement>) {
		if (event.key !== "Enter" || event.nativeEvent.isComposing || event.metaKey || event.ctrlKey) return;
		if (!(event.target instanceof HTMLInputElement)) return;
		event.preventDefault();
		const inputs = [...event.currentTarget.querySelectorAll<HTMLElement>("[name=key], [name=value]")];
		const next = inputs[inputs.indexOf(event.target) + 1];
		if (next) next.focus();
		else add();
	}

	return (
		<fieldset className="min-w-0">
			<legend className="sr-only">Rows</legend>
			{/* A browser lays out a fieldset, with all its rows, again whenever a direct child is added or removed. */}
			<div className="grid">
				{fields.length === 0 ? (
					<p className="text-sm text-muted">{none} Add a row to begin.</p>
				) : (
					<>
						<div
							aria-hidden="true"
							className="hidden grid-cols-[minmax(0,2fr)_minmax(0,3fr)_4.5rem_5rem] border-b border-line pb-1.5 text-sm text-muted *:pl-2.5 sm:grid"
						>
							<span>Key</span>
							<span>Value</span>
						</div>
						<ol onClick={onClick} onKeyDown={onKeyDown} onFocus={onFocus} onPaste={onPasteKeys}>
							{fields.map((row, index) => {
								const place = places.get(row.id) ?? -1;
								return (
									<MetadataRowFields
										key={row.id}
										control={control}
										index={index}
										id={row.id}
										original={originals[index] ?? ""}
										keyError={errors.get(`metadata-key-${row.id}`)}
										valueError={errors.get(`metadata-value-${row.id}`)}
										similar={similar[place] ?? null}
										meant={meant[place] ?? null}
										others={many}
										mark={marks[place] ?? null}
										hasFocus={result.kind === "edited" && index === result.row}
										announce={announce}
									/>
								);
							})}
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
								<span className="wrap-anywhere text-muted line-through">
									<Name text={one.row.key || '""'} /> <Name text={textOf(one.row.value)} />
								</span>
								<MarkWord mark="removed" />
								<Button
									type="button"
									variant="quiet"
									className="max-sm:justify-self-start max-sm:px-0"
									onClick={() => putBack(one)}
								>
									<span className="max-w-40 wrap-anywhere">
										Restore {one.row.key ? <Name text={one.row.key} /> : "the row without a key"}
									</span>
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
								<Button
									key={key}
									type="button"
									aria-label={`Use ${nameInWords(key)} as a key`}
									onClick={() => applySuggestion(key)}
								>
									<code className="max-w-60 wrap-anywhere text-xs">
										<Name text={key} />
									</code>
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
