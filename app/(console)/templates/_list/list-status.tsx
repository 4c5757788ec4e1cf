import { loadedPart } from "@/app/_forms/lazy-part";
import { useCountdown } from "@/app/_forms/use-wait";
import { Button } from "@/components/ui/button";
import type { Problem } from "@/lib/dashboard/problem/problem";
import { type StatusWords, searchAllLabel, type Work } from "./search-words";
import { loadSearch } from "./use-listing";

/** The problem; in short where the code that renders it could not be loaded. */
export function Failure({ problem }: { problem: Problem }) {
	const Whole = loadedPart(loadSearch)?.ProblemAlert;
	if (Whole) return <Whole problem={problem} />;
	return (
		<p role="alert" className="text-sm text-danger">
			<b>{problem.title}.</b> {problem.message}
		</p>
	);
}

type ListStatusProps = {
	words: StatusWords;
	work: Work;
	/** Absent where everything is loaded. */
	onSearchAll?: (() => void) | undefined;
};

/**
 * What was searched, and the button that searches the rest. It is one button, so that the focus stays on it, at the end of
 * the line, so that neither moves the other.
 */
export function ListStatus({ words: { text, hint, end }, work, onSearchAll }: ListStatusProps) {
	return (
		<div className="flex min-h-9 max-w-3xl items-center gap-x-3 text-sm text-muted max-sm:min-h-18">
			<p role="status" className="flex-1">
				{text}
				{hint ? <span className="script-only">{hint}</span> : null}
				{end}
			</p>
			{work.kind === "waiting" ? <WaitCountdown wait={work} /> : null}
			{onSearchAll ? (
				<Button type="button" className="script-only min-w-24 shrink-0" onClick={onSearchAll}>
					{searchAllLabel(work)}
				</Button>
			) : null}
		</div>
	);
}

/** A visual countdown of a wait; the wait and its length are announced beside it. */
function WaitCountdown({ wait }: { wait: { seconds: number } }) {
	return (
		<span aria-hidden="true" className="tabular-nums">
			{useCountdown(wait, wait.seconds)} s left
		</span>
	);
}
