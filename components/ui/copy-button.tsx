"use client";

import { useState } from "react";
import { classNames } from "./class-names";
import { useHydrated } from "./use-hydrated";

type CopyButtonProps = {
	text: string;
	/** Its accessible name, unique on the page: "Copy client ID of Shop". */
	label: string;
	/** Its visible text: at least the beginning of the name, where the context shows the rest. */
	shown?: string;
};

const COPIED = "Copied";

/**
 * Copies a text and reports it within the button, so that nothing beside it moves. Hidden without scripts and until it is
 * hydrated: the text beside it can be selected.
 */
export function CopyButton({ text, label, shown = "Copy" }: CopyButtonProps) {
	const [outcome, setOutcome] = useState("");
	async function copy() {
		try {
			await navigator.clipboard.writeText(text);
			setOutcome(COPIED);
		} catch {
			setOutcome("Could not copy: select the text instead");
		}
	}
	const isCopied = outcome === COPIED;
	return (
		<span className={classNames("script-only relative inline-flex", useHydrated() ? "" : "invisible")}>
			<button
				type="button"
				onClick={copy}
				aria-label={label === shown ? undefined : label}
				// Both texts are rendered, one over the other, so that the width does not change.
				data-copied={COPIED}
				className={classNames(
					"inline-grid min-h-6 items-center justify-items-center rounded border border-line px-2 py-0.5 text-xs font-medium text-accent *:[grid-area:1/1] after:[grid-area:1/1] after:content-[attr(data-copied)_/_''] hover:bg-sunken",
					isCopied ? "" : "after:opacity-0",
				)}
			>
				<span className={isCopied ? "opacity-0" : undefined}>{shown}</span>
			</button>
			<span
				role="status"
				className={
					isCopied
						? "sr-only"
						: "absolute left-0 top-full z-20 mt-1 w-max rounded border border-line bg-surface px-2 py-1 text-xs text-danger empty:hidden"
				}
			>
				{outcome}
			</span>
		</span>
	);
}
