import type { ReactNode } from "react";
import { PageLink } from "@/components/layout/links";
import { buttonClass } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import type { ResourceDescription } from "@/lib/dashboard/resources/describe-resource";
import { type ResourceName, resources } from "@/lib/dashboard/resources/resources";

/** Leads to the page that creates a resource, where it has one. */
export function CreateLink({ what }: { what: ResourceName }) {
	const { create }: ResourceDescription = resources[what];
	return create ? (
		<PageLink href={create.path} className={buttonClass("primary")}>
			{create.title}
		</PageLink>
	) : null;
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
