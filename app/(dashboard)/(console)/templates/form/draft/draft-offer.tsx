import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import type { Draft } from "../use-draft";

/** Offers what was typed before the page was left. Nothing is restored unasked. */
export function DraftOffer({ draft, onChoice }: { draft: Draft; onChoice: (isRestored: boolean) => void }) {
	const { name, attributes } = draft.values;
	return (
		<Alert tone="info" title="There is a draft that was not saved">
			<p className="[overflow-wrap:anywhere]">
				{name ? `“${name}”` : "Without a name"}, {attributes.length}{" "}
				{attributes.length === 1 ? "attribute" : "attributes"} ticked.
			</p>
			<div className="flex flex-wrap gap-3">
				<Button type="button" onClick={() => onChoice(true)}>
					Restore draft
				</Button>
				<Button type="button" onClick={() => onChoice(false)}>
					Discard
				</Button>
			</div>
		</Alert>
	);
}
