import type { ReactNode } from "react";
import { EndedHere } from "@/app/_history/ended-here";
import { ButtonLink } from "@/components/layout/links";
import { PageHeader } from "@/components/layout/page-header";
import { buttonClass } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Identifier } from "@/components/ui/identifier";
import { Name } from "@/components/ui/name";
import type { Problem } from "@/lib/dashboard/problem/problem";
import { respondWithNotFound } from "@/lib/dashboard/request/page";
import type { ResourceDescription } from "@/lib/dashboard/resources/describe-resource";
import { type ResourceName, resources, resourceTitle } from "@/lib/dashboard/resources/resources";
import { typedReason } from "@/lib/dashboard/session/reason";
import { ProblemAlert, RetryBehind } from "./problem-alert";

type UnreadProps = {
	what: ResourceName;
	id: string;
	/** Of the page, where it shows a part of the resource. */
	title?: string;
	problem: Problem;
	/** Where it is missing: what is known of it. */
	gone?: ReactNode;
	/** The list that it is known to have been in, if not that of all. */
	list?: { href: string; text: string } | undefined;
};

/** Shown in place of the page of a resource that can't be read. */
export function Unread({ what, id, title = resourceTitle(what), problem, gone, list }: UnreadProps) {
	const isMissing = problem.about === "missing";
	if (isMissing) respondWithNotFound();
	const { words, ends, group }: ResourceDescription = resources[what];
	const all: ResourceDescription = resources[group === null ? "user" : what];
	const allText = all.title.toLowerCase() === all.words.many ? `All ${all.words.many}` : all.title;
	const listLink = <ButtonLink href={list?.href ?? all.path}>{list?.text ?? allText}</ButtonLink>;
	return (
		<>
			<PageHeader title={title} actions={isMissing ? null : listLink}>
				<Identifier value={id} label="Copy ID" />
			</PageHeader>
			{isMissing ? (
				<div className="grid gap-4">
					{gone}
					<EmptyState title={`No ${what} with this ID`}>
						{gone ? null : (
							<EndedHere what={what} id={id}>
								<p>
									It was {ends ? `${ends.ended}, it has expired` : "deleted"}, or never was {words.never}.
								</p>
							</EndedHere>
						)}
						{listLink}
					</EmptyState>
				</div>
			) : (
				<>
					<UnreadPart problem={problem} />
					<TypedReason />
				</>
			)}
		</>
	);
}

/** In the response to a form without scripts, which can't be drawn again. */
function TypedReason() {
	const typed = typedReason.get();
	if (typed === "") return null;
	return (
		<p className="mt-4 text-sm">
			The reason that you typed: <Name className="wrap-anywhere" text={typed} />
		</p>
	);
}

/** An empty href is the address of the page itself, with its query. */
const THIS_PAGE = "";

/**
 * Shown in place of what a page could not read, with a link that loads the page again: a plain one, which works without
 * scripts and is marked as pending.
 */
export function UnreadPart({ problem }: { problem: Problem }) {
	return (
		<div className="grid gap-3">
			<ProblemAlert problem={problem} />
			{problem.down ? (
				<p className="flex flex-wrap items-center gap-3">
					<a href={THIS_PAGE} className={buttonClass()}>
						Try again
					</a>
					<RetryBehind />
				</p>
			) : null}
		</div>
	);
}

/** Leads to the page that creates a resource, where it has one. */
export function CreateLink({ what }: { what: ResourceName }) {
	const { create }: ResourceDescription = resources[what];
	if (!create) return null;
	return (
		<ButtonLink href={create.path} variant="primary">
			{create.title}
		</ButtonLink>
	);
}

type NoneYetProps = { what: ResourceName; canCreate?: boolean; children?: ReactNode };

/** In place of the list of a tenant that has none. */
export function NoneYet({ what, canCreate = false, children }: NoneYetProps) {
	return (
		<EmptyState title={`No ${resources[what].words.many} yet`}>
			{children}
			{canCreate ? <CreateLink what={what} /> : null}
		</EmptyState>
	);
}
