import type { ReactNode } from "react";
import { Alert } from "@/components/ui/alert";
import type { BulkRun } from "@/lib/dashboard/store/bulk-edit";
import { BulkControls } from "./bulk-controls";
import type { PlanCounts } from "./plan-counts";
import type { BulkRunState } from "./run-action";

type BulkPlanProps = {
	editId: string;
	run: BulkRun;
	counts: PlanCounts;
	what: "token" | "template";
	apply: { text: string; isFinal?: boolean };
	action: (state: BulkRunState, form: FormData) => Promise<BulkRunState>;
	/** Where the role does not allow it: what it would take. */
	roleMissing: string | null;
	/** The way back, as a link. */
	back: ReactNode;
	/** What else is to be said before it begins. */
	note?: ReactNode;
	/** Every item, with what becomes or has become of it. */
	list: ReactNode;
	/** Prepares the same once more for those on which it was not carried out. */
	again: ReactNode;
};

/** A bulk edit as the store holds it: the preview, then how far it has come. */
export function BulkPlan(props: BulkPlanProps) {
	const { editId, run, counts, what, apply, action, roleMissing, back, note, list, again } = props;
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
						aria-label={what === "token" ? "Tokens worked on" : "Templates worked on"}
						className="h-2.5 w-48 appearance-none overflow-hidden rounded-full border border-control forced-colors:appearance-auto [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-accent"
					/>
					{ended} of {total}
				</p>
			)}
			{roleMissing === null ? (
				<BulkControls key={editId} {...{ action, editId, run, open, summary, what, apply }}>
					{isPreview ? back : null}
				</BulkControls>
			) : (
				<Alert tone="info" title="You can look, not edit">
					<p>{roleMissing}</p>
				</Alert>
			)}
			{list}
			{roleMissing === null && open === 0 && left.length > 0 ? again : null}
			{isPreview && roleMissing === null ? null : <p>{back}</p>}
		</div>
	);
}
