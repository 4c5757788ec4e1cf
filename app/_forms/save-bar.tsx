import { Button } from "@/components/ui/button";
import { Scroller } from "@/components/ui/scroller";
import { SAVE_BUTTON_ID } from "./use-edit-form";

type SaveBarProps = {
	/** What saving would do, each by its field and in words. */
	changes: readonly { field: string; words: string }[];
	answer: { saved?: object; isUnchanged?: boolean };
	isLive: boolean;
	isPending: boolean;
	onUndo: () => void;
};

/** What saving would do and the button that does it, always in sight. */
export function SaveBar({ changes, answer, isLive, isPending, onUndo }: SaveBarProps) {
	const isAnswered = changes.length === 0 && !isPending;
	const isSaved = isAnswered && answer.saved !== undefined && !answer.isUnchanged;
	return (
		<div className="save-bar">
			<Scroller label="Changes" className="changes">
				<p role="status" className="font-medium">
					{changes.length === 0 ? "No changes to save" : "Saving:"}
				</p>
				{changes.length > 0 ? (
					<ul className="flex list-none flex-wrap gap-x-4 gap-y-0.5">
						{changes.map(({ field, words }) => (
							<li key={field}>{words}</li>
						))}
					</ul>
				) : null}
				{isLive ? null : <span className="text-xs font-normal text-muted"> (as opened)</span>}
			</Scroller>
			<div className="ml-auto flex flex-wrap items-center gap-x-3">
				<p role="status" className={isSaved ? "text-success" : "text-muted"}>
					{isPending ? "Sending…" : ""}
					{isAnswered && answer.isUnchanged ? "Nothing to save: nothing was changed." : ""}
					{isSaved ? "Saved." : ""}
				</p>
				{isAnswered && answer.saved ? (
					<Button type="button" className="script-only" onClick={onUndo}>
						Undo
					</Button>
				) : null}
				<Button id={SAVE_BUTTON_ID} variant="primary" aria-disabled={isPending}>
					Save changes
				</Button>
			</div>
		</div>
	);
}
