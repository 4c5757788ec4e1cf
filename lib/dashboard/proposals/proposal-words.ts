import { listed, NAMES_MAX, someSentences } from "../in-short";
import { attributeLabel } from "../templates/attribute-catalogue";
import { contentInWords, recreationInWords } from "../templates/plan-templates";
import { printedNames, type RequestPrint } from "../templates/request-print";
import type { PlanItem } from "../templates/template-plan";
import { templateChanges } from "../templates/template-words";
import { partsOfTemplate } from "../templates/whole-template";
import type { MergedItem, ProposalState, ProposalSummary, ProposedAction, ProposedItem, SummaryItem } from "./proposal";

/** A state as a badge shows it. */
export const stateWords: Record<ProposalState, string> = {
	open: "Open",
	returned: "Returned to its author",
	applying: "Accepted, not finished",
	done: "Accepted",
	partly: "Accepted, not all saved",
	declined: "Declined",
	withdrawn: "Withdrawn",
	expired: "Expired",
};

const proposedActionWords: Record<ProposedAction, string> = {
	create: "Creates it",
	change: "Changes it",
	recreate: "Deletes it, and creates it again",
	remove: "Deletes it",
};

/** All that saving a template of a proposal does, in words. */
export function changesInWords({ action, before, after }: MergedItem["item"]): string[] {
	if (!after) return [proposedActionWords.remove];
	const words = proposedInWords({ action, baseline: before, after });
	return before ? words : [proposedActionWords.create, ...words];
}

/** "Adds Photo and City, removes Nationality": what a list says of one template. */
export function itemInShort({ action, before, after }: SummaryItem): string {
	if (action !== "change" || !before || !after) return proposedActionWords[action];
	const [added, removed] = [newIn(after, before), newIn(before, after)];
	const parts = [added && `adds ${added}`, removed && `removes ${removed}`].filter(Boolean).join(", ");
	return parts === "" ? proposedActionWords.change : parts.charAt(0).toUpperCase() + parts.slice(1);
}

/** The attributes that one print requests and another does not; empty: there are none. */
function newIn(print: RequestPrint, other: RequestPrint): string {
	const isRequested = ({ cells }: RequestPrint, place: number) => /[rs]/.test(cells[place] ?? "");
	const names = printedNames.filter((_, place) => isRequested(print, place) && !isRequested(other, place));
	const others = Math.max(0, print.others - other.others);
	if (names.length === 0) return others > 0 ? countOfOthers(others) : "";
	const labels = names.slice(0, NAMES_MAX).map(attributeLabel);
	return listed(labels, names.length - labels.length + others);
}

function countOfOthers(count: number): string {
	return count === 1 ? "another attribute" : `${count} other attributes`;
}

/** "Age check", "Age check and Car rental", "Age check, Car rental, Front desk and 7 more". */
export function summaryName({ items, count }: ProposalSummary): string {
	const names = items.map(({ name }) => name);
	return listed(names, count - names.length);
}

type Proposed = Pick<ProposedItem, "baseline" | "after"> & Pick<PlanItem, "action">;

/** What is proposed of one template, in words, as a plan says it. */
export function proposedInWords({ action, baseline, after }: Proposed): string[] {
	if (!after) return [];
	if (!baseline) return someSentences(contentInWords(after));
	const changes = templateChanges(partsOfTemplate(baseline), partsOfTemplate(after));
	return someSentences(action === "recreate" ? recreationInWords(baseline, after, changes) : changes);
}
