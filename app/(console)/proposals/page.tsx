import type { Metadata } from "next";
import { EmergencySaves } from "@/app/_history/emergency-saves";
import { FlashStatus } from "@/app/_page/notices";
import { ListPages } from "@/app/_tables/list-controls";
import { ButtonLink, PageLink, TextLink } from "@/components/layout/links";
import { PageHeader } from "@/components/layout/page-header";
import { NoteWaiting } from "@/components/layout/waiting-count";
import { EmptyState } from "@/components/ui/empty-state";
import { dashboardConfig } from "@/lib/dashboard/config";
import { listed } from "@/lib/dashboard/in-short";
import { listProposals, PROPOSAL_LISTS, type ProposalList } from "@/lib/dashboard/proposals/proposals";
import { rightTo } from "@/lib/dashboard/proposals/rights";
import { ruleInWords } from "@/lib/dashboard/proposals/rule-of-setting";
import { proposalsWaiting } from "@/lib/dashboard/proposals/waiting-proposals";
import { pageClock } from "@/lib/dashboard/request/page";
import { resources } from "@/lib/dashboard/resources/resources";
import { requirePageSession, type Session } from "@/lib/dashboard/session/session";
import { ProposalTable } from "./proposal-table";

const { title, path } = resources.proposal;
const PAGE_SIZE = 50;

const words: Record<ProposalList, string> = { open: "Open", mine: "Yours", decided: "Closed" };

const listOf = (wanted: unknown): ProposalList => PROPOSAL_LISTS.find((one) => one === wanted) ?? "open";

export async function generateMetadata({ searchParams }: PageProps<"/proposals">): Promise<Metadata> {
	const list = listOf((await searchParams).list);
	return { title: list === "open" ? title : `${words[list]} · ${title}` };
}

/** Changes of templates that were proposed: those to be decided, the admin's own, or the closed ones. */
export default async function ProposalsPage({ searchParams }: PageProps<"/proposals">) {
	const { list: wanted, before: from } = await searchParams;
	const list = listOf(wanted);
	const before = typeof from === "string" && from !== "" ? from : null;
	const session = await requirePageSession(addressOf(list, before));
	const [found, waiting, clock] = await Promise.all([
		listProposals(list, before, PAGE_SIZE + 1, session.subject),
		proposalsWaiting(session),
		pageClock(),
	]);
	const proposals = found.slice(0, PAGE_SIZE);
	return (
		<>
			<NoteWaiting {...waiting} />
			<FlashStatus path={path} />
			<PageHeader title={title}>
				Changes of templates that one user proposes and another editor decides.{" "}
				<TextLink href="/guides/proposals">About proposals</TextLink>
			</PageHeader>
			<div className="grid gap-5">
				<EmergencySaves />
				<Rule />
				<ul aria-label="View" className="view-links">
					{PROPOSAL_LISTS.map((one) => (
						<li key={one}>
							<PageLink href={addressOf(one)} aria-current={one === list ? "page" : undefined}>
								{words[one]}
							</PageLink>
						</li>
					))}
				</ul>
				{proposals.length > 0 ? (
					<ProposalTable list={list} proposals={proposals} clock={clock} session={session} />
				) : (
					<NoProposals list={list} isLater={before !== null} session={session} />
				)}
				<ListPages
					label="Pages of proposals"
					first={before ? addressOf(list) : null}
					next={found.length > PAGE_SIZE ? addressOf(list, proposals.at(-1)?.id) : null}
					words={["Newest proposals", "Older proposals"]}
				/>
			</div>
		</>
	);
}

/** Which saves the operator wants another editor for. */
function Rule() {
	const needing = ruleInWords(dashboardConfig().secondEditor);
	if (needing.length === 0) return null;
	return (
		<p className="text-sm">
			A second editor is needed here for {listed(needing)}. Changes made with the tenant’s own interface are outside of
			this rule.
		</p>
	);
}

type NoProposalsProps = { list: ProposalList; isLater: boolean; session: Session };

function NoProposals({ list, isLater, session }: NoProposalsProps) {
	if (isLater) return <EmptyState title="No older proposals" />;
	if (list === "mine")
		return (
			<EmptyState title="You have proposed nothing">
				<p>What you propose is listed here, and what your tokens propose, also once it is decided.</p>
			</EmptyState>
		);
	if (list === "decided")
		return (
			<EmptyState title="No proposal is closed yet">
				<p>Proposals that were accepted, declined or withdrawn, or have expired, are listed here.</p>
			</EmptyState>
		);
	return (
		<EmptyState title="Nothing waits for a decision">
			{rightTo(session.role, "patch_vc_templates_by_id") ? (
				<>
					<p>
						Edit a template and press “Propose”: the change appears here, and another editor accepts or declines it.
					</p>
					<ButtonLink href={resources.template.path}>{resources.template.title}</ButtonLink>
				</>
			) : (
				<p>Changes of templates that others propose appear here.</p>
			)}
		</EmptyState>
	);
}

/** @param before the ID of the last one of the page before */
function addressOf(list: ProposalList, before?: string | null): string {
	const query = new URLSearchParams({ ...(list !== "open" && { list }), ...(before && { before }) });
	return query.size > 0 ? `${path}?${query}` : path;
}
