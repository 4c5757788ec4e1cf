"use client";

import { classNames } from "./class-names";
import { useCopy } from "./use-copy";
import { useHydrated } from "./use-hydrated";

type CopyButtonProps = {
	text: string;
	/** Its accessible name, unique on the page: "Copy client ID of Shop". */
	label: string;
	/** Its visible text: at least the beginning of the name, where the context shows the rest. */
	shown?: string;
};

/** The button shows the first as well: see the style. */
const words = { copied: "Copied", failed: "Couldn't copy. Select the text instead" };

/**
 * Copies a text and reports it within the button, so that nothing beside it moves. Hidden without scripts and until it is
 * hydrated: the text beside it can be selected.
 */
export function CopyButton({ text, label, shown = "Copy" }: CopyButtonProps) {
	const { outcome, copy } = useCopy(text);
	const isCopied = outcome === "copied";
	return (
		<span className={classNames("copy", useHydrated() ? "" : "invisible")} data-copied={isCopied ? "" : undefined}>
			<button type="button" onClick={() => void copy()} aria-label={label === shown ? undefined : label}>
				<span>{shown}</span>
			</button>
			<span role="status" className={isCopied ? "sr-only" : undefined}>
				{outcome && words[outcome]}
			</span>
		</span>
	);
}
