import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { tickedNames } from "../../edit/template-form-values";
import type { TemplateDraft } from "./draft";

type DraftOfferProps = {
	draft: TemplateDraft;
	/** Something was typed beside the offer: restoring puts the draft in its place. */
	isDirty: boolean;
	onChoice: (isRestored: boolean) => void;
};

/** Offers what was typed before the page was left. Nothing is restored unasked. */
export function DraftOffer({ draft, isDirty, onChoice }: DraftOfferProps) {
	const { name } = draft.values;
	const count = tickedNames(draft.values).length;
	return (
		<Alert tone="info" title="There is a draft that was not saved">
			<p className="[overflow-wrap:anywhere]">
				{name ? `“${name}”` : "Without a name"}, {count} {count === 1 ? "attribute" : "attributes"} ticked.
			</p>
			{isDirty ? <p>Restoring it takes the place of what you have changed on this page since.</p> : null}
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
