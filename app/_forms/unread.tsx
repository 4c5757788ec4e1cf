import type { ReactNode } from "react";
import { PageLink } from "@/components/layout/links";
import { PageHeader } from "@/components/layout/page-header";
import { buttonClass } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import type { Problem } from "@/lib/dashboard/problem/problem";
import { respondWithNotFound } from "@/lib/dashboard/request/page";
import { resources } from "@/lib/dashboard/resources/resources";
import { UnreadPart } from "./unread-part";

const words = {
	template: { all: "All templates", never: "one of this tenant’s" },
	application: { all: "All applications", never: "one of this tenant’s" },
	"identity provider": { all: "All identity providers", never: "one of this tenant’s by SAML" },
	webhook: { all: "Log stream", never: "one of this console’s" },
};

type UnreadProps = {
	what: keyof typeof words;
	id: string;
	/** Of the page. */
	title: string;
	problem: Problem;
	/** Where it is missing: what is known of it. */
	gone?: ReactNode;
};

/** Shown in place of the page of a resource that can't be read. */
export function Unread({ what, id, title, problem, gone }: UnreadProps) {
	const isMissing = problem.about === "missing";
	if (isMissing) respondWithNotFound();
	const { all, never } = words[what];
	const listLink = (
		<PageLink href={resources[what].path} className={buttonClass()}>
			{all}
		</PageLink>
	);
	return (
		<>
			<PageHeader title={title} actions={isMissing ? null : listLink}>
				<code className="break-all">{id}</code>
			</PageHeader>
			{isMissing ? (
				<div className="grid gap-4">
					{gone}
					<EmptyState title={`No ${what} with this identifier`}>
						{gone ? null : <p>It was deleted, or never was {never}.</p>}
						{listLink}
					</EmptyState>
				</div>
			) : (
				<UnreadPart problem={problem} />
			)}
		</>
	);
}
