"use client";

import { useEffectEvent, useLayoutEffect } from "react";
import { TextAreaField } from "@/components/ui/text-area-field";
import { JSON_TEXT } from "./metadata-editor";
import { type JsonMistake, metadataJson, parseMetadataJson } from "./rows/metadata-json";
import { type EditedEntry, keysWithoutText, type MetadataEntry } from "./rows/metadata-rows";

/** The typed text, and the JSON of the metadata that it represents, or that it was typed over while it can't be parsed. */
export type TypedJson = { text: string; of: string };

type MetadataJsonViewProps = {
	entries: MetadataEntry[];
	/** What the service stores. */
	stored: readonly EditedEntry[];
	typed: TypedJson | null;
	onTyped: (typed: TypedJson) => void;
	onEntries: (entries: MetadataEntry[]) => void;
	onMistake: (mistake: JsonMistake | null) => void;
};

/** The metadata as JSON. A text that isn't a JSON object of strings changes nothing; its error is shown with its position. */
export function MetadataJsonView({ entries, stored, typed, onTyped, onEntries, onMistake }: MetadataJsonViewProps) {
	const held = metadataJson(entries);
	// After a change from elsewhere (rows, save, Undo) the present metadata is shown.
	const shown = typed?.of === held ? typed.text : held;
	const parsed = parseMetadataJson(shown, { stored });
	const mistake = "mistake" in parsed ? parsed.mistake : null;
	// A text that can't be parsed is shown again as it was left. Reported before anything can be typed, whose own report would
	// be replaced by this one.
	const reportMistake = useEffectEvent(() => onMistake(mistake));
	useLayoutEffect(() => reportMistake(), []);

	return (
		<div className="grid gap-2">
			<TextAreaField
				id={JSON_TEXT}
				label="Metadata as JSON"
				rows={Math.min(Math.max(shown.split("\n").length + 1, 6), 24)}
				className="font-mono text-sm"
				value={shown}
				onChange={(event) => {
					const next = event.currentTarget.value;
					const read = parseMetadataJson(next, { stored });
					onMistake("mistake" in read ? read.mistake : null);
					onTyped({ text: next, of: "entries" in read ? metadataJson(read.entries) : held });
					if ("entries" in read) onEntries(read.entries);
				}}
				error={mistake ? `Line ${mistake.line}, column ${mistake.column}: ${mistake.message}` : undefined}
				description={
					keysWithoutText(entries).length > 0
						? "One object. A new value is text; one that is no text stays as it is, or is removed."
						: "One object whose values are all texts."
				}
			/>
			{mistake ? (
				<p className="text-sm text-muted">
					Nothing is saved until this can be read. The rows hold what could be read last.
				</p>
			) : null}
		</div>
	);
}
