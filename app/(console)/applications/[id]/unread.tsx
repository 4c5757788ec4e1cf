import { ProblemAlert } from "@/app/_forms/problem-alert";
import { PageLink } from "@/components/layout/links";
import { PageHeader } from "@/components/layout/page-header";
import { buttonClass } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import type { Problem } from "@/lib/dashboard/problem/problem";
import { resources } from "@/lib/dashboard/registry/resources";
import { answerMissing } from "@/lib/dashboard/request/missing-page";

type UnreadProps = {
	id: string;
	/** Of the page. */
	title: string;
	problem: Problem;
};

/** In the place of a page about an application that can't be read. */
export function Unread({ id, title, problem }: UnreadProps) {
	const isMissing = problem.about === "missing";
	if (isMissing) answerMissing();
	return (
		<>
			<PageHeader
				title={title}
				actions={
					<PageLink href={resources.application.path} className={buttonClass()}>
						All applications
					</PageLink>
				}
			>
				<code className="break-all">{id}</code>
			</PageHeader>
			{isMissing ? (
				<EmptyState title="No application with this identifier">
					<p>It was deleted, or never was one of this tenant’s.</p>
				</EmptyState>
			) : (
				<ProblemAlert problem={problem} />
			)}
		</>
	);
}
