import "server-only";
import { ownWrite } from "../audit/audited-write";
import type { Actor } from "../management/call/client";
import { WriteRefused } from "../management/call/errors";
import { ReasonRefused, readReason, requireReason } from "../session/reason";
import { requireActionPermission, type Session } from "../session/session";
import { fromNow } from "../store/dashboard-database";
import { actsOfPlan } from "../templates/template-plan";
import { changeProposal, expiryFromNow } from "./change-proposals";
import { newLease } from "./lease";
import { isAcceptable, mergeProposal, resultHash } from "./merge-proposal";
import { isAuthor, isOwnProposal, isSamePerson } from "./own-proposal";
import { presentOf } from "./present-templates";
import { authorInWords, type MergedItem, type Proposal, type ProposalState } from "./proposal";
import { findProposal } from "./proposals";
import { nameOfItems } from "./propose";

const NOTHING = "Nothing was changed";

/** A proposal with its change on top of the present templates. @throws ManagementError, SessionError */
export async function mergedWithPresent(proposal: Pick<Proposal, "items">, actor?: Actor): Promise<MergedItem[]> {
	const { present, others } = await presentOf(proposal, actor);
	return mergeProposal(proposal.items, present, others);
}

/** What a decision is about: what its page showed. */
export type Seen = { id: string; revision: number };

/** `changed`: the tenant was changed since, or the proposal; the page shows what it is now, and nothing was decided. */
export type Acceptance = { kind: "changed" } | { kind: "accepted"; lease: string };

/**
 * Accepts a proposal: what follows may make exactly the writes of the result that the decider saw.
 * @param hash of that result
 * @throws SessionError, ManagementError, StoreError, WriteRefused where it is decided already, or the decider's own
 */
export async function acceptProposal({ id, revision }: Seen, hash: string): Promise<Acceptance> {
	const { session, proposal } = await undecided(id, ["open"]);
	await requireOther(proposal, session);
	const merged = await mergedWithPresent(proposal);
	if (proposal.revision !== revision || resultHash(merged) !== hash) return { kind: "changed" };
	requireReasonOf(proposal, merged);
	if (!isAcceptable(merged)) throw new WriteRefused(NOTHING, "This proposal can't be accepted as it is.");
	const lease = newLease();
	const approved = {
		...{ state: "applying", approved: JSON.stringify(merged), results: JSON.stringify([]) },
		...lease,
		expires_at: expiryFromNow(),
	};
	await decide("accept_proposal", proposal, session, approved, null);
	return { kind: "accepted", lease: lease.lease };
}

/** @param why in a sentence or two for the author @throws as `acceptProposal`, ReasonRefused without one */
export async function declineProposal({ id, revision }: Seen, why: string): Promise<void> {
	const { session, proposal } = await undecided(id, ["open", "returned"], revision);
	await requireOther(proposal, session);
	await decide("decline_proposal", proposal, session, { state: "declined" }, requireWhy(why));
}

/** Gives a proposal with a conflict back to its author. @throws as `acceptProposal` */
export async function returnProposal({ id, revision }: Seen, why: string): Promise<void> {
	const { session, proposal } = await undecided(id, ["open"], revision);
	await requireOther(proposal, session);
	await decide("return_proposal", proposal, session, { state: "returned" }, readReason(why));
}

/** By its author alone. @throws SessionError, StoreError, WriteRefused */
export async function withdrawProposal({ id, revision }: Seen): Promise<void> {
	const session = await requireActionPermission("propose");
	const proposal = await requireUndecided(id, ["open", "returned"], revision);
	if (!isAuthor(proposal.author, session))
		throw new WriteRefused(NOTHING, "Only its author can withdraw a proposal. You can decline it.");
	await decide("withdraw_proposal", proposal, session, { state: "withdrawn" }, null);
}

async function undecided(id: string, states: readonly ProposalState[], revision?: number) {
	const session = await requireActionPermission("changeTemplates");
	return { session, proposal: await requireUndecided(id, states, revision) };
}

export async function requireProposal(id: string): Promise<Proposal> {
	const proposal = await findProposal(id);
	if (!proposal) throw new WriteRefused(NOTHING, "There is no such proposal.");
	return proposal;
}

const OVER: Partial<Record<ProposalState, string>> = {
	returned: "It was returned to its author, who is to choose first.",
	applying: "It was accepted already.",
	done: "It was accepted already.",
	partly: "It was accepted already.",
	declined: "It was declined already.",
	withdrawn: "Its author has withdrawn it.",
	expired: "It has expired.",
};

/** @throws StoreError, WriteRefused where it is in another state, or not what was seen */
export async function requireUndecided(
	id: string,
	states: readonly ProposalState[],
	revision?: number,
): Promise<Proposal> {
	const proposal = await requireProposal(id);
	if (!states.includes(proposal.state)) throw new WriteRefused(NOTHING, OVER[proposal.state] ?? "It is not open.");
	if (revision !== undefined && proposal.revision !== revision)
		throw new WriteRefused(NOTHING, "Its author has changed it since this page was opened. Look at it again.");
	return proposal;
}

/** @throws WriteRefused where the admin is its author, by whatever account */
export async function requireOther({ author }: Pick<Proposal, "author">, session: Session): Promise<void> {
	if (isOwnProposal(author, session) || (await isSamePerson(author, session)))
		throw new WriteRefused(NOTHING, "No one decides their own proposal. Send its link to another editor.");
}

/** One that was proposed before this console asked for a reason may state none. */
function requireReasonOf({ reason }: Proposal, merged: readonly MergedItem[]): void {
	const acts = actsOfPlan(merged.flatMap(({ state, item }) => (state === "applies" ? [item] : [])));
	try {
		requireReason(acts, reason);
	} catch (error) {
		if (!(error instanceof ReasonRefused)) throw error;
		throw new WriteRefused("A reason is needed", "Its author has stated none. Return it, and ask for one.");
	}
}

export function requireWhy(text: string): string {
	const why = readReason(text);
	if (why === null) throw new ReasonRefused("A reason is needed", "Say why, for its author. Nothing was changed.");
	return why;
}

async function decide(
	operation: "accept_proposal" | "decline_proposal" | "return_proposal" | "withdraw_proposal",
	proposal: Proposal,
	session: Session,
	change: Parameters<typeof changeProposal>[1],
	why: string | null,
): Promise<void> {
	const decision = {
		decided_subject: session.subject,
		decided_by: session.name,
		decided_at: fromNow(0),
		decision_reason: why,
	};
	const isAccepted = operation === "accept_proposal";
	const decided = isAccepted ? { proposal: { id: proposal.id, by: authorInWords(proposal) } } : {};
	const audit = { target: proposal.id, name: nameOfItems(proposal.items), decided };
	await ownWrite(operation, undefined, audit, async () => {
		if (await changeProposal(proposal, { ...change, ...decision })) return;
		throw new WriteRefused(NOTHING, "It has just been decided, changed or withdrawn. Look at it again.");
	});
}
