import { PageLink } from "@/components/layout/links";
import { Name } from "@/components/ui/name";
import type { AuditEntry } from "@/lib/dashboard/audit/audit-entry";
import { pathOfProposal } from "@/lib/dashboard/proposals/proposal";

type ProposedByProps = {
	proposal: AuditEntry["proposal"] | null;
	/** Inside of what is pressed itself: without a link. */
	isPlain?: boolean;
};

/** Whose proposal was accepted with a write; nothing where it was made without one. */
export function ProposedBy({ proposal, isPlain = false }: ProposedByProps) {
	if (!proposal) return null;
	const text = (
		<>
			proposed by <Name text={proposal.by} />
		</>
	);
	if (isPlain) return text;
	return (
		<PageLink href={pathOfProposal(proposal.id)} className="link">
			{/* One element: its parts would be laid out side by side, without the space. */}
			<span>{text}</span>
		</PageLink>
	);
}
