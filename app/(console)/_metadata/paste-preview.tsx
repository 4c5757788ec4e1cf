"use client";

import { useEffect, useRef } from "react";
import { grouped } from "@/app/_editor/grouped";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { METADATA_PROPERTIES_MAX, METADATA_VALUE_LENGTH_MAX, textLength } from "@/lib/contract/limits";
import type { StoredValue } from "@/lib/contract/metadata";
import { parseEnv } from "./rows/env-text";
import { type JsonMistake, parseMetadataJson } from "./rows/metadata-json";
import { isSameValue, type MetadataEntry, textOf } from "./rows/metadata-rows";
import { ShownText } from "./rows/shown-text";

type PastePreviewProps = {
	pasted: PastedMetadata;
	current: readonly MetadataEntry[];
	onUse: (entries: MetadataEntry[]) => void;
	/** Inserts the text into the key that it was pasted into. */
	onPlain: () => void;
	onCancel: () => void;
};

/** A preview of what a pasted text would add to the rows, key by key. Nothing is sent. */
export function PastePreview({ pasted, current, onUse, onPlain, onCancel }: PastePreviewProps) {
	const heading = useRef<HTMLHeadingElement>(null);
	useEffect(() => heading.current?.focus(), []);
	const values = new Map(current);
	const merged: MetadataEntry[] = [...new Map([...current, ...pasted.entries])];
	const isOver = merged.length > METADATA_PROPERTIES_MAX;
	const { mistake } = pasted;

	return (
		<section aria-labelledby="paste-title" className="grid gap-3 rounded-md border border-accent p-4 text-sm">
			<h3 ref={heading} id="paste-title" tabIndex={-1} className="font-semibold">
				Fill rows from what you pasted?
			</h3>
			{mistake ? (
				<p className="text-warning">
					It begins like JSON, but no rows can be made of it. Line {mistake.line}, column {mistake.column}:{" "}
					{mistake.message}
				</p>
			) : (
				<>
					<p>
						Read as {pasted.format}: {pasted.entries.length} {pasted.entries.length === 1 ? "key" : "keys"}.
						{pasted.skippedLines > 0
							? ` Left out, because they could not be read: ${pasted.skippedLines} ${pasted.skippedLines === 1 ? "line" : "lines"}.`
							: ""}
					</p>
					<ul className="grid gap-1.5" aria-label="Pasted keys">
						{pasted.entries.map(([key, value]) => (
							<li key={key} className="flex flex-wrap items-baseline gap-2">
								<ShownText text={key} /> <ShownText text={value} />
								{statusOf(values.get(key), value)}
								{textLength(textOf(value)) > METADATA_VALUE_LENGTH_MAX ? <Badge tone="danger">too long</Badge> : null}
								{pasted.literals.includes(key) ? (
									<span className="text-warning">
										{textOf(value)} becomes the text "{textOf(value)}"
									</span>
								) : null}
								{pasted.repeated.includes(key) ? <Badge tone="warning">stands twice: the last counts</Badge> : null}
							</li>
						))}
					</ul>
				</>
			)}
			{isOver ? (
				<p className="text-warning">
					Merged, there are {merged.length} keys; at most {METADATA_PROPERTIES_MAX} can be saved.
				</p>
			) : null}
			<div className="flex flex-wrap gap-3">
				<Button type="button" onClick={onCancel}>
					Cancel
				</Button>
				<Button type="button" onClick={onPlain}>
					Paste as one key
				</Button>
				{mistake ? null : (
					<>
						<Button type="button" onClick={() => onUse(pasted.entries)}>
							Replace all rows
						</Button>
						<Button type="button" variant="primary" onClick={() => onUse(merged)}>
							Merge into the rows
						</Button>
					</>
				)}
			</div>
		</section>
	);
}

/** What becomes of the rows by a pasted value. @param before of the key's row */
function statusOf(before: StoredValue | undefined, value: StoredValue) {
	if (before === undefined) return <Badge tone="success">new</Badge>;
	return isSameValue(before, value) ? <Badge>same</Badge> : <Badge tone="accent">changed</Badge>;
}

export type PastedMetadata = {
	format: "JSON" | ".env" | "two columns" | "key: value lines";
	entries: MetadataEntry[];
	skippedLines: number;
	repeated: string[];
	/** Keys whose values were a number, true, false or null, and became text. */
	literals: string[];
	/** Why a text that begins like JSON can't be parsed; there are no entries then. */
	mistake?: JsonMistake;
};

/** A line of `.env`: a name without quotes, then "=". */
const ENV_LINE = /^[ \t]*(?:export[ \t]+)?[\w.-]+[ \t]*=/m;

/**
 * Parses several keys and values from a pasted text: a JSON object, a `.env` file, two spreadsheet columns, or lines of
 * `key: value`. The last of duplicate keys counts, as in each of these formats.
 * @returns null for a single key or value
 */
export function parsePasted(text: string): PastedMetadata | null {
	if (text.trimStart().startsWith("{")) {
		const json = parseMetadataJson(text, { acceptsLiterals: true });
		if ("entries" in json) return found("JSON", json.entries, 0, json.literals);
		return { format: "JSON", entries: [], skippedLines: 0, repeated: [], literals: [], mistake: json.mistake };
	}
	const lines = text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== "");
	if (lines.length > 0 && lines.every((line) => line.includes("\t"))) return found("two columns", ...read(lines, "\t"));
	if (ENV_LINE.test(text)) {
		const { entries, skippedLines } = parseEnv(text);
		return found(".env", entries, skippedLines);
	}
	if (lines.length > 1 || /:\s/.test(text)) return found("key: value lines", ...read(lines, ":"));
	return null;
}

function read(lines: readonly string[], separator: string): [MetadataEntry[], number] {
	const entries = lines.flatMap((line): MetadataEntry[] => {
		const at = line.indexOf(separator);
		const key = line.slice(0, Math.max(at, 0)).trim();
		return key === "" ? [] : [[key, line.slice(at + 1).trim()]];
	});
	return [entries, lines.length - entries.length];
}

function found(
	format: PastedMetadata["format"],
	entries: readonly MetadataEntry[],
	skippedLines: number,
	literals: string[] = [],
): PastedMetadata | null {
	if (entries.length === 0) return null;
	const byKey = grouped(entries, ([key]) => key);
	const repeated = [...byKey].flatMap(([key, those]) => (those.length > 1 ? [key] : []));
	return { format, entries: [...new Map(entries)], skippedLines, repeated, literals };
}
