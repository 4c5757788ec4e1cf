import { useEffect } from "react";
import { useEditing } from "@/app/_editor/editor-context";
import { useUnsavedGuard } from "@/app/_forms/use-unsaved-guard";
import { TextAreaField } from "@/components/ui/text-area-field";
import type { MetadataEntry } from "@/lib/contract/metadata";
import { JSON_TEXT, metadataEditor } from "./metadata-editor";
import { type JsonMistake, metadataJson, parseMetadataJson } from "./rows/metadata-json";

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

	// Other edits prompt by themselves.
	useUnsavedGuard(
		mistake !== null && !metadataEditor.hasEdits(unchanged, getValues()),
		"Leave? The JSON can't be read, so it is not kept as a draft.",
	);

	function onText(next: string) {
		const read = parseMetadataJson(next, { stored: edit.baseline?.rows ?? [] });
		if ("mistake" in read) return onTyped({ text: next, of: held, mistake: read.mistake });
		onTyped({ text: next, of: metadataJson(read.entries), mistake: null });
		onEntries(read.entries);
	}

	return (
		<div className="grid gap-2">
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
				description="One object, whose values are texts. A stored value that is none stays as it is, or is removed."
			/>
		</div>
	);
}
