"use client";

import { useState } from "react";
import { Alert } from "@/components/ui/alert";
import { TextAreaField } from "@/components/ui/text-area-field";
import { JSON_TEXT } from "./metadata-editor";
import { metadataJson, parseMetadataJson } from "./rows/metadata-json";
import type { MetadataEntry } from "./rows/metadata-rows";

type MetadataJsonViewProps = {
	entries: MetadataEntry[];
	canWrite: boolean;
	onEntries: (entries: MetadataEntry[]) => void;
	onBroken: (isBroken: boolean) => void;
};

/** The same metadata as JSON. A text that is no JSON object of texts changes nothing and is told where it is wrong. */
export function MetadataJsonView({ entries, canWrite, onEntries, onBroken }: MetadataJsonViewProps) {
	const [text, setText] = useState(() => metadataJson(entries));
	const parsed = parseMetadataJson(text);
	const mistake = "mistake" in parsed ? parsed.mistake : null;
	// Changed from elsewhere (saved, undone): show what is there now.
	const shown =
		"entries" in parsed && metadataJson(parsed.entries) !== metadataJson(entries) ? metadataJson(entries) : text;

	return (
		<div className="grid gap-2">
			<TextAreaField
				id={JSON_TEXT}
				label="Metadata as JSON"
				rows={Math.min(Math.max(shown.split("\n").length + 1, 6), 24)}
				spellCheck={false}
				autoComplete="off"
				readOnly={!canWrite}
				className="font-mono text-sm"
				value={shown}
				onChange={(event) => {
					const next = event.currentTarget.value;
					setText(next);
					const read = parseMetadataJson(next);
					onBroken("mistake" in read);
					if ("entries" in read) onEntries(read.entries);
				}}
				error={mistake ? `Line ${mistake.line}, column ${mistake.column}: ${mistake.message}` : undefined}
				description="One object whose values are all texts."
			/>
			{mistake ? (
				<Alert tone="warning">
					<p>Nothing is saved until this can be read. The rows hold what could be read last.</p>
				</Alert>
			) : null}
		</div>
	);
}
