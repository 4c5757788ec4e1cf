import type { Metadata } from "next";
import { cache } from "react";
import { FlashStatus } from "@/app/_page/notices";
import { UnreadPart } from "@/app/_page/unread";
import { ButtonLink } from "@/components/layout/links";
import { PageHeader } from "@/components/layout/page-header";
import { Badge } from "@/components/ui/badge";
import { EmptyState } from "@/components/ui/empty-state";
import { nameInWords } from "@/components/ui/invisible-characters";
import { Section } from "@/components/ui/section";
import type { Problem } from "@/lib/dashboard/problem/problem";
import { outcomeOf } from "@/lib/dashboard/problem/problem-of";
import { isResumable } from "@/lib/dashboard/proposals/apply-approved";
import { listComments } from "@/lib/dashboard/proposals/comments";
import { mergedWithPresent } from "@/lib/dashboard/proposals/decide";
import { mergeProposal } from "@/lib/dashboard/proposals/merge-proposal";
import { isOwnProposal, isSamePerson } from "@/lib/dashboard/proposals/own-proposal";
import { type MergedItem, type Proposal, pathOfProposal, UNDECIDED } from "@/lib/dashboard/proposals/proposal";
import { stateWords } from "@/lib/dashboard/proposals/proposal-words";
import { findProposal } from "@/lib/dashboard/proposals/proposals";
import { nameOfItems } from "@/lib/dashboard/proposals/propose";
import { pageClock, respondWithNotFound } from "@/lib/dashboard/request/page";
import { resources } from "@/lib/dashboard/resources/resources";
import { may } from "@/lib/dashboard/session/permissions";
import { getSession, requirePageSession, type Session } from "@/lib/dashboard/session/session";
import { stateTones } from "../proposal-table";
import { Comments } from "./comments";
import { Decision, Rest } from "./decision";
import { ProposalFacts } from "./proposal-facts";
import { ProposedTemplates } from "./proposed-templates";

const { title, path } = resources.proposal;

/** Read once for a page and its title. */
const readProposal = cache(findProposal);

export async function generateMetadata({ params }: PageProps<"/proposals/[id]">): Promise<Metadata> {
	const session = await getSession();
	const proposal = session && (await readProposal(decodeURIComponent((await params).id)));
	return { title: proposal ? `${nameInWords(nameOfItems(proposal.items))} · ${title}` : "Proposal" };
}

/** A proposed change as it would be saved now, what is said about it, and what can be done about it. */
export default async function ProposalPage({ params }: PageProps<"/proposals/[id]">) {
	const id = decodeURIComponent((await params).id);
	const session = await requirePageSession(pathOfProposal(id));
	const proposal = await readProposal(id);
	if (!proposal) return <NoProposal />;
	const [{ items, problem }, isOwn, comments, clock] = await Promise.all([
		shown(proposal),
		isOwnOf(proposal, session),
		listComments(id),
		pageClock(),
	]);
	const isAccepted = proposal.approved !== null;
	const isUndecided = UNDECIDED.includes(proposal.state);
	return (
		<>
			<FlashStatus path={pathOfProposal(id)} />
			<PageHeader title={nameOfItems(proposal.items)} actions={<ButtonLink href={path}>All proposals</ButtonLink>}>
				<p className="flex flex-wrap items-center gap-x-3 gap-y-1">
					Proposed change
					<Badge tone={stateTones[proposal.state]}>{stateWords[proposal.state]}</Badge>
				</p>
			</PageHeader>
			<div className="grid items-start gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)] lg:grid-rows-[auto_1fr]">
				<Section
					title={isAccepted ? "What was accepted" : isUndecided ? "What it changes" : "What it would have changed"}
				>
					<div className="grid gap-3">
						{problem ? <UnreadPart problem={problem} /> : null}
						{problem ? <p className="text-sm">As it was proposed. What has changed since could not be read.</p> : null}
						<ProposedTemplates
							items={items}
							results={isAccepted ? proposal.results : null}
							since={isAccepted ? null : mergedSince(proposal)}
							clock={clock}
							unfinished={proposal.isBeingSaved ? "saving" : isResumable(proposal) ? "interrupted" : "ended"}
						/>
					</div>
				</Section>
				<div className="grid gap-8 lg:row-span-2">
					<ProposalFacts proposal={proposal} clock={clock} />
					<Decision proposal={proposal} merged={problem ? null : items} session={session} isOwn={isOwn} />
					<Rest proposal={proposal} session={session} />
				</div>
				<Comments id={id} comments={comments} session={session} clock={clock} />
			</div>
		</>
	);
}

/** An undecided one on top of the present templates, or as it was proposed where these can't be read; else what was accepted. */
async function shown(proposal: Proposal): Promise<{ items: MergedItem[]; problem?: Problem }> {
	const { state, approved, items } = proposal;
	if (approved) return { items: approved };
	const asProposed = () => items.flatMap((item) => mergeProposal([item], (id) => baselineOf(id, item)));
	if (state !== "open" && state !== "returned") return { items: asProposed() };
	const { value, problem } = await outcomeOf(mergedWithPresent(proposal), "template");
	return problem ? { items: asProposed(), problem } : { items: value };
}

/** Since when others may have changed what is proposed; null: it was proposed again, at a time that the next step has replaced. */
function mergedSince({ state, revision, createdAt, changedAt }: Proposal): string | null {
	if (revision === 1) return createdAt;
	return state === "open" ? changedAt : null;
}

/** Where the tenant does not answer, its records tell nothing here; a decision waits for them. */
async function isOwnOf({ author, state }: Proposal, session: Session): Promise<boolean> {
	if (isOwnProposal(author, session)) return true;
	if (!UNDECIDED.includes(state) || !may(session.role, "changeTemplates")) return false;
	return isSamePerson(author, session).catch(() => false);
}

const baselineOf = (id: string, { name, baseline }: Proposal["items"][number]) => ({
	id,
	label: name,
	template: baseline,
});

function NoProposal() {
	respondWithNotFound();
	return (
		<>
			<PageHeader title="Proposal" />
			<EmptyState title="No proposal with this ID">
				<p>It was decided long ago and is no longer kept, or never was one of this console’s.</p>
				<ButtonLink href={path}>All proposals</ButtonLink>
			</EmptyState>
		</>
	);
}
