import { UnreadPart } from "@/app/_forms/unread";
import { PageLink } from "@/components/layout/links";
import { PageHeader } from "@/components/layout/page-header";
import { Alert } from "@/components/ui/alert";
import { buttonClass } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Identifier } from "@/components/ui/identifier";
import type { Problem } from "@/lib/dashboard/problem/problem";
import { type MetadataResource, resources, resourceTitle } from "@/lib/dashboard/resources/resources";

type RevokedProps = {
	resource: MetadataResource;
	id: string;
	problem: Problem;
	isRequested: boolean;
	next: { href: string; text: string };
};

/** The page of a token or session that is gone, or that can't be read. */
export function Revoked({ resource, id, problem, isRequested, next }: RevokedProps) {
	const { metadata, ends } = resources[resource];
	const isMissing = problem.about === "missing";
	return (
		<>
			<PageHeader title={resourceTitle(resource)}>
				<Identifier value={id} label="Copy id" />
			</PageHeader>
			{isMissing && isRequested ? (
				<div className="mb-5">
					<Alert tone="success" title={ends.requested}>
						<p>The service no longer shows this {metadata.one}.</p>
					</Alert>
				</div>
			) : null}
			{isMissing ? (
				<EmptyState title={`No ${resource} with this identifier`}>
					<p>
						It was {ends.ended}, it has expired, or the identifier is not that of a {metadata.one}.
					</p>
					<PageLink href={next.href} className={buttonClass()}>
						{next.text}
					</PageLink>
				</EmptyState>
			) : (
				<UnreadPart problem={problem} />
			)}
		</>
	);
}
