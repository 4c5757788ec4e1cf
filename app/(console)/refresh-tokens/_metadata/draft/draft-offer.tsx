import { useRef } from "react";
import { useFocusHeir } from "@/app/_forms/use-focus-heir";
import { Alert } from "@/components/ui/alert";
import { browserClock } from "@/components/ui/browser-clock";
import { Button } from "@/components/ui/button";
import { TimeText } from "@/components/ui/time-text";
import { countChanges, metadataChanges } from "../save/metadata-changes";
import type { MetadataDraft } from "./metadata-draft";

type DraftOfferProps = {
	draft: MetadataDraft;
	onRestore: () => void;
	onDiscard: () => void;
	/** Takes the focus when it is decided. */
	heir: () => HTMLElement | null | undefined;
};

/** Unsaved edits of an earlier page, to take up or to drop. */
export function DraftOffer({ draft, onRestore, onDiscard, heir }: DraftOfferProps) {
	const buttons = useRef<HTMLParagraphElement>(null);
	useFocusHeir(buttons, heir);
	return (
		<Alert tone="info" title="You left edits that were not saved">
			<p>
				From <TimeText value={draft.savedAt} clock={browserClock()} />.{" "}
				{countChanges(metadataChanges(draft.baseline, draft.rows))}.
			</p>
			<p ref={buttons} className="flex flex-wrap gap-3">
				<Button type="button" onClick={onRestore}>
					Restore draft
				</Button>
				<Button type="button" onClick={onDiscard}>
					Discard
				</Button>
			</p>
		</Alert>
	);
}
