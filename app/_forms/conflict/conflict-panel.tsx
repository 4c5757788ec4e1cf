import type { Ref } from "react";
import { Alert } from "@/components/ui/alert";
import type { Choice } from "./choice";
import { ConflictChoice } from "./conflict-choice";

export const CONFLICT_ID = "conflict";

/** A contested field in words. */
type ContestedInWords = {
	field: string;
	label: string;
	opened: string;
	theirs: string;
	yours: string;
	chosen: Choice | null;
};

type ConflictPanelProps = {
	/** What is edited: "template". */
	what: string;
	/** The three versions, as a page without scripts posts them back. */
	versions: unknown;
	/** What either side alone has changed, a sentence each. */
	theirs: readonly string[];
	yours: readonly string[];
	contested: readonly ContestedInWords[];
	choose: (field: string, choice: Choice) => void;
	ref: Ref<HTMLDivElement>;
};

/**
 * What somebody else has changed since a page was opened, beside what the admin has. Nothing of the admin's has been
 * written when it appears; saving once more writes both. What both have changed is chosen first.
 */
export function ConflictPanel({ what, versions, theirs, yours, contested, choose, ref }: ConflictPanelProps) {
	return (
		<div ref={ref} id={CONFLICT_ID} tabIndex={-1}>
			<Alert tone="warning" title="Changed since you opened it">
				<p>
					Somebody else has saved this {what} in the meantime. Nothing of yours has been saved yet, and nothing of
					theirs is lost: save once more to write your changes on top of theirs.
				</p>
				<Side title="Theirs" changes={theirs} none="Only what you have changed as well." />
				<Side title="Yours" changes={yours} none="Only what they have changed as well." />
				<input type="hidden" name="conflict" value={JSON.stringify(versions)} />
				<input type="hidden" name="contested" value={contested.length} />
				{contested.map(({ field, label, opened, theirs: their, yours: your, chosen }, index) => (
					<ConflictChoice
						key={field}
						legend={label}
						name={`choice-${index}`}
						opened={opened}
						theirs={their}
						yours={your}
						chosen={chosen}
						onChoose={(choice) => choose(field, choice)}
					/>
				))}
			</Alert>
		</div>
	);
}

function Side({ title, changes, none }: { title: string; changes: readonly string[]; none: string }) {
	return (
		<div>
			<p className="font-medium">{title}</p>
			{changes.length === 0 ? <p className="text-muted">{none}</p> : null}
			<ul className="list-disc pl-5 [overflow-wrap:anywhere]">
				{changes.map((change) => (
					<li key={change}>{change}</li>
				))}
			</ul>
		</div>
	);
}
