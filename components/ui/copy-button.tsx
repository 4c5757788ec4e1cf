"use client";

import { useState } from "react";
import { classNames } from "./class-names";
import { useHydrated } from "./use-hydrated";

type CopyButtonProps = {
	text: string;
	/** Its name, which no other button of the page has: "Copy client ID of Shop". */
	label: string;
	/** What it shows: the beginning of the name at least, where the place says the rest. */
	shown?: string;
};

/** Copies a text and says so. Hidden where scripts are off or not there yet: the text beside it can be selected. */
export function CopyButton({ text, label, shown = "Copy" }: CopyButtonProps) {
	const [outcome, setOutcome] = useState("");
	async function copy() {
		try {
			await navigator.clipboard.writeText(text);
			setOutcome("Copied");
		} catch {
			setOutcome("Could not copy: select the text instead");
		}
	}
	return (
		<span className={classNames("script-only inline-flex items-center gap-2", useHydrated() ? "" : "invisible")}>
			<button
				type="button"
				onClick={copy}
				aria-label={label === shown ? undefined : label}
				className="min-h-6 rounded border border-line px-2 py-0.5 text-xs font-medium text-accent hover:bg-sunken"
			>
				{shown}
			</button>
			<span role="status" className="text-xs text-muted">
				{outcome}
			</span>
		</span>
	);
}
