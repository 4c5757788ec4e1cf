import type { ReactNode } from "react";
import { ScopeMissing } from "@/app/_page/notices";
import { TextLink } from "@/components/layout/links";
import { nameInWords } from "@/components/ui/invisible-characters";
import { Name } from "@/components/ui/name";
import { Section } from "@/components/ui/section";
import type { OperationName } from "@/lib/contract/operations";
import { learnScopes } from "@/lib/dashboard/management/tenant-link/granted-scopes";
import { isInterrupted, isResumable } from "@/lib/dashboard/proposals/apply-approved";
import { findRestOf } from "@/lib/dashboard/proposals/change-proposals";
import { choiceOf, isAcceptable, needsResolution, resultHash } from "@/lib/dashboard/proposals/merge-proposal";
import { isAuthor } from "@/lib/dashboard/proposals/own-proposal";
import {
	type Author,
	type MergedItem,
	type Proposal,
	type ProposalState,
	pathOfProposal,
} from "@/lib/dashboard/proposals/proposal";
import { actsOfItems, restOf } from "@/lib/dashboard/proposals/propose";
import { mayPropose } from "@/lib/dashboard/proposals/rights";
import { resources } from "@/lib/dashboard/resources/resources";
import { may, whoMay } from "@/lib/dashboard/session/permissions";
import type { Session } from "@/lib/dashboard/session/session";
import {
	decideProposalAction,
	proposeRestAction,
	reviseProposalAction,
	withdrawProposalAction,
} from "../proposal-actions";
import { DecisionForm } from "./decision-form";
import { type Choice, RevisionForm } from "./revision-form";
import { Withdrawal } from "./withdrawal";

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
			resume: isResumable(proposal),
			decline: isUndecided,
			giveBack: state === "open",
			stop: isInterrupted(proposal),
		};
		await learnScopes();
		return (
			<Section title="Decision">
				{isUndecided || state === "applying" ? null : <p className="text-sm text-muted">{overWords[state]}</p>}
				{offers.accept || offers.resume ? null : <Why>{whyNot(proposal, merged)}</Why>}
				<DecisionForm
					action={decideProposalAction}
					sends={sends}
					offers={offers}
					deletes={canAccept && countDeleted(merged) > 0}
				>
					<p className="text-sm">{leadOf(offers, merged ?? [])}</p>
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
	// Of the author, whose press may have come too late: what it was answered stays in sight.
	if (!isUndecided && !isOwn) return null;
	return (
		<Section title="Decision">
			<div className="grid gap-4">
				{isOwn ? <OwnDecision proposal={proposal} merged={merged} session={session} sends={sends} /> : null}
				{isOwn ? null : <Why>{whoMay("changeTemplates", "Deciding a proposal")}</Why>}
			</div>
		</Section>
	);
}

/** What could not be saved of an accepted proposal can be proposed once, by its author; null: nothing, or not by this admin. */
export async function Rest({ proposal, session }: Pick<DecisionProps, "proposal" | "session">) {
	const { id, revision, state, reason, author } = proposal;
	const rest = state === "partly" ? restOf(proposal) : [];
	if (rest.length === 0) return null;
	const again = await findRestOf(id);
	if (again === null && !(isAuthor(author, session) && mayPropose(session))) return null;
	return (
		<Section title="What was not saved">
			{again === null ? (
				<p className="text-sm">
					{rest.length === 1 ? "1 template was" : `${rest.length} templates were`} not saved as accepted, as far as is
					known. The rest becomes a proposal of yours, on top of what the tenant has now.
				</p>
			) : (
				<p className="text-sm">
					The rest was proposed again. <TextLink href={pathOfProposal(again)}>Open that proposal</TextLink>
				</p>
			)}
			<RevisionForm
				action={proposeRestAction}
				sends={{ [resources.proposal.idField]: id, revision: String(revision) }}
				choices={[]}
				acts={reason === null ? actsOfItems(rest) : []}
				reasonBefore={reason === null ? undefined : "Without one, the reason of this proposal is kept."}
				isOffered={again === null}
				verb="Propose the rest"
			/>
		</Section>
	);
}

type OwnDecisionProps = Omit<DecisionProps, "isOwn"> & { sends: Record<string, string> };

