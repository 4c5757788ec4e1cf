import { ReasonText } from "@/app/_history/reason-text";
import { LineLink } from "@/components/layout/links";
import { Fact, Facts } from "@/components/ui/facts";
import { Identifier } from "@/components/ui/identifier";
import { nameInWords } from "@/components/ui/invisible-characters";
import { Name } from "@/components/ui/name";
import { Section } from "@/components/ui/section";
import { type Clock, TimeText } from "@/components/ui/time-text";
import { reasonLinks } from "@/lib/dashboard/audit/reason-links";
import { dashboardConfig } from "@/lib/dashboard/config";
import { type Proposal, type ProposalState, pathOfProposal } from "@/lib/dashboard/proposals/proposal";
import { stateWords } from "@/lib/dashboard/proposals/proposal-words";
import { AuthorName } from "../proposal-table";

/** Who proposed it, when and why, and what was decided. */
export function ProposalFacts({ proposal, clock }: { proposal: Proposal; clock: Clock }) {
	const { id, author, reason, createdAt, expiresAt, revision, changedAt, decision, state } = proposal;
	const isUndecided = state === "open" || state === "returned";
	return (
		<Section
			title="Proposal"
			aside={<LineLink href={`/activity?${new URLSearchParams({ subject: id })}`}>Its activity</LineLink>}
		>
			<Facts>
				<Fact term="Proposed by">
					<AuthorName author={author} />
				</Fact>
				<Fact term="Proposed">
					<TimeText value={createdAt} clock={clock} />
				</Fact>
				{revision > 1 && state === "open" ? (
					<Fact term="Proposed again">
						<TimeText value={changedAt} clock={clock} />
					</Fact>
				) : null}
				<Fact term="Reason">{reason === null ? "none stated" : <ReasonText reason={reasonLinks(reason)} />}</Fact>
				{decision ? (
					<Fact term={termOf(state)}>
						by <Name text={decision.by} title={nameInWords(decision.subject)} />,{" "}
						<TimeText value={decision.at} clock={clock} />
						{decision.reason === null ? null : (
							<p>
								<ReasonText reason={reasonLinks(decision.reason)} />
							</p>
						)}
					</Fact>
				) : null}
				{isUndecided || state === "expired" ? (
					<Fact term={state === "expired" ? "Expired" : "Expires"}>
						<TimeText value={expiresAt} clock={clock} />
					</Fact>
				) : null}
				<Fact term="Link to send">
					<Identifier value={`${dashboardConfig().appUrl}${pathOfProposal(id)}`} label="Copy link" />
				</Fact>
			</Facts>
		</Section>
	);
}

/** What the last decision was. One that is open again, or has expired, was returned before. */
function termOf(state: ProposalState): string {
	if (state === "applying") return "Accepted";
	return stateWords[state === "open" || state === "expired" ? "returned" : state];
}
