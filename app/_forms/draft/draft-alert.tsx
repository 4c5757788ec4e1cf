import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";

type DraftAlertProps = {
	/** What the draft holds, in a few words. */
	what: string;
	/** Something was typed beside the offer: restoring puts the draft in its place. */
	isDirty: boolean;
	onChoice: (isRestored: boolean) => void;
};

/** Offers what was typed before the page was left. Nothing is restored unasked. */
export function DraftAlert({ what, isDirty, onChoice }: DraftAlertProps) {
	return (
		<Alert tone="info" title="There is a draft that was not saved">
			<p className="[overflow-wrap:anywhere]">{what}</p>
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
