import { Button } from "@/components/ui/button";
import { TextAreaField } from "@/components/ui/text-area-field";

/** Fills the form from a template's JSON. The button posts the form without scripts; nothing is created by it. */
export function TransferPanel() {
	return (
		<>
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
			/>
			<Button name="intent" value="import" data-stays="" className="justify-self-start">
				Fill the form
			</Button>
		</>
	);
}
