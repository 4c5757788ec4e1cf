import type { ReactNode } from "react";
import { ConfirmedAction } from "@/app/_forms/confirmed-action";
import { ScopeMissing } from "@/app/_page/notices";
import { Section } from "@/components/ui/section";
import type { OperationName } from "@/lib/contract/operations";
import { learnScopes } from "@/lib/dashboard/management/tenant-link/granted-scopes";
import { isInterrupted } from "@/lib/dashboard/proposals/apply-approved";
import { actsOfItems, mayPropose } from "@/lib/dashboard/proposals/decide";
import {
	choiceOf,
	isAcceptable,
	type MergedItem,
	needsResolution,
	resultHash,
} from "@/lib/dashboard/proposals/merge-proposal";
import { isAuthor } from "@/lib/dashboard/proposals/own-proposal";
import type { Proposal } from "@/lib/dashboard/proposals/proposals";
import { resources } from "@/lib/dashboard/resources/resources";
import { may, whoMay } from "@/lib/dashboard/session/permissions";
import type { Session } from "@/lib/dashboard/session/session";
import { decideProposalAction, reviseProposalAction, withdrawProposalAction } from "../proposal-actions";
import { DecisionForm } from "./decision-form";
import { type Choice, RevisionForm } from "./revision-form";

type DecisionProps = {
	proposal: Proposal;
	/** Null: the tenant's templates could not be read. */
	merged: readonly MergedItem[] | null;
	session: Session;
	/** The admin is its author, by whatever account. */
	isOwn: boolean;
};

/** What the admin can do about a proposal: another editor decides it, its author withdraws it or proposes it again. */
export async function Decision({ proposal, merged, session, isOwn }: DecisionProps) {
	const { id, revision, state } = proposal;
	const isUndecided = state === "open" || state === "returned";
	const isDecider = may(session.role, "changeTemplates") && !isOwn;
	const sends = {
		[resources.proposal.idField]: id,
		revision: String(revision),
		...(isUndecided && merged && { result: resultHash(merged) }),
	};
	// What was pressed may have ended it: the result stays in sight.
	if (isDecider) {
		const canAccept = state === "open" && merged !== null && isAcceptable(merged);
		const offers = {
			accept: canAccept,
			resume: isInterrupted(proposal),
			decline: isUndecided,
			giveBack: state === "open",
			stop: isInterrupted(proposal),
		};
		await learnScopes();
		return (
			<Section title="Decision">
				{isUndecided || state === "applying" ? null : <p className="text-sm text-muted">It is decided.</p>}
				{offers.accept || offers.resume ? null : <Why>{whyNot(proposal, merged)}</Why>}
				<DecisionForm action={decideProposalAction} sends={sends} offers={offers}>
					<p className="text-sm">{leadOf(offers)}</p>
					{canAccept || offers.resume ? <ScopeMissing of={writesOf(merged ?? [])} isLine /> : null}
				</DecisionForm>
			</Section>
		);
	}
	if (state === "applying")
		return (
			<Section title="Decision">
				<Why>{whyNot(proposal, merged)}</Why>
			</Section>
		);
	if (!isUndecided) return null;
	return (
		<Section title="Decision">
			<div className="grid gap-4">
				{isOwn ? <OwnDecision proposal={proposal} merged={merged} session={session} sends={sends} /> : null}
				{isOwn ? null : <Why>{whoMay("changeTemplates", "Deciding a proposal")}</Why>}
			</div>
		</Section>
	);
}

type OwnDecisionProps = Omit<DecisionProps, "isOwn"> & { sends: Record<string, string> };

function OwnDecision({ proposal, merged, session, sends }: OwnDecisionProps) {
	const { state, items, reason, author } = proposal;
	// With an account that is only linked to the author's nothing can be done about it.
	if (!isAuthor(author, session))
		return <Why>It was proposed with another account of yours, so another editor decides it.</Why>;
	const choices = (merged ?? []).flatMap((one, index) => choicesOf(one, index, items.length > 1));
	return (
		<>
			<Why>
				{state === "returned"
					? "It was returned to you. Propose it again on top of what the tenant has now, or withdraw it."
					: "You proposed this, so another editor decides it: with any account of yours you can't. Send the link to another editor."}
			</Why>
			{mayPropose(session) && merged && (state === "returned" || choices.length > 0) ? (
				<RevisionForm
					key={sends.result}
					action={reviseProposalAction}
					sends={sends}
					choices={choices}
					acts={reason === null ? actsOfItems(items) : []}
				/>
			) : null}
			<div>
				<ConfirmedAction verb="Withdraw" title="Withdraw this proposal?" action={withdrawProposalAction} sends={sends}>
					<p>It can't be accepted any more. Nothing of the tenant is changed.</p>
				</ConfirmedAction>
			</div>
		</>
	);
}

function choicesOf({ contested, item }: MergedItem, index: number, isOneOfSeveral: boolean): Choice[] {
	return contested.map(({ part, label, theirs, yours, baseline }) => ({
		part: choiceOf(index, part),
		question: `Others changed “${label}” too${isOneOfSeveral ? ` (${item.name})` : ""}. Keep which?`,
		mine: yours,
		theirs,
		baseline,
	}));
}

function leadOf({ resume }: { resume: boolean }): string {
	return resume
		? "It is accepted, and saving it was interrupted. Resume continues with what is left; Stop leaves that as it is."
		: "Accepting saves exactly what this page shows, at once.";
}

/** Why it can't be accepted; empty: nothing is to be said. */
function whyNot({ state, isBeingSaved }: Proposal, merged: readonly MergedItem[] | null): string {
	switch (state) {
		case "open":
			if (merged === null) return "It can be accepted once the tenant's templates can be read.";
			if (merged.some(needsResolution))
				return "It can't be accepted as it is: return it to its author, who is to choose first.";
			return "Nothing of it is left to change. You can decline it.";
		case "returned":
			return "Its author is to choose first, or to withdraw it.";
		case "applying":
			return isBeingSaved
				? "It is accepted, and being saved now. Reload this page to see how far it is."
				: "It is accepted, and saving it was interrupted. Another editor than its author can resume it.";
		default:
			return "";
	}
}

function Why({ children }: { children: ReactNode }) {
	return children === "" ? null : <p className="text-sm">{children}</p>;
}

/** The operations that accepting it needs. */
function writesOf(merged: readonly MergedItem[]): OperationName[] {
	const actions = new Set(merged.filter(({ state }) => state === "applies").map(({ item }) => item.action));
	return [
		...(actions.has("change") ? (["patch_vc_templates_by_id"] as const) : []),
		...(actions.has("create") || actions.has("recreate") ? (["post_vc_templates"] as const) : []),
		...(actions.has("remove") || actions.has("recreate") ? (["delete_vc_templates_by_id"] as const) : []),
	];
}
