import type { ReactNode } from "react";
import { Alert } from "@/components/ui/alert";
import type { BulkRun } from "@/lib/dashboard/store/bulk-edit";
import { BulkControls, type BulkWhat } from "./bulk-controls";
import type { Obstacle } from "./obstacle";
import type { PlanCounts } from "./plan-counts";
import type { BulkRunState } from "./run-action";

type BulkPlanProps = {
	editId: string;
	run: BulkRun;
	counts: PlanCounts;
	what: BulkWhat;
	apply: { text: string; isFinal?: boolean };
	action: (state: BulkRunState, form: FormData) => Promise<BulkRunState>;
	/** Why it can't be carried out here. */
	obstacle: Obstacle | null;
	/** A link back. */
	back: ReactNode;
	/** A note before the run starts. */
	note?: ReactNode;
	/** Every item, with its planned or actual result. */
	list: ReactNode;
	/** Previews the same again for the items on which it was not carried out. */
	again: ReactNode;
};

/** A stored bulk edit: its preview, then its progress. */
export function BulkPlan(props: BulkPlanProps) {
	const { editId, run, counts, what, apply, action, obstacle, back, note, list, again } = props;
	const { total, ended, open, left, summary } = counts;
	const isPreview = run === "preview";
	return (
		<div className="grid gap-5">
			{isPreview ? (
				<>
					<p className="text-sm font-medium">
						{total === 0 ? "There is nothing to change" : "Nothing is changed yet"}: {summary}.
					</p>
					{note}
				</>
			) : (
				<p className="flex flex-wrap items-center gap-3 text-sm">
					<progress
						max={total}
						value={ended}
						aria-label={`${what.charAt(0).toUpperCase()}${what.slice(1)}s worked on`}
						className="h-2.5 w-48 appearance-none overflow-hidden rounded-full border border-control forced-colors:appearance-auto [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-accent"
					/>
					{ended} of {total}
				</p>
			)}
			{obstacle === null ? (
				<BulkControls key={editId} {...{ action, editId, run, open, summary, what, apply }}>
					{isPreview ? back : null}
				</BulkControls>
			) : (
				<Alert tone="info" title={obstacle.title}>
					<p>{obstacle.reason}</p>
				</Alert>
			)}
			{list}
			{obstacle === null && open === 0 && left.length > 0 ? again : null}
			{isPreview && obstacle === null ? null : <p>{back}</p>}
		</div>
	);
}
