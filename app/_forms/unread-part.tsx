import { buttonClass } from "@/components/ui/button";
import type { Problem } from "@/lib/dashboard/problem/problem";
import { ProblemAlert } from "./problem-alert";

/** An empty href is the address of the page itself, with its query. */
const THIS_PAGE = "";

/**
 * Shown in place of what a page could not read, with a link that loads the page again: a plain one, which works without
 * scripts and is marked as pending.
 */
export function UnreadPart({ problem }: { problem: Problem }) {
	return (
		<div className="grid justify-items-start gap-3">
			<div className="w-full">
				<ProblemAlert problem={problem} />
			</div>
			{problem.down ? (
				<a href={THIS_PAGE} className={buttonClass()}>
					Try again
				</a>
			) : null}
		</div>
	);
}
