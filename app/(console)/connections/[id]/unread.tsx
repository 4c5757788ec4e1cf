import { ProblemAlert } from "@/app/_forms/problem-alert";
import { PageLink } from "@/components/layout/links";
import { PageHeader } from "@/components/layout/page-header";
import { buttonClass } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import type { Problem } from "@/lib/dashboard/problem/problem";
import { resources } from "@/lib/dashboard/registry/resources";
import { answerMissing } from "@/lib/dashboard/request/missing-page";

/** In the place of the page of a connection that can't be read. */
export function Unread({ id, problem }: { id: string; problem: Problem }) {
	const isMissing = problem.about === "missing";
	if (isMissing) answerMissing();
	return (
		<>
			<PageHeader
				title="Connection to a provider"
				actions={
					<PageLink href={resources.connection.path} className={buttonClass()}>
						All connections
					</PageLink>
				}
			>
				<code className="break-all">{id}</code>
			</PageHeader>
			{isMissing ? (
				<EmptyState title="No connection with this identifier">
					<p>It was deleted, or never was a SAML connection of this tenant’s.</p>
				</EmptyState>
			) : (
				<ProblemAlert problem={problem} />
			)}
		</>
	);
}
