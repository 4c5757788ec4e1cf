import type { Metadata } from "next";
import NotFound from "@/app/not-found";
import { PageLink } from "@/components/layout/links";
import { PageHeader } from "@/components/layout/page-header";
import { buttonClass } from "@/components/ui/button";
import { answerMissing } from "@/lib/dashboard/request/missing-page";
import { getSession } from "@/lib/dashboard/session/session";

export const metadata: Metadata = { title: "Page not found" };

/** Whatever no other page stands at: for those who are signed in within the console's frame. */
export default async function NothingHerePage() {
	answerMissing();
	if (!(await getSession())) return <NotFound />;
	return (
		<>
			<PageHeader title="Page not found">
				Nothing is at this address. It may have been mistyped, or what was here is gone.
			</PageHeader>
			<p className="flex flex-wrap gap-2">
				<PageLink href="/" className={buttonClass("primary")}>
					Back to the overview
				</PageLink>
			</p>
		</>
	);
}
