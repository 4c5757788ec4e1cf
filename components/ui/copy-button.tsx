"use client";

import { useState } from "react";

/** Copies a text and says so. Hidden where scripts are off: the text beside it can be selected. */
export function CopyButton({ text, label = "Copy" }: { text: string; label?: string }) {
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
		<span className="script-only inline-flex items-center gap-2">
			<button
				type="button"
				onClick={copy}
				className="min-h-6 rounded border border-line px-2 py-0.5 text-xs font-medium text-accent hover:bg-sunken"
			>
				{label}
			</button>
			<span role="status" className="text-xs text-muted">
				{outcome}
			</span>
		</span>
	);
}
