import type { ItemResult } from "../templates/apply-templates";
import type { RequestPrint } from "../templates/request-print";
import type { ContestedPart, PlanAction, PlanItem } from "../templates/template-plan";
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

/** The states in which an editor has decided. */
export const DECIDED: readonly ProposalState[] = ["applying", "done", "partly", "declined"];

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
	/** Of one to recreate, which the console has deleted itself, or may have: where it is gone, it is created. */
	mayBeGone?: true;
};

/**
 * What a proposed change is today. `already`: the tenant has it. `gone`: the template was deleted. `unknown`: the template has
 * a form that this console does not know. `empty`: together with the changes since nothing would be requested. `name-taken`:
 * another template has the name that it gives.
 */
export const MERGED_STATES = ["applies", "already", "gone", "unknown", "contested", "empty", "name-taken"] as const;
export type MergedState = (typeof MERGED_STATES)[number];

/** A proposed change on top of what happened since. */
export type MergedItem = {
	state: MergedState;
	/** The change over the present template: what accepting it does. */
	item: Pick<PlanItem, "action" | "name" | "id" | "before" | "after">;
	/** Of a template whose form is not known here, and which is deleted: the SHA-256 of what the tenant says of it. */
	form?: string;
	/** The deleted template that it restores. */
	restores?: string;
	/** The template that has the name now. */
	holder?: string;
	/** What it changes in the present template, in words; where that is unknown, in the one that its author saw. */
	changes: string[];
	/** What others changed since it was proposed, in words. */
	theirs: string[];
	/** The parts that both changed. */
	contested: (ContestedPart & { part: string })[];
};

/** Who proposes: a user of the tenant, or the program of a token, whose maker counts as its author. */
export type Author = {
	subject: string;
	name: string;
	/** As the sign-in says, verified or not; null: it says none. */
	email: string | null;
	token?: { id: string; name: string };
};

/** What a list shows of one template. */
export type SummaryItem = {
	action: ProposedAction;
	name: string;
	id: string | null;
	before: RequestPrint | null;
	after: RequestPrint | null;
};

/** What a list shows: the first templates, and how many there are. */
export type ProposalSummary = { items: SummaryItem[]; count: number };

export type ProposalHead = {
	id: string;
	state: ProposalState;
	revision: number;
	author: Author;
	reason: string | null;
	summary: ProposalSummary;
	createdAt: string;
	changedAt: string;
	expiresAt: string;
	/** Who accepted, declined, withdrew or returned it last. */
	decision: { subject: string; by: string; at: string; reason: string | null } | null;
};

export type Proposal = ProposalHead & {
	items: ProposedItem[];
	/** The result that was accepted, and what became of each of them so far. */
	approved: MergedItem[] | null;
	results: (ItemResult | null)[];
	/** A process is saving it now. */
	isBeingSaved: boolean;
};

export type ProposalComment = { id: string; at: string; subject: string; person: string; text: string };

export function pathOfProposal(id: string): string {
	// A colon needs no escape there, and links are sent.
	return `/proposals/${encodeURIComponent(id).replaceAll("%3A", ":")}`;
}

/** Whose change it is, for the audit trail. */
export function authorInWords({ author }: Pick<Proposal, "author">): string {
	return author.token?.name ?? author.name;
}
