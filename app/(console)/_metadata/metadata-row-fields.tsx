import { type ClipboardEvent, memo, type ReactNode, useState } from "react";
import { type Control, type ControllerRenderProps, useController } from "react-hook-form";
import { FieldCounter } from "@/app/_forms/field-counter";
import { Button } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { nameInWords } from "@/components/ui/invisible-characters";
import { Name } from "@/components/ui/name";
import { METADATA_VALUE_LENGTH_MAX } from "@/lib/contract/limits";
import type { StoredValue } from "@/lib/contract/metadata";
import type { MetadataValues } from "./metadata-editor";
import { isNotText, textOf } from "./rows/metadata-rows";
import { keyWarnings, type RowMark, valueWarnings } from "./rows/row-notes";

type MetadataRowFieldsProps = {
	control: Control<MetadataValues>;
	/** From 0. */
	index: number;
	id: string;
	/** Its original as the form sends it. */
	original: string;
	keyError: string | undefined;
	valueError: string | undefined;
	/** The key of another row that is like its own. */
	similar: string | null;
	/** A similar key on others of the user, in the plural `others`. */
	meant: string | null;
	others: string;
	/** The effect of saving on it; null: none. */
	mark: RowMark | null;
	hasFocus: boolean;
	announce: (text: string) => void;
};

/**
 * One key and its value. The key is form data like the value: no form field is named after it. Typing in one row renders no
 * other: each reads its own texts from the store, and what the list notes at it are texts as well.
 */
export const MetadataRowFields = memo(function MetadataRowFields(props: MetadataRowFieldsProps) {
	const { control, index, id, original, keyError, valueError, similar, meant, others, mark, hasFocus, announce } =
		props;
	const { field: key } = useController({ control, name: `rows.${index}.key` });
	const { field: value } = useController({ control, name: `rows.${index}.value` });
	const number = index + 1;
	const isReadOnly = isNotText(value.value);
	const row = { id, number, markId: mark ? `metadata-mark-${id}` : undefined, isReadOnly };
	const warnings = { key: keyWarnings(key.value, similar), value: valueWarnings(value.value) };

	function correct(correctKey: string) {
		key.onChange(correctKey);
		announce(`The key of row ${number} is ${nameInWords(correctKey)}.`);
		// The button is gone.
		document.getElementById(`metadata-key-${id}`)?.focus();
	}

	return (
		<li className="metadata-row" data-marked={mark ? "" : undefined}>
			<RowField
				row={row}
				field={key}
				name="key"
				error={keyError}
				notes={
					meant === null ? warnings.key : [...warnings.key, `Other ${others} of this user use “${nameInWords(meant)}”.`]
				}
				remedy={
					meant === null ? null : (
						<Button type="button" onClick={() => correct(meant)}>
							<span className="max-w-60 wrap-anywhere">
								Use <Name text={meant} />
							</span>
						</Button>
					)
				}
				autoFocus={hasFocus}
			/>
			<RowField
				row={row}
				field={value}
				name="value"
				error={valueError}
				notes={isReadOnly ? [NOT_TEXT, ...warnings.value] : warnings.value}
				placeholder={key.value === "" ? " " : '""'}
			/>
			<span>
				{isReadOnly ? (
					<span className="text-warning">not text</span>
				) : (
					<FieldCounter text={textOf(value.value)} max={METADATA_VALUE_LENGTH_MAX} />
				)}
				{mark ? <MarkWord id={row.markId} mark={mark} /> : null}
			</span>
			<input type="hidden" name="row" value={id} />
			<input type="hidden" name="original" value={original} />
			<Button
				variant="quiet"
				name="intent"
				value={`remove:${index}`}
				aria-label={`Remove ${key.value.trim() === "" ? `row ${number}` : nameInWords(key.value)}`}
			>
				Remove
			</Button>
		</li>
	);
});

const NOT_TEXT = "Not text, so read-only here. A save would lose it: remove the row to save the others.";

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
	/** `markId`: of the word for the effect of saving on it; `isReadOnly`: a value that is no text keeps its key as well. */
	row: { id: string; number: number; markId: string | undefined; isReadOnly: boolean };
	field: Pick<ControllerRenderProps, "ref" | "onChange"> & { value: StoredValue };
	name: "key" | "value";
	error: string | undefined;
	notes: string[];
	/** A control that corrects what the notes report. */
	remedy?: ReactNode;
	placeholder?: string;
	autoFocus?: boolean;
};

function RowField({ row, field, name, error, notes, remedy, placeholder = " ", autoFocus }: RowFieldProps) {
	const id = `metadata-${name}-${row.id}`;
	const text = textOf(field.value);
	// It stays a text area after its last line break is removed: the cursor is in it.
	const [area, setArea] = useState<"shown" | "pasted" | null>(null);
	const isArea = area !== null || LINE_BREAK.test(text);
	if (isArea && area === null) setArea("shown");
	const described = [error ? `${id}-error` : "", notes.length > 0 ? `${id}-notes` : "", row.markId ?? ""];
	const control = {
		id,
		name,
		ref: field.ref,
		value: text,
		onChange: field.onChange,
		readOnly: row.isReadOnly,
		dir: "auto",
		"aria-invalid": error ? (true as const) : undefined,
		"aria-describedby": described.filter(Boolean).join(" ") || undefined,
		className: "control",
		placeholder,
		autoFocus: autoFocus || area === "pasted",
	};

	/** A value of several lines becomes a text area. The key's are read by the list. */
	function onPaste(event: ClipboardEvent<HTMLInputElement>) {
		const pasted = pastedText(event);
		if (name === "key" || !LINE_BREAK.test(pasted)) return;
		event.preventDefault();
		const { value, selectionStart, selectionEnd } = event.currentTarget;
		setArea("pasted");
		field.onChange(value.slice(0, selectionStart ?? 0) + pasted + value.slice(selectionEnd ?? value.length));
	}

	return (
		<div>
			<label htmlFor={id}>{`${name === "key" ? "Key" : "Value"}, row ${row.number}`}</label>
			{isArea ? (
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

/** A pasted text with LF line breaks. */
export function pastedText(event: ClipboardEvent): string {
	return event.clipboardData.getData("text/plain").replace(/\r\n?/g, "\n");
}
