import { Button } from "@/components/ui/button";
import { type StatusWords, searchAllLabel, type Work } from "./search/search-words";
import { WaitCountdown } from "./search/wait-countdown";

type ListStatusProps = {
	words: StatusWords;
	work: Work;
	/** Left out where everything is loaded. */
	onSearchAll?: (() => void) | undefined;
};

/**
 * The button that goes on through the rest, and what was searched. It is one button, so that the focus stays on it, and
 * comes first, so that it stands still while the words change.
 */
export function ListStatus({ words: { text, hint, end }, work, onSearchAll }: ListStatusProps) {
	return (
		<div className="flex min-h-9 flex-1 basis-72 flex-wrap items-center gap-x-4 gap-y-2 text-sm text-muted">
			{onSearchAll ? (
				<Button type="button" className="script-only" onClick={onSearchAll}>
					{searchAllLabel(work)}
				</Button>
			) : null}
			<p role="status">
				{text}
				{hint ? <span className="script-only">{hint}</span> : null}
				{end}
			</p>
			{work.kind === "waiting" ? <WaitCountdown wait={work} /> : null}
		</div>
	);
}
