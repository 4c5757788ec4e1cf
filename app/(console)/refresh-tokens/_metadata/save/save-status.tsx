import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { ShownText } from "../../_token/shown-text";
import type { SaveResult } from "../rows/metadata-form-state";
import type { MetadataEntry } from "../rows/metadata-rows";

type SaveStatusProps = {
	isPending: boolean;
	isDirty: boolean;
	result: SaveResult | undefined;
	/** Keys that the service holds when nothing is edited. */
	count: number;
	onUndo: (before: MetadataEntry[]) => void;
};

/** What the service said of the last save, beside the button and only after it said so. */
export function SaveStatus({ isPending, isDirty, result, count, onUndo }: SaveStatusProps) {
	const isShown = result && !isPending && !isDirty;
	const isSaved = isShown && (result.kind === "saved" || result.kind === "cleared");
	return (
		<>
			<p role="status" className={isSaved ? "text-sm text-success" : "text-sm text-muted"}>
				{isPending ? "Saving…" : isShown ? sentence(result, count) : ""}
			</p>
			{isSaved ? (
				<Button type="button" variant="quiet" className="script-only" onClick={() => onUndo(result.before)}>
					Undo
				</Button>
			) : null}
			{!isPending && result?.kind === "not-stored" ? (
				<Alert tone="warning" title="Not saved">
					<p>
						The service gave no usable answer. Read again, it still holds what it held before. What you typed is still
						here: save again. Should the first attempt arrive late after all, you are shown that before anything is
						written.
					</p>
				</Alert>
			) : null}
			{isSaved && result.differing.length > 0 ? (
				<Alert tone="warning" title="The service holds something else than was sent">
					<ul className="list-disc pl-5">
						{result.differing.map((key) => (
							<li key={key}>
								<ShownText text={key} />
							</li>
						))}
					</ul>
				</Alert>
			) : null}
		</>
	);
}

function sentence(result: SaveResult, count: number): string {
	const holds = `The service holds ${count} ${count === 1 ? "key" : "keys"} now.`;
	switch (result.kind) {
		case "unchanged":
			return "Nothing to save: nothing was changed.";
		case "not-stored":
			return "";
		case "saved":
			return result.unconfirmed ? `Saved. No usable answer came, so it was read again. ${holds}` : `Saved. ${holds}`;
		case "cleared":
			return "All metadata cleared.";
	}
}
