"use client";

import { useEffect, useRef } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Scroller } from "@/components/ui/scroller";
import { useInSight } from "@/components/ui/use-in-sight";
import { METADATA_PROPERTIES_MAX, METADATA_VALUE_LENGTH_MAX, textLength } from "@/lib/contract/limits";
import type { MetadataEntry, StoredValue } from "@/lib/contract/metadata";
import { isSameValue, textOf, valuesByKey } from "./rows/metadata-rows";
import type { PastedMetadata } from "./rows/pasted-text";
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
	const panel = useRef<HTMLElement>(null);
	useEffect(() => heading.current?.focus({ preventScroll: true }), []);
	useInSight(panel, pasted);
	const values = valuesByKey(current);
	const merged: MetadataEntry[] = [...valuesByKey([...current, ...pasted.entries])];
	const isOver = merged.length > METADATA_PROPERTIES_MAX;
	const { mistake } = pasted;

	return (
		<section
			ref={panel}
			aria-labelledby="paste-title"
			className="grid gap-3 rounded-md border border-accent p-4 text-sm"
		>
			<h3 ref={heading} id="paste-title" tabIndex={-1} className="font-semibold">
				Fill rows from what you pasted?
			</h3>
			{mistake ? (
				<p className="text-warning">
					It begins like JSON but can't be read as rows. Line {mistake.line}, column {mistake.column}: {mistake.message}
				</p>
			) : (
				<>
					<p>
						Read as {pasted.format}: {pasted.entries.length} {pasted.entries.length === 1 ? "key" : "keys"}.
						{pasted.skippedLines > 0
							? ` Left out, because they could not be read: ${pasted.skippedLines} ${pasted.skippedLines === 1 ? "line" : "lines"}.`
							: ""}
					</p>
					<Scroller label="All pasted keys" className="max-h-[40dvh] overflow-y-auto">
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
									{pasted.repeated.includes(key) ? (
										<Badge tone="warning">appears twice: the last one is used</Badge>
									) : null}
								</li>
							))}
						</ul>
					</Scroller>
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
