import type { Metadata } from "next";
import NotFound from "@/app/not-found";
import { ButtonLink } from "@/components/layout/links";
import { PageHeader } from "@/components/layout/page-header";
import { EmptyState } from "@/components/ui/empty-state";
import { respondWithNotFound } from "@/lib/dashboard/request/page";
import { getSession } from "@/lib/dashboard/session/session";

export const metadata: Metadata = { title: "Page not found" };

/** Whatever no other page stands at: for those who are signed in within the console's frame. */
export default async function NothingHerePage() {
	respondWithNotFound();
	if (!(await getSession())) return <NotFound />;
	return (
		<>
			<PageHeader title="Page not found" />
			<EmptyState title="No page has this address.">
				<p>It may have been mistyped, or what was here is gone.</p>
				<ButtonLink href="/" variant="primary">
					Back to the overview
				</ButtonLink>
			</EmptyState>
		</>
	);
}
