import { type ChangeEvent, type ClipboardEvent, memo, type RefObject, useState } from "react";
import { FieldCounter } from "@/app/_forms/field-counter";
import { Button } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { METADATA_VALUE_LENGTH_MAX } from "@/lib/contract/limits";
import { type EditedRow, isNotText, textOf } from "./rows/metadata-rows";
import type { RowWarnings } from "./rows/metadata-warnings";
import type { RowMark } from "./rows/row-marks";

export type RowHandlers = {
	change: (id: string, text: { key?: string; value?: string }) => void;
	/** A text of several lines was pasted into the row's value, which becomes a text area. */
	pasteLines: (id: string, value: string) => void;
	remove: (row: EditedRow) => void;
	acceptSuggestion: (row: EditedRow, key: string) => void;
	/** A text was pasted into the row's key; true: it has several keys, and is shown in a preview instead. */
	pasteKeys: (row: EditedRow, text: string) => boolean;
};

type MetadataRowFieldsProps = {
	row: EditedRow;
	/** Its original as the form sends it. */
	original: string;
	number: number;
	keyError: string | undefined;
	valueError: string | undefined;
	warnings: RowWarnings;
	/** A similar key on others of the user, in the plural `others`. */
	meant: string | null;
	others: string;
	/** The effect of saving on it; null: none. */
	mark: RowMark | null;
	hasFocus: boolean;
	/** Always the handlers of the last render. */
	handlers: RefObject<RowHandlers>;
};

/**
 * One key and its value. The key is form data like the value: no form field is named after it. Typing in one row renders no
 * other: a row is rendered again when one of its texts has changed; the handlers don't change.
 */
export const MetadataRowFields = memo(RowFields, (one, other) => JSON.stringify(one) === JSON.stringify(other));

function RowFields(props: MetadataRowFieldsProps) {
	const { row, original, number, keyError, valueError, warnings, meant, others, mark, hasFocus, handlers } = props;
	const markId = mark ? `metadata-mark-${row.id}` : undefined;
	const removes = row.key.trim() === "" ? `row ${number}` : row.key;
	const isReadOnly = isNotText(row.value);
	return (
		<li className="metadata-row" data-marked={mark ? "" : undefined}>
			<RowField
				name="key"
				label={`Key, row ${number}`}
				row={row}
				markId={markId}
				error={keyError}
				notes={meant === null ? warnings.key : [...warnings.key, `Other ${others} of this user use “${meant}”.`]}
				remedy={
					meant === null ? null : (
						<Button type="button" onClick={() => handlers.current.acceptSuggestion(row, meant)}>
							<span className="max-w-60 truncate">Use {meant}</span>
						</Button>
					)
				}
				autoFocus={hasFocus}
				onText={(key) => handlers.current.change(row.id, { key })}
				onPasted={(text) => handlers.current.pasteKeys(row, text)}
			/>
			<RowField
				name="value"
				label={`Value, row ${number}`}
				row={row}
				markId={markId}
				error={valueError}
				notes={isReadOnly ? [NOT_TEXT, ...warnings.value] : warnings.value}
				placeholder={row.key === "" ? " " : '""'}
				onText={(value) => handlers.current.change(row.id, { value })}
				onPasted={(text, value) => {
					if (!LINE_BREAK.test(text)) return false;
					handlers.current.pasteLines(row.id, value);
					return true;
				}}
			/>
			<span>
				{isReadOnly ? (
					<span className="text-warning">not text</span>
				) : (
					<FieldCounter text={textOf(row.value)} max={METADATA_VALUE_LENGTH_MAX} />
				)}
				{mark ? <MarkWord id={markId} mark={mark} /> : null}
			</span>
			<input type="hidden" name="row" value={row.id} />
			<input type="hidden" name="original" value={original} />
			<Button
				variant="quiet"
				name="intent"
				value={`remove:${number - 1}`}
				aria-label={`Remove ${removes}`}
				onClick={(event) => {
					event.preventDefault();
					handlers.current.remove(row);
				}}
			>
				Remove
			</Button>
		</li>
	);
}

const NOT_TEXT = "Not text, so it is read-only here, and a save would lose it: remove the row to save the others.";

/** The mark in words, also announced with the row's fields. */
export function MarkWord({ id, mark }: { id?: string | undefined; mark: RowMark | "removed" }) {
	return (
		<span id={id} className={classNames("text-xs font-medium", mark === "removed" ? "text-danger" : "text-accent")}>
			{mark}
		</span>
	);
}

/** Only a text area can contain one: an input would silently drop it. */
const LINE_BREAK = /[\r\n]/;

type RowFieldProps = {
	name: "key" | "value";
	label: string;
	row: EditedRow;
	/** Id of the word for the effect of saving on the row. */
	markId: string | undefined;
	error?: string | undefined;
	notes?: string[];
	/** A control that corrects what the notes report. */
	remedy?: React.ReactNode;
	placeholder?: string;
	autoFocus?: boolean;
	onText: (text: string) => void;
	/** A text was pasted, which makes `value` of the field's; true: it is handled. */
	onPasted: (text: string, value: string) => boolean;
};

function RowField({ name, label, row, markId, error, notes = [], remedy, onText, onPasted, ...rest }: RowFieldProps) {
	const id = `metadata-${name}-${row.id}`;
	const text = textOf(row[name]);
	// It stays a text area after its last line break is removed: the cursor is in it.
	const [isMultiLine, setMultiLine] = useState(() => LINE_BREAK.test(text));
	if (!isMultiLine && LINE_BREAK.test(text)) setMultiLine(true);
	const described = [error ? `${id}-error` : "", notes.length > 0 ? `${id}-notes` : "", markId ?? ""]
		.filter(Boolean)
		.join(" ");
	const control = {
		id,
		name,
		value: text,
		readOnly: isNotText(row.value),
		dir: "auto",
		"aria-invalid": error ? (true as const) : undefined,
		"aria-describedby": described || undefined,
		className: "control",
		onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => onText(event.currentTarget.value),
		placeholder: " ",
		...rest,
	};
	function onPaste(event: ClipboardEvent<HTMLInputElement>) {
		const pasted = event.clipboardData.getData("text/plain").replace(/\r\n?/g, "\n");
		const { value, selectionStart, selectionEnd } = event.currentTarget;
		const after = value.slice(0, selectionStart ?? 0) + pasted + value.slice(selectionEnd ?? value.length);
		if (onPasted(pasted, after)) event.preventDefault();
	}

	return (
		<div>
			<label htmlFor={id}>{label}</label>
			{isMultiLine ? (
				<textarea {...control} rows={Math.min(text.split(/\r\n|\r|\n/).length + 1, 8)} />
			) : (
				<input {...control} onPaste={onPaste} />
			)}
			{error ? (
				<p id={`${id}-error`} className="text-xs font-medium text-danger">
					{error}
				</p>
			) : null}
			{notes.length > 0 ? (
				<ul id={`${id}-notes`} className="grid gap-1 text-xs text-warning">
					{notes.map((note) => (
						<li key={note}>{note}</li>
					))}
				</ul>
			) : null}
			{remedy ? <div>{remedy}</div> : null}
		</div>
	);
}
