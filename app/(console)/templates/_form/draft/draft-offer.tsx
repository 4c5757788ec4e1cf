import { DraftAlert } from "@/app/_forms/draft/draft-alert";
import { tickedNames } from "../../_edit/template-form-values";
import type { TemplateDraft } from "./draft";

type DraftOfferProps = {
	draft: TemplateDraft;
	/** Something was typed beside the offer: restoring puts the draft in its place. */
	isDirty: boolean;
	onChoice: (isRestored: boolean) => void;
};

/** Offers what was typed before the page was left. */
export function DraftOffer({ draft, ...rest }: DraftOfferProps) {
	const { name } = draft.values;
	const count = tickedNames(draft.values).length;
	const what = `${name ? `“${name}”` : "Without a name"}, ${count} ${count === 1 ? "attribute" : "attributes"} ticked.`;
	return <DraftAlert what={what} {...rest} />;
}
