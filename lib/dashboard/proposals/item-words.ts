import { someSentences } from "../in-short";
import { contentInWords, recreationInWords } from "../templates/plan-templates";
import type { PlanItem } from "../templates/template-plan";
import { templateChanges } from "../templates/template-words";
import { partsOfTemplate } from "../templates/whole-template";
import type { ProposedItem } from "./proposal";

type Proposed = Pick<ProposedItem, "baseline" | "after"> & Pick<PlanItem, "action">;

/** What is proposed of one template, in words, as a plan says it. */
export function proposedInWords({ action, baseline, after }: Proposed): string[] {
	if (!after) return [];
	if (!baseline) return someSentences(contentInWords(after));
	const changes = templateChanges(partsOfTemplate(baseline), partsOfTemplate(after));
	return someSentences(action === "recreate" ? recreationInWords(baseline, after, changes) : changes);
}
