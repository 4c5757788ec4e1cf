import { useEffect, useState } from "react";
import { useEditing } from "@/app/_editor/editor-context";
import { UnsavedGuard } from "@/app/_forms/unsaved-guard";
import { buttonClass } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import { CopyButton } from "@/components/ui/copy-button";
import { TextAreaField } from "@/components/ui/text-area-field";
import type { MetadataEntry } from "@/lib/contract/metadata";
import { JSON_TEXT, metadataEditor } from "./metadata-editor";
import { type JsonMistake, metadataJson, parseMetadataJson } from "./rows/metadata-json";
import { envText } from "./rows/pasted-text";
import { ShownText } from "./rows/shown-text";

// The metadata as text: JSON to edit, JSON and `.env` to take along.

/**
 * A typed text. `of`: the JSON of the metadata that it represents, or that it was typed over while it can't be parsed; after
 * a change from elsewhere (rows, save, Undo) it no longer holds.
 */
export type TypedJson = { text: string; of: string; mistake: JsonMistake | null };

type MetadataJsonViewProps = {
	entries: MetadataEntry[];
	typed: TypedJson | null;
	onTyped: (typed: TypedJson) => void;
	/** The line of the error in what is shown; null: it can be parsed, or is shown no longer. */
	onUnreadable: (line: number | null) => void;
	onEntries: (entries: MetadataEntry[]) => void;
};

/**
 * The metadata as JSON, to edit. A text that isn't a JSON object of strings changes nothing, and nothing is saved
 * until it is one; its error is shown with its position.
 */
export function MetadataJsonView({ entries, typed, onTyped, onUnreadable, onEntries }: MetadataJsonViewProps) {
	const { edit, unchanged, getValues } = useEditing(metadataEditor);
	const held = metadataJson(entries);
	const { text, mistake } = typed?.of === held ? typed : { text: held, mistake: null };
	const line = mistake?.line ?? null;

	useEffect(() => {
		onUnreadable(line);
		return () => onUnreadable(null);
	}, [line, onUnreadable]);

	function onText(next: string) {
		const read = parseMetadataJson(next, { stored: edit.baseline?.rows ?? [] });
		if ("mistake" in read) return onTyped({ text: next, of: held, mistake: read.mistake });
		onTyped({ text: next, of: metadataJson(read.entries), mistake: null });
		onEntries(read.entries);
	}

	return (
		<div className="grid gap-2">
			{/* Other edits ask by themselves. */}
			<UnsavedGuard
				isDirty={mistake !== null && !metadataEditor.hasEdits(unchanged, getValues())}
				lost="The JSON can't be read, so it is not kept as a draft."
			/>
			<TextAreaField
				id={JSON_TEXT}
				label="Metadata as JSON"
				rows={Math.min(Math.max(text.split("\n").length + 1, 6), 24)}
				className="font-mono text-sm"
				value={text}
				onChange={(event) => onText(event.currentTarget.value)}
				error={
					mistake &&
					`Line ${mistake.line}, column ${mistake.column}: ${mistake.message} Nothing is saved until this can be read.`
				}
				description="One object with text values. A stored value that is not text stays as it is, or is removed."
			/>
		</div>
	);
}

const formats = ["JSON", ".env"] as const;

/** The present rows, saved or not, to copy or download. Nothing leaves the browser. */
export function ExportMetadata({ id, entries }: { id: string; entries: MetadataEntry[] }) {
	const [format, setFormat] = useState<(typeof formats)[number]>("JSON");
	const { text, leftOut } = format === "JSON" ? { text: metadataJson(entries), leftOut: [] } : envText(entries);
	const file = format === "JSON" ? `${id}.json` : `${id}.env`;
	return (
		<div className="grid gap-3 text-sm">
			<fieldset className="flex flex-wrap gap-4">
				<legend className="sr-only">Format</legend>
				{formats.map((one) => (
					<label key={one} className="inline-flex min-h-6 items-center gap-2">
						<input type="radio" checked={format === one} onChange={() => setFormat(one)} />
						{one}
					</label>
				))}
			</fieldset>
			<CodeBlock label={`Metadata as ${format === "JSON" ? "JSON text" : format}`} text={text} />
			{leftOut.length > 0 ? (
				<p className="text-warning">
					This format can't hold these keys:{" "}
					{leftOut.map((key) => (
						<span key={key}>
							<ShownText text={key} />{" "}
						</span>
					))}
				</p>
			) : null}
			<p className="flex flex-wrap items-center gap-3">
				<CopyButton text={text} label={`Copy ${format}`} />
				<a
					href={`data:text/plain;charset=utf-8,${encodeURIComponent(text.toWellFormed())}`}
					download={file}
					className={buttonClass()}
				>
					Download {file}
				</a>
			</p>
		</div>
	);
}
