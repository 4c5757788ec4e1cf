import type { LatePart } from "./late-part";

type LateNoteProps = {
	late: LatePart<unknown>;
	/** What comes, as the beginning of a sentence: "The search". */
	what: string;
	/** Asks for it once more. The button goes with that: the focus has to stand elsewhere. */
	onRetry: () => void;
};

/** In a dialog whose content is loaded when it is opened: that it is on its way, or could not be loaded. */
export function LateNote({ late: { isLoading, isMissing }, what, onRetry }: LateNoteProps) {
	return (
		<div className="grid justify-items-start text-sm">
			<p role="status" className="text-muted">
				{isLoading ? "Loading…" : `${what} could not be loaded.`}
			</p>
			{isMissing && !isLoading ? (
				<button type="button" onClick={onRetry} className="min-h-8 text-accent underline">
					Try again
				</button>
			) : null}
		</div>
	);
}
