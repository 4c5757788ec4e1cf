import { Name, NameText } from "@/components/ui/name";
import { Section } from "@/components/ui/section";
import { type Clock, TimeText } from "@/components/ui/time-text";
import { COMMENT_LENGTH_MAX, type ProposalComment } from "@/lib/dashboard/proposals/proposal";
import { mayPropose } from "@/lib/dashboard/proposals/rights";
import { resources } from "@/lib/dashboard/resources/resources";
import type { Session } from "@/lib/dashboard/session/session";
import { commentOnProposalAction } from "../proposal-actions";
import { CommentForm } from "./comment-form";

type CommentsProps = { id: string; comments: readonly ProposalComment[]; session: Session; clock: Clock };

/** What is said about a proposal, and a field for those who may propose. */
export function Comments({ id, comments, session, clock }: CommentsProps) {
	return (
		<Section title="Comments">
			<div className="grid gap-4 text-sm">
				{comments.length === 0 ? (
					<p className="text-muted">No comments yet.</p>
				) : (
					<ol aria-label="Comments" className="border-t border-line">
						{comments.map(({ id, person, at, text }) => (
							<li key={id} className="grid gap-1 border-b border-line py-2.5 last:border-b-0">
								<p className="flex flex-wrap items-baseline gap-x-3">
									<Name className="font-medium" text={person} />
									<span className="text-muted">
										<TimeText value={at} clock={clock} />
									</span>
								</p>
								<p className="wrap-anywhere whitespace-pre-wrap">
									<bdi>
										<NameText text={text} />
									</bdi>
								</p>
							</li>
						))}
					</ol>
				)}
				{mayPropose(session) ? (
					<CommentForm
						action={commentOnProposalAction}
						sends={{ [resources.proposal.idField]: id }}
						lengthMax={COMMENT_LENGTH_MAX}
					/>
				) : null}
			</div>
		</Section>
	);
}
