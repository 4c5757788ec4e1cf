import type { ReactNode } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { TextAreaField } from "@/components/ui/text-area-field";
import type { ImportResult } from "./import-result";

type TransferPanelProps = {
	outcome: ImportResult | undefined;
	/** What stands beside the button: that the import could not be loaded. */
	children?: ReactNode;
};

/** Fills the form from a template's JSON. The button posts the form without scripts; nothing is created by it. */
export function TransferPanel({ outcome, children }: TransferPanelProps) {
	return (
		<div className="grid gap-3 text-sm">
			<TextAreaField
				id="importText"
				name="importText"
				label="Template as JSON"
				rows={4}
				spellCheck={false}
				className="font-mono text-xs"
				description="From “Download as JSON” on a template's page. It only fills the form; you check and create."
			/>
			<input
				type="file"
				accept="application/json,.json"
				aria-label="Read the JSON from a file"
				className="script-only w-full text-sm file:mr-3 file:rounded-md file:border file:border-control file:bg-surface file:px-3 file:py-1.5 file:text-ink"
				onChange={(event) => void readInto(event.currentTarget)}
			/>
			<Button name="intent" value="import" data-stays="" className="justify-self-start">
				Fill the form
			</Button>
			{children}
			{outcome?.refusal ? (
				<Alert tone="error" title="Nothing was filled in">
					<p className="[overflow-wrap:anywhere]">{outcome.refusal}</p>
				</Alert>
			) : null}
			{outcome?.notes ? (
				<Alert tone="success" title="The form is filled in. Nothing is sent yet.">
					{outcome.notes.map((note) => (
						<p key={note} className="[overflow-wrap:anywhere]">
							{note}
						</p>
					))}
				</Alert>
			) : null}
		</div>
	);
}

/** A file's text goes into the text area, where it can be seen before anything comes of it. */
async function readInto(input: HTMLInputElement): Promise<void> {
	const area = document.getElementById("importText");
	const file = input.files?.[0];
	if (file && area instanceof HTMLTextAreaElement) area.value = await file.text();
}
