import { useWait } from "@/app/_page/problem-alert";
import { Button } from "@/components/ui/button";
import { searchAllLabel, type Work } from "./search-words";

type ListStatusProps = {
	text: string;
	work: Work;
	/** Absent where everything is loaded. */
	onSearchAll: (() => void) | undefined;
};

/**
 * What was searched, and the button that searches the rest. It is one button, so that the focus stays on it, at the end of
 * the line, so that neither moves the other. The seconds of a wait are announced once, and counted down in sight.
 */
export function ListStatus({ text, work, onSearchAll }: ListStatusProps) {
	const left = useWait(work.kind === "waiting" ? work.problem : undefined);
	return (
		<div className="flex min-h-9 max-w-3xl items-center gap-x-3 text-sm text-muted max-sm:min-h-18">
			<p role="status" className="flex-1">
				{text}
			</p>
			<span aria-hidden="true" className="tabular-nums empty:hidden">
				{left > 0 ? `${left} s left` : null}
			</span>
			{onSearchAll ? (
				<Button type="button" className="script-only min-w-24 shrink-0" onClick={onSearchAll}>
					{searchAllLabel(work)}
				</Button>
			) : null}
		</div>
	);
}
