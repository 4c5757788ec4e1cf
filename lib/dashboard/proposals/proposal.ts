import type { PlanAction } from "../templates/template-plan";
import type { WholeTemplate } from "../templates/whole-template";

/** How many templates one proposal may change: each is read again whenever it is opened. */
export const PROPOSED_TEMPLATES_MAX = 100;
/** The value of `intent` by which a form proposes what it would save. */
export const PROPOSE_INTENT = "propose";
export const COMMENT_LENGTH_MAX = 1_000;
export const COMMENTS_MAX = 200;

/**
 * `open`: it can be decided. `returned`: both sides changed a part, and the author is to choose. `applying`: accepted, and being
 * saved, or interrupted then. `partly`: accepted, and not all of it could be saved.
 */
export const PROPOSAL_STATES = [
	"open",
	"returned",
	"applying",
	"done",
	"partly",
	"declined",
	"withdrawn",
	"expired",
] as const;
export type ProposalState = (typeof PROPOSAL_STATES)[number];

/** The states of which a decision is still to come. */
export const UNDECIDED: readonly ProposalState[] = ["open", "returned", "applying"];

export type ProposedAction = Extract<PlanAction, "create" | "change" | "recreate" | "remove">;

/** One template of a proposal. Plain data. */
export type ProposedItem = {
	action: ProposedAction;
	/** At the time. */
	name: string;
	/** Null: it is created. */
	id: string | null;
	/** As the author saw it; null: there was none, or its form is not known here. */
	baseline: WholeTemplate | null;
	/** Null: it is deleted. */
	after: WholeTemplate | null;
	/** The deleted template that it restores. */
	restores?: string;
};

export function pathOfProposal(id: string): string {
	// A colon needs no escape there, and links are sent.
	return `/proposals/${encodeURIComponent(id).replaceAll("%3A", ":")}`;
}