function OwnDecision({ proposal, merged, session, sends }: OwnDecisionProps) {
	const { state, items, reason, author } = proposal;
	const isUndecided = state === "open" || state === "returned";
	// With an account that is only linked to the author's nothing can be done about it.
	if (!isAuthor(author, session))
		return (
			<Why>
				{overWords[state] ??
					(state === "returned"
						? WAITS_FOR_AUTHOR
						: "It was proposed with another account of yours, so another editor decides it.")}
			</Why>
		);
	const choices = (merged ?? []).flatMap((one, index) => choicesOf(one, index, items.length > 1));
	// What the author can't resolve by a choice.
	const isStuck = merged?.some((one) => needsResolution(one) && one.contested.length === 0) ?? false;
	const canRevise = isUndecided && mayPropose(session) && merged !== null && !isStuck;
	const offersRevision = canRevise && (state === "returned" || choices.length > 0);
	return (
		<>
			<Why>{state === "open" ? whoDecides(author, session) : (overWords[state] ?? "")}</Why>
			{isUndecided && (isStuck || state === "returned" || choices.length > 0) ? (
				<Why>{whatToDo(state, { isStuck, isUnread: merged === null, offersRevision })}</Why>
			) : null}
			{isUndecided && mayPropose(session) && (choices.length === 0 || !offersRevision) ? (
				<Why>To change what it proposes, withdraw it and propose again from the template’s form.</Why>
			) : null}
			<RevisionForm
				action={reviseProposalAction}
				sends={sends}
				choices={choices}
				acts={reason === null ? actsOfItems(items) : []}
				reasonBefore={reason === null ? undefined : "In place of the one before, if you state one."}
				isOffered={offersRevision}
			/>
			<Withdrawal action={withdrawProposalAction} sends={sends} isOffered={isUndecided} />
		</>
	);
}

/** Who decides what an admin has proposed. */
function whoDecides({ token }: Author, session: Session): ReactNode {
	const who = may(session.role, "changeTemplates") ? "another editor decides it" : "an editor decides it";
	const rest = `, so ${who}: you can't, with any account of yours. Send them the link.`;
	if (!token) return `You proposed this${rest}`;
	return (
		<>
			Your token <Name text={token.name} /> proposed this{rest}
		</>
	);
}

type Obstacles = { isStuck: boolean; isUnread: boolean; offersRevision: boolean };

/** What its author can do about one that was returned, or can't be accepted. */
function whatToDo(state: ProposalState, { isStuck, isUnread, offersRevision }: Obstacles): string {
	const was = state === "returned" ? "It was returned to you." : "It can't be accepted as it is now.";
	if (isUnread) return `${was} It can be proposed again once the tenant’s templates can be read.`;
	if (isStuck) return `${was} See its template: no choice here mends that, so withdraw it.`;
	if (!offersRevision) return `${was} You may not propose any more; you can withdraw it.`;
	return state === "returned"
		? `${was} Propose it again on top of what the tenant has now, or withdraw it.`
		: `${was} Choose below, and propose it again.`;
}

const WAITS_FOR_AUTHOR = "It waits for its author, who proposes it again or withdraws it.";

const overWords: Partial<Record<ProposalState, string>> = {
	done: "It was accepted.",
	partly: "It was accepted.",
	declined: "It was declined.",
	withdrawn: "Its author has withdrawn it.",
	expired: "It has expired.",
};

function choicesOf({ contested, item }: MergedItem, index: number, isOneOfSeveral: boolean): Choice[] {
	return contested.map(({ part, label, theirs, yours, baseline }) => ({
		part: choiceOf(index, part),
		question: `Others changed “${label}” too${isOneOfSeveral ? ` (${nameInWords(item.name)})` : ""}. Keep which?`,
		mine: yours,
		theirs,
		baseline,
	}));
}

function leadOf({ resume }: { resume: boolean }, merged: readonly MergedItem[]): string {
	if (resume)
		return "It is accepted, and saving it was interrupted. Resume continues with what is left; Stop leaves that as it is.";
	const deleted = countDeleted(merged);
	const lead = "Accepting saves exactly what this page shows, at once.";
	if (deleted === 0) return lead;
	return `${lead} It deletes ${deleted === 1 ? "1 template" : `${deleted} templates`}. ${resources.template.stays}`;
}

/** How many templates accepting it deletes, also to create them again. */
function countDeleted(merged: readonly MergedItem[]): number {
	return merged.filter(({ state, item }) => state === "applies" && ["remove", "recreate"].includes(item.action)).length;
}

/** Why it can't be accepted; empty: nothing is to be said. */
function whyNot(proposal: Proposal, merged: readonly MergedItem[] | null): string {
	const { state, isBeingSaved } = proposal;
	switch (state) {
		case "open":
			if (merged === null) return "It can be accepted once the tenant's templates can be read.";
			if (merged.some(({ contested }) => contested.length > 0))
				return "It can't be accepted as it is: return it to its author, who is to choose first.";
			if (merged.some(needsResolution)) return "It can't be accepted as it is: return it to its author, or decline it.";
			return "Nothing of it is left to change. You can decline it.";
		case "returned":
			return WAITS_FOR_AUTHOR;
		case "applying":
			if (isBeingSaved) return "It is accepted, and being saved now. Reload this page to see how far it is.";
			return isResumable(proposal)
				? "It is accepted, and saving it was interrupted. Another editor than its author can resume it."
				: "It is accepted, saving it was interrupted, and that was too long ago to resume it. Another editor than its author can stop it.";
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
