import type { LatePart } from "./lazy-part";

type LateNoteProps = {
	late: LatePart<unknown>;
	/** What is loaded, as the beginning of a sentence: "The search". */
	what: string;
	/** Requests it again. That removes the button, so the focus has to be moved first. */
	onRetry: () => void;
};

/** In a dialog whose content is loaded lazily: that it is loading, or could not be loaded. */
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
