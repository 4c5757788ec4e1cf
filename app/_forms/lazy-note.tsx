import type { LazyPart } from "./lazy-part";

type LazyNoteProps = {
	lazy: LazyPart<unknown>;
	/** What is loaded, as the beginning of a sentence: "The search". */
	what: string;
	/** Requests it again. That removes the button, so the focus has to be moved first. */
	onRetry: () => void;
};

/** In a dialog whose content is loaded lazily: that it is loading, or could not be loaded. */
export function LazyNote({ lazy: { isLoading, isMissing }, what, onRetry }: LazyNoteProps) {
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
